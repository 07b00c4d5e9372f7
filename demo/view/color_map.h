#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace condyle {

/// Perceptually uniform colour maps: equal steps of value look like equal steps of lightness, also
/// in grey and to colour-blind people.
enum class ColorMap {
  viridis,  ///< N. Smith and S. van der Walt 2015, public domain (CC0)
  inferno,  ///< likewise
  cividis,  ///< J. Nunez, C. Anderton and R. Renslow 2018, PLoS ONE 13(7), e0199239 (CC0)
  batlow,   ///< F. Crameri 2018, Scientific colour maps, doi.org/10.5281/zenodo.1243862 (MIT)
  grey,     ///< from lightness 6 to 98 in equal steps of CIE L*
};

constexpr const char* word_of(ColorMap value) {
  switch (value) {
    case ColorMap::viridis:
      return "viridis";
    case ColorMap::inferno:
      return "inferno";
    case ColorMap::cividis:
      return "cividis";
    case ColorMap::batlow:
      return "batlow";
    case ColorMap::grey:
      return "grey";
  }
  return nullptr;
}

/// Red, green and blue in sRGB, each 0 to 255.
using Rgb8 = std::array<std::uint8_t, 3>;

/// The colours of a bar from its lower end, 0, to its upper end, 1.
struct ColorScale {
  ColorMap map = ColorMap::viridis;
  bool reversed = false;  ///< the map's last colour is at 0
  double band = 0;        ///< width of bands that have one colour each; 0: none
  bool diverges = false;  ///< in place of `map`: blue below the middle, grey there, red above
};

/// The place in [0, 1] whose colour `t` has: the middle of its band, if there are bands. NaN counts
/// as 0.
double band_middle(double t, double band);

/// The colour at `t`, clamped to [0, 1]; NaN counts as 0.
Rgb8 color_at(ColorMap map, double t);
Rgb8 color_at(const ColorScale& scale, double t);

/// Colour of values above the top of a locked range; no map contains it.
inline constexpr Rgb8 k_over_range_color = {255, 45, 120};

/// The linear light of a channel of an sRGB colour, both 0 to 1 (IEC 61966-2-1).
double linear_from_srgb(double value);

/// The CIE 1976 lightness L* in [0, 100] of an sRGB colour (IEC 61966-2-1, CIE 15).
double lightness(Rgb8 color);

}  // namespace condyle
