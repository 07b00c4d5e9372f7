#pragma once

#include "condyle/scene/scene.h"
#include "view/view_options.h"

namespace condyle {

/// The largest value so far, which sets the top of a scale: the scale grows but never shrinks.
class LargestSoFar {
 public:
  void observe(double value) { largest_ = value > largest_ ? value : largest_; }
  void forget() { largest_ = 0; }
  double value() const { return largest_; }
  /// The largest value, rounded up; `before` if no value above 0 was seen.
  double top(double before) const;

 private:
  double largest_ = 0;
};

/// The top of the bar of the field that the options show, for its largest value so far and now
/// (`peak`), in SI units. A scene with a pressure_range other than 0 starts with this value locked
/// (scene_view_options). The bar of the margin to yield always ends where none is left, unless the
/// user has fixed it elsewhere.
double top_of_range(const ViewOptions& options, const LargestSoFar& largest, double peak);

/// The pressure that decides the unit in which pressures are shown [Pa]: the top of the bar, or if
/// that changes with each picture, the largest so far.
double pressure_of_unit(const ViewOptions& options, const LargestSoFar& pressure);

/// The force that an arrow of one metre represents [N/m]: the scene's own scale, or a scale that
/// draws the largest force so far, rounded up, as a fixed part of the scene's size [m].
double newtons_per_metre(const scene::Scene& scene, const LargestSoFar& force, double scene_size);

/// A round force and the length of its arrow.
struct SampleArrow {
  double force = 0;   ///< [N]
  double length = 0;  ///< [m]
};

/// The largest force of the form 1, 2 or 5 times a power of ten whose arrow is at most `longest` >
/// 0 [m] long.
SampleArrow sample_arrow(double newtons_per_metre, double longest);

}  // namespace condyle
