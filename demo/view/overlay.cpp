#include "view/overlay.h"

#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "view/theme.h"
#include "view/ticks.h"

namespace condyle {
namespace {

constexpr ImU32 k_text = IM_COL32(232, 236, 242, 255);
constexpr ImU32 k_faint = IM_COL32(170, 179, 192, 255);
constexpr ImU32 k_frame = IM_COL32(150, 160, 175, 160);
constexpr ImU32 k_shadow = IM_COL32(0, 0, 0, 110);

ImU32 packed(Rgb8 color) { return IM_COL32(color[0], color[1], color[2], 255); }

float em() { return fonts().text->FontSize; }

float text_width(const std::string& text) {
  return fonts().text->CalcTextSizeA(em(), FLT_MAX, 0, text.c_str()).x;
}

void draw_text(ImDrawList& list, ImFont* font, float x, float y, ImU32 color,
               const std::string& text) {
  list.AddText(font, font->FontSize, {x + 1, y + 1}, k_shadow, text.c_str());
  list.AddText(font, font->FontSize, {x, y}, color, text.c_str());
}

// A darker ground for words and bars: they stay readable before a bright mesh.
void draw_ground(ImDrawList& list, float left, float top, float right, float bottom) {
  list.AddRectFilled({left, top}, {right, bottom}, IM_COL32(14, 18, 24, 140), 0.5f * em());
}

// One row of pixels per colour: no blending between corners that would leave the map.
template <class ColorAt>
void draw_ramp(ImDrawList& list, const ScreenArea& bar, const ColorAt& color_at_fraction) {
  const int rows = static_cast<int>(bar.height);
  for (int row = 0; row < rows; ++row) {
    const double fraction = (row + 0.5) / rows;
    const float y = bar.y + bar.height - static_cast<float>(row);
    list.AddRectFilled({bar.x, y - 1}, {bar.x + bar.width, y}, color_at_fraction(fraction));
  }
  list.AddRect({bar.x - 1, bar.y - 1}, {bar.x + bar.width + 1, bar.y + bar.height + 1}, k_frame);
}

void draw_ticks(ImDrawList& list, const ScreenArea& bar, double top, int wanted) {
  const Ticks ticks = choose_ticks(0, top, wanted);
  for (double value : ticks.values) {
    const float y = bar.y + bar.height * static_cast<float>(1 - value / top);
    const float right = bar.x + bar.width;
    list.AddLine({right + 1, y}, {right + 0.35f * em(), y}, k_frame);
    draw_text(list, fonts().text, right + 0.6f * em(), y - em() / 2, k_text,
              tick_label(value, ticks));
  }
}

void draw_over_range_cap(ImDrawList& list, const ScreenArea& bar) {
  const float gap = 0.3f * em(), size = 0.9f * bar.width;
  const float y = bar.y - gap, x = bar.x + bar.width / 2;
  list.AddTriangleFilled({x - size / 2, y}, {x + size / 2, y}, {x, y - 0.8f * size},
                         packed(k_over_range_color));
}

void draw_largest_mark(ImDrawList& list, const ScreenArea& bar, const ColorBar& values) {
  if (!(values.largest > 0) || values.largest > values.top) return;
  const float y = bar.y + bar.height * static_cast<float>(1 - values.largest / values.top);
  const float s = 0.35f * em();
  list.AddTriangleFilled({bar.x - 2 - 1.6f * s, y - s}, {bar.x - 2 - 1.6f * s, y + s},
                         {bar.x - 2, y}, k_text);
}

}  // namespace

ScreenArea pressure_bar_area(const ScreenArea& view, float text_size) {
  const float height = std::floor(std::min(0.5f * view.height, 26 * text_size));
  const float width = std::floor(1.3f * text_size);
  const float x = std::floor(view.x + view.width - 5.2f * text_size);
  return {x, std::floor(view.y + (view.height - height) / 2), width, height};
}

void draw_pressure_bar(ImDrawList& list, const ScreenArea& view, ColorMap map,
                       const ColorBar& values) {
  const ScreenArea bar = pressure_bar_area(view, em());
  const float right = view.x + view.width - 1.2f * em();
  const float below = bar.y + bar.height + 0.7f * em();
  draw_ground(list, right - text_width(values.title) - 0.7f * em(), bar.y - 2.2f * em(),
              right + 0.7f * em(), below + 3 * em());
  draw_ramp(list, bar, [&](double f) { return packed(color_at(map, f)); });
  draw_ticks(list, bar, values.top, 6);
  draw_largest_mark(list, bar, values);
  if (values.largest > values.top) draw_over_range_cap(list, bar);
  draw_text(list, fonts().text, right - text_width(values.title), below, k_text, values.title);
  const std::string peak = fmt::format("peak {:.3g}", values.largest);
  draw_text(list, fonts().text, right - text_width(peak), below + 1.35f * em(), k_faint, peak);
}

void draw_strand_bar(ImDrawList& list, const ScreenArea& view, const StrandPaint& paint) {
  const ScreenArea pressure = pressure_bar_area(view, em());
  const float height = std::floor(0.35f * pressure.height);
  const ScreenArea bar{std::floor(view.x + 1.6f * em()),
                       std::floor(view.y + view.height - height - 5.6f * em()), pressure.width,
                       height};
  const bool strain = paint.by == StrandColor::strain;
  const double unit = strain ? 0.01 : 1;
  const std::string title = strain ? "strand strain [%]" : "strand force [N]";
  const std::string rest = "slack: grey, cut: dark";
  const std::string limit =
      fmt::format("red: above {:.4g} {}", paint.limit / unit, strain ? "%" : "N");
  const float below = bar.y + bar.height + 0.7f * em();
  draw_ground(list, bar.x - 0.7f * em(), bar.y - 1.1f * em(),
              bar.x + std::max(text_width(rest), text_width(limit)) + 0.7f * em(),
              below + 4.4f * em());
  draw_ramp(list, bar, [&](double f) { return packed(strand_color(f * paint.range, paint)); });
  draw_ticks(list, bar, paint.range / unit, 4);
  draw_text(list, fonts().text, bar.x, below, k_text, title);
  draw_text(list, fonts().text, bar.x, below + 1.35f * em(), k_faint, rest);
  draw_text(list, fonts().text, bar.x, below + 2.7f * em(), k_faint, limit);
}

void draw_hint(ImDrawList& list, const ScreenArea& view, const std::string& text) {
  const float width = text_width(text), x = view.x + (view.width - width) / 2;
  const float y = view.y + view.height - 2.2f * em();
  if (width + 2 * em() > view.width) return;
  draw_ground(list, x - 0.7f * em(), y - 0.3f * em(), x + width + 0.7f * em(), y + 1.4f * em());
  draw_text(list, fonts().text, x, y, k_faint, text);
}

void draw_caption(ImDrawList& list, const ScreenArea& view, const std::string& title,
                  const std::vector<std::string>& lines) {
  const float x = view.x + 1.6f * em();
  float y = view.y + 1.3f * em();
  draw_text(list, fonts().title, x, y, k_text, title);
  y += 1.6f * fonts().title->FontSize;
  for (const std::string& line : lines) {
    draw_text(list, fonts().text, x, y, k_faint, line);
    y += 1.4f * em();
  }
}

}  // namespace condyle
