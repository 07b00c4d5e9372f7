#include <Eigen/Core>
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

/// A scene of MuJoCo's viewer with the model's geoms.
struct TrialScene {
  TrialScene(const TrialModel& trial, int most_geoms) {
    mjv_defaultScene(&scene);
    mjv_makeScene(trial.model, &scene, most_geoms);
    mjvOption option;
    mjv_defaultOption(&option);
    mjvCamera camera;
    mjv_defaultCamera(&camera);
    mjv_updateScene(trial.model, trial.data, &option, nullptr, &camera, mjCAT_ALL, &scene);
    own = scene.ngeom;
  }
  ~TrialScene() { mjv_freeScene(&scene); }
  TrialScene(const TrialScene&) = delete;
  TrialScene& operator=(const TrialScene&) = delete;

  mjvScene scene = {};
  int own = 0;
};

}  // namespace

TEST_CASE("a pressure map is drawn into MuJoCo's scene, triangle by triangle") {
  PlateWorld world({}, 500);
  world.run(0.1);
  const std::vector<double>& pressure = world.pair().casting_map().pressure;
  const auto pressed = std::ranges::count_if(pressure, [](double p) { return p > 0; });
  REQUIRE(pressed > 20);
  TrialScene shown(world.trial, 5000);
  CHECK(world.plugin.draw_pressure(shown.scene) == 0);
  REQUIRE(shown.scene.ngeom == shown.own + pressed);
  const Eigen::Vector3d ball_top(0, 0, 0.05);
  float brightest = 0;
  for (int i = shown.own; i < shown.scene.ngeom; ++i) {
    const mjvGeom& geom = shown.scene.geoms[i];
    const Eigen::Vector3d at = Eigen::Map<const Eigen::Vector3f>(geom.pos).cast<double>();
    CHECK((at - ball_top).norm() < 0.01);
    brightest = std::max(brightest, geom.rgba[0]);
  }
  CHECK(brightest == Approx(0.993).margin(1e-3));  // the upper end of the colours
  // Of a scale that goes far above, all are dark.
  TrialScene dark(world.trial, 5000);
  world.plugin.draw_pressure(dark.scene, 1e3 * *std::ranges::max_element(pressure));
  for (int i = dark.own; i < dark.scene.ngeom; ++i) CHECK(dark.scene.geoms[i].rgba[2] < 0.34F);
}

TEST_CASE("a scale of pressure that is no number is that of the largest pressure") {
  PlateWorld world({}, 500);
  world.run(0.05);
  TrialScene wanted(world.trial, 5000), shown(world.trial, 5000);
  world.plugin.draw_pressure(wanted.scene);
  world.plugin.draw_pressure(shown.scene, std::numeric_limits<double>::quiet_NaN());
  REQUIRE(shown.scene.ngeom == wanted.scene.ngeom);
  for (int i = shown.own; i < shown.scene.ngeom; ++i)
    CHECK(shown.scene.geoms[i].rgba[0] == wanted.scene.geoms[i].rgba[0]);
}

TEST_CASE("triangles that find no room in the scene are counted") {
  PlateWorld world({}, 500);
  world.run(0.05);
  TrialScene whole(world.trial, 5000);
  world.plugin.draw_pressure(whole.scene);
  TrialScene tight(world.trial, whole.own + 7);
  CHECK(world.plugin.draw_pressure(tight.scene) == whole.scene.ngeom - whole.own - 7);
  CHECK(tight.scene.ngeom == whole.own + 7);
}

}  // namespace condyle::mujoco
