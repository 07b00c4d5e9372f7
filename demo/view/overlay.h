#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/color_map.h"
#include "view/layout.h"
#include "view/scales.h"
#include "view/strand_colors.h"
#include "view/text_writer.h"

namespace condyle {

/// Contents of a colour bar. `top` and `largest` are in the displayed unit.
struct ColorBar {
  std::string title;  ///< includes the unit
  double top = 1;     ///< value at the upper end
  /// Marked on the bar; if above `top`, a cap in the over-range colour is drawn.
  double largest = 0;
  bool is_automatic = false;  ///< whether `top` follows each picture; the bar then says so
  bool counts_down = false;   ///< the figures beside it are what is left of 100
  double zero = 0;            ///< of a difference: where the bar has 0; figures count from there
};

/// All scales of one picture.
struct PictureScales {
  ColorScale colors;
  ColorBar pressure;
  double newtons_per_metre = 0;  ///< scale of the arrows; 0: no arrows are shown
  double pixels_per_metre = 0;
  std::optional<StrandPaint> strands;
  TextGround ground;
};

/// Draws the pressure bar, the sample arrow and the strand bar in the strip beside the scene.
WrittenTexts draw_scales(ImDrawList& list, const ScreenArea& area, const PictureScales& scales);

/// Draws one faint line at the centre of the lower edge of `view`: the first of `texts` that fits.
WrittenTexts draw_hint(ImDrawList& list, const ScreenArea& view,
                       const std::vector<std::string>& texts, const TextGround& below);

/// Draws a title with lines below it at the top left of `view`, `indent` [pixels] from the left and
/// right edges. Lines wrap in a narrow view. Lines that would pass the middle of the view are left
/// out; if there is no room for a word, nothing is drawn.
WrittenTexts draw_caption(ImDrawList& list, const ScreenArea& view, float indent,
                          const std::string& title, const std::vector<std::string>& lines,
                          const TextGround& below = {});

/// Draws a message at the centre of `view`, near its lower edge.
WrittenTexts draw_message(ImDrawList& list, const ScreenArea& view, const std::string& text);

}  // namespace condyle
