#include "view/viewer.h"

#include <fmt/core.h>

#include <utility>

#include "base/terminal.h"
#include "condyle/error.h"
#include "simulate/progress.h"
#include "view/film.h"
#include "view/lesson_file.h"
#include "view/lesson_run.h"
#include "view/library_answers.h"
#include "view/library_question.h"
#include "view/opened_files.h"
#include "view/screenshots.h"
#include "view/start_page.h"
#include "view/theme.h"
#include "view/viewer_frame.h"
#include "view/viewer_loop.h"
#include "view/window.h"
#include "world/model_scene.h"

namespace condyle {
namespace {

constexpr double k_frame_when_counted = 1.0 / 60;  // [s]
constexpr int k_samples_per_pixel = 4;

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

struct OpenViewer::Parts {
  explicit Parts(const ViewerOptions& wanted);

  ViewerOptions options;
  bool is_counted = options.frames > 0;
  std::shared_ptr<MessageLog> log = std::make_shared<MessageLog>();
  ErrorFollower follower{*log};
  std::shared_ptr<const Recording> recording;
  ViewerSettings settings;
  std::unique_ptr<Window> window;
  std::unique_ptr<Renderer> renderer;
  ViewerState state;
  std::unique_ptr<ViewerLoop> loop;

 private:
  void open_window();
  void open_world();
  void choose_view();
};

OpenViewer::Parts::Parts(const ViewerOptions& wanted)
    : options(wanted), recording(options.motion.empty() ? nullptr : read_recording(options)) {
  if (options.forget_libraries) forget_library_answers();
  open_window();
  state.log = log;
  state.settings = std::move(settings);
  state.engine = options.engine;
  state.library_use = [this](const scene::Scene& scene) {
    return is_counted || options.libraries == scene::LibraryUse::allowed
               ? options.libraries
               : ask_about_libraries(scene, *window);
  };
  open_world();
  choose_view();
}

void OpenViewer::Parts::open_window() {
  // Pictures must not depend on the user's settings, such as folded panels.
  if (!is_counted) settings = read_settings(settings_file());
  const ViewSize wished =
      options.keeps_size && settings.window.width > 0 ? settings.window : options.size;
  const ViewSize size{options.picture_scale * wished.width, options.picture_scale * wished.height};
  choose_looks(options, settings);
  window = std::make_unique<Window>(
      "Condyle", size, is_counted ? Window::Visibility::hidden : Window::Visibility::shown,
      options.picture_scale * settings.text_scale);
  apply_theme(settings.theme);
  window->set_user(options.user);
  renderer =
      std::make_unique<Renderer>(!is_counted && draws_in_software() ? 0 : k_samples_per_pixel);
}

void OpenViewer::Parts::open_world() {
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
}

void OpenViewer::Parts::choose_view() {
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
}

OpenViewer::OpenViewer(const ViewerOptions& options) : parts_(std::make_unique<Parts>(options)) {}

OpenViewer::~OpenViewer() = default;

const ViewerState& OpenViewer::state() const { return parts_->state; }

bool OpenViewer::show_next() {
  Parts& parts = *parts_;
  if (!parts.loop)
    parts.loop = std::make_unique<ViewerLoop>(*parts.window, parts.state, *parts.renderer);
  return parts.loop->show_next();
}

void OpenViewer::run() {
  Parts& parts = *parts_;
  if (!parts.options.film.empty())
    return run_film(parts.options, *parts.window, parts.state, *parts.renderer);
  if (parts.is_counted)
    return run_counted_frames(parts.options, *parts.window, parts.state, *parts.renderer);
  while (show_next()) {
  }
  parts.state.settings.window = parts.window->size();
  parts.state.settings.backdrop = parts.state.view.backdrop;
  remember(parts.state.settings);
}

void run_viewer(const ViewerOptions& options) { OpenViewer(options).run(); }

}  // namespace condyle
