// The viewer in a browser. page.js gives the wishes of the page's address as arguments NAME=VALUE,
// and shows what goes wrong in words.
#include <emscripten.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/assets.h"
#include "condyle/error.h"
#include "view/plot_columns.h"
#include "view/viewer.h"
#include "view/viewer_state.h"

namespace condyle {
namespace {

constexpr const char* k_assets = "/condyle";
constexpr const char* k_files = "/files";  // what the viewer writes; page.js has it downloaded

std::unique_ptr<OpenViewer> viewer;

void tell(const std::string& text) {
  EM_ASM({ condylePage.fail(UTF8ToString($0)); }, text.c_str());
}

double number_of(const std::string& name, const std::string& value, double least, double most) {
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (!value.empty() && *end == '\0' && number >= least && number <= most) return number;
  throw InputError(fmt::format("{}={} in the page's address: give a number from {:g} to {:g}", name,
                               value, least, most));
}

void take_wish(ViewerOptions& options, const std::string& name, const std::string& value) {
  if (name == "scene")
    options.scene = value;
  else if (name == "lesson")
    options.lesson = value;
  else if (name == "compare")
    options.compare = value;
  else if (name == "rate")
    options.rate = number_of(name, value, 1, 1e5);
  else if (name == "speed")
    options.speed = number_of(name, value, 1e-3, 1e3);
  else if (name == "ui-scale")
    options.ui_scale = number_of(name, value, 0.5, 4);
  else if (name == "theme" && (value == "dark" || value == "light"))
    options.theme = value == "dark" ? Theme::dark : Theme::light;
  else
    throw InputError(fmt::format(
        "{}={} in the page's address is unknown; there are scene, lesson, compare, rate, speed, "
        "ui-scale, and theme=dark or theme=light",
        name, value));
}

ViewerOptions options_of(int count, char** words) {
  ViewerOptions options;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    const std::size_t at = word.find('=');
    take_wish(options, word.substr(0, at), at == word.npos ? "" : word.substr(at + 1));
  }
  options.size = {EM_ASM_INT({ return condylePage.size().width; }),
                  EM_ASM_INT({ return condylePage.size().height; })};
  return options;
}

void show_next() try {
  if (viewer->show_next()) return;
  emscripten_cancel_main_loop();
  tell("Condyle has ended. Load the page again to go on.");
} catch (const std::exception& error) {
  emscripten_cancel_main_loop();
  tell(error.what());
}

void open(int count, char** words) {
  std::filesystem::create_directory(k_files);
  std::filesystem::current_path(k_files);
  set_assets(k_assets);
  viewer = std::make_unique<OpenViewer>(options_of(count, words));
  viewer->show_next();
  EM_ASM({ condylePage.ready(); });
  emscripten_set_main_loop(show_next, 0, 0);
}

nlohmann::ordered_json camera_of(const ViewerState& state) {
  const Camera& camera = state.camera;
  const Eigen::Vector3d p_W = eye(camera);
  return {{"eye", {p_W.x(), p_W.y(), p_W.z()}},
          {"target", {camera.target.x(), camera.target.y(), camera.target.z()}},
          {"distance", camera.distance}};
}

nlohmann::ordered_json figures() {
  const ViewerState& state = viewer->state();
  nlohmann::ordered_json figures;
  for (const PlotColumn& column : plot_columns(*state.world)) {
    if (std::isfinite(column.value)) figures[column.name] = column.value;
  }
  nlohmann::ordered_json cut = nlohmann::json::array();
  for (const WorldStrand& strand : state.world->strands())
    if (strand.is_cut) cut.push_back(strand.name);
  return {{"scene", state.world->scene().file.stem().string()},
          {"time", state.world->time()},
          {"settling", state.world->is_settling()},
          {"playing", state.playback.playing},
          {"reached_speed", state.live ? state.live->record().reached : 0},
          {"step_ms", state.live ? 1e3 * state.live->step_wall_time() : 0},
          {"start_page", state.start_page != nullptr},
          {"lesson", state.lesson != nullptr},
          {"camera", camera_of(state)},
          {"cut", cut},
          {"figures", figures}};
}

}  // namespace
}  // namespace condyle

extern "C" {

/// What the viewer shows now, as JSON; docs/web.md says what stands there. Valid until the next
/// call.
EMSCRIPTEN_KEEPALIVE const char* condyle_figures() {
  static std::string text;
  text = condyle::viewer ? condyle::figures().dump() : "null";
  return text.c_str();
}

/// Makes this many steps at once, without pictures. Returns the time that each took [ms]; 0 for a
/// recorded motion.
EMSCRIPTEN_KEEPALIVE double condyle_time_steps(int steps) {
  if (!condyle::viewer || !condyle::viewer->state().live || steps < 1) return 0;
  const double start = emscripten_get_now();
  condyle::viewer->state().live->make_steps(steps, true);
  return (emscripten_get_now() - start) / steps;
}

/// Whether the pointer is over a panel, a window or a list.
EMSCRIPTEN_KEEPALIVE int condyle_is_over_panel() {
  return ImGui::GetCurrentContext() && ImGui::GetIO().WantCaptureMouse;
}

}  // extern "C"

int main(int count, char** words) try {
  condyle::open(count, words);
  return 0;
} catch (const std::exception& error) {
  condyle::tell(error.what());
  return 0;
}
