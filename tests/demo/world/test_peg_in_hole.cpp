// A peg goes into a hole with 0.1 mm of play, under a force, where MuJoCo's own contact fills the
// hole.
#ifdef CONDYLE_HAS_MUJOCO
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "demo/world/robot_without_layers.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

namespace condyle::test::peg_in_hole_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_dt = 1.0 / 240;
constexpr double k_depth = 0.020, k_play = 5e-5;     // of the hole; on each side [m]
constexpr double k_push = 20, k_softness = 3000;     // of the ram [N], of x and y [N/m]
const Vector3d k_rest_of_servos(0.0005, 0.0002, 0);  // [m]

struct Run {
  Vector3d tip = Vector3d::Zero();    ///< of the peg at the end
  Vector3d axis = Vector3d::Zero();   ///< of the peg at the end
  Vector3d force = Vector3d::Zero();  ///< of contact on the peg at the end [N]
  double most = 0;                    ///< its largest magnitude
};

Run insert(const std::filesystem::path& model) {
  SceneWorld world(load_scene(model));
  Run run;
  const auto hand = std::ranges::find(world.bodies(), "hand", &WorldBody::name);
  REQUIRE(hand != world.bodies().end());
  while (world.time() < world.scene().duration - k_dt / 2) {
    world.step(k_dt);
    run.force.setZero();
    for (const WorldContact& of : world.contacts())
      if (of.report)
        run.force += of.report->X_WC.linear() * of.report->result().total.contact_force;
    run.most = std::max(run.most, run.force.norm());
  }
  run.tip = hand->X_WB.translation();
  run.axis = hand->X_WB.linear().col(2);
  return run;
}

}  // namespace

TEST_CASE("robot: a peg finds its hole of 0.1 mm play by force, and goes in", "[world][robot]") {
  const Run run = insert(shipped_robot("peg_in_hole"));
  CAPTURE(run.tip.transpose(), run.force.transpose(), run.most);
  CHECK(run.tip.z() == Approx(-k_depth).margin(1e-5));
  CHECK(run.tip.head<2>().norm() < 1.1 * k_play);
  // The hole straightens it: at most its play over its depth, both ways.
  CHECK(std::hypot(run.axis.x(), run.axis.y()) < 1.1 * 2 * k_play / k_depth);
  // It stands on the bottom with what the ram pushes, and its walls bear what the soft axes pull.
  CHECK(run.force.z() == Approx(k_push).epsilon(0.01));
  const Vector3d pulled = k_softness * (k_rest_of_servos - run.tip);
  CHECK((run.force + pulled).head<2>().norm() < 0.02 * pulled.head<2>().norm());
  CHECK(run.most < 1.1 * k_push);
}

TEST_CASE("robot: by MuJoCo's own hulls the hole is filled, and the peg stays on it",
          "[world][robot]") {
  const TemporaryFolder folder;
  const Run run = insert(without_layers("peg_in_hole", folder));
  CHECK(run.tip.z() > -0.001);
}

}  // namespace condyle::test::peg_in_hole_tests
#endif
