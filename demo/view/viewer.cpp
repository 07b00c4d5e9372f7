#include "view/viewer.h"

#include <GLFW/glfw3.h>
#include <fmt/core.h>
#include <imgui.h>

#include <utility>

#include "condyle/error.h"
#include "view/mouse_and_keys.h"
#include "view/panels.h"
#include "view/png_file.h"
#include "view/renderer.h"
#include "view/window.h"

namespace condyle {
namespace {

constexpr double k_frame_when_counted = 1.0 / 60;  // [s]
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
  follow_keys(state);
  follow_mouse(state, area);
  state.drawing->update(*state.world, state.view, state.list);
  state.list.camera = state.camera;
  add_spring_line(state, state.list);
  renderer.draw(state.list, target_in(area, window));
  draw_panels(state, window);
  draw_user_interface();
}

std::filesystem::path free_screenshot_name(const SceneWorld& world) {
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
  if (requests.frame_all) frame_all(state, window);
  if (requests.home) state.camera = scene_camera(state.world->scene());
  if (requests.open_scene) open_scene(state, *requests.open_scene);
} catch (const InputError& error) {
  say(state, error.what());
}

class FrameClock {
 public:
  explicit FrameClock(bool counted) : counted_(counted), last_(glfwGetTime()) {}

  double next() {
    const double now = glfwGetTime();
    const double passed = now - std::exchange(last_, now);
    return counted_ ? k_frame_when_counted : passed;
  }

 private:
  bool counted_;
  double last_;
};

void one_frame(Window& window, ViewerState& state, Renderer& renderer, double wall_seconds) {
  window.begin_frame();
  advance(state, wall_seconds);
  const ViewSize size = window.frame_buffer_size();
  if (size.width > 0 && size.height > 0) draw_frame(state, renderer, size);  // else minimised
}

}  // namespace

void run_viewer(const ViewerOptions& options) {
  const bool counted = options.frames > 0;
  Window window("Condyle", options.size,
                counted ? Window::Visibility::hidden : Window::Visibility::shown);
  Renderer renderer;
  ViewerState state;
  open_scene(state, find_scene(options.scene));
  if (options.rate > 0) state.playback.rate = options.rate;
  state.playback.speed = options.speed;
  FrameClock clock(counted);
  for (int k = 0; !window.wants_to_close() && (!counted || k < options.frames); ++k) {
    one_frame(window, state, renderer, clock.next());
    fulfil(state, window.frame_buffer_size());
    if (!options.screenshot.empty() && k + 1 == options.frames) {
      save_screenshot(options.screenshot, window.frame_buffer_size());
    }
    window.end_frame();
  }
}

}  // namespace condyle
