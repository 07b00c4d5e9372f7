#include "bench/recorded_implants.h"

#include "condyle/mesh/mesh_file.h"
#include "contact/contact_input.h"

namespace condyle::bench {
namespace {

const std::filesystem::path k_folder = std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";

std::shared_ptr<const ContactSurface> surface(RecordedPart part, const char* name) {
  return std::make_shared<ContactSurface>(
      mesh::read_mesh(recorded_file(part), mesh::LengthUnit::metre), recorded_layer(), name);
}

std::shared_ptr<const ContactSurface> femoral() {
  static const auto shared = surface(RecordedPart::femoral, "femoral component");
  return shared;
}

std::vector<Pose> poses(const char* file) {
  std::vector<Pose> result;
  for (const ContactPose& pose : read_contact_poses(k_folder / file)) result.push_back(pose.X_CT);
  return result;
}

}  // namespace

bool has_recorded_implants() { return std::filesystem::exists(k_folder); }

std::filesystem::path recorded_file(RecordedPart part) {
  switch (part) {
    case RecordedPart::femoral:
      return k_folder / "dm-femoral-component-contact.stl";
    case RecordedPart::insert:
      return k_folder / "dm-tibial-insert-contact.stl";
    default:
      return k_folder / "dm-patellar-button-contact.stl";
  }
}

Layer recorded_layer() {
  return {.elastic_modulus = 46.3e6, .poissons_ratio = 0.46, .thickness = 0.005};
}

PairCase recorded_tibiofemoral() {
  static const auto insert = surface(RecordedPart::insert, "insert");
  return {"tf_recorded",
          "recorded flexion, tibial insert casting on femoral component",
          insert,
          femoral(),
          {},
          poses("flexion_poses_tibiofemoral.json")};
}

PairCase recorded_patellofemoral() {
  static const auto button = surface(RecordedPart::button, "button");
  return {"pf_recorded",
          "recorded flexion, patellar button casting on femoral component",
          button,
          femoral(),
          {},
          poses("flexion_poses_patellofemoral.json")};
}

}  // namespace condyle::bench
