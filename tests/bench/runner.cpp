#include "bench/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/stopwatch.h"
#include "support/allocation_counter.h"

namespace condyle::bench {
namespace {

constexpr std::size_t k_steps_in_turn = 25;

std::size_t blocks(std::size_t steps) { return (steps + k_steps_in_turn - 1) / k_steps_in_turn; }

/// One system with its plan and its measurements so far.
struct Entry {
  System* system = nullptr;
  std::size_t step_stride = 1, block_stride = 1;  ///< the system runs every n-th step or block
  int passes = 1;
  std::size_t last_step = 0;
  Clock clock = Clock::wall;
  std::vector<double> seconds;
  long allocations = 0;
  StepOutcome outcome;  ///< mean over some steps, which all systems share
};

/// Seconds per step: the median of a few steps along the sequence, fewer if they are long.
double typical_seconds(System& system, std::size_t steps) {
  std::vector<double> seconds;
  double sum = 0;
  for (std::size_t step = 0; step < std::min<std::size_t>(steps, 21) && sum < 0.2; ++step) {
    const double start = now(Clock::processor);
    system.evaluate(step);
    seconds.push_back(now(Clock::processor) - start);
    sum += seconds.back();
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

StepOutcome mean_outcome(System& system, std::size_t steps, int samples) {
  StepOutcome sum{0, 0};
  for (int i = 0; i < samples; ++i) {
    system.evaluate(steps * (2 * static_cast<std::size_t>(i) + 1) / (2 * samples));
    const StepOutcome outcome = system.outcome();
    sum.contacts += outcome.contacts / samples;
    sum.force += outcome.force / samples;
  }
  return sum;
}

Entry plan(System& system, std::size_t steps, const RunEffort& effort) {
  Entry entry;
  entry.system = &system;
  entry.outcome = mean_outcome(system, steps, effort.sampled_outcomes);
  const double step = typical_seconds(system, steps);
  const double pass = step * static_cast<double>(steps);
  entry.clock = system.is_shared() ? Clock::wall : clock_for(step);
  const auto stride = static_cast<std::size_t>(std::ceil(pass / effort.seconds_per_system));
  if (system.remembers()) {
    entry.block_stride =
        std::clamp<std::size_t>(stride, 1, std::max<std::size_t>(1, blocks(steps) / 3));
  } else {
    entry.step_stride = std::clamp<std::size_t>(stride, 1, std::max<std::size_t>(1, steps / 3));
  }
  entry.passes =
      std::clamp(static_cast<int>(effort.seconds_per_system / pass), 1, effort.most_passes);
  return entry;
}

void make_step(Entry& entry, std::size_t step) {
  const long allocations = test::allocation_count();
  const double start = now(entry.clock);
  entry.system->evaluate(step);
  const double seconds = now(entry.clock) - start;
  const bool follows = step == entry.last_step + 1 || !entry.system->remembers();
  entry.last_step = step;
  if (follows) {
    entry.seconds.push_back(seconds);
    entry.allocations += test::allocation_count() - allocations;
  }
}

void run_pass(std::vector<Entry>& entries, std::size_t steps, int pass) {
  for (std::size_t block = 0; block < blocks(steps); ++block) {
    const std::size_t first = block * k_steps_in_turn,
                      end = std::min(first + k_steps_in_turn, steps);
    for (Entry& entry : entries) {
      if (pass >= entry.passes || block % entry.block_stride != 0) continue;
      for (std::size_t step = first; step < end; ++step) {
        if (step % entry.step_stride == 0) make_step(entry, step);
      }
    }
  }
}

Measurement measurement_of(Entry& entry) {
  Measurement result;
  result.system = entry.system->name();
  set_times(result, entry.seconds);
  result.contacts = entry.outcome.contacts;
  result.force = entry.outcome.force;
  result.allocations = static_cast<double>(entry.allocations) / static_cast<double>(result.steps);
  if (entry.step_stride > 1) result.remark = fmt::format("1 step in {}", entry.step_stride);
  if (entry.block_stride > 1) result.remark = fmt::format("1 block in {}", entry.block_stride);
  return result;
}

}  // namespace

std::vector<Measurement> run_interleaved(Systems& systems, std::size_t steps,
                                         const RunEffort& effort) {
  std::vector<Entry> entries;
  int passes = 0;
  for (const auto& system : systems) {
    entries.push_back(plan(*system, steps, effort));
    entries.back().seconds.reserve(steps * static_cast<std::size_t>(entries.back().passes));
    passes = std::max(passes, entries.back().passes);
  }
  for (int pass = 0; pass < passes; ++pass) run_pass(entries, steps, pass);
  std::vector<Measurement> results;
  for (Entry& entry : entries) results.push_back(measurement_of(entry));
  return results;
}

}  // namespace condyle::bench
