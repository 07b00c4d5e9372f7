#include "view/viewer_state.h"

#include <imgui.h>

#include <algorithm>

#include "condyle/error.h"
#include "model_scene.h"
#include "view/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_message_seconds = 6;
constexpr std::size_t k_single_curves = 6;  // more strands are drawn as groups
constexpr double k_pull_in_weights = 4;     // force of a pull over ...
constexpr double k_pull_over_sizes = 0.1;   // ... this part of the scene's size

double default_pull_stiffness(const SceneWorld& world, const Eigen::AlignedBox3d& bounds) {
  const double scene_size = bounds.isEmpty() ? 1 : bounds.diagonal().norm();
  double mass = 0;
  for (const WorldBody& body : world.bodies()) mass += body.mass;
  constexpr double k_gravity = 9.81;
  return std::max(k_pull_in_weights * mass * k_gravity, 1.0) / (k_pull_over_sizes * scene_size);
}

void record_strands(ViewerState& state) {
  const auto strands = state.world->strands();
  std::vector<std::string> names;
  std::vector<double> forces, strains;
  const auto add = [&](const std::string& name, std::span<const int> chosen) {
    const StrandSum sum = strand_sum(strands, chosen);
    names.push_back(name);
    forces.push_back(sum.force);
    strains.push_back(std::max(sum.largest_strain, 0.0));  // slack: how much is of no interest
  };
  if (strands.size() > k_single_curves) {
    for (const StrandGroup& group : state.strand_groups) add(group.name, group.strands);
  } else {
    for (int i = 0; i < static_cast<int>(strands.size()); ++i) {
      add(strands[i].name, std::span(&i, 1));
    }
  }
  state.strand_forces.add(state.world->time(), names, forces);
  state.strand_strains.add(state.world->time(), names, strains);
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
  record_strands(state);
  if (state.world->readings().empty()) return;
  const Reading& reading = state.world->readings()[0];
  state.first_reading.add(state.world->time(), {reading.name}, {reading.value});
}

void clear_curves(ViewerState& state) {
  for (TimeSeries* series : {&state.forces, &state.peaks, &state.strand_forces,
                             &state.strand_strains, &state.first_reading}) {
    series->clear();
  }
  state.step_times.clear();
}

}  // namespace

void say(ViewerState& state, const std::string& message) {
  state.message = message;
  state.message_until = ImGui::GetTime() + k_message_seconds;
}

void open_scene(ViewerState& state, const std::filesystem::path& file) {
  auto world = std::make_unique<SceneWorld>(load_scene(file));
  state.drawing = std::make_unique<SceneDrawing>(*world);
  state.world = std::move(world);
  state.view = scene_view_options(*state.world);
  state.camera = scene_camera(state.world->scene());
  state.playback.restart();
  state.playback.rate = state.world->scene().rate;
  state.undo = {};
  state.pull = {};
  state.pull_stiffness = default_pull_stiffness(*state.world, state.drawing->bounds(*state.world));
  state.chosen_contact = state.chosen_strand = 0;
  state.strands_over_reading = false;
  state.strand_groups = strand_groups(state.world->strands());
  state.initial_strand_lengths.clear();
  for (int i = 0; i < static_cast<int>(state.world->strands().size()); ++i) {
    state.initial_strand_lengths.push_back(state.world->strand_length(i));
  }
  clear_curves(state);
}

void reset(ViewerState& state) {
  state.world->release();
  state.pull = {};
  state.world->reset();
  state.drawing->forget();
  state.playback.restart();
  clear_curves(state);
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
