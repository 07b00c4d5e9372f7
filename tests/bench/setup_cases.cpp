// The cost of a pair before its first step: time to build a surface, and memory per triangle.
#include <fmt/format.h>

#include <optional>

#include "bench/case_list.h"
#include "bench/embree_scene.h"
#include "bench/generated_knee.h"
#include "bench/heap.h"
#include "bench/recorded_implants.h"
#include "bench/sphere_pairs.h"
#include "condyle/contact/contact_pair.h"

namespace condyle::bench {
namespace {

constexpr std::size_t k_builds = 12;

class BuildSurface : public System {
 public:
  explicit BuildSurface(const ContactSurface& source)
      : System("condyle"), source_(source), layer_(source.layer(0)) {}
  void evaluate(std::size_t) override {
    surface_.reset();
    surface_.emplace(source_.mesh(), layer_);
  }
  StepOutcome outcome() const override { return {k_no_value}; }

 private:
  const ContactSurface& source_;
  Layer layer_;
  std::optional<ContactSurface> surface_;
};

class BuildEmbree : public System {
 public:
  explicit BuildEmbree(const ContactSurface& source) : System("embree"), source_(source) {}
  void evaluate(std::size_t) override {
    scene_.reset();
    scene_.emplace(source_.mesh(), EmbreeScene::Building::on_one_thread);
  }
  StepOutcome outcome() const override { return {k_no_value}; }

 private:
  const ContactSurface& source_;
  std::optional<EmbreeScene> scene_;
};

/// Memory that a surface holds, mesh included, and that a pair holds after some steps.
std::string memory_figure(const PairCase& pair) {
  const double before = heap_bytes();
  const auto surface =
      std::make_shared<ContactSurface>(pair.casting->mesh(), pair.casting->layer(0));
  const double with_surface = heap_bytes();
  ContactPair contact(surface, pair.target, pair.settings);
  for (std::size_t i = 0; i < 5; ++i) contact.evaluate(pair.poses_CT[i]);
  const double with_pair = heap_bytes();
  const double casting = surface->triangle_count(), target = pair.target->triangle_count();
  return fmt::format(
      "memory: {:.0f} bytes per triangle of a surface, {:.0f} more per triangle of a pair",
      (with_surface - before) / casting, (with_pair - with_surface) / (casting + target));
}

CaseReport run_setup(const std::string& name, const PairCase& pair, const RunEffort& effort) {
  Systems systems;
  systems.push_back(std::make_unique<BuildSurface>(*pair.casting));
  systems.push_back(std::make_unique<BuildEmbree>(*pair.casting));
  const int triangles = pair.casting->triangle_count();
  CaseReport report{
      name, fmt::format("building a surface of {} triangles", triangles), {}, {}, k_no_value};
  report.measurements = run_interleaved(systems, k_builds, effort);
  for (Measurement& m : report.measurements) {
    m.allocations = k_no_value;
    report.figures.push_back(
        fmt::format("{}: {:.0f} ns per triangle", m.system, 1e3 * m.median_us / triangles));
  }
  report.figures.push_back(memory_figure(pair));
  return report;
}

}  // namespace

void add_setup_cases(CaseList& cases) {
  const std::string skipped = has_recorded_implants() ? "" : "its data is not beside the checkout";
  cases.push_back({"setup_insert",
                   [](const RunEffort& effort) {
                     return run_setup("setup_insert", recorded_tibiofemoral(), effort);
                   },
                   skipped});
  cases.push_back(
      {"setup_knee",
       [](const RunEffort& effort) { return run_setup("setup_knee", generated_knee(), effort); },
       ""});
  cases.push_back({"setup_1M",
                   [](const RunEffort& effort) {
                     return run_setup("setup_1M", two_spheres(1000000, 1e-4, 10), effort);
                   },
                   ""});
}

}  // namespace condyle::bench
