#include "view/viewer.h"

#include <GLFW/glfw3.h>
#include <fmt/core.h>
#include <imgui.h>

#include <cstdio>
#include <utility>

#include "condyle/error.h"
#include "library_answers.h"
#include "simulate/progress.h"
#include "view/library_question.h"
#include "view/mouse_and_keys.h"
#include "view/panels.h"
#include "view/png_file.h"
#include "view/renderer.h"
#include "view/window.h"

namespace condyle {
namespace {

constexpr double k_frame_when_counted = 1.0 / 60;  // [s]
constexpr int k_samples = 4;                       // per pixel
constexpr int k_frames_to_settle = 3;              // until Dear ImGui knows all widths
constexpr double k_spring_radius = 0.002;          // of the line drawn, in distances of the camera

void add_spring_line(const ViewerState& state, DrawList& list) {
  if (state.pull.body < 0) return;
  const Eigen::Vector3d p_W = state.world->bodies()[state.pull.body].X_WB * state.pull.p_B;
  const Look look{{0.1f, 0.75f, 0.85f}, 0.4f, 0};
  list.rods.push_back({p_W, state.pull.p_W, k_spring_radius * state.camera.distance, look});
}

// The part of the window that the panels leave; OpenGL counts its rows from below.
DrawTarget target_in(const ScreenArea& area, ViewSize window) {
  const ViewSize size{static_cast<int>(area.width), static_cast<int>(area.height)};
  return {0, static_cast<int>(area.x), window.height - static_cast<int>(area.y) - size.height,
          size};
}

void draw_frame(ViewerState& state, Renderer& renderer, ViewSize window) {
  const ScreenArea area = scene_area(state, window);
  follow_mouse(state, area);
  state.drawing->update(*state.world, state.view, state.list);
  state.list.camera = state.camera;
  add_spring_line(state, state.list);
  renderer.draw(state.list, target_in(area, window));
  draw_panels(state, window);
  draw_user_interface();
}

std::filesystem::path free_screenshot_name(const ShownWorld& world) {
  for (int k = 1;; ++k) {
    const std::string stem = world.scene().file.stem().string();
    std::filesystem::path file = fmt::format("condyle-{}-{:03}.png", stem, k);
    if (!std::filesystem::exists(file)) return file;
  }
}

// The back buffer still holds the frame that was just drawn.
void save_screenshot(const std::filesystem::path& file, ViewSize window) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  write_png(file, read_pixels(window), window);
}

void frame_all(ViewerState& state, ViewSize window) {
  const ScreenArea area = scene_area(state, window);
  frame(state.camera, target_in(area, window).size, state.drawing->bounds(*state.world));
}

void fulfil(ViewerState& state, ViewSize window) try {
  const Requests requests = std::exchange(state.requests, {});
  if (requests.screenshot) {
    const std::filesystem::path file = free_screenshot_name(*state.world);
    save_screenshot(file, window);
    say(state, "saved " + std::filesystem::absolute(file).string());
  }
  if (requests.reset) reset(state);
  if (requests.undo) state.undo.undo(*state.world);
  if (requests.redo) state.undo.redo(*state.world);
  if (requests.undo || requests.redo) parameters_changed(state);
  if (requests.frame_all) frame_all(state, window);
  if (requests.home) state.camera = scene_camera(state.world->scene());
  if (requests.open_scene) open_scene(state, *requests.open_scene);
} catch (const InputError& error) {
  say(state, error.what());
}

bool is_minimised(ViewSize window) { return window.width <= 0 || window.height <= 0; }

// Nobody sees counted frames, so most of them only advance the world, and none is ever late.
void run_counted_frames(const ViewerOptions& options, Window& window, ViewerState& state,
                        Renderer& renderer) {
  const auto clock_at_rest = [] { return 0.0; };
  for (int k = 0; k < options.frames; ++k) {
    advance(state, k_frame_when_counted, clock_at_rest);
    if (k + k_frames_to_settle < options.frames) continue;
    window.begin_frame();
    draw_frame(state, renderer, window.frame_buffer_size());
  }
  if (!options.screenshot.empty()) save_screenshot(options.screenshot, window.frame_buffer_size());
}

void run_until_closed(Window& window, ViewerState& state, Renderer& renderer) {
  double last = glfwGetTime();
  while (!window.wants_to_close()) {
    window.begin_frame();
    const double now = glfwGetTime();
    advance(state, now - std::exchange(last, now), glfwGetTime);
    const ViewSize size = window.frame_buffer_size();
    follow_keys(state, window.take_key_presses());
    if (!is_minimised(size)) draw_frame(state, renderer, size);
    fulfil(state, size);
    window.end_frame();
  }
}

void require_time(const Recording& recording, double time) {
  if (time >= recording.first_time() && time <= recording.last_time()) return;
  throw InputError(fmt::format("--at {:g}: {} runs from {:g} to {:g} s", time,
                               recording.motion.file.string(), recording.first_time(),
                               recording.last_time()));
}

std::shared_ptr<const Recording> read_recording(const ViewerOptions& options) {
  Progress progress(false);
  auto recording = std::make_shared<const Recording>(
      RecordingInput{options.scene, options.motion, options.geometry, options.missing_default},
      [&](double time, double duration) { progress.show(time, duration); });
  if (!recording->report.lines.empty()) {
    fmt::print(stderr, "not taken over as they stand:\n{}\n", to_text(recording->report));
  }
  if (options.at) require_time(*recording, *options.at);
  return recording;
}

}  // namespace

void run_viewer(const ViewerOptions& options) {
  const auto recording = options.motion.empty() ? nullptr : read_recording(options);
  const bool counted = options.frames > 0;
  if (options.forget_libraries) forget_library_answers();
  Window window("Condyle", options.size,
                counted ? Window::Visibility::hidden : Window::Visibility::shown);
  Renderer renderer(!counted && draws_in_software() ? 0 : k_samples);
  ViewerState state;
  state.library_use = [&](const Scene& scene) {
    return counted || options.libraries == LibraryUse::allowed ? options.libraries
                                                               : ask_about_libraries(scene, window);
  };
  if (recording) {
    open_replay(state, recording);
    if (options.at) state.replay->show_time(*options.at);
    state.playback.playing = !options.at;
  } else {
    open_scene(state, find_scene(options.scene));
  }
  if (options.rate > 0) state.playback.rate = options.rate;
  state.playback.speed = options.speed;
  state.show_timings = options.timings;
  if (counted) {
    run_counted_frames(options, window, state, renderer);
  } else {
    run_until_closed(window, state, renderer);
  }
}

}  // namespace condyle
