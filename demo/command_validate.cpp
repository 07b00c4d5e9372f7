// condyle validate: runs the laws against closed forms, exact solutions and finite elements, and
// writes a report.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "condyle/error.h"
#include "core/src/files/unfinished_file.h"
#include "out_folder.h"
#include "stop_signal.h"
#include "terminal.h"
#include "validate/families.h"
#include "validate/report.h"

namespace condyle {
namespace {

constexpr const char* k_validate_footer = R"(
Runs the contact laws against closed forms, exact solutions and figures of finite elements, prints a
line for each figure, and writes DIR/validation.html: one page with plots and a verdict per line, in
the words of ASME V&V 40. docs/validation.md says what is checked, and how FILE.json gives figures of
your own.

Exit code: 0 if all checks pass, 1 if one fails.

Example:
  condyle validate --out validation)";

struct ValidateOptions {
  std::string out;
  std::vector<std::string> oracles;
  bool is_quick = false;
  bool has_own_alone = false;  ///< only the oracles' checks are run
};

using Family = CheckFamily (*)(Effort effort);

constexpr Family k_families[] = {check_compliance,
                                 check_flat_punch,
                                 check_half_space,
                                 check_springs,
                                 check_wide_contact,
                                 check_consistency,
                                 check_spheres,
                                 check_free_edges,
                                 check_spacing,
                                 check_smoothness,
                                 check_insert,
                                 check_spheres_by_elements,
                                 check_spheres_by_calculix,
                                 check_parts};

ValidationRun run_families(const ValidateOptions& options, const std::string& program) {
  ValidationRun run{program,
                    fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))),
                    options.is_quick,
                    {}};
  const auto add = [&](CheckFamily family) {
    print("{}", text_table(family));
    run.families.push_back(std::move(family));
    require_no_stop("family", static_cast<long>(run.families.size()));
  };
  const Effort effort = options.is_quick ? Effort::quick : Effort::full;
  // The user's own checks come first, so that errors in their files are reported at once.
  for (const std::string& file : options.oracles) add(check_oracles(file));
  if (!options.has_own_alone)
    for (const Family family : k_families) add(family(effort));
  return run;
}

void validate(const ValidateOptions& options, const std::string& program) {
  const StopSignal stop;
  std::optional<OutFolder> folder;
  if (!options.out.empty()) folder.emplace(options.out, "--out");
  const ValidationRun run = run_families(options, program);
  if (folder) {
    UnfinishedFile page(folder->path() / "validation.html");
    page.write(html_report(run));
    page.publish();
  }
  std::size_t checks = 0, failed = 0, not_run = 0;
  for (const CheckFamily& family : run.families) {
    not_run += family.not_run_because.empty() ? 0 : 1;
    checks += family.checks.size();
    failed += static_cast<std::size_t>(
        std::ranges::count_if(family.checks, [](const Check& check) { return !passes(check); }));
  }
  print("{} of {} checks pass\n", checks - failed, checks);
  if (not_run > 0) print("{} of {} kinds of check were not run\n", not_run, run.families.size());
  if (folder) print("written to {}\n", (folder->path() / "validation.html").string());
  if (failed > 0) throw ChecksFailed();
}

}  // namespace

void add_validate_command(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("validate", "Run the laws against closed forms and finite elements");
  command.footer(k_validate_footer);
  const auto options = std::make_shared<ValidateOptions>();
  command.add_option("--out", options->out, "Folder for the report")->type_name("DIR");
  command.add_flag("--quick", options->is_quick, "Fewer cases of each kind; takes seconds");
  auto* oracles = command.add_option("--oracles", options->oracles,
                                     "Figures of your own to compare with; repeatable");
  oracles->type_name("FILE.json");
  command.add_flag("--only-oracles", options->has_own_alone, "Run no other checks")->needs(oracles);
  command.callback([options, &app] { validate(*options, app.version()); });
}

}  // namespace condyle
