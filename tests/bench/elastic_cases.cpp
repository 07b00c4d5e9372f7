// The elastic layer beside the springs, on the same motions in the same run.
#include <fmt/format.h>

#include <numeric>

#include "bench/case_list.h"
#include "bench/condyle_system.h"
#include "bench/recorded_implants.h"
#include "bench/stopwatch.h"
#include "condyle/scene/scene_file.h"
#include "support/allocation_counter.h"
#include "world/scene_world.h"

namespace condyle::bench {
namespace {

constexpr double k_layer_dt = 1e-3;   // [s]
constexpr double k_settle = 1;        // [s]
constexpr int k_layer_block = 25;     // consecutive steps of a world
constexpr double k_spacing = 1.5e-3;  // of the nodes [m]
constexpr double k_tolerance = 1e-6;  // of the force

void take_layer(ContactSettings& settings) {
  settings.formulation = Formulation::elastic_layer;
  settings.node_spacing = k_spacing;
  settings.layer_tolerance = k_tolerance;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

CaseReport run_recorded(const RunEffort& effort) {
  const PairCase springs = recorded_tibiofemoral();
  PairCase layer = springs;
  take_layer(layer.settings);
  Systems systems;
  systems.push_back(make_condyle(springs, "springs"));
  systems.push_back(make_condyle(layer, "elastic layer"));
  systems.push_back(make_condyle_find(springs, "springs, find"));
  systems.push_back(make_condyle_find(layer, "layer, find"));
  CaseReport report;
  report.name = "elastic_tf_recorded";
  report.text = fmt::format("tf_recorded by springs and by an elastic layer, nodes {} mm apart",
                            1e3 * k_spacing);
  report.measurements = run_interleaved(systems, springs.poses_CT.size(), effort);
  report.figures.push_back(
      fmt::format("elastic layer / springs: {:.2f} of the medians",
                  report.measurements[1].median_us / report.measurements[0].median_us));
  return report;
}

/// The world of one law, and the time that its steps take [s].
class TimedWorld {
 public:
  TimedWorld(const char* law, const scene::Scene& scene, int threads = 1)
      : law_(law), clock_(threads == 1 ? Clock::processor : Clock::wall), world_(scene) {
    world_.set_threads(threads);
    while (world_.time() < k_settle) world_.step(k_layer_dt);
  }

  void run_block() {
    for (int i = 0; i < k_layer_block; ++i) {
      const long before = test::allocation_count();
      const double start = now(clock_);
      world_.step(k_layer_dt);
      step_.push_back(now(clock_) - start);
      allocations_ += test::allocation_count() - before;
      find_.push_back(world_.stage_times().find);
      solve_.push_back(world_.stage_times().solve);
      const ContactResult& result = world_.contacts().front().report->result();
      force_.push_back(result.total.contact_force.norm());
      contacts_.push_back(result.total.n_contacting);
    }
  }

  double mean_step() const { return mean(step_); }

  void report(CaseReport& report) {
    report.figures.push_back(
        fmt::format("{}: real-time factor at 1 kHz, by {} time, {:.2f} of the mean step", law_,
                    clock_ == Clock::wall ? "wall" : "processor", k_layer_dt / mean_step()));
    Measurement whole = measured("step", step_);
    whole.force = mean(force_);
    whole.contacts = mean(contacts_);
    whole.allocations = static_cast<double>(allocations_) / static_cast<double>(whole.steps);
    report.measurements.insert(report.measurements.end(),
                               {whole, measured("find", find_), measured("solve", solve_)});
  }

 private:
  Measurement measured(const char* stage, std::vector<double>& seconds) const {
    Measurement m;
    m.system = fmt::format("{}, {}", law_, stage);
    set_times(m, seconds);
    return m;
  }

  const char* law_;
  Clock clock_;
  SceneWorld world_;
  std::vector<double> step_, find_, solve_, force_, contacts_;
  long allocations_ = 0;
};

CaseReport run_knee(const RunEffort& effort) {
  scene::Scene knee = scene::read_scene(find_scene("knee_replacement"));
  TimedWorld springs("springs", knee);
  take_layer(knee.contacts.front().settings);
  TimedWorld layer("layer", knee), shared("layer, 2 threads", knee, 2);
  const int steps = effort.quick ? 300 : 1500;
  for (int i = 0; i < steps; i += k_layer_block) {
    springs.run_block();
    layer.run_block();
    shared.run_block();
  }
  CaseReport report;
  report.name = "elastic_knee_1kHz";
  report.text = fmt::format("knee_1kHz by springs and by an elastic layer, nodes {} mm apart",
                            1e3 * k_spacing);
  report.figures.push_back(fmt::format("layer / springs: {:.2f} of the mean steps",
                                       layer.mean_step() / springs.mean_step()));
  springs.report(report);
  layer.report(report);
  shared.report(report);
  return report;
}

}  // namespace

void add_elastic_cases(CaseList& cases) {
  cases.push_back({"elastic_tf_recorded", run_recorded,
                   has_recorded_implants() ? "" : "its data is not beside the checkout"});
  cases.push_back({"elastic_knee_1kHz", run_knee, ""});
}

}  // namespace condyle::bench
