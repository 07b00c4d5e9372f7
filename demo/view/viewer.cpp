#include "view/viewer.h"

#include <GLFW/glfw3.h>
#include <fmt/core.h>
#include <imgui.h>

#include <utility>

#include "base/terminal.h"
#include "condyle/error.h"
#include "simulate/progress.h"
#include "view/film.h"
#include "view/film_of_past.h"
#include "view/lesson_file.h"
#include "view/lesson_run.h"
#include "view/library_answers.h"
#include "view/library_question.h"
#include "view/mouse_and_keys.h"
#include "view/new_joint_window.h"
#include "view/opened_files.h"
#include "view/scene_saving.h"
#include "view/screenshots.h"
#include "view/start_page.h"
#include "view/theme.h"
#include "view/viewer_frame.h"
#include "view/window.h"
#include "world/model_scene.h"

namespace condyle {
namespace {

constexpr double k_frame_when_counted = 1.0 / 60;  // [s]
constexpr int k_samples_per_pixel = 4;
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

// Draws each frame of a film. What settles is not filmed.
void run_film(const ViewerOptions& options, Window& window, ViewerState& state,
              Renderer& renderer) {
  const auto clock_at_rest = [] { return 0.0; };
  while (state.world->is_settling()) advance(state, 1 / options.film_rate, clock_at_rest);
  const ViewSize size = window.frame_buffer_size();
  Film film(options.film, size, options.film_rate);
  if (!film.lack().empty()) print_error("condyle: warning: {}\n", film.lack());
  Progress progress(false);
  for (int k = -k_layout_frames; k < options.frames; ++k) {
    window.begin_frame();
    draw_frame(state, k < 0 ? nullptr : &renderer, size);
    if (k < 0) continue;
    film.add(window_pixels(size));
    progress.show(k + 1, options.frames);
    advance(state, 1 / options.film_rate, clock_at_rest);
  }
  film.finish();
}

// Runs a fixed number of frames without showing them. Only the last one is drawn, after it was laid
// out a few times, and the clock stands still, so that no frame is late.
void run_counted_frames(const ViewerOptions& options, Window& window, ViewerState& state,
                        Renderer& renderer) {
  const auto clock_at_rest = [] { return 0.0; };
  for (int k = 0; k < options.frames; ++k) advance(state, k_frame_when_counted, clock_at_rest);
  for (int k = 0; k <= k_layout_frames; ++k) {
    window.begin_frame();
    draw_frame(state, k < k_layout_frames ? nullptr : &renderer, window.frame_buffer_size());
  }
  if (options.transparent) {
    save_cut_out(options.screenshot, window, state, renderer);
  } else if (!options.screenshot.empty())
    save_screenshot(options.screenshot, window.frame_buffer_size());
}

/// Where the first pictures take long, as without a graphics card, corners are no longer darkened,
/// which costs most, until the user asks for it again.
class SlowPictures {
 public:
  void took(double seconds, ViewerState& state) {
    if (++pictures_ > k_pictures_timed) return;
    seconds_ += seconds;
    if (pictures_ < k_pictures_timed || seconds_ < k_pictures_timed * k_slow_picture) return;
    state.view.effects.occlusion = false;
    say(state, "Drawing is slow here, so corners are no longer darkened (View, light, gaps)");
  }

