#include "view/viewer_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/system.h"
#include "condyle/error.h"
#include "core/src/base/enum_words.h"
#include "core/src/files/file_bytes.h"

namespace condyle {
namespace {

constexpr const char *k_folded_prefix = "folded.", *k_place_prefix = "place.",
                     *k_plot_prefix = "plot.";
constexpr std::size_t k_most_recent = 12;
constexpr double k_most_megabytes = 1e6;

std::optional<float> width_in(const std::string& text) {
  char* end = nullptr;
  const float value = std::strtof(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(value > 0 && value <= k_widest_panel)) return {};
  return value;
}

std::optional<double> number_in(const std::string& text, double least, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(value >= least && value <= most)) return {};
  return value;
}

ViewSize size_in(const std::string& text) {
  constexpr int k_least = 200, k_most = 16384;  // [pixels]
  ViewSize size{0, 0};
  char rest = 0;
  const bool is_size =
      std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) == 2 &&
      std::min(size.width, size.height) >= k_least && std::max(size.width, size.height) <= k_most;
  return is_size ? size : ViewSize{0, 0};
}

/// "left", "right", or of a window "X Y WIDTH HEIGHT".
std::optional<GroupPlace> place_in(const std::string& text) {
  constexpr float k_least = 2, k_most = 2000;
  if (text == "left") return GroupPlace{.panel = Side::left};
  if (text == "right") return GroupPlace{.panel = Side::right};
  GroupPlace place;
  char rest = 0;
  const bool is_place = std::sscanf(text.c_str(), "%f %f %f %f%c", &place.x, &place.y, &place.width,
                                    &place.height, &rest) == 4 &&
                        std::abs(place.x) <= k_most && std::abs(place.y) <= k_most &&
                        place.width >= k_least && place.width <= k_most &&
                        place.height >= k_least && place.height <= k_most;
  return is_place ? std::optional(place) : std::nullopt;
}

std::string text_of(const GroupPlace& place) {
  if (place.panel) return *place.panel == Side::left ? "left" : "right";
  return fmt::format("{:g} {:g} {:g} {:g}", place.x, place.y, place.width, place.height);
}

void take(const std::string& key, const std::string& value, ViewerSettings& settings) {
  PanelWishes& panels = settings.panels;
  const std::string folded = k_folded_prefix;
  if (key == "left.open") panels.left.is_open = value != "no";
  if (key == "right.open") panels.right.is_open = value != "no";
  if (key == "left.width") panels.left.width = width_in(value).value_or(panels.left.width);
  if (key == "right.width") panels.right.width = width_in(value).value_or(panels.right.width);
  if (key == "window") settings.window = size_in(value);
  if (key == "past.megabytes")
    settings.past_megabytes =
        number_in(value, 0, k_most_megabytes).value_or(settings.past_megabytes);
  if (key == "text.scale")
    settings.text_scale =
        number_in(value, k_least_text_scale, k_most_text_scale).value_or(settings.text_scale);
  if (key == "theme") settings.theme = enumerator_of<Theme>(value).value_or(settings.theme);
  if (key == "background")
    settings.backdrop = enumerator_of<Backdrop>(value).value_or(settings.backdrop);
  if (key == "recent" && settings.recent.size() < k_most_recent) settings.recent.push_back(value);
  if (key == "last_opened") panels.last_opened = value == "right" ? Side::right : Side::left;
  if (key.starts_with(k_plot_prefix))
    settings.plots[key.substr(std::string(k_plot_prefix).size())].push_back(own_plot_of(value));
  if (key.starts_with(k_place_prefix))
    if (const std::optional<GroupPlace> place = place_in(value))
      settings.places[key.substr(std::string(k_place_prefix).size())] = *place;
  if (key.starts_with(folded) && value == "yes") settings.folded.insert(key.substr(folded.size()));
}

}  // namespace

std::filesystem::path settings_file() {
  const std::filesystem::path folder = user_folder();
  return folder.empty() ? folder : folder / "viewer.ini";
}

void remember_recent(ViewerSettings& settings, const std::filesystem::path& file) {
  const std::string name = file.string();
  if (name.find('\n') != std::string::npos) return;  // one line of the file for each
  std::erase(settings.recent, name);
  settings.recent.insert(settings.recent.begin(), name);
  if (settings.recent.size() > k_most_recent) settings.recent.resize(k_most_recent);
}

ViewerSettings read_settings(const std::filesystem::path& file) {
  ViewerSettings settings;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string::npos) continue;
    take(line.substr(0, equals), line.substr(equals + 3), settings);
  }
  return settings;
}

bool write_settings(const std::filesystem::path& file, const ViewerSettings& settings) try {
  const auto word = [](bool yes) { return yes ? "yes" : "no"; };
  const PanelWishes& panels = settings.panels;
  std::string text = fmt::format(
      "# Settings of Condyle's viewer; this file may be deleted.\n"
      "left.open = {}\nleft.width = {:g}\nright.open = {}\nright.width = {:g}\nlast_opened = {}\n"
      "past.megabytes = {:g}\ntext.scale = {:g}\ntheme = {}\nbackground = {}\n",
      word(panels.left.is_open), panels.left.width, word(panels.right.is_open), panels.right.width,
      panels.last_opened == Side::right ? "right" : "left", settings.past_megabytes,
      settings.text_scale, word_of(settings.theme), word_of(settings.backdrop));
  if (settings.window.width > 0)
    text += fmt::format("window = {}x{}\n", settings.window.width, settings.window.height);
  for (const std::string& group : settings.folded)
    text += fmt::format("{}{} = yes\n", k_folded_prefix, group);
  for (const auto& [group, place] : settings.places)
    text += fmt::format("{}{} = {}\n", k_place_prefix, group, text_of(place));
  for (const auto& [scene, plots] : settings.plots)
    for (const OwnPlot& plot : plots)
      text += fmt::format("{}{} = {}\n", k_plot_prefix, scene, text_of(plot));
  for (const std::string& recent : settings.recent) text += fmt::format("recent = {}\n", recent);
  std::filesystem::create_directories(file.parent_path());
  replace_file(file, text);
  return true;
} catch (const InputError&) {
  return false;
} catch (const std::filesystem::filesystem_error&) {
  return false;
}

}  // namespace condyle
