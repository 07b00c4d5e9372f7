#pragma once

#include <cstddef>

namespace condyle {

/// Wall times of the stages of a picture, each a mean over about the last ten [s]. A graphics card
/// draws beside the program, which then waits for it in `show`.
struct DrawTimes {
  double maps = 0;    ///< what is to be drawn, with the maps of contacts
  double scene = 0;   ///< the scene
  double panels = 0;  ///< panels, texts and curves
  double show = 0;    ///< until the window shows the picture, with the wait for the screen

  double total() const { return maps + scene + panels + show; }
};

/// What the stages of the last picture sent to the graphics card [bytes].
struct DrawBytes {
  std::size_t maps = 0;    ///< maps, and meshes that are new or change their shape
  std::size_t scene = 0;   ///< places, looks and light of what is drawn
  std::size_t panels = 0;  ///< triangles of panels, texts and curves

  std::size_t total() const { return maps + scene + panels; }
};

/// Takes a new time into a mean.
inline void average(double& mean, double seconds) {
  constexpr double k_weight = 0.1;
  mean = mean > 0 ? mean + k_weight * (seconds - mean) : seconds;
}

}  // namespace condyle
