#include "view/viewer_loop.h"

#include <GLFW/glfw3.h>
#include <fmt/core.h>

#include <utility>

#include "condyle/error.h"
#include "view/film_of_past.h"
#include "view/lesson_file.h"
#include "view/lesson_run.h"
#include "view/mouse_and_keys.h"
#include "view/new_joint_window.h"
#include "view/opened_files.h"
#include "view/scene_saving.h"
#include "view/screenshots.h"
#include "view/start_page.h"
#include "view/viewer_frame.h"

namespace condyle {
namespace {

constexpr double k_slow_picture = 0.1;  // [s]
constexpr int k_pictures_timed = 10;

std::filesystem::path free_screenshot_name(const ShownWorld& world) {
  for (int k = 1;; ++k) {
    const std::string stem = world.scene().file.stem().string();
    std::filesystem::path file = fmt::format("condyle-{}-{:03}.png", stem, k);
    if (!std::filesystem::exists(file)) return file;
  }
}

/// What concerns the files of the scene.
void fulfil_of_files(ViewerState& state, const Requests& requests) {
  if (requests.save_scene) {
    scene::Scene scene = with_changes(state.world->scene(), *state.world, state.defaults);
    scene.rate = state.playback.rate;
    save_scene(*requests.save_scene, scene);
    watch_files(state);  // what was just written is no news
    remember_recent(state.settings, *requests.save_scene);
    say(state, "saved " + requests.save_scene->string());
  }
  if (requests.write) {
    const Export what = *requests.write;
    const auto name = export_name(what, state.world->scene().file);
    state.live->do_work([=, divider = state.divider](Simulation& of) {
      return write_export(what, name, of, divider);
    });
  }
  if (requests.cure) {
    scene::Scene scene = state.world->scene();
    const std::string done = carry_out(*requests.cure, scene);
    open_read(state, std::move(scene), requests.cure->kind != Cure::Kind::unit);
    say(state, done + ". Ctrl+S saves the scene with it.");
  }
  if (requests.open_scene) {
    close_start_page(state);
    open_scene(state, *requests.open_scene);
  }
  if (requests.open_joint_window) open_new_joint_window(state);
  if (requests.make_joint && state.new_joint) make_joint_of_window(state);
  if (requests.compare_settings) compare_with_these_settings(state);
  if (requests.compare_with)
    compare_with_scene(state, read_to_view(*requests.compare_with),
                       requests.compare_with->stem().string());
  if (requests.reload && lesson_of(state)) {
    restart_lesson(state);
  } else if (requests.reload) {
    reload(state);
  }
}

void fulfil(ViewerState& state, const Requests& requests, Window& of, Renderer& renderer) try {
  const ViewSize window = of.frame_buffer_size();
  if (requests.screenshot) {
    const std::filesystem::path file = free_screenshot_name(*state.world);
    take_screenshot(file, of, state, renderer);
    say(state, "saved " + std::filesystem::absolute(file).string());
  }
  if (requests.film) state.film ? end_film(state) : start_film(state, window);
  if (requests.reset) reset(state);
  if (requests.undo) state.undo.undo(*state.world);
  if (requests.redo) state.undo.redo(*state.world);
  if (requests.undo || requests.redo) parameters_changed(state);
  if (requests.toggle)
    toggle(state.settings.panels, *requests.toggle, window_layout(state, window));
  if (requests.frame_all) frame(state.camera, scene_size(state, window), framed_box(state));
  if (requests.home) state.view_is_new = true;
  fulfil_of_files(state, requests);
  if (requests.open_lesson) {
    close_start_page(state);
    open_lesson(state, read_lesson(*requests.open_lesson));
  }
  if (requests.restart_lesson) restart_lesson(state);
} catch (const InputError& error) {
  say(state, error.what(), MessageKind::error);
}

}  // namespace

ViewerLoop::ViewerLoop(Window& window, ViewerState& state, Renderer& renderer)
    : window_(window), state_(state), renderer_(renderer), last_(glfwGetTime()) {
  state.wake = [] { glfwPostEmptyEvent(); };
  if (!state.live) return;
  limit_past(state);
  state.live->run_in_thread(state.wake);
  if (state.compared && state.compared->live) state.compared->live->run_in_thread(state.wake);
  watch_files(state);
}

/// Nothing runs while the window is minimised or hidden.
void ViewerLoop::wait_unseen() {
  if (state_.live) state_.live->suspend(true);
  while (window_.is_unseen() && !window_.wants_to_close()) window_.wait_for_event();
  if (state_.live) state_.live->suspend(false);
}

/// Where the first pictures take long, as without a graphics card, corners are no longer darkened,
/// which costs most, until the user asks for it again.
void ViewerLoop::took(double seconds) {
  if (++pictures_ > k_pictures_timed) return;
  seconds_ += seconds;
  if (pictures_ < k_pictures_timed || seconds_ < k_pictures_timed * k_slow_picture) return;
  state_.view.effects.occlusion = false;
  say(state_, "Drawing is slow here, so corners are no longer darkened (View, light, gaps)");
}

void ViewerLoop::make_picture() {
  const ViewSize size = window_.frame_buffer_size();
  const double start = glfwGetTime();
  draw_frame(state_, &renderer_, size);
  took(glfwGetTime() - start);
  const bool is_laid_out = !has_new_table(state_);
  if (is_laid_out && is_film_due(state_)) film_picture(state_, size, window_pixels(size));
  const Requests requests = std::exchange(state_.requests, {});
  fulfil(state_, requests, window_, renderer_);
  quits_ = requests.quit;
  if (!is_laid_out) return;
  const double drawn = glfwGetTime();
  window_.end_frame();
  average(state_.draw_times.show, glfwGetTime() - drawn);
}

bool ViewerLoop::show_next() {
  if (window_.wants_to_close()) return false;
  if (window_.is_unseen()) {
    wait_unseen();
    last_ = glfwGetTime();
    return true;
  }
  const double still = still_for(state_);
  if (window_.rests(still)) return true;
  window_.begin_frame(still);
  window_.set_ui_scale(state_.settings.text_scale);
  const double now = glfwGetTime();
  advance(state_, now - std::exchange(last_, now), glfwGetTime);
  follow_keys(state_, window_.take_key_presses());
  open_dropped(state_, window_.take_dropped_files());
  if (state_.watch && state_.watch->take_change()) state_.requests.reload = true;
  make_picture();
  return !quits_;
}

}  // namespace condyle
