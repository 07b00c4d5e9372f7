#include "bench/generated_knee.h"

#include "condyle/scene/scene_file.h"
#include "world/scene_world.h"

namespace condyle::bench {
namespace {

PairCase recorded_from_scene() {
  constexpr double k_dt = 1.0 / 240;
  constexpr int k_first = 240, k_steps = 600;  // bending under full load
  SceneWorld world(scene::read_scene(find_scene("knee_replacement")));
  const WorldContact& contact = world.contacts().front();
  const auto surface_of = [&](MeshIndex index) {
    return world.bodies()[index.body].meshes[index.mesh].surface;
  };
  const auto pose_of = [&](MeshIndex index) {
    const WorldBody& body = world.bodies()[index.body];
    return body.X_WB * body.meshes[index.mesh].X_BM;
  };
  PairCase pair{"knee_recorded",
                "the knee that ships bends under load, insert casting on femoral component",
                surface_of(contact.casting),
                surface_of(contact.target),
                contact.settings,
                {}};
  for (int step = 0; step < k_first + k_steps; ++step) {
    world.step(k_dt);
    if (step >= k_first && world.contacts().front().report)
      pair.poses_CT.push_back(pose_of(contact.casting).inverse() * pose_of(contact.target));
  }
  return pair;
}

}  // namespace

PairCase generated_knee() {
  static const PairCase shared = recorded_from_scene();
  return shared;
}

}  // namespace condyle::bench
