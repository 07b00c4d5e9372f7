// Scenes written as models of MuJoCo's: the plugin alone, without the scene, makes the same
// simulation of them.
#ifdef CONDYLE_HAS_MUJOCO
#include <condyle/mujoco.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "demo/world/force_sums.h"
#include "world/mjcf_export.h"
#include "world/scene_world.h"

namespace condyle::test::mjcf_export_tests {
namespace {

/// What a model file says, loaded as by a program that knows only MuJoCo and the plugin.
struct LoadedModel {
  explicit LoadedModel(const std::filesystem::path& file) {
    char error[1000] = "";
    model = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    if (model == nullptr) throw std::runtime_error(error);
    data = mj_makeData(model);
    if (model->nkey > 0) mj_resetDataKeyframe(model, data, 0);
    plugin = std::make_unique<mujoco::Plugin>(*model, *data);
    plugin->add_from_model();
  }
  ~LoadedModel() {
    plugin.reset();
    mj_deleteData(data);
    mj_deleteModel(model);
  }
  LoadedModel(const LoadedModel&) = delete;
  LoadedModel& operator=(const LoadedModel&) = delete;

  mjModel* model;
  mjData* data;
  std::unique_ptr<mujoco::Plugin> plugin;
};

scene::Scene shipped(const std::string& name) {
  return scene::read_scene(find_scene(name), shipped_scenes());
}

/// As --still does.
scene::Scene still(scene::Scene scene) {
  for (scene::SceneMotion& motion : scene.motions)
    motion.table = {.times = {0}, .values = {value_at(motion.table, 0)}};
  for (scene::SceneLoad& load : scene.loads)
    if (load.factor) load.factor.emplace() = {.times = {0}, .values = {value_at(*load.factor, 0)}};
  scene.settle.reset();
  return scene;
}

/// Each ball above the pad that no contact names with it.
scene::Scene with_balls_exchanged(scene::Scene scene) {
  scene::SceneBody &a = scene.bodies[std::size_t(body_index(scene, "ball_springs"))],
                   &b = scene.bodies[std::size_t(body_index(scene, "ball_layer"))];
  std::swap(a.X_WB, b.X_WB);
  return scene;
}

ForceSums sums_of_session(const AnySession& session) {
  ForceSums sums;
  for (const PairReport& pair : session.pairs()) {
    sums.force += pair.result().total.contact_force.norm();
    sums.peak = std::max(sums.peak, pair.result().total.max_pressure);
  }
  for (const StrandReport& strand : session.strands()) sums.tension += strand.force.total_force;
  return sums;
}

}  // namespace

TEST_CASE("mjcf: at most 59 rows press in place of a knee's triangles, and 49 points rub",
          "[world][engines]") {
  const char* const name = GENERATE("knee_drawer", "knee_replacement");
  CAPTURE(name);
  const TemporaryFolder folder;
  write_mjcf(folder / "scene.xml", shipped(name), true);
  LoadedModel loaded(folder / "scene.xml");
  int most_touch = 0;
  int press = 0, rub = 0;
  for (int step = 0; step < 60; ++step) {
    loaded.plugin->step();
    int touch = 0;
    for (const PairReport& pair : loaded.plugin->pairs())
      touch = std::max(touch, pair.touching_triangles());
    if (touch <= most_touch) continue;
    most_touch = touch;
    std::map<std::pair<int, int>, std::array<int, 2>> rows_of_pair;
    for (int i = 0; i < loaded.data->ncon; ++i) {
      const mjContact& contact = loaded.data->contact[i];
      ++rows_of_pair[{contact.geom1, contact.geom2}][contact.dim == 1 ? 0 : 1];
    }
    press = rub = 0;
    for (const auto& [pair, rows] : rows_of_pair) {
      press = std::max(press, rows[0]);
      rub = std::max(rub, rows[1]);
    }
  }
  CAPTURE(most_touch, press, rub);
  CHECK(most_touch > 100);
  CHECK(press > 0);
  CHECK(press <= 27 + 20 + 12);
  CHECK(rub > 0);
  CHECK(rub <= 49);
}

TEST_CASE("mjcf: a scene written for MuJoCo moves as it does here", "[world][engines]") {
  // MuJoCo's meshes have vertices of single precision: 4 nm at 50 mm, of depths of 0.1 mm. Friction
  // and elastic layers are solved to some 1e-4 of the force in a step.
  constexpr double k_vertices = 1e-4, k_passes = 1e-3;
  const auto [name, seconds, error] =
      GENERATE_COPY(table<std::string, double, double>({{"ball_on_plate", 0.4, k_vertices},
                                                        {"bouncing_balls", 0.3, k_vertices},
                                                        {"knee_replacement", 0.1, k_passes},
                                                        {"knee_drawer", 0.1, k_passes},
                                                        {"cam_follower", 0.3, k_vertices},
                                                        {"springs_and_layer", 0.15, k_passes}}));
  CAPTURE(name);
  const TemporaryFolder folder;
  const scene::Scene scene = still(shipped(name));
  write_mjcf(folder / "scene.xml", shipped(name), true);
  LoadedModel loaded(folder / "scene.xml");
  SceneWorld world(scene, nullptr, EngineName::mujoco);
  const double dt = 1 / scene.rate;
  for (int step = 0; step < std::lround(seconds / dt); ++step) {
    world.step(dt);
    loaded.plugin->step();
  }
  const ForceSums here = sums_of(world), there = sums_of_session(*loaded.plugin);
  REQUIRE(here.force > 0);
  CHECK(there.force == Approx(here.force).epsilon(error));
  CHECK(there.peak == Approx(here.peak).epsilon(error));
  CHECK(there.tension == Approx(here.tension).epsilon(error));
  // As between two engines: what bounces, or slides without friction, has no place of its own.
  mj_kinematics(loaded.model, loaded.data);
  for (const WorldBody& body : world.bodies()) {
    if (body.kind != scene::BodyKind::dynamic) continue;
    const int id = mj_name2id(loaded.model, mjOBJ_BODY, ("body/" + body.name).c_str());
    const auto index = static_cast<std::size_t>(&body - world.bodies().data());
    const Eigen::Vector3d centre = body.X_WB * world.built()[index].X_BP.translation();
    CHECK((Eigen::Map<const Eigen::Vector3d>(loaded.data->xipos + 3 * id) - centre).norm() < 2e-5);
  }
}

TEST_CASE("mjcf: meshes touch as the scene names them, in the model too", "[world][engines]") {
  const TemporaryFolder folder;
  const scene::Scene scene = with_balls_exchanged(shipped("springs_and_layer"));
  SceneWorld bullet(scene, nullptr, EngineName::bullet), mujoco(scene, nullptr, EngineName::mujoco);
  write_mjcf(folder / "scene.xml", scene, true);
  LoadedModel loaded(folder / "scene.xml");
  const double dt = 1 / scene.rate;
  for (int step = 0; step < 60; ++step) {
    bullet.step(dt);
    mujoco.step(dt);
    loaded.plugin->step();
  }
  const double fallen = 9.81 * dt * dt * 60 * 61 / 2;
  mj_kinematics(loaded.model, loaded.data);
  for (const char* name : {"ball_springs", "ball_layer"}) {
    CAPTURE(name);
    const int body = body_index(scene, name);
    const double height = scene.bodies[std::size_t(body)].X_WB.translation().y() - fallen;
    CHECK(bullet.bodies()[std::size_t(body)].X_WB.translation().y() == Approx(height));
    CHECK(mujoco.bodies()[std::size_t(body)].X_WB.translation().y() == Approx(height));
    const int id = mj_name2id(loaded.model, mjOBJ_BODY, (std::string("body/") + name).c_str());
    CHECK(loaded.data->xipos[3 * id + 1] == Approx(height));
  }
}

TEST_CASE("mjcf: velocities at the start stand in a keyframe", "[world][engines]") {
  const TemporaryFolder folder;
  scene::Scene scene = shipped("ball_on_plate");
  scene::SceneBody& ball = scene.bodies[1];
  ball.V_WB = {{0, 0, 3}, {0.25, 0, 0.1}};
  write_mjcf(folder / "thrown.xml", scene, false);
  const LoadedModel loaded(folder / "thrown.xml");
  REQUIRE(loaded.model->nkey == 1);
  CHECK(loaded.data->qvel[0] == 0.25);
  CHECK(loaded.data->qvel[5] == 3);
}

TEST_CASE("mjcf: what a model cannot say is refused by name", "[world][engines]") {
  const auto refused = [](const scene::Scene& scene, bool is_still, const std::string& name,
                          const std::string& why) {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(write_mjcf(folder / "scene.xml", scene, is_still),
                      Catch::Contains(name) && Catch::Contains(why));
    CHECK_FALSE(std::filesystem::exists(folder / "scene.xml"));
  };
  refused(shipped("knee_replacement"), false, "motion 'flexion'", "over time");
  refused(shipped("knee_drawer"), false, "load 'drawer'", "over time");
  refused(shipped("soft_pad"), true, "'block.skin'", "soft block");
  refused(shipped("pulley"), true, "ligament 'cable'", "wraps a cylinder");
  refused(shipped("ground_and_groove"), true, "'groove.surface'", "height map");
  scene::Scene settled = shipped("ball_on_plate");
  settled.settle.emplace();
  refused(settled, false, "settle", "drag");
}

}  // namespace condyle::test::mjcf_export_tests
#endif
