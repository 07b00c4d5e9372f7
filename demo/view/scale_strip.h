#pragma once

#include "view/layout.h"

namespace condyle {

/// The contents of the strip beside the scene.
struct StripContent {
  int notes = 0;  ///< lines below the pressure bar, in addition to the peak
  bool has_arrow = true;
  bool has_strands = false;
};

/// The layout of the strip. Areas of bars cover their colour ramps only; ticks and text lie beside
/// and below.
struct ScaleStrip {
  ScreenArea pressure;       ///< each row of pixels has one colour of the map
  float pressure_title = 0;  ///< y of the line above the pressure bar
  float arrow = 0;           ///< y of the lines of the sample arrow, if it is shown
  ScreenArea strands;        ///< height 0 if the strand bar is not shown
  float strand_title = 0;    ///< y of the two lines above the strand bar
  bool shows_arrow = false, shows_strand_words = false;
};

inline constexpr float k_strip_line = 1.35f;  ///< line spacing in the strip, in text heights

/// Lays out, from the top: the pressure bar, the sample arrow, the strand bar. In a low window the
/// bars become shorter; then the words, the arrow and the strand bar are left out.
ScaleStrip lay_out_scales(const ScreenArea& area, float text_size, StripContent content);

/// The lowest y that the layout uses.
float bottom_of(const ScaleStrip& strip, const StripContent& content, float text_size);

}  // namespace condyle
