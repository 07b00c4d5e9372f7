// The cost of the Python package beside C++ and the program, measured by python_cost.py.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "bench/bench_error.h"
#include "bench/case_list.h"

namespace condyle::bench {
namespace {

std::string output_of(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) throw BenchError("no process for: " + command);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  if (pclose(pipe) != 0) throw BenchError("failed: " + command);
  return output;
}

CaseReport run_python(const std::string& name, const RunEffort& effort) {
  const auto measured = nlohmann::ordered_json::parse(
      output_of(fmt::format("{} {} {}", CONDYLE_PYTHON_COST, name, effort.quick ? "--quick" : "")));
  CaseReport report{name, measured["text"], {}, measured["figures"], k_no_value};
  for (const auto& [system, seconds] : measured["systems"].items()) {
    auto times = seconds.get<std::vector<double>>();
    report.measurements.emplace_back().system = system;
    set_times(report.measurements.back(), times);
  }
  return report;
}

}  // namespace

void add_python_cases(CaseList& cases) {
  const std::string skipped = *CONDYLE_PYTHON_COST ? "" : "the Python package is not built";
  for (const std::string name : {"python_pair", "python_many", "python_simulate"})
    cases.push_back(
        {name, [name](const RunEffort& effort) { return run_python(name, effort); }, skipped});
}

}  // namespace condyle::bench
