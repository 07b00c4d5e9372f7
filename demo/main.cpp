#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/run_origin.h"
#include "base/system.h"
#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "core/scene/src/closest_name.h"

namespace {

constexpr int k_checks_failed = 1;
constexpr int k_bad_input = 2;
constexpr int k_simulation_failed = 3;

constexpr const char* k_footer =
    R"(With no command a page with pictures of the shipped scenes opens in a window.

Exit codes: 0 done; 1 a check of validate failed; 2 unusable input, or output that cannot be
written; 3 a simulation failed, or a run was stopped by Ctrl-C, SIGTERM or SIGHUP after its step (a
second one ends it at once).)";

void add_commands(CLI::App& app) {
  condyle::add_view_command(app);
  condyle::add_new_command(app);
  condyle::add_simulate_command(app);
  condyle::add_contact_command(app);
  condyle::add_mesh_command(app);
  condyle::add_geometry_command(app);
  condyle::add_analyze_command(app);
  condyle::add_convert_command(app);
  condyle::add_scale_command(app);
  condyle::add_check_command(app);
  condyle::add_validate_command(app);
  condyle::add_compliance_command(app);
  condyle::add_lab_command(app);
  condyle::add_report_command(app);
  condyle::add_study_command(app);
}

/// The message for a first word that is not a command; empty if it is a command or an option.
std::string unknown_command(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining();
  const bool has_word =
      app.get_subcommands().empty() && !rest.empty() && !rest.front().starts_with('-');
  if (!has_word) return {};
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::string meant = condyle::scene::suggestion(rest.front(), names);
  return fmt::format(
      "condyle: '{}' is not a command{} The commands are {}; for more: condyle --help\n",
      condyle::readable_text(rest.front()), meant.empty() ? "." : meant, fmt::join(names, ", "));
}

/// Prints the help that was requested, or the error in the command line. Returns the exit status.
int explain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream output, errors;
  const int code = app.exit(error, output, errors);
  condyle::print_text(output.str());
  const std::string unknown = code == 0 ? std::string() : unknown_command(app);
  std::istringstream lines(unknown.empty() ? errors.str() : unknown);
  for (std::string line; std::getline(lines, line);) condyle::print_error("{}\n", line);
  return code == 0 ? 0 : k_bad_input;
}

/// Rejects empty arguments, which come from unset shell variables. No option accepts an empty text,
/// and it must not be read as 0 or as a missing option.
void require_no_empty_argument(const std::vector<std::string>& arguments) {
  std::string_view last;
  for (const std::string_view argument : arguments) {
    const bool is_empty =
        argument.empty() || (argument.starts_with("--") && argument.ends_with('='));
    const std::string_view name = argument.empty() ? last : argument.substr(0, argument.find('='));
    if (is_empty && name.starts_with('-')) {
      throw condyle::InputError(
          fmt::format("{} has an empty value; give it one, or leave it out", name));
    }
    if (is_empty) throw condyle::InputError("an argument is empty; leave it out");
    last = argument;
  }
}

int run(int argc, char** argv) try {
  const std::vector<std::string> words = condyle::program_words(argc, argv);
  require_no_empty_argument(words);
  CLI::App app{"Condyle: elastic-foundation joint contact and ligaments in real-time physics"};
  app.footer(k_footer);
  condyle::set_run_origin("condyle " CONDYLE_VERSION, words);
  app.set_version_flag("--version", "condyle " CONDYLE_VERSION, "Print the version and exit");
  app.require_subcommand(0, 1);
  add_commands(app);
  try {
    std::vector<const char*> arguments;
    for (const std::string& word : words) arguments.push_back(word.c_str());
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  if (app.get_subcommands().empty()) condyle::view_default_scene();
  return 0;
} catch (const condyle::ChecksFailed&) {
  return k_checks_failed;
} catch (const condyle::SimulationError& error) {
  condyle::print_error("condyle: {}\n", error.what());
  return k_simulation_failed;
} catch (const std::bad_alloc&) {
  condyle::print_error(
      "condyle: this takes more memory than is free; close other programs, or give smaller "
      "meshes\n");
  return k_bad_input;
} catch (const std::exception& error) {
  condyle::print_error("condyle: {}\n", error.what());
  return k_bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  condyle::prepare_terminal();
  const int code = run(argc, argv);
  const bool arrived = condyle::finish_output();
  return code == 0 && !arrived ? k_bad_input : code;
}
