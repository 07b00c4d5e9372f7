#include "view/viewer_state.h"

#include <imgui.h>

#include <algorithm>

#include "condyle/error.h"
#include "condyle/model/scene_file.h"
#include "view/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_message_seconds = 6;
constexpr double k_pull_in_weights = 4;    // force of a pull over ...
constexpr double k_pull_over_sizes = 0.1;  // ... this part of the scene's size

double default_pull_stiffness(const SceneWorld& world, double scene_size) {
  double mass = 0;
  for (const WorldBody& body : world.bodies()) mass += body.mass;
  constexpr double k_gravity = 9.81;
  return std::max(k_pull_in_weights * mass * k_gravity, 1.0) / (k_pull_over_sizes * scene_size);
}

void record(ViewerState& state) {
  std::vector<std::string> names;
  std::vector<double> forces, peaks;
  for (const ContactRow& row : contact_rows(*state.world)) {
    names.push_back(row.name);
    forces.push_back(row.force);
    peaks.push_back(row.peak_pressure);
  }
  state.forces.add(state.world->time(), names, forces);
  state.peaks.add(state.world->time(), names, peaks);
}

}  // namespace

void say(ViewerState& state, const std::string& message) {
  state.message = message;
  state.message_until = ImGui::GetTime() + k_message_seconds;
}

void open_scene(ViewerState& state, const std::filesystem::path& file) {
  auto world = std::make_unique<SceneWorld>(read_scene(file));
  state.drawing = std::make_unique<SceneDrawing>(*world);
  state.world = std::move(world);
  state.view = scene_view_options(*state.world);
  state.camera = scene_camera(state.world->scene());
  state.playback.restart();
  state.playback.rate = state.world->scene().rate;
  state.undo = {};
  state.pull = {};
  state.pull_stiffness =
      default_pull_stiffness(*state.world, state.drawing->bounds(*state.world).diagonal().norm());
  state.chosen_contact = 0;
  state.forces.clear();
  state.peaks.clear();
  state.step_times.clear();
}

void reset(ViewerState& state) {
  state.world->release();
  state.pull = {};
  state.world->reset();
  state.drawing->forget();
  state.playback.restart();
  state.forces.clear();
  state.peaks.clear();
  state.step_times.clear();
}

void advance(ViewerState& state, double wall_seconds, const std::function<double()>& wall_clock) {
  const auto step = [&](double dt) {
    state.world->step(dt);
    state.step_times.add(state.world->stage_times(), state.world->step_wall_time(), dt);
    record(state);
  };
  try {
    state.playback.advance(wall_seconds, step, wall_clock);
  } catch (const SimulationError& error) {
    state.playback.playing = false;
    state.playback.restart();
    say(state, std::string("stopped: ") + error.what() + " (R starts anew)");
  }
}

}  // namespace condyle
