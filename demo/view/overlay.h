#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/color_map.h"
#include "view/layout.h"
#include "view/scales.h"
#include "view/strand_colors.h"

struct ImDrawList;

namespace condyle {

/// What a colour bar says. `top` and `largest` are in the unit shown.
struct ColorBar {
  std::string title;          ///< with the unit
  double top = 1;             ///< value at its upper end
  double largest = 0;         ///< marked, and the over-range colour added above where beyond `top`
  bool is_automatic = false;  ///< its top follows each picture; the bar then says so
};

/// All scales of one picture.
struct PictureScales {
  ColorMap map = ColorMap::viridis;
  ColorBar pressure;
  double newtons_per_metre = 0;  ///< of the arrows; 0: none are shown
  double pixels_per_metre = 0;
  std::optional<StrandPaint> strands;
};

/// A text that was written, and where: all of it lies in `area`.
struct WrittenText {
  std::string text;
  ScreenArea area;
};
using WrittenTexts = std::vector<WrittenText>;

/// Colour bar of pressure, sample arrow and colour bar of strands, in the strip beside the scene.
WrittenTexts draw_scales(ImDrawList& list, const ScreenArea& strip, const PictureScales& scales);

/// One faint line in the middle of the lower edge of `view`: the first of these that it has room
/// for.
WrittenTexts draw_hint(ImDrawList& list, const ScreenArea& view,
                       const std::vector<std::string>& texts);

/// A title with lines of figures below it, at the top left of `view`, `indent` [pixels] from both
/// its edges; they wrap where it is narrow, and stop before they cover more than half of it;
/// nothing where there is no room for a word.
WrittenTexts draw_caption(ImDrawList& list, const ScreenArea& view, float indent,
                          const std::string& title, const std::vector<std::string>& lines);

/// A message in the middle of `view`, near its lower edge.
WrittenTexts draw_message(ImDrawList& list, const ScreenArea& view, const std::string& text);

}  // namespace condyle
