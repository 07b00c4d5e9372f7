#include "bench/bench_scene.h"

#include <benchmark/benchmark.h>

#include "condyle/model/scene_file.h"
#include "scene_world.h"

namespace condyle::bench {
namespace {

constexpr double k_rate = 240;
constexpr double k_seconds = 10;

void run_knee(benchmark::State& state) {
  SceneWorld world(read_scene(find_scene("knee_replacement")));
  for (auto _ : state) world.step(1 / k_rate);
  // Seconds of the scene per second of one core: above 1 it runs faster than real time.
  state.counters["real_time_factor"] =
      benchmark::Counter(world.time(), benchmark::Counter::kIsRate);
}

}  // namespace

void register_scene_benchmarks() {
  benchmark::RegisterBenchmark("scene/knee_replacement/240Hz", run_knee)
      ->Iterations(static_cast<benchmark::IterationCount>(k_seconds * k_rate))
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace condyle::bench
