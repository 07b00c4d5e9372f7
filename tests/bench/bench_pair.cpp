#include "bench/bench_pair.h"

#include <benchmark/benchmark.h>

#include "bench/gimpact_pair.h"
#include "condyle/contact/contact_pair.h"

namespace condyle::bench {
namespace {

void run_condyle(benchmark::State& state, const PairSequence& sequence) {
  ContactPair pair(
      std::make_shared<const ContactSurface>(sequence.casting, sequence.casting_layer, "casting"),
      std::make_shared<const ContactSurface>(sequence.target, sequence.target_layer, "target"),
      sequence.settings);
  pair.evaluate(sequence.poses_CT.front());
  std::size_t step = 0, in_contact = 0;
  for (auto _ : state) in_contact += pair.evaluate(sequence.poses_CT[step++]).total.n_contacting;
  state.counters["in contact"] = static_cast<double>(in_contact) / static_cast<double>(step);
}

void run_gimpact(benchmark::State& state, const PairSequence& sequence) {
  GImpactPair pair(sequence.casting, sequence.target);
  pair.evaluate(sequence.poses_CT.front());
  std::size_t step = 0, points = 0;
  for (auto _ : state) points += pair.evaluate(sequence.poses_CT[step++]);
  state.counters["points"] = static_cast<double>(points) / static_cast<double>(step);
}

}  // namespace

void register_pair_benchmarks(std::shared_ptr<const PairSequence> sequence) {
  const auto add = [&](const std::string& contender, auto run) {
    benchmark::RegisterBenchmark(
        ("pair/" + sequence->name + "/" + contender).c_str(),
        [sequence, run](benchmark::State& state) { run(state, *sequence); })
        ->Iterations(static_cast<benchmark::IterationCount>(sequence->poses_CT.size()))
        ->Unit(benchmark::kMicrosecond);
  };
  add("condyle", run_condyle);
  add("gimpact", run_gimpact);
}

}  // namespace condyle::bench
