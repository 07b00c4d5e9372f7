#include "view/text_writer.h"

#include <cfloat>

#include "view/text_lines.h"
#include "view/theme.h"

namespace condyle {
namespace {

constexpr ImU32 k_no_color = IM_COL32(0, 0, 0, 0);
constexpr TextColors k_over_light{.text = IM_COL32(20, 24, 30, 255),
                                  .faint = IM_COL32(80, 88, 100, 255),
                                  .shadow = k_no_color,
                                  .ground = IM_COL32(255, 255, 255, 150),
                                  .strip = IM_COL32(244, 245, 247, 255),
                                  .warning = IM_COL32(143, 84, 0, 255),
                                  .force = IM_COL32(165, 62, 0, 255),
                                  .friction = IM_COL32(0, 90, 155, 255),
                                  .moment = IM_COL32(115, 50, 175, 255)};

}  // namespace

TextColors colors_over(const TextGround& below) {
  TextColors colors = below.backdrop == Backdrop::light ? k_over_light : TextColors();
  if (below.is_clear) colors.ground = colors.strip = k_no_color;
  return colors;
}

float text_height() { return fonts().text->FontSize; }

void draw_ground(ImDrawList& list, const ScreenArea& words, ImU32 color) {
  const float x = 0.7f * text_height(), y = 0.4f * text_height();
  list.AddRectFilled({words.x - x, words.y - y}, {words.right() + x, words.bottom() + y}, color,
                     0.5f * text_height());
}

ScreenArea TextWriter::room_of(const ImFont* font, float x, float y, const std::string& text,
                               float wrap) {
  const std::string lines = wrap > 0 ? in_lines(*font, text, wrap) : text;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, lines.c_str());
  return {x, y, size.x, size.y};
}

ScreenArea TextWriter::write(const ImFont* font, float x, float y, ImU32 color,
                             const std::string& text, float wrap) {
  const float size = font->FontSize;
  const std::string lines = wrap > 0 ? in_lines(*font, text, wrap) : text;
  list_.AddText(font, size, {x + 1, y + 1}, colors_.shadow, lines.c_str(), nullptr, wrap);
  list_.AddText(font, size, {x, y}, color, lines.c_str(), nullptr, wrap);
  written_.push_back({text, room_of(font, x, y, text, wrap)});
  return written_.back().area;
}

ScreenArea TextWriter::write(float x, float y, ImU32 color, const std::string& text) {
  return write(fonts().text, x, y, color, text);
}

}  // namespace condyle
