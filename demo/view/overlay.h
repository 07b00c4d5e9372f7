#pragma once

#include <string>
#include <vector>

#include "view/color_map.h"
#include "view/strand_colors.h"

struct ImDrawList;

namespace condyle {

/// A rectangle of the picture [pixels, y down].
struct ScreenArea {
  float x = 0, y = 0, width = 0, height = 0;
};

/// What a colour bar says. `top` and `largest` are in the unit shown.
struct ColorBar {
  std::string title;   ///< with the unit
  double top = 1;      ///< value at its upper end
  double largest = 0;  ///< marked, and the over-range colour added above where beyond `top`
};

/// Where draw_pressure_bar puts the bar itself, with text of this size: each row of its pixels has
/// one colour of the map.
ScreenArea pressure_bar_area(const ScreenArea& view, float text_size);

/// The pressure bar at the right edge of `view`.
void draw_pressure_bar(ImDrawList& list, const ScreenArea& view, ColorMap map, const ColorBar& bar);

/// The smaller bar of the strands' strain or force, at the lower left of `view`.
void draw_strand_bar(ImDrawList& list, const ScreenArea& view, const StrandPaint& paint);

/// One faint line in the middle of the lower edge of `view`.
void draw_hint(ImDrawList& list, const ScreenArea& view, const std::string& text);

/// A title with lines of figures below it, at the top left of `view`.
void draw_caption(ImDrawList& list, const ScreenArea& view, const std::string& title,
                  const std::vector<std::string>& lines);

}  // namespace condyle
