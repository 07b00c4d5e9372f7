#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "commands.h"
#include "condyle/error.h"
#include "view/no_window.h"
#include "view/viewer.h"

namespace condyle {
namespace {

constexpr const char* k_examples = R"(Examples:
  condyle view                          the knee replacement
  condyle view hip                      another scene that ships with the program
  condyle view my_scene.json --rate 60  a scene of your own, 60 steps per second
  condyle view DM.osim                  the joint of an OpenSim model, on its ligaments
  condyle view hip --frames 120 --screenshot hip.png
                                        no window: two seconds, then a picture of it)";

constexpr int k_narrowest = 200, k_widest = 8192;  // [pixels]

ViewSize parse_size(const std::string& text) {
  ViewSize size;
  char rest = 0;
  const int found = std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest);
  const bool fits = found == 2 && std::min(size.width, size.height) >= k_narrowest &&
                    std::max(size.width, size.height) <= k_widest;
  if (fits) return size;
  throw InputError(
      fmt::format("--size {}: expected WIDTHxHEIGHT in pixels, each {} to {}, such as "
                  "1600x1000",
                  text, k_narrowest, k_widest));
}

void view_scene(const ViewerOptions& options) try {
  run_viewer(options);
} catch (const NoWindow& error) {
  throw InputError(fmt::format(
      "no window can be opened ({}); without one, run: condyle simulate {} --seconds 10 "
      "--out results",
      error.what(), options.scene));
}

}  // namespace

void view_default_scene() { view_scene({}); }

void add_view_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("view", "Open a scene in a window and run it");
  command->footer(k_examples);
  auto options = std::make_shared<ViewerOptions>();
  auto size = std::make_shared<std::string>();
  command
      ->add_option("scene", options->scene, "scene file, name of a shipped scene, or OpenSim model")
      ->capture_default_str();
  command
      ->add_option("--rate", options->rate,
                   "steps per simulated second [Hz] (default: the scene's)")
      ->check(CLI::Range(1.0, 1e5));
  command->add_option("--speed", options->speed, "simulated seconds per second")
      ->capture_default_str()
      ->check(CLI::Range(1e-3, 1e3));
  command->add_flag("--timings", options->timings, "show how long each stage of a step takes");
  command->add_option("--size", *size, "of the window in pixels, WIDTHxHEIGHT (default 1600x1000)");
  command
      ->add_option("--frames", options->frames,
                   "draw so many frames of 1/60 s without showing a window, then end")
      ->check(CLI::PositiveNumber);
  command->add_option("--screenshot", options->screenshot,
                      "with --frames: picture (PNG) of the whole window after the last one");
  command->callback([options, size] {
    if (!options->screenshot.empty() && options->frames == 0) {
      throw InputError("--screenshot needs --frames: how many frames to run before it");
    }
    if (!size->empty()) options->size = parse_size(*size);
    view_scene(*options);
  });
}

}  // namespace condyle
