#include "worlds/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "condyle/error.h"
#include "findings/run_findings.h"
#include "findings/settling_warnings.h"

namespace condyle::python {
namespace {

constexpr double k_most_steps = 1e8;

long steps_of(double seconds, double rate) {
  if (!(rate >= k_least_rate && rate <= k_most_rate))
    throw InputError(fmt::format("rate must be {} to {} steps per second, not {}", k_least_rate,
                                 k_most_rate, rate));
  if (!(seconds > 0 && seconds * rate < k_most_steps))
    throw InputError(fmt::format("seconds must be above 0, and fewer than {} steps, not {}",
                                 k_most_steps, seconds));
  return std::max(1L, std::lround(seconds * rate));
}

/// Watches a run, or nothing.
class Watch {
 public:
  Watch(const SceneWorld& world, bool is_on) {
    if (!is_on) return;
    contacts_.emplace(world);
    add(contacts_->findings(world, false));
    // The world has warned of its values when it was made.
    for (const Finding& finding : look_at_values(world.scene(), world.built()))
      std::erase(warnings_, sentence(finding));
  }

  void observe_settling(const SceneWorld& world) {
    if (!contacts_) return;
    for (std::string& warning : settling_warnings(world)) warnings_.push_back(std::move(warning));
  }

  void observe(const SceneWorld& world) {
    if (contacts_) contacts_->observe(world);
  }

  std::vector<std::string> warnings(const SceneWorld& world, bool is_over) {
    if (contacts_) add(contacts_->findings(world, is_over));
    return std::move(warnings_);
  }

 private:
  static std::string sentence(const Finding& finding) {
    return finding.place + ": " + finding.text;
  }

  /// Adds the findings that are new, which are the last.
  void add(const std::vector<Finding>& findings) {
    for (std::size_t i = n_findings_; i < findings.size(); ++i)
      warnings_.push_back(sentence(findings[i]));
    n_findings_ = findings.size();
  }

  std::optional<ContactWatch> contacts_;
  std::size_t n_findings_ = 0;
  std::vector<std::string> warnings_;
};

bool settle(SceneWorld& world, double rate, Interrupts& interrupts) {
  while (!world.settling().is_over) {
    world.step(1 / rate);
    if (interrupts.pending()) return false;
  }
  return true;
}

}  // namespace

Run run(SceneWorld& world, double seconds, double rate, const RunOptions& options) {
  const long steps = steps_of(seconds, rate);
  Interrupts interrupts;
  Run made;
  Watch watch(world, options.watch);
  try {
    made.is_complete = settle(world, rate, interrupts);
    watch.observe_settling(world);
    for (long i = 1; i <= steps && made.is_complete; ++i) {
      world.step(1 / rate);
      watch.observe(world);
      // Summing the steps would show a rounding error in the last digits of the time.
      made.history.add(static_cast<double>(world.step_count()) / rate, figures_of(world));
      for (const WorldEvent& event : world.events()) made.events.push_back(event_of(world, event));
      if (options.progress) options.progress(world.time(), static_cast<double>(steps) / rate);
      if (interrupts.pending()) made.is_complete = false;
    }
  } catch (const SimulationError&) {
    made.error = std::current_exception();
  }
  made.warnings = watch.warnings(world, made.is_complete && !made.error);
  return made;
}

}  // namespace condyle::python
