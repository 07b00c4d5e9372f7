#pragma once

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

/// Takes a new time into a mean.
inline void average(double& mean, double seconds) {
  constexpr double k_weight = 0.1;
  mean = mean > 0 ? mean + k_weight * (seconds - mean) : seconds;
}

}  // namespace condyle
