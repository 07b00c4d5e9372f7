#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <exception>
#include <vector>

#include "bench/bench_pair.h"
#include "bench/bench_scene.h"
#include "bench/ratio_reporter.h"

int main(int argc, char** argv) try {
  using namespace condyle::bench;

  // Repetitions of the contenders alternate, so that a busy moment of the machine meets them all.
  // What the user says comes later and wins.
  std::vector<char*> arguments(argv, argv + argc);
  std::vector<std::string> defaults{"--benchmark_enable_random_interleaving=true",
                                    "--benchmark_repetitions=5",
                                    "--benchmark_report_aggregates_only=true"};
  for (std::string& text : defaults) arguments.insert(arguments.begin() + 1, text.data());
  argc = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data())) return 2;

  register_scene_benchmarks();
  register_pair_benchmarks(std::make_shared<const PairSequence>(generated_knee()));
  if (has_implants())
    register_pair_benchmarks(std::make_shared<const PairSequence>(implants()));
  else
    fmt::print("SKIPPED: pair/implants, its meshes are not beside the checkout ({})\n",
               CONDYLE_SHARED_DIR);

  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "condyle_bench: {}\n", error.what());
  return 1;
}
