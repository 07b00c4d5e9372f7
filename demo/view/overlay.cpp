#include "view/overlay.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/scale_strip.h"
#include "view/text_lines.h"
#include "view/theme.h"

namespace condyle {
namespace {

constexpr ImU32 k_text = IM_COL32(232, 236, 242, 255);
constexpr ImU32 k_faint = IM_COL32(170, 179, 192, 255);
constexpr ImU32 k_warning = IM_COL32(250, 190, 90, 255);
constexpr ImU32 k_dark_text = IM_COL32(20, 24, 30, 255), k_dark_faint = IM_COL32(80, 88, 100, 255);
constexpr ImU32 k_bright_ground = IM_COL32(255, 255, 255, 150);
constexpr ImU32 k_bright_strip = IM_COL32(244, 245, 247, 255), k_none = IM_COL32(0, 0, 0, 0);
constexpr ImU32 k_frame = IM_COL32(150, 160, 175, 160);
constexpr ImU32 k_shadow = IM_COL32(0, 0, 0, 110);
constexpr ImU32 k_ground = IM_COL32(14, 18, 24, 140), k_strip = IM_COL32(22, 26, 32, 255);
constexpr ImU32 k_message_ground = IM_COL32(14, 18, 24, 235);
constexpr ImU32 k_arrow = IM_COL32(240, 130, 50, 255);
constexpr float k_narrowest_caption = 6;  // in text heights
constexpr double k_arrow_room = 5.5;      // longest sample arrow, in text heights
const std::vector<std::string> k_automatic_notes = {"automatic:", "colours change", "meaning"};

ImU32 packed(Rgb8 color) { return IM_COL32(color[0], color[1], color[2], 255); }

float em() { return fonts().text->FontSize; }

/// Colours that can be read over a backdrop.
struct TextColors {
  ImU32 text = k_text, faint = k_faint, shadow = k_shadow, ground = k_ground, strip = k_strip;
};

TextColors colors_over(const TextGround& below) {
  TextColors colors;
  if (below.backdrop == Backdrop::light)
    colors = {k_dark_text, k_dark_faint, k_none, k_bright_ground, k_bright_strip};
  if (below.is_clear) colors.ground = colors.strip = k_none;
  return colors;
}

/// Writes text and records the areas that it covers.
class Writer {
 public:
  explicit Writer(ImDrawList& list, const TextColors& colors = {}) : list_(list), colors_(colors) {}

  static ScreenArea room_of(const ImFont* font, float x, float y, const std::string& text,
                            float wrap = 0) {
    const std::string lines = wrap > 0 ? in_lines(*font, text, wrap) : text;
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, lines.c_str());
    return {x, y, size.x, size.y};
  }

  /// `wrap` is the width at which lines break; 0: never.
  ScreenArea write(const ImFont* font, float x, float y, ImU32 color, const std::string& text,
                   float wrap = 0) {
    const float size = font->FontSize;
    const std::string lines = wrap > 0 ? in_lines(*font, text, wrap) : text;
    list_.AddText(font, size, {x + 1, y + 1}, colors_.shadow, lines.c_str(), nullptr, wrap);
    list_.AddText(font, size, {x, y}, color, lines.c_str(), nullptr, wrap);
    written_.push_back({text, room_of(font, x, y, text, wrap)});
    return written_.back().area;
  }
  ScreenArea write(float x, float y, ImU32 color, const std::string& text) {
    return write(fonts().text, x, y, color, text);
  }

  ImDrawList& list() { return list_; }
  const TextColors& colors() const { return colors_; }
  WrittenTexts take() { return std::move(written_); }

