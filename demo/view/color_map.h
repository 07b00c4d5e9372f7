#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace condyle {

/// Perceptually uniform colour maps by N. Smith and S. van der Walt (2015, public domain, CC0).
/// Equal steps of value look like equal steps of lightness, also in grey and to colour-blind
/// people.
enum class ColorMap { viridis, inferno };

constexpr const char* word_of(ColorMap value) {
  switch (value) {
    case ColorMap::viridis:
      return "viridis";
    case ColorMap::inferno:
      return "inferno";
  }
  return nullptr;
}

/// Red, green and blue in sRGB, each 0 to 255.
using Rgb8 = std::array<std::uint8_t, 3>;

/// The colour at `t`, clamped to [0, 1]; NaN counts as 0.
Rgb8 color_at(ColorMap map, double t);

/// Colour of values above the top of a locked range; neither map contains it.
inline constexpr Rgb8 k_over_range_color = {255, 45, 120};

/// The linear light of a channel of an sRGB colour, both 0 to 1 (IEC 61966-2-1).
double linear_from_srgb(double value);

/// The CIE 1976 lightness L* in [0, 100] of an sRGB colour (IEC 61966-2-1, CIE 15).
double lightness(Rgb8 color);

}  // namespace condyle
