// Whole steps of Bullet and MuJoCo with the same scenes, and of MuJoCo with its own contact of
// convex hulls, at 240 Hz.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

#include "bench/case_list.h"
#include "bench/stopwatch.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "demo/world/robot_without_layers.h"
#include "world/mjcf_export.h"
#include "world/model_scene.h"
#include "world/scene_world.h"

#ifdef CONDYLE_HAS_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace condyle::bench {
namespace {

#ifdef CONDYLE_HAS_MUJOCO

constexpr double k_engine_dt = 1.0 / 240;  // [s]
constexpr int k_engine_block = 24;         // consecutive steps of an engine

/// What makes steps, in turns with others.
struct Stepper {
  std::string name;
  std::function<void()> step;
  std::vector<double> times = {};  ///< processor time [s]
};

Stepper world_stepper(const std::string& name, const scene::Scene& scene, EngineName engine,
                      double start) {
  const auto world = std::make_shared<SceneWorld>(scene, nullptr, engine);
  while (world->time() < start) world->step(k_engine_dt);
  return {name, [world] { world->step(k_engine_dt); }};
}

/// MuJoCo alone, with the model that `condyle convert --mjcf --still` writes.
Stepper hull_stepper(const scene::Scene& scene) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "model.xml";
  write_mjcf(file, scene, true);
  char error[1000] = "";
  const std::shared_ptr<mjModel> model(mj_loadXML(file.c_str(), nullptr, error, sizeof error),
                                       mj_deleteModel);
  if (!model) throw SimulationError(error);
  model->opt.timestep = k_engine_dt;
  const std::shared_ptr<mjData> data(mj_makeData(model.get()), mj_deleteData);
  if (model->nkey > 0) mj_resetDataKeyframe(model.get(), data.get(), 0);
  for (int step = 0; step < 240; ++step) mj_step(model.get(), data.get());
  return {"mujoco's hulls, held", [model, data] { mj_step(model.get(), data.get()); }};
}

/// The scene with its motions and loads as they are at a time.
scene::Scene held(scene::Scene scene, double time) {
  for (scene::SceneMotion& motion : scene.motions)
    motion.table = {.times = {0}, .values = {value_at(motion.table, time)}};
  for (scene::SceneLoad& load : scene.loads)
    if (load.factor)
      load.factor.emplace() = {.times = {0}, .values = {value_at(*load.factor, time)}};
  return scene;
}

CaseReport in_turns(const std::string& name, const std::string& text, std::vector<Stepper> steppers,
                    const RunEffort& effort) {
  for (int turn = 0; turn < (effort.quick ? 2 : 20); ++turn)
    for (Stepper& stepper : steppers)
      for (int i = 0; i < k_engine_block; ++i) {
        const double begin = now(Clock::processor);
        stepper.step();
        stepper.times.push_back(now(Clock::processor) - begin);
      }
  CaseReport report{.name = name, .text = text, .measurements = {}, .figures = {}};
  for (Stepper& stepper : steppers) {
    Measurement& m = report.measurements.emplace_back();
    m.system = stepper.name;
    m.steps = static_cast<long>(stepper.times.size());
    set_times(m, stepper.times);
  }
  const double first = report.measurements.front().median_us;
  std::string ratios;
  for (const Measurement& m : report.measurements)
    ratios += fmt::format("{}{} {:.2f}", ratios.empty() ? "" : ", ", m.system, m.median_us / first);
  report.figures.push_back(
      fmt::format("median step over that of {}: {}", report.measurements.front().system, ratios));
  return report;
}

/// A shipped scene: driven from `start` on, and held as at that time.
CaseReport shipped_case(const std::string& name, const std::string& scene_name, double start,
                        const RunEffort& effort) {
  const scene::Scene driven = scene::read_scene(find_scene(scene_name), shipped_scenes());
  const scene::Scene still = held(driven, start);
  return in_turns(
      name, fmt::format("scene {}, whole steps at 240 Hz", scene_name),
      {world_stepper("bullet", driven, EngineName::bullet, start),
       world_stepper("mujoco", driven, EngineName::mujoco, start),
       world_stepper("bullet, held", still, EngineName::bullet, 1),
       world_stepper("mujoco, held", still, EngineName::mujoco, 1), hull_stepper(still)},
      effort);
}

/// A shipped robot with its layers, and with MuJoCo's own contact.
CaseReport robot_case(const std::string& name, const std::string& robot, double start,
                      const RunEffort& effort) {
  const TemporaryFolder folder;
  const auto stepper = [&](const std::string& system, const std::filesystem::path& file) {
    return world_stepper(system, load_scene(file), EngineName::mujoco, start);
  };
  return in_turns(name, fmt::format("robot {}, whole steps at 240 Hz", robot),
                  {stepper("mujoco", test::shipped_robot(robot)),
                   stepper("mujoco's hulls", test::without_layers(robot, folder))},
                  effort);
}

#endif

}  // namespace

void add_engine_cases(CaseList& cases) {
#ifdef CONDYLE_HAS_MUJOCO
  const auto add_scene = [&](const char* name, const char* scene, double start) {
    cases.push_back({name, [name, scene, start](const RunEffort& effort) {
                       return shipped_case(name, scene, start, effort);
                     }});
  };
  const auto add_robot = [&](const char* name, const char* file, double start) {
    cases.push_back({name, [name, file, start](const RunEffort& effort) {
                       return robot_case(name, file, start, effort);
                     }});
  };
  add_scene("engines_knee", "knee_replacement", 1);
  add_scene("engines_hip", "hip", 0.3);
  add_scene("engines_finger_pad", "finger_pad", 1.8);
  add_scene("engines_gears", "gear_pair", 0.3);
  add_robot("engines_mug_gripper", "mug_gripper", 1.5);
  add_robot("engines_peg_in_hole", "peg_in_hole", 0.3);
#else
  cases.push_back({"engines", {}, "this build has no MuJoCo"});
#endif
}

}  // namespace condyle::bench
