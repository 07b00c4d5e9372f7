// Whole steps of the engine at 1 kHz, stage by stage.
#include <fmt/format.h>

#include <numeric>

#include "bench/case_list.h"
#include "bench/implant_scene.h"
#include "bench/recorded_implants.h"
#include "bench/stopwatch.h"
#include "condyle/scene/scene_file.h"
#include "condyle/solver/step.h"
#include "support/allocation_counter.h"
#include "world/scene_world.h"

namespace condyle::bench {
namespace {

constexpr double k_world_dt = 1e-3;  // [s]
constexpr int k_world_block = 25;    // consecutive steps of a world

/// Per step: processor time, wall time of the step and of its stages, and processor time to read
/// all contact results afterwards [s].
struct StepTimes {
  std::vector<double> step, wall, gather, find, solve, publish, engine, read;
  std::vector<double> shared_wall, shared_find;  ///< wall times of step and search on two threads

  /// Runs and times a block of steps, so that each world runs with its own data in the caches.
  void add_shared(SceneWorld& world) {
    for (int i = 0; i < k_world_block; ++i) {
      world.step(k_world_dt);
      shared_wall.push_back(world.step_wall_time());
      shared_find.push_back(world.stage_times().find);
    }
  }
  void add(const SceneWorld& world, double processor_seconds) {
    const StageTimes& stages = world.stage_times();
    step.push_back(processor_seconds);
    wall.push_back(world.step_wall_time());
    gather.push_back(stages.gather);
    find.push_back(stages.find);
    solve.push_back(stages.solve);
    publish.push_back(stages.publish);
    engine.push_back(world.step_wall_time() - stages.total());
  }
};

double force_of(const SceneWorld& world) {
  double force = 0;
  for (const WorldContact& contact : world.contacts()) {
    if (contact.report) force += contact.report->result().total.contact_force.norm();
  }
  return force;
}

/// Reads all results of the step, which are only computed on demand.
double read_all(const SceneWorld& world) {
  const double start = now(Clock::processor);
  for (const WorldContact& contact : world.contacts()) {
    if (contact.report) contact.report->result();
  }
  return now(Clock::processor) - start;
}

double contacts_of(const SceneWorld& world) {
  double count = 0;
  for (const WorldContact& contact : world.contacts()) {
    if (contact.report) count += contact.report->result().total.n_contacting;
  }
  return count;
}

Measurement measured(const char* name, std::vector<double>& seconds) {
  Measurement m;
  m.system = name;
  set_times(m, seconds);
  return m;
}

CaseReport report_of(StepTimes& times) {
  CaseReport report;
  const double mean = std::accumulate(times.step.begin(), times.step.end(), 0.0) /
                      static_cast<double>(times.step.size());
  const double mean_read = std::accumulate(times.read.begin(), times.read.end(), 0.0) /
                           static_cast<double>(times.read.size());
  report.measurements = {measured("step", times.step),
                         measured("step wall", times.wall),
                         measured("gather", times.gather),
                         measured("find", times.find),
                         measured("solve", times.solve),
                         measured("publish", times.publish),
                         measured("engine", times.engine),
                         measured("reading all", times.read),
                         measured("step wall, 2 threads", times.shared_wall),
                         measured("find, 2 threads", times.shared_find)};
  report.figures.push_back(
      fmt::format("real-time factor at 1 kHz, by processor time: {:.2f} of the median step, {:.2f} "
                  "of the mean; stages in wall time",
                  1e6 * k_world_dt / report.measurements.front().median_us, k_world_dt / mean));
  report.figures.push_back(
      fmt::format("where pressure and statistics are read after every step: {:.2f} of the mean",
                  k_world_dt / (mean + mean_read)));
  return report;
}

CaseReport run_world(scene::Scene scene, double settle, const RunEffort& effort) {
  SceneWorld shared(scene), world(std::move(scene));
  shared.set_threads(2);
  while (world.time() < settle) world.step(k_world_dt);
  while (shared.time() < settle) shared.step(k_world_dt);

  const int steps = effort.quick ? 300 : 1500;
  StepTimes times;
  double force = 0, contacts = 0;
  long allocations = 0;
  for (int i = 0; i < steps; ++i) {
    const long before = test::allocation_count();
    const double start = now(Clock::processor);
    world.step(k_world_dt);
    times.add(world, now(Clock::processor) - start);
    times.read.push_back(read_all(world));
    allocations += test::allocation_count() - before;
    force += force_of(world) / steps;
    contacts += contacts_of(world) / steps;
    if (i % k_world_block == k_world_block - 1) times.add_shared(shared);
  }
  CaseReport report = report_of(times);
  Measurement& whole = report.measurements.front();
  whole.force = force;
  whole.contacts = contacts;
  whole.allocations = static_cast<double>(allocations) / steps;
  return report;
}

}  // namespace

void add_world_cases(CaseList& cases) {
  cases.push_back({"knee_1kHz",
                   [](const RunEffort& effort) {
                     CaseReport report =
                         run_world(scene::read_scene(find_scene("knee_replacement")), 1.0, effort);
                     report.name = "knee_1kHz";
                     report.text = "the scene knee_replacement, whole steps of Bullet of 1 ms";
                     return report;
                   },
                   ""});
  cases.push_back({"knee_1kHz_implants",
                   [](const RunEffort& effort) {
                     CaseReport report = run_world(implant_scene(), 0.25, effort);
                     report.name = "knee_1kHz_implants";
                     report.text =
                         "the recorded implants as bodies, tibiofemoral and patellofemoral "
                         "contact, 149 straight strands, steps of 1 ms";
                     return report;
                   },
                   has_recorded_implants() ? "" : "its data is not beside the checkout"});
}

}  // namespace condyle::bench
