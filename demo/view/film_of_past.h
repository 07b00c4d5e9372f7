#pragma once

#include <cstdint>
#include <vector>

#include "view/film.h"
#include "view/viewer_state.h"

namespace condyle {

/// A film of what has been: of the past of a live scene, or of a recorded motion. The window shows
/// one picture after the other, however long each takes, so that the film runs evenly.
struct FilmOfPast {
  Film film;
  double first = 0, last = 0;  ///< of the scene's past: numbers of steps; of a motion: times [s]
  double stride = 1;           ///< from one picture to the next
  double next = 0;             ///< what the next picture is to show

  double progress() const { return last > first ? (next - first) / (last - first) : 0; }
};

/// Begins a film at the playback's speed, in the current folder, and says so; if there is nothing
/// to film, says why. The scene pauses.
void start_film(ViewerState& state, ViewSize window);

/// Ends the film early; what there is of it is kept.
void end_film(ViewerState& state);

/// Call this after each picture, with the window's pixels (read_pixels()): takes the picture if it
/// shows what is wanted, and asks for the next one. Errors end the film with a message.
void film_picture(ViewerState& state, ViewSize window, const std::vector<std::uint8_t>& pixels);

/// Whether the picture that is drawn now will be taken.
bool is_film_due(const ViewerState& state);

}  // namespace condyle
