#pragma once

#include "shown_world.h"
#include "view/color_map.h"
#include "view/view_options.h"

namespace condyle {

/// How strands are coloured in one picture.
struct StrandPaint {
  StrandColor by = StrandColor::strain;
  double range = 0.15;  ///< strain, or tension [N], at the top of the bar, which is red
};

/// Cut, or torn to nothing.
bool is_parted(const WorldStrand& strand);

/// Strain or tension, whichever colours it; 0 before the first step and where it is parted.
double painted_value(const WorldStrand& strand, StrandColor by);

/// Colour of a value: calm blue where just taut, by way of yellow to red at the top of the range
/// and above; grey where slack.
Rgb8 strand_color(double value, const StrandPaint& paint);

/// Colour of a strand: that of its value, but red from its own failure strain on and nearly black
/// where it is parted.
Rgb8 strand_color(const WorldStrand& strand, const StrandPaint& paint);

}  // namespace condyle
