// Condyle and its peers in one table. tests/bench/run builds and starts it.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "bench/case_list.h"
#include "bench/growth_plot.h"
#include "bench/json_report.h"
#include "bench/machine.h"
#include "bench/markdown.h"
#include "bench/sequence_case.h"
#include "bench/table.h"
#include "condyle/error.h"

namespace condyle::bench {
namespace {

struct Options {
  std::string json_file, case_name, plot_folder, document;
  std::vector<std::string> sequence;  ///< files of casting mesh, target mesh and poses; or empty
  std::string unit = "m";
  bool quick = false, markdown = false, list = false;
};

CaseList all_cases() {
  CaseList cases;
  add_recorded_cases(cases);
  add_generated_cases(cases);
  add_closed_cases(cases);
  add_rough_cases(cases);
  add_shape_cases(cases);
  add_growth_cases(cases);
  add_strand_cases(cases);
  add_analysis_cases(cases);
  add_world_cases(cases);
  add_engine_cases(cases);
  add_pile_cases(cases);
  add_elastic_cases(cases);
  add_elastic_growth_cases(cases);
  add_python_cases(cases);
  add_setup_cases(cases);
  return cases;
}

/// The selected cases: a name selects the case of that name, or all cases that begin with it and
/// '_'.
CaseList selected(const Options& options) {
  if (!options.sequence.empty()) {
    return {sequence_case({options.sequence[0], options.sequence[1], options.sequence[2],
                           mesh::parse_length_unit(options.unit)})};
  }
  CaseList cases;
  std::string names;
  for (const CaseEntry& entry : all_cases()) {
    names += " " + entry.name;
    if (options.case_name.empty() || entry.name == options.case_name ||
        entry.name.starts_with(options.case_name + "_")) {
      cases.push_back(entry);
    }
  }
  if (cases.empty()) {
    throw InputError(fmt::format("no case '{}'; there are:{}", options.case_name, names));
  }
  return cases;
}

std::vector<CaseReport> run(const CaseList& cases, const Options& options) {
  const RunEffort effort = options.quick ? RunEffort::fast() : RunEffort::full();
  std::vector<CaseReport> reports;
  fmt::print("{}, {}; microseconds per step\n", machine_text(), date_text());
  for (const CaseEntry& entry : cases) {
    if (!entry.skipped.empty()) {
      fmt::print("\nSKIPPED {}: {}\n", entry.name, entry.skipped);
      continue;
    }
    reports.push_back(entry.run(effort));
    fmt::print("{}", table_of(reports.back()));
    std::fflush(stdout);
  }
  return reports;
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("--json", options.json_file, "Write all figures to this file too");
  app.add_option("--plot", options.plot_folder, "Draw the growth cases into this folder");
  app.add_option("--case", options.case_name, "Run one case, or those whose names begin so");
  app.add_option("--sequence", options.sequence,
                 "Time a pair of meshes over a list of poses: CASTING TARGET POSES.json")
      ->expected(3);
  app.add_option("--unit", options.unit, "Unit of these meshes: m, cm, mm, um or in")
      ->capture_default_str();
  app.add_flag("--quick", options.quick, "Fewer passes; the table in a minute or two");
  app.add_flag("--markdown", options.markdown, "Print all figures as Markdown at the end");
  app.add_option("--document", options.document,
                 "Put that Markdown between the marks of this file, as docs/performance.md has");
  app.add_flag("--list", options.list, "Print the names of the cases");
}

}  // namespace
}  // namespace condyle::bench

int main(int argc, char** argv) try {
  using namespace condyle::bench;
  CLI::App app{"Times Condyle beside its peers, all in turn on the same steps"};
  Options options;
  add_options(app, options);
  CLI11_PARSE(app, argc, argv);

  if (options.list) {
    for (const CaseEntry& entry : all_cases()) fmt::print("{}\n", entry.name);
    return 0;
  }
  const std::vector<CaseReport> reports = run(selected(options), options);
  if (!options.json_file.empty()) write_json(options.json_file, reports);
  if (options.markdown) fmt::print("\n{}", to_markdown(reports));
  if (!options.document.empty()) update_document(options.document, reports);
  if (!options.plot_folder.empty()) write_growth_plot(options.plot_folder, reports);
  return 0;
} catch (const condyle::InputError& error) {
  fmt::print(stderr, "condyle_bench: {}\n", error.what());
  return 2;
} catch (const std::exception& error) {
  fmt::print(stderr, "condyle_bench: {}\n", error.what());
  return 1;
}