 private:
  ImDrawList& list_;
  TextColors colors_;
  WrittenTexts written_;
};

// Draws a dark background that keeps text readable over a bright mesh.
void draw_ground(ImDrawList& list, const ScreenArea& words, ImU32 color) {
  const float x = 0.7f * em(), y = 0.4f * em();
  list.AddRectFilled({words.x - x, words.y - y}, {words.right() + x, words.bottom() + y}, color,
                     0.5f * em());
}

// One colour per row of pixels; interpolation between corners would leave the colour map.
template <class ColorAt>
void draw_ramp(ImDrawList& list, const ScreenArea& bar, const ColorAt& color_at_fraction) {
  const int rows = static_cast<int>(bar.height);
  for (int row = 0; row < rows; ++row) {
    const double fraction = (row + 0.5) / rows;
    const float y = bar.bottom() - static_cast<float>(row);
    list.AddRectFilled({bar.x, y - 1}, {bar.right(), y}, color_at_fraction(fraction));
  }
  list.AddRect({bar.x - 1, bar.y - 1}, {bar.right() + 1, bar.bottom() + 1}, k_frame);
}

void draw_ticks(Writer& writer, const ScreenArea& bar, double top, int most,
                bool counts_down = false) {
  const int room = static_cast<int>(bar.height / (1.5f * em()));
  const Ticks ticks = choose_ticks(0, top, std::clamp(room, 1, most));
  for (double value : ticks.values) {
    const float y = bar.y + bar.height * static_cast<float>(1 - value / top);
    writer.list().AddLine({bar.right() + 1, y}, {bar.right() + 0.35f * em(), y}, k_frame);
    writer.write(bar.right() + 0.6f * em(), y - em() / 2, writer.colors().text,
                 tick_label(counts_down ? 100 - value : value, ticks));
  }
}

void draw_over_range_cap(ImDrawList& list, const ScreenArea& bar) {
  const float gap = 0.15f * em(), size = 0.6f * bar.width;
  const float y = bar.y - gap, x = bar.x + bar.width / 2;
  list.AddTriangleFilled({x - size / 2, y}, {x + size / 2, y}, {x, y - 0.6f * size},
                         packed(k_over_range_color));
}

void draw_largest_mark(Writer& writer, const ScreenArea& bar, const ColorBar& values) {
  if (!(values.largest > 0) || values.largest > values.top) return;
  const float y = bar.y + bar.height * static_cast<float>(1 - values.largest / values.top);
  const float s = 0.3f * em();
  writer.list().AddTriangleFilled({bar.x - 2 - 1.6f * s, y - s}, {bar.x - 2 - 1.6f * s, y + s},
                                  {bar.x - 2, y}, writer.colors().text);
}

void draw_pressure_scale(Writer& writer, const ScaleStrip& strip, const PictureScales& scales) {
  const ColorBar& values = scales.pressure;
  const ScreenArea& bar = strip.pressure;
  writer.write(bar.x, strip.pressure_title, writer.colors().text, values.title);
  draw_ramp(writer.list(), bar, [&](double f) { return packed(color_at(scales.colors, f)); });
  draw_ticks(writer, bar, values.top, 6, values.counts_down);
  draw_largest_mark(writer, bar, values);
  if (values.largest > values.top) draw_over_range_cap(writer.list(), bar);
  float y = bar.bottom() + em() / 2;
  writer.write(bar.x, y, writer.colors().faint,
               values.counts_down ? "least " + three_digits(100 - values.largest)
                                  : "peak " + three_digits(values.largest));
  if (!values.is_automatic) return;
  for (const std::string& note : k_automatic_notes) {
    y += k_strip_line * em();
    writer.write(bar.x, y, k_warning, note);
  }
}

// Draws an arrow for a round force, as long as the scene would show it at the camera's target.
void draw_sample_arrow(Writer& writer, float x, float y, const PictureScales& scales) {
  const SampleArrow sample =
      sample_arrow(scales.newtons_per_metre, k_arrow_room * em() / scales.pixels_per_metre);
  const auto length = static_cast<float>(sample.length * scales.pixels_per_metre);
  writer.write(x, y, writer.colors().text, fmt::format("{:g} N", sample.force));
  const float middle = y + (k_strip_line + 0.4f) * em();
  const float head = std::min(0.8f * em(), length), half = 0.35f * em();
  ImDrawList& list = writer.list();
  list.AddLine({x, middle}, {x + length - head, middle}, k_arrow, 0.2f * em());
  list.AddTriangleFilled({x + length - head, middle - half}, {x + length - head, middle + half},
                         {x + length, middle}, k_arrow);
}

void draw_strand_scale(Writer& writer, const ScaleStrip& strip, const StrandPaint& paint) {
  const ScreenArea& bar = strip.strands;
  const bool strain = paint.by == StrandColor::strain;
  const double unit = strain ? 0.01 : 1;
  const float line = k_strip_line * em();
  writer.write(bar.x, strip.strand_title, writer.colors().text, "strands:");
  writer.write(bar.x, strip.strand_title + line, writer.colors().text,
               strain ? "strain [%]" : "force [N]");
  draw_ramp(writer.list(), bar,
            [&](double f) { return packed(strand_color(f * paint.range, paint)); });
  draw_ticks(writer, bar, paint.range / unit, 4);
  if (!strip.shows_strand_words) return;
  const float below = bar.bottom() + em() / 2;
  writer.write(bar.x, below, writer.colors().faint, "grey: slack");
  writer.write(bar.x, below + line, writer.colors().faint, "dark: cut");
}

}  // namespace

