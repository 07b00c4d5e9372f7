#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "commands.h"
#include "condyle/error.h"

namespace {
constexpr int k_bad_input = 2;
constexpr int k_simulation_failed = 3;
}  // namespace

int main(int argc, char** argv) try {
  CLI::App app{"Condyle: elastic-foundation joint contact and ligaments in real-time physics"};
  app.footer("With no command the knee replacement opens in a window.");
  app.require_subcommand(0, 1);
  condyle::add_view_command(app);
  condyle::add_simulate_command(app);
  condyle::add_contact_command(app);
  condyle::add_mesh_command(app);
  condyle::add_geometry_command(app);
  condyle::add_analyze_command(app);
  condyle::add_convert_command(app);
  condyle::add_check_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : k_bad_input;
  }
  if (app.get_subcommands().empty()) condyle::view_default_scene();
  return 0;
} catch (const condyle::SimulationError& error) {
  fmt::print(stderr, "condyle: {}\n", error.what());
  return k_simulation_failed;
} catch (const std::bad_alloc&) {
  fmt::print(stderr,
             "condyle: this takes more memory than is free; close other programs, or give "
             "smaller meshes\n");
  return k_bad_input;
} catch (const std::exception& error) {
  fmt::print(stderr, "condyle: {}\n", error.what());
  return k_bad_input;
}
