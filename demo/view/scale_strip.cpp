#include "view/scale_strip.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

// In text heights.
constexpr float k_strip_margin = 1, k_gap = 1.2f, k_bar_gap = 0.5f, k_bar_width = 1.3f;
constexpr float k_least_bar = 3, k_longest_bar = 26, k_longest_strand_bar = 10;
constexpr float k_strand_share = 0.3f;  // share of the height of both bars
constexpr int k_arrow_lines = 2, k_strand_title_lines = 2, k_strand_words = 2;

struct Need {
  float words = 0;  ///< height of everything except the bars
  int bars = 0;
};

Need need_of(const StripContent& content, bool arrow, bool strand_words) {
  int lines = 2 + content.notes + (arrow ? k_arrow_lines : 0);
  float gaps = 2 * k_strip_margin + 2 * k_bar_gap + (arrow ? k_gap : 0);
  if (content.has_strands) {
    lines += k_strand_title_lines + (strand_words ? k_strand_words : 0);
    gaps += k_gap + 2 * k_bar_gap;
  }
  return {static_cast<float>(lines) * k_strip_line + gaps, content.has_strands ? 2 : 1};
}

}  // namespace

ScaleStrip lay_out_scales(const ScreenArea& area, float text_size, StripContent content) {
  const float height = area.height / text_size;
  ScaleStrip strip;
  strip.shows_arrow = content.has_arrow;
  strip.shows_strand_words = content.has_strands;
  const auto room = [&] {
    const Need need = need_of(content, strip.shows_arrow, strip.shows_strand_words);
    return height - need.words - k_least_bar * static_cast<float>(need.bars);
  };
  if (room() < 0) strip.shows_strand_words = false;
  if (room() < 0) strip.shows_arrow = false;
  if (room() < 0) content.has_strands = false;
  const float spare = std::max(room(), 0.0f);
  const float share = content.has_strands ? k_strand_share : 0;
  const float bar = std::min(k_least_bar + (1 - share) * spare, k_longest_bar);
  const float strand_bar = std::min(k_least_bar + share * spare, k_longest_strand_bar);

  const float x = std::floor(area.x + k_strip_margin * text_size);
  const auto ramp = [&](float y, float ems) {
    return ScreenArea{x, std::floor(y), std::floor(k_bar_width * text_size),
                      std::floor(ems * text_size)};
  };
  float y = area.y + k_strip_margin * text_size;
  strip.pressure_title = y;
  y += (k_strip_line + k_bar_gap) * text_size;
  strip.pressure = ramp(y, bar);
  y += (bar + k_bar_gap + static_cast<float>(1 + content.notes) * k_strip_line) * text_size;
  if (strip.shows_arrow) {
    y += k_gap * text_size;
    strip.arrow = y;
    y += k_arrow_lines * k_strip_line * text_size;
  }
  if (!content.has_strands) return strip;
  y += k_gap * text_size;
  strip.strand_title = y;
  y += (k_strand_title_lines * k_strip_line + k_bar_gap) * text_size;
  strip.strands = ramp(y, strand_bar);
  return strip;
}

float bottom_of(const ScaleStrip& strip, const StripContent& content, float text_size) {
  const float line = k_strip_line * text_size, gap = k_bar_gap * text_size;
  if (strip.strands.height > 0)
    return strip.strands.bottom() + gap + (strip.shows_strand_words ? k_strand_words * line : 0);
  if (strip.shows_arrow) return strip.arrow + k_arrow_lines * line;
  return strip.pressure.bottom() + gap + static_cast<float>(1 + content.notes) * line;
}

}  // namespace condyle
