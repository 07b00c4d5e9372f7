#include "view/overlay.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/scale_strip.h"
#include "view/theme.h"

namespace condyle {
namespace {

constexpr ImU32 k_frame = IM_COL32(150, 160, 175, 160);
constexpr ImU32 k_message_ground = IM_COL32(14, 18, 24, 235);
constexpr ImU32 k_arrow = IM_COL32(240, 130, 50, 255);
constexpr float k_narrowest_caption = 6;  // in text heights
constexpr double k_arrow_room = 5.5;      // longest sample arrow, in text heights
constexpr int k_most_about_zero = 9;      // ticks of a bar with 0 in its middle
const std::vector<std::string> k_automatic_notes = {"automatic:", "colours change", "meaning"};

ImU32 packed(Rgb8 color) { return IM_COL32(color[0], color[1], color[2], 255); }

float em() { return text_height(); }

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

/// Ticks on both sides of the middle of a bar that is as high above it as below.
Ticks ticks_about(double middle, int most) {
  Ticks ticks = choose_ticks(0, middle, std::max(1, most / 2));
  std::vector<double> both;
  for (const double value : ticks.values) {
    if (value > 0) both.push_back(middle - value);
    both.push_back(middle + value);
  }
  ticks.values = std::move(both);
  return ticks;
}

void draw_ticks_about(TextWriter& writer, const ScreenArea& bar, double middle) {
  const int room = static_cast<int>(bar.height / (1.5f * em()));
  const Ticks ticks = ticks_about(middle, std::min(room, k_most_about_zero));
  for (const double value : ticks.values) {
    const float y = bar.y + bar.height * static_cast<float>(1 - value / (2 * middle));
    writer.list().AddLine({bar.right() + 1, y}, {bar.right() + 0.35f * em(), y}, k_frame);
    writer.write(bar.right() + 0.6f * em(), y - em() / 2, writer.colors().text,
                 tick_label(value - middle, ticks));
  }
}

void draw_ticks(TextWriter& writer, const ScreenArea& bar, double top, int most,
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

void draw_largest_mark(TextWriter& writer, const ScreenArea& bar, const ColorBar& values) {
  if (!(values.largest > 0) || values.largest > values.top) return;
  const float y = bar.y + bar.height * static_cast<float>(1 - values.largest / values.top);
  const float s = 0.3f * em();
  writer.list().AddTriangleFilled({bar.x - 2 - 1.6f * s, y - s}, {bar.x - 2 - 1.6f * s, y + s},
                                  {bar.x - 2, y}, writer.colors().text);
}

void draw_pressure_scale(TextWriter& writer, const ScaleStrip& strip, const PictureScales& scales) {
  const ColorBar& values = scales.pressure;
  const ScreenArea& bar = strip.pressure;
  writer.write(bar.x, strip.pressure_title, writer.colors().text, values.title);
  draw_ramp(writer.list(), bar, [&](double f) { return packed(color_at(scales.colors, f)); });
  if (values.zero > 0) {
    draw_ticks_about(writer, bar, values.zero);
    writer.write(bar.x, bar.bottom() + em() / 2, writer.colors().faint,
                 "up to " + three_digits(values.largest));
    return;
  }
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
    writer.write(bar.x, y, writer.colors().warning, note);
  }
}

// Draws an arrow for a round force, as long as the scene would show it at the camera's target.
void draw_sample_arrow(TextWriter& writer, float x, float y, const PictureScales& scales) {
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

void draw_strand_scale(TextWriter& writer, const ScaleStrip& strip, const StrandPaint& paint) {
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
  TextWriter writer(list, colors_over(scales.ground));
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
                       const std::vector<std::string>& texts, const TextGround& below) {
  TextWriter writer(list, colors_over(below));
  for (const std::string& text : texts) {
    ScreenArea words = TextWriter::room_of(fonts().text, 0, view.bottom() - 2.2f * em(), text);
    if (words.width + 2 * em() > view.width) continue;
    words.x = view.x + (view.width - words.width) / 2;
    draw_ground(list, words, writer.colors().ground);
    writer.write(words.x, words.y, writer.colors().faint, text);
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
    const ScreenArea words = TextWriter::room_of(font, x, y, text, wrap);
    if (!shown.empty() && words.bottom() > view.y + view.height / 2) return;
    shown.push_back({font, color, text, y});
    ground.width = std::max(ground.width, words.width);
    ground.height = words.bottom() - ground.y;
    y = words.bottom() + 0.3f * em();
  };
  place(fonts().title, colors.text, title);
  for (const std::string& line : lines) place(fonts().text, colors.faint, line);
  draw_ground(list, ground, colors.ground);
  TextWriter writer(list, colors);
  for (const Line& line : shown) writer.write(line.font, x, line.y, line.color, line.text, wrap);
  return writer.take();
}

WrittenTexts draw_message(ImDrawList& list, const ScreenArea& view, const std::string& text) {
  const float wrap = std::min(0.9f * view.width - 2 * em(), 60 * em());
  ScreenArea words = TextWriter::room_of(fonts().text, 0, 0, text, wrap);
  words.x = view.x + (view.width - words.width) / 2;
  words.y = std::max(view.bottom() - 3.6f * em() - words.height, view.y + em());
  draw_ground(list, words, k_message_ground);
  TextWriter writer(list);
  writer.write(fonts().text, words.x, words.y, writer.colors().text, text, wrap);
  return writer.take();
}

}  // namespace condyle
