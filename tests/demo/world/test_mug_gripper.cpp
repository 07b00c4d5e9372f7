// An arm with two fingers takes a mug by its handle, one finger through it: lift, turn, slip.
#ifdef CONDYLE_HAS_MUJOCO
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/geometry/mesh_solid.h"
#include "condyle/geometry/shape.h"
#include "demo/world/robot_without_layers.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::mug_gripper_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_weight = 0.35 * 9.81, k_friction = 0.2, k_dt = 1.0 / 240;

int body_of(const SceneWorld& world, const std::string& name) {
  for (std::size_t i = 0; i < world.bodies().size(); ++i)
    if (world.bodies()[i].name == name) return static_cast<int>(i);
  return -1;
}

/// The forces on the mug's handle by both pads, along the jaw's axis and in all.
struct OnHandle {
  double in = 0, out = 0;  ///< magnitudes of pressing [N]
  Vector3d sum = Vector3d::Zero();
};

OnHandle forces_on(const SceneWorld& world) {
  OnHandle forces;
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const ContactStatistics& total = contact.report->result().total;
    forces.sum -= contact.report->X_WC.linear() * total.contact_force;
    const double pressing = (total.contact_force - total.friction_force).norm();
    (contact.name.ends_with("pad_in") ? forces.in : forces.out) = pressing;
  }
  return forces;
}

void run_until(SceneWorld& world, double time) {
  while (world.time() < time - k_dt / 2) world.step(k_dt);
}

}  // namespace

TEST_CASE("robot: a gripper lifts, turns and lets slip a mug by its handle", "[world][robot]") {
  SceneWorld world(load_scene(shipped_robot("mug_gripper")));
  const int mug = body_of(world, "mug"), hand = body_of(world, "hand");
  const auto pose = [&](int body) { return world.bodies()[static_cast<std::size_t>(body)].X_WB; };
  run_until(world, 1.3);  // held on the table
  const Pose X_HM = pose(hand).inverse() * pose(mug);
  run_until(world, 1.9);
  CHECK(pose(mug).translation().z() == Approx(0.06).margin(2e-3));
  // Each pad presses with half of the grip's 80 N, and both carry the weight.
  OnHandle held = forces_on(world);
  CHECK(held.in == Approx(40).epsilon(0.01));
  CHECK(held.out == Approx(40).epsilon(0.01));
  CHECK(held.sum.z() == Approx(k_weight).epsilon(0.02));
  run_until(world, 2.45);  // turned by half a radian about the fingers
  const Pose turned = X_HM.inverse() * pose(hand).inverse() * pose(mug);
  CHECK(pose(mug).rotation().col(2).z() == Approx(std::cos(0.5)).margin(0.01));
  CHECK(turned.translation().norm() < 2e-3);
  CHECK(Eigen::AngleAxisd(turned.linear()).angle() < 0.03);
  CHECK(forces_on(world).sum.z() == Approx(k_weight).epsilon(0.02));
  run_until(world, 3.0);
  // The grip has fallen to 15 N and grows weaker: the handle slips where friction on both pads is
  // the weight. A single step may only be a nod of the mug.
  constexpr int k_steps = 3;
  double pressing = 0;
  const Vector3d p_bar(0.062, 0, 0.049);  // in the mug, between the pads
  while (world.time() < 3.6) {
    const double before = (pose(mug) * p_bar).z();
    for (int i = 0; i < k_steps; ++i) world.step(k_dt);
    if ((before - (pose(mug) * p_bar).z()) / (k_steps * k_dt) > 0.01) break;
    const OnHandle forces = forces_on(world);
    pressing = (forces.in + forces.out) / 2;
  }
  CHECK(pressing == Approx(k_weight / (2 * k_friction)).epsilon(0.08));
}

TEST_CASE("robot: by MuJoCo's own hulls a gripper cannot reach through a mug's handle",
          "[world][robot]") {
  const TemporaryFolder folder;
  SceneWorld world(load_scene(without_layers("mug_gripper", folder)));
  CHECK(world.contacts().empty());
  const WorldBody& mug = world.bodies()[static_cast<std::size_t>(body_of(world, "mug"))];
  const auto hull = std::ranges::find(mug.meshes, "handle hull", &WorldMesh::name);
  REQUIRE(hull != mug.meshes.end());
  // The bar's middle lies 28 mm beyond the cup's axis; between both is the hole, which the hull
  // fills.
  const geometry::Shape filled = geometry::MeshSolid(*hull->mesh);
  const Vector3d p_hole(0.049, 0, 0.049);
  CHECK(geometry::is_inside(filled, hull->X_BM.inverse() * p_hole));
  run_until(world, 1.9);
  CHECK(mug.X_WB.translation().z() < 0.01);  // it was not lifted
  CHECK(Eigen::AngleAxisd(mug.X_WB.linear()).angle() > 0.1);
}

}  // namespace condyle::test::mug_gripper_tests
#endif
