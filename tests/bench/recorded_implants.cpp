#include "bench/recorded_implants.h"

#include <filesystem>

#include "condyle/mesh/mesh_file.h"
#include "contact_input.h"

namespace condyle::bench {
namespace {

const std::filesystem::path k_folder = std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";

/// The layers of the recorded model: ten times softer than polyethylene usually is.
constexpr Layer k_layer{.elastic_modulus = 46.3e6, .poissons_ratio = 0.46, .thickness = 0.005};

std::shared_ptr<const ContactSurface> surface(const char* name, const char* file) {
  return std::make_shared<ContactSurface>(read_mesh(k_folder / file, LengthUnit::metre), k_layer,
                                          name);
}

std::shared_ptr<const ContactSurface> femoral() {
  static const auto shared = surface("femoral component", "dm-femoral-component-contact.stl");
  return shared;
}

std::vector<Pose> poses(const char* file) {
  std::vector<Pose> result;
  for (const ContactPose& pose : read_contact_poses(k_folder / file)) result.push_back(pose.X_CT);
  return result;
}

}  // namespace

bool has_recorded_implants() { return std::filesystem::exists(k_folder); }

PairCase recorded_tibiofemoral() {
  static const auto insert = surface("insert", "dm-tibial-insert-contact.stl");
  return {"tf_recorded",
          "recorded flexion, tibial insert casting on femoral component",
          insert,
          femoral(),
          {},
          poses("flexion_poses_tibiofemoral.json")};
}

PairCase recorded_patellofemoral() {
  static const auto button = surface("button", "dm-patellar-button-contact.stl");
  return {"pf_recorded",
          "recorded flexion, patellar button casting on femoral component",
          button,
          femoral(),
          {},
          poses("flexion_poses_patellofemoral.json")};
}

}  // namespace condyle::bench
