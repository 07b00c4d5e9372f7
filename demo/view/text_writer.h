#pragma once

#include <imgui.h>

#include <string>
#include <utility>
#include <vector>

#include "view/layout.h"
#include "view/view_options.h"

namespace condyle {

/// What texts are written over.
struct TextGround {
  Backdrop backdrop = Backdrop::dark;
  bool is_clear = false;  ///< nothing may be drawn behind texts, as the picture is cut out
};

/// A text and the area that it covers.
struct WrittenText {
  std::string text;
  ScreenArea area;
};
using WrittenTexts = std::vector<WrittenText>;

/// Colours that can be read over a backdrop; as they are, over a dark one.
struct TextColors {
  ImU32 text = IM_COL32(232, 236, 242, 255);
  ImU32 faint = IM_COL32(170, 179, 192, 255);
  ImU32 shadow = IM_COL32(0, 0, 0, 110);
  ImU32 ground = IM_COL32(14, 18, 24, 140);
  ImU32 strip = IM_COL32(22, 26, 32, 255);
  ImU32 warning = IM_COL32(250, 190, 90, 255);
  ImU32 force = IM_COL32(255, 160, 85, 255);  ///< at the tips of arrows, in their colours
  ImU32 friction = IM_COL32(110, 190, 240, 255);
  ImU32 moment = IM_COL32(205, 160, 245, 255);
};

TextColors colors_over(const TextGround& below);

/// The height of the text's font [pixels].
float text_height();

/// Draws a ground behind words that keeps them readable over a mesh.
void draw_ground(ImDrawList& list, const ScreenArea& words, ImU32 color);

/// Writes text and records the areas that it covers.
class TextWriter {
 public:
  explicit TextWriter(ImDrawList& list, const TextColors& colors = {})
      : list_(list), colors_(colors) {}

  static ScreenArea room_of(const ImFont* font, float x, float y, const std::string& text,
                            float wrap = 0);

  /// `wrap` is the width at which lines break; 0: never.
  ScreenArea write(const ImFont* font, float x, float y, ImU32 color, const std::string& text,
                   float wrap = 0);
  ScreenArea write(float x, float y, ImU32 color, const std::string& text);

  ImDrawList& list() { return list_; }
  const TextColors& colors() const { return colors_; }
  WrittenTexts take() { return std::move(written_); }

 private:
  ImDrawList& list_;
  TextColors colors_;
  WrittenTexts written_;
};

}  // namespace condyle
