// Growth of an elastic layer's evaluation with the number of nodes that press: a ball on ever finer
// pads. Times the solution by a factor of the compliance, the solution by clusters of nodes, and
// the whole evaluation of a pair, which takes the faster of the two.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "bench/case_list.h"
#include "bench/heap.h"
#include "bench/stopwatch.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/layer_forces.h"

namespace condyle::bench {
namespace {

constexpr int k_pad_nodes[] = {50, 150, 500, 1500, 4000, 10000, 20000};
constexpr int k_largest_factor = 4000, k_most_quick_nodes = 1500;
constexpr double k_radius = 40e-3, k_thickness = 4e-3, k_pad_depth = 4e-4;  // [m]
constexpr double k_side = 16e-3;                                            // of the pad [m]
/// The fraction of the pad's nodes that press, measured with a ball k_pad_depth deep in the pad.
constexpr double k_part_that_presses = 0.3617;

struct Pad {
  explicit Pad(int nodes_that_press) {
    // A cell has two triangles, and a node has four.
    const double nodes = nodes_that_press / k_part_that_presses;
    const int cells = static_cast<int>(std::lround(std::sqrt(2 * nodes)));
    casting = std::make_shared<const ContactSurface>(
        mesh::make_plane_grid(k_side, k_side, cells, cells), Layer{10e6, 0.46, k_thickness}, "pad");
    ball = std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{k_radius}),
                                                  TriangleMesh{}, rigid_layer(), "ball");
    settings.formulation = Formulation::elastic_layer;
    settings.node_spacing = k_side / std::sqrt(nodes);
    X_CT.translation().z() = k_radius - k_pad_depth;
  }

  std::shared_ptr<const ContactSurface> casting, ball;
  ContactSettings settings;
  Pose X_CT = Pose::Identity();
};

/// The nodes of a pad that may press, and their depths.
struct Overlap {
  std::vector<int> nodes;
  std::vector<double> depths, parts;

  explicit Overlap(const LayerNodes& layer) {
    for (int node = 0; node < layer.count(); ++node) {
      const double depth = k_pad_depth - layer.points[node].squaredNorm() / (2 * k_radius);
      if (depth < -0.5 * k_pad_depth) continue;
      nodes.push_back(node);
      depths.push_back(depth);
      parts.push_back(1);
    }
  }
  KnownNodes known() const { return {nodes, depths, parts}; }
};

/// Times `run` on a new object of `make` each time, and measures the memory that the last one
/// holds.
template <class Make, class Run>
Measurement measured(const char* name, const RunEffort& effort, const Make& make, const Run& run) {
  Measurement m;
  m.system = name;
  std::vector<double> seconds;
  double sum = 0;
  while (seconds.empty() || (sum < effort.seconds_per_system && seconds.size() < 20)) {
    const double before = heap_bytes();
    auto solver = make();
    const double start = now(Clock::processor);
    run(*solver);
    seconds.push_back(now(Clock::processor) - start);
    sum += seconds.back();
    m.megabytes = (heap_bytes() - before) * 1e-6;
  }
  m.steps = static_cast<long>(seconds.size());
  set_times(m, seconds);
  return m;
}

double total(const LayerForces& forces) {
  return std::accumulate(forces.forces.begin(), forces.forces.end(), 0.0);
}

CaseReport run_elastic_growth(const std::string& name, int nodes, const RunEffort& effort) {
  if (effort.quick && nodes > k_most_quick_nodes)
    return {name, "left out of the quick table", {}, {}, k_no_value};
  const Pad pad(nodes);
  const double start = now(Clock::processor);
  const auto setup = layer_setup_of(*pad.casting, setup_key(*pad.casting, *pad.ball, pad.settings));
  const double setup_time = now(Clock::processor) - start;
  const Overlap overlap(setup->nodes);
  CaseReport report;
  report.name = name;
  LayerForces forces;
  if (nodes <= k_largest_factor) {
    report.measurements.push_back(measured(
        "factor", effort, [&] { return std::make_unique<DenseForces>(setup->compliance); },
        [&](DenseForces& solver) { solver.solve(overlap.known(), 1e-9, forces); }));
    report.measurements.back().force = total(forces);
  }
  report.measurements.push_back(measured(
      "clusters", effort, [&] { return std::make_unique<ClusteredForces>(*setup); },
      [&](ClusteredForces& solver) { solver.solve(overlap.known(), 1e-9, forces); }));
  report.measurements.back().force = total(forces);
  report.size = static_cast<double>(forces.active.size());
  report.measurements.push_back(measured(
      "whole evaluation", effort,
      [&] { return std::make_unique<ContactPair>(pad.casting, pad.ball, pad.settings); },
      [&](ContactPair& pair) { pair.evaluate(pad.X_CT); }));
  report.text = fmt::format("{} of {} nodes press, {} may", forces.active.size(),
                            setup->nodes.count(), overlap.nodes.size());
  report.figures.push_back(fmt::format("set-up once: {:.2f} s of {} triangles", setup_time,
                                       pad.casting->triangle_count()));
  for (const Measurement& m : report.measurements)
    report.figures.push_back(
        fmt::format("{}: {:.3g} ms, {:.3g} MB", m.system, 1e-3 * m.median_us, m.megabytes));
  return report;
}

}  // namespace

void add_elastic_growth_cases(CaseList& cases) {
  for (const int nodes : k_pad_nodes) {
    const std::string name = fmt::format("elastic_growth_{}", nodes);
    cases.push_back(
        {name, [=](const RunEffort& effort) { return run_elastic_growth(name, nodes, effort); },
         ""});
  }
}

}  // namespace condyle::bench