 private:
  int pictures_ = 0;
  double seconds_ = 0;
};

/// Nothing runs while the window is minimised or hidden.
void wait_unseen(Window& window, ViewerState& state) {
  if (state.live) state.live->suspend(true);
  while (window.is_unseen() && !window.wants_to_close()) window.wait_for_event();
  if (state.live) state.live->suspend(false);
}

void show_picture(Window& window, ViewerState& state) {
  const double start = glfwGetTime();
  window.end_frame();
  average(state.draw_times.show, glfwGetTime() - start);
}

void run_until_closed(Window& window, ViewerState& state, Renderer& renderer) {
  state.wake = [] { glfwPostEmptyEvent(); };
  if (state.live) {
    limit_past(state);
    state.live->run_in_thread(state.wake);
    if (state.compared && state.compared->live) state.compared->live->run_in_thread(state.wake);
    watch_files(state);
  }
  double last = glfwGetTime();
  SlowPictures slow;
  while (!window.wants_to_close()) {
    if (window.is_unseen()) {
      wait_unseen(window, state);
      last = glfwGetTime();
      continue;
    }
    window.begin_frame(still_for(state));
    window.set_ui_scale(state.settings.text_scale);
    const double now = glfwGetTime();
    advance(state, now - std::exchange(last, now), glfwGetTime);
    const ViewSize size = window.frame_buffer_size();
    follow_keys(state, window.take_key_presses());
    open_dropped(state, window.take_dropped_files());
    if (state.watch && state.watch->take_change()) state.requests.reload = true;
    const double start = glfwGetTime();
    draw_frame(state, &renderer, size);
    slow.took(glfwGetTime() - start, state);
    const bool is_laid_out = !has_new_table(state);
    if (is_laid_out && is_film_due(state)) film_picture(state, size, window_pixels(size));
    const Requests requests = std::exchange(state.requests, {});
    fulfil(state, requests, window, renderer);
    if (is_laid_out) show_picture(window, state);
    if (requests.quit) return;
  }
}

void remember(const ViewerSettings& settings) {
  const std::filesystem::path file = settings_file();
  if (file.empty() || write_settings(file, settings)) return;
  print_error("condyle: warning: the layout of the panels is not saved: {} cannot be written\n",
              file.string());
}

void require_time(const Recording& recording, double time) {
  if (time >= recording.first_time() && time <= recording.last_time()) return;
  throw InputError(fmt::format("--at {:g}: {} runs from {:g} to {:g} s", time,
                               recording.motion.file.string(), recording.first_time(),
                               recording.last_time()));
}

/// What the command line says about colours and text goes before what was chosen last.
void choose_looks(const ViewerOptions& options, ViewerSettings& settings) {
  settings.text_scale = options.ui_scale.value_or(settings.text_scale);
  if (options.theme) {
    settings.theme = *options.theme;
    settings.backdrop = *options.theme == Theme::light ? Backdrop::light : Backdrop::dark;
  }
  settings.backdrop = options.backdrop.value_or(settings.backdrop);
}

/// Keeps what is printed to standard error, such as what was left out of a model, in the log.
class ErrorFollower {
 public:
  explicit ErrorFollower(MessageLog& log) {
    follow_errors([&log](std::string_view text) { log.add_printed(text); });
  }
  ~ErrorFollower() { follow_errors({}); }
  ErrorFollower(const ErrorFollower&) = delete;
  ErrorFollower& operator=(const ErrorFollower&) = delete;
};

std::shared_ptr<const Recording> read_recording(const ViewerOptions& options) {
  Progress progress(false);
  auto recording = std::make_shared<const Recording>(
      RecordingInput{options.scene, options.motion, options.geometry, options.missing_default},
      [&](double time, double duration) { progress.show(time, duration); });
  print_report(recording->report);
  if (options.at) require_time(*recording, *options.at);
  return recording;
}

}  // namespace

void run_viewer(const ViewerOptions& options) {
  const auto log = std::make_shared<MessageLog>();
  const ErrorFollower follower(*log);
  const auto recording = options.motion.empty() ? nullptr : read_recording(options);
  const bool counted = options.frames > 0;
  if (options.forget_libraries) forget_library_answers();
  // Pictures must not depend on the user's settings, such as folded panels.
  ViewerSettings settings = counted ? ViewerSettings() : read_settings(settings_file());
  const ViewSize wanted =
      options.keeps_size && settings.window.width > 0 ? settings.window : options.size;
  const ViewSize size{options.picture_scale * wanted.width, options.picture_scale * wanted.height};
  choose_looks(options, settings);
  Window window("Condyle", size, counted ? Window::Visibility::hidden : Window::Visibility::shown,
                options.picture_scale * settings.text_scale);
  apply_theme(settings.theme);
  window.set_user(options.user);
  Renderer renderer(!counted && draws_in_software() ? 0 : k_samples_per_pixel);
  ViewerState state;
  state.log = log;
  state.settings = std::move(settings);
  state.engine = options.engine;
  state.library_use = [&](const scene::Scene& scene) {
    return counted || options.libraries == scene::LibraryUse::allowed
               ? options.libraries
               : ask_about_libraries(scene, window);
  };
  if (recording) {
    open_replay(state, recording);
    if (options.at) state.replay->show_time(*options.at);
    state.playback.playing = !options.at;
  } else if (!options.lesson.empty()) {
    open_lesson(state, read_lesson(find_lesson(options.lesson)));
  } else {
    open_scene(state, find_scene(options.scene.empty() ? k_first_scene : options.scene),
               options.layers);
    if (options.scene.empty()) open_start_page(state);
    if (!options.compare.empty()) {
      const std::filesystem::path other = find_scene(options.compare);
      compare_with_scene(state, read_to_view(other), other.stem().string());
      state.compared->by = options.compare_by;
    }
  }
  if (options.rate > 0) state.playback.rate = options.rate;
  if (options.lesson.empty()) state.playback.speed = options.speed;
  state.view.backdrop = state.settings.backdrop;
  state.view.colors = options.colors;
  if (options.lesson.empty()) {
    // A mesh by itself has no contact, and then nothing shows pressure.
    if (options.field != Field::pressure) require_field(*state.world, options.field);
    state.view.field = options.field;
    FieldScale& scale = state.view.scale_of(options.field);
    scale.threshold = options.drawn_from;
    scale.contour_step = options.spacing;
  }
  state.view.trail_seconds = options.trail;
  state.view.effects.wireframe = options.wireframe;
  state.view.normals = options.normals;
  state.view.box_level = options.boxes;
  if (!options.cut.empty()) state.view.cut = named_cut(options.cut);
  for (const std::string& name : options.probes) pin(named_place(*state.world, name), state.pinned);
  state.show_panels = options.panels;
  state.show_scales = options.scales;
  state.show_timings = options.timings;
  if (!options.film.empty()) {
    run_film(options, window, state, renderer);
  } else if (counted) {
    run_counted_frames(options, window, state, renderer);
  } else {
    run_until_closed(window, state, renderer);
    state.settings.window = window.size();
    state.settings.backdrop = state.view.backdrop;
    remember(state.settings);
  }
}

}  // namespace condyle
