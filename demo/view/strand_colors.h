#pragma once

#include "view/color_map.h"
#include "view/view_options.h"
#include "world/shown_world.h"

namespace condyle {

/// How the strands of a picture are coloured.
struct StrandPaint {
  StrandColor by = StrandColor::strain;
  double range = 0.15;  ///< strain, or tension [N], at the top of the bar, which is red
};

/// The strain or tension by which the strand is coloured; 0 before the first step and if it is
/// parted.
double painted_value(const WorldStrand& strand, StrandColor by);

/// The colour of a value: blue if just taut, then yellow, red at the top of the range and above;
/// grey if slack.
Rgb8 strand_color(double value, const StrandPaint& paint);

/// The colour of a strand: the colour of its value, but red above its own failure strain and almost
/// black if it is parted.
Rgb8 strand_color(const WorldStrand& strand, const StrandPaint& paint);

}  // namespace condyle