WrittenTexts draw_scales(ImDrawList& list, const ScreenArea& area, const PictureScales& scales) {
  if (!(area.width > 0)) return {};
  Writer writer(list, colors_over(scales.ground));
  list.AddRectFilled({area.x, area.y}, {area.right(), area.bottom()}, writer.colors().strip);
  const int notes = scales.pressure.is_automatic ? static_cast<int>(k_automatic_notes.size()) : 0;
  const ScaleStrip strip =
      lay_out_scales(area, em(), {notes, scales.newtons_per_metre > 0, scales.strands.has_value()});
  draw_pressure_scale(writer, strip, scales);
  if (strip.shows_arrow) draw_sample_arrow(writer, strip.pressure.x, strip.arrow, scales);
  if (strip.strands.height > 0) draw_strand_scale(writer, strip, *scales.strands);
  return writer.take();
}

WrittenTexts draw_hint(ImDrawList& list, const ScreenArea& view,
                       const std::vector<std::string>& texts) {
  Writer writer(list);
  for (const std::string& text : texts) {
    ScreenArea words = Writer::room_of(fonts().text, 0, view.bottom() - 2.2f * em(), text);
    if (words.width + 2 * em() > view.width) continue;
    words.x = view.x + (view.width - words.width) / 2;
    draw_ground(list, words, k_ground);
    writer.write(words.x, words.y, k_faint, text);
    break;
  }
  return writer.take();
}

WrittenTexts draw_caption(ImDrawList& list, const ScreenArea& view, float indent,
                          const std::string& title, const std::vector<std::string>& lines,
                          const TextGround& below) {
  const TextColors colors = colors_over(below);
  const float x = view.x + indent, wrap = view.width - 2 * indent;
  if (wrap < k_narrowest_caption * em()) return {};
  float y = view.y + em();
  struct Line {
    const ImFont* font;
    ImU32 color;
    std::string text;
    float y;
  };
  std::vector<Line> shown;
  ScreenArea ground{x, y, 0, 0};
  const auto place = [&](const ImFont* font, ImU32 color, const std::string& text) {
    const ScreenArea words = Writer::room_of(font, x, y, text, wrap);
    if (!shown.empty() && words.bottom() > view.y + view.height / 2) return;
    shown.push_back({font, color, text, y});
    ground.width = std::max(ground.width, words.width);
    ground.height = words.bottom() - ground.y;
    y = words.bottom() + 0.3f * em();
  };
  place(fonts().title, colors.text, title);
  for (const std::string& line : lines) place(fonts().text, colors.faint, line);
  draw_ground(list, ground, colors.ground);
  Writer writer(list, colors);
  for (const Line& line : shown) writer.write(line.font, x, line.y, line.color, line.text, wrap);
  return writer.take();
}

WrittenTexts draw_message(ImDrawList& list, const ScreenArea& view, const std::string& text) {
  const float wrap = std::min(0.9f * view.width - 2 * em(), 60 * em());
  ScreenArea words = Writer::room_of(fonts().text, 0, 0, text, wrap);
  words.x = view.x + (view.width - words.width) / 2;
  words.y = std::max(view.bottom() - 3.6f * em() - words.height, view.y + em());
  draw_ground(list, words, k_message_ground);
  Writer writer(list);
  writer.write(fonts().text, words.x, words.y, k_text, text, wrap);
  return writer.take();
}

}  // namespace condyle
