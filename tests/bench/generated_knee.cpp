#include "bench/generated_knee.h"

#include "condyle/model/scene_file.h"
#include "scene_world.h"

namespace condyle::bench {
namespace {

PairCase recorded_from_scene() {
  constexpr double k_dt = 1.0 / 240;
  constexpr int k_first = 240, k_steps = 600;  // bending under full load
  SceneWorld world(read_scene(find_scene("knee_replacement")));
  const WorldContact& contact = world.contacts().front();
  const auto surface_of = [&](MeshIndex index) {
    return world.bodies()[static_cast<std::size_t>(index.body)]
        .meshes[static_cast<std::size_t>(index.mesh)]
        .surface;
  };
  PairCase pair{"knee_recorded",
                "the knee that ships bends under load, insert casting on femoral component",
                surface_of(contact.casting),
                surface_of(contact.target),
                contact.settings,
                {}};
  for (int step = 0; step < k_first + k_steps; ++step) {
    world.step(k_dt);
    const bullet::PairReport* report = world.contacts().front().report;
    if (step >= k_first && report) pair.poses_CT.push_back(report->X_WC.inverse() * report->X_WT);
  }
  return pair;
}

}  // namespace

PairCase generated_knee() {
  static const PairCase shared = recorded_from_scene();
  return shared;
}

}  // namespace condyle::bench
