#pragma once

#include "condyle/model/scene.h"
#include "view/view_options.h"

namespace condyle {

/// A value whose largest so far sets the top of a scale, which so grows and never shrinks.
class LargestSoFar {
 public:
  void see(double value) { largest_ = value > largest_ ? value : largest_; }
  void forget() { largest_ = 0; }
  double value() const { return largest_; }
  /// Rounded up; `before` where nothing above 0 was seen.
  double top(double before) const;

 private:
  double largest_ = 0;
};

/// Top of the colour bar of pressure [Pa] where it is `peak` now. A scene whose pressure_range is
/// not 0 starts with that locked (scene_view_options).
double pressure_top(const ViewOptions& options, const LargestSoFar& pressure, double peak);

/// Newtons that an arrow of a metre stands for: the scene's own, or such that the largest force so
/// far, rounded up, has an arrow of a part of the scene's size [m].
double newtons_per_metre(const Scene& scene, const LargestSoFar& force, double scene_size);

/// A round force and the length of its arrow.
struct SampleArrow {
  double force = 0;   ///< [N]
  double length = 0;  ///< [m]
};

/// The largest force of 1, 2 or 5 times a power of ten whose arrow is at most `longest` > 0 [m].
SampleArrow sample_arrow(double newtons_per_metre, double longest);

}  // namespace condyle
