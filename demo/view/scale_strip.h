#pragma once

#include "view/layout.h"

namespace condyle {

/// What the strip beside the scene has to show.
struct StripContent {
  int notes = 0;  ///< lines below the pressure bar, besides the peak
  bool has_arrow = true;
  bool has_strands = false;
};

/// Where it goes. Bars are their ramps alone; their ticks and words stand beside and below.
struct ScaleStrip {
  ScreenArea pressure;       ///< one row of its pixels has one colour of the map
  float pressure_title = 0;  ///< y of the line above the bar
  float arrow = 0;           ///< y of the lines of the sample arrow; where it is shown
  ScreenArea strands;        ///< no height where they are not shown
  float strand_title = 0;    ///< y of the two lines above that bar
  bool shows_arrow = false, shows_strand_words = false;
};

inline constexpr float k_strip_line = 1.35f;  ///< of its words, in heights of text

/// From the top of the strip: the pressure bar, the sample arrow, the strands' bar. In a low window
/// bars become shorter, then words, the arrow and the strands are left out.
ScaleStrip lay_out_scales(const ScreenArea& strip, float text_size, StripContent content);

/// The lowest point that it takes.
float bottom_of(const ScaleStrip& strip, const StripContent& content, float text_size);

}  // namespace condyle
