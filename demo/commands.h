#pragma once

#include <exception>

namespace CLI {
class App;
}

namespace condyle {

/// Each function adds one subcommand to `app`. The command throws InputError (exit status 2) or
/// SimulationError (exit status 3).
void add_view_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_contact_command(CLI::App& app);
void add_mesh_command(CLI::App& app);
void add_geometry_command(CLI::App& app);
void add_analyze_command(CLI::App& app);
void add_convert_command(CLI::App& app);
void add_scale_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_validate_command(CLI::App& app);
void add_compliance_command(CLI::App& app);
void add_study_command(CLI::App& app);
void add_new_command(CLI::App& app);
void add_lab_command(CLI::App& app);
void add_report_command(CLI::App& app);

/// Thrown by a command that ran and printed its results, but had a check fail (exit status 1).
class ChecksFailed : public std::exception {};

/// Opens the knee replacement in a window: what the program does without a subcommand.
void view_default_scene();

}  // namespace condyle
