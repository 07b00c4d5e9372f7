#include "bench/pair_sequence.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"

namespace condyle::bench {
namespace {

const std::filesystem::path k_implant_dir =
    std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";

std::vector<Pose> read_poses(const std::filesystem::path& file) {
  std::vector<Pose> poses;
  for (const auto& entry : nlohmann::json::parse(std::ifstream(file))) {
    const auto rows = entry.at("T_target_in_casting").get<std::vector<double>>();
    Pose X_CT;
    X_CT.matrix() = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(rows.data());
    poses.push_back(X_CT);
  }
  return poses;
}

}  // namespace

bool has_implants() { return std::filesystem::exists(k_implant_dir); }

PairSequence implants() {
  PairSequence sequence;
  sequence.name = "implants";
  sequence.casting = read_mesh(k_implant_dir / "dm-tibial-insert-contact.stl", LengthUnit::metre);
  sequence.target =
      read_mesh(k_implant_dir / "dm-femoral-component-contact.stl", LengthUnit::metre);
  sequence.layer = {.elastic_modulus = 46.3e6, .poissons_ratio = 0.46, .thickness = 0.005};
  sequence.settings.max_proximity = 0.01;
  sequence.poses_CT = read_poses(k_implant_dir / "flexion_poses_tibiofemoral.json");
  return sequence;
}

}  // namespace condyle::bench
