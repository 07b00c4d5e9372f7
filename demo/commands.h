#pragma once

namespace CLI {
class App;
}

namespace condyle {

/// Each adds one subcommand of the program to `app`. The command throws InputError (exit 2) or
/// SimulationError (exit 3).
void add_view_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_contact_command(CLI::App& app);
void add_mesh_command(CLI::App& app);
void add_geometry_command(CLI::App& app);
void add_analyze_command(CLI::App& app);
void add_convert_command(CLI::App& app);
void add_check_command(CLI::App& app);

/// What the program does without a subcommand: opens the knee replacement in a window.
void view_default_scene();

}  // namespace condyle
