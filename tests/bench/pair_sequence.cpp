#include "bench/pair_sequence.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/model/scene_file.h"
#include "scene_world.h"

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
  sequence.casting_layer = {.elastic_modulus = 46.3e6, .poissons_ratio = 0.46, .thickness = 0.005};
  sequence.target_layer = sequence.casting_layer;
  sequence.settings.max_proximity = 0.01;
  sequence.poses_CT = read_poses(k_implant_dir / "flexion_poses_tibiofemoral.json");
  return sequence;
}

PairSequence generated_knee() {
  constexpr int k_steps = 600;
  constexpr double k_dt = 1.0 / 60;
  SceneWorld world(read_scene(find_scene("knee_replacement")));
  const WorldContact& contact = world.contacts().front();
  const auto mesh_of = [&](MeshIndex index) {
    return *world.bodies()[static_cast<std::size_t>(index.body)]
                .meshes[static_cast<std::size_t>(index.mesh)]
                .mesh;
  };
  PairSequence sequence{.name = "knee",
                        .casting = mesh_of(contact.casting),
                        .target = mesh_of(contact.target),
                        .casting_layer = contact.casting_layer,
                        .target_layer = contact.target_layer,
                        .settings = contact.settings,
                        .poses_CT = {}};
  for (int step = 0; step < k_steps; ++step) {
    world.step(k_dt);
    if (const auto* report = world.contacts().front().report)
      sequence.poses_CT.push_back(report->X_WC.inverse() * report->X_WT);
  }
  return sequence;
}

}  // namespace condyle::bench
