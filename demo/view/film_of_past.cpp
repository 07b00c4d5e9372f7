#include "view/film_of_past.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/system.h"
#include "condyle/error.h"
#include "view/panels.h"

namespace condyle {
namespace {

constexpr double k_film_rate = 30;  // pictures per second

/// A part of the window in pixels.
struct PixelArea {
  int x, y, width, height;
};

/// The scene with its scales, without panels.
PixelArea filmed_area(const ViewerState& state, ViewSize window) {
  const WindowLayout layout = window_layout(state, window);
  const float right = std::max(layout.scene.right(), layout.scales.right());
  const int x = std::max(static_cast<int>(layout.scene.x), 0);
  const int y = std::max(static_cast<int>(layout.scene.y), 0);
  return {x, y, std::min(static_cast<int>(right), window.width) - x,
          std::min(static_cast<int>(layout.scene.bottom()), window.height) - y};
}

std::vector<std::uint8_t> cropped(const std::vector<std::uint8_t>& pixels, ViewSize window,
                                  const PixelArea& area) {
  std::vector<std::uint8_t> part;
  part.reserve(3 * static_cast<std::size_t>(area.width) * area.height);
  for (int row = area.y; row < area.y + area.height; ++row) {
    const auto begin =
        pixels.begin() + 3 * (static_cast<std::ptrdiff_t>(row) * window.width + area.x);
    part.insert(part.end(), begin, begin + 3 * static_cast<std::ptrdiff_t>(area.width));
  }
  return part;
}

/// A name of a film of which neither the file nor the folder of pictures exists.
std::filesystem::path free_film(const std::string& scene) {
  for (int k = 1;; ++k) {
    const std::filesystem::path file = fmt::format("condyle-{}-{:03}.mp4", scene, k);
    if (!std::filesystem::exists(file) && !std::filesystem::exists(file.stem())) return file;
  }
}

/// The number of the step that the picture shows.
long step_of(const FilmOfPast& film) { return std::lround(std::min(film.next, film.last)); }

void ask_for_next(ViewerState& state) {
  const FilmOfPast& film = *state.film;
  if (state.live)
    state.live->show_past(step_of(film));
  else
    state.replay->show_time(std::min(film.next, film.last));
}

void keep_film(ViewerState& state) {
  Film& film = state.film->film;
  film.finish();
  say(state, film.lack().empty() ? "saved " + std::filesystem::absolute(film.target()).string()
                                 : film.lack());
}

}  // namespace

void start_film(ViewerState& state, ViewSize window) try {
  if (k_in_browser)
    throw InputError("a browser makes no films; condyle view makes them on a computer");
  double first = 0, last = 0, stride = state.playback.speed / k_film_rate;
  if (state.replay) {
    first = state.replay->recording().first_time();
    last = state.replay->recording().last_time();
  } else {
    const PastView& past = state.live->past();
    if (past.is_empty() || past.latest == past.oldest)
      throw InputError(
          "there is no past to film yet: let the scene run first (memory, under Time)");
    first = static_cast<double>(past.oldest);
    last = static_cast<double>(past.latest);
    stride *= (last - first) / past.seconds;
  }
  const PixelArea area = filmed_area(state, window);
  const std::string scene = state.world->scene().file.stem().string();
  state.playback.playing = false;
  state.film.reset(new FilmOfPast{Film(free_film(scene), {area.width, area.height}, k_film_rate),
                                  first, last, stride, first});
  ask_for_next(state);
} catch (const InputError& error) {
  say(state, error.what());
}

void end_film(ViewerState& state) try {
  if (state.film && state.film->film.pictures() > 0) keep_film(state);
  state.film.reset();
} catch (const InputError& error) {
  state.film.reset();
  say(state, error.what());
}

bool is_film_due(const ViewerState& state) {
  if (!state.film) return false;
  if (state.replay) return true;
  const PastView& past = state.live->past();
  const long wanted = std::clamp(step_of(*state.film), past.oldest, past.latest);
  return state.live->is_up_to_date() && past.shown == wanted;
}

void film_picture(ViewerState& state, ViewSize window,
                  const std::vector<std::uint8_t>& pixels) try {
  FilmOfPast& film = *state.film;
  const PixelArea area = filmed_area(state, window);
  if (area.width != film.film.size().width || area.height != film.film.size().height) {
    end_film(state);
    return say(state, "the film ends here: the scene has another size now");
  }
  film.film.add(cropped(pixels, window, area));
  const bool was_last = film.next >= film.last;
  film.next += film.stride;
  if (was_last) return end_film(state);
  ask_for_next(state);
} catch (const InputError& error) {
  state.film.reset();
  say(state, error.what());
}

}  // namespace condyle
