#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "view/color_map.h"

namespace condyle::test::color_map_tests {

TEST_CASE("colour maps: lightness rises with the value, all the way") {
  const ColorMap map = GENERATE(ColorMap::viridis, ColorMap::inferno, ColorMap::cividis,
                                ColorMap::batlow, ColorMap::grey);
  // One step of 1/255 in a channel is up to 0.4 in L*, so rounding may hide that much of the rise.
  constexpr double k_rounding = 0.4;
  double last = lightness(color_at(map, 0));
  for (int i = 1; i <= 1000; ++i) {
    const double now = lightness(color_at(map, i / 1000.0));
    CHECK(now >= last - k_rounding);
    last = now;
  }
  CHECK(last - lightness(color_at(map, 0)) > 70);
}

TEST_CASE("colour maps: equal steps of value are nearly equal steps of lightness") {
  const ColorMap map = GENERATE(ColorMap::viridis, ColorMap::inferno, ColorMap::cividis,
                                ColorMap::batlow, ColorMap::grey);
  const double first = lightness(color_at(map, 0)), last = lightness(color_at(map, 1));
  for (int i = 0; i <= 20; ++i) {
    const double t = i / 20.0;
    // The published maps are linear in the lightness J' of CAM02-UCS, from which CIE L* bends away
    // by up to 5.6, and the 256 entries of batlow by 6.0, to which its rounding is added.
    const double bend = map == ColorMap::batlow ? 6.4 : 6;
    CHECK(lightness(color_at(map, t)) == Approx(first + t * (last - first)).margin(bend));
  }
}

TEST_CASE("colour maps: published ends, and values outside taken to them") {
  CHECK(color_at(ColorMap::viridis, 0) == Rgb8{0x44, 0x01, 0x54});
  CHECK(color_at(ColorMap::viridis, 1) == Rgb8{0xfd, 0xe7, 0x25});
  CHECK(color_at(ColorMap::inferno, 0) == Rgb8{0x00, 0x00, 0x04});
  CHECK(color_at(ColorMap::inferno, 1) == Rgb8{0xfc, 0xff, 0xa4});
  CHECK(color_at(ColorMap::viridis, -3) == color_at(ColorMap::viridis, 0));
  CHECK(color_at(ColorMap::viridis, 7) == color_at(ColorMap::viridis, 1));
  CHECK(color_at(ColorMap::viridis, std::numeric_limits<double>::quiet_NaN()) ==
        color_at(ColorMap::viridis, 0));
}

TEST_CASE("colour maps: reversed, and in bands that have the colour of their middle") {
  const ColorScale reversed{ColorMap::batlow, true};
  for (const double t : {0.0, 0.1, 0.5, 0.83, 1.0})
    CHECK(color_at(reversed, t) == color_at(ColorMap::batlow, 1 - t));
  const ColorScale bands{ColorMap::cividis, false, 0.25};
  for (const double t : {0.0, 0.1, 0.2499}) CHECK(color_at(bands, t) == color_at(bands.map, 0.125));
  for (const double t : {0.75, 0.9, 0.9999})
    CHECK(color_at(bands, t) == color_at(bands.map, 0.875));
  // The last band of a range that is no multiple of it.
  CHECK(color_at({ColorMap::grey, false, 0.4}, 0.9) == color_at(ColorMap::grey, 1));
  CHECK(color_at(bands, std::numeric_limits<double>::quiet_NaN()) == color_at(bands, 0));
}

TEST_CASE("colour maps: no map has a colour that could be taken for one over the range") {
  for (const ColorMap map : {ColorMap::viridis, ColorMap::inferno, ColorMap::cividis,
                             ColorMap::batlow, ColorMap::grey}) {
    int nearest = 255;
    for (int i = 0; i <= 1000; ++i) {
      const Rgb8 color = color_at(map, i / 1000.0);
      int distance = 0;
      for (std::size_t k = 0; k < 3; ++k)
        distance = std::max(distance, std::abs(color[k] - k_over_range_color[k]));
      nearest = std::min(nearest, distance);
    }
    INFO(word_of(map));
    CHECK(nearest > 40);
  }
}

TEST_CASE("lightness: black, white and the grey in between") {
  CHECK(lightness({0, 0, 0}) == Approx(0).margin(1e-12));
  CHECK(lightness({255, 255, 255}) == Approx(100));
  CHECK(lightness({119, 119, 119}) == Approx(50).margin(0.2));  // CIE: L* 50 is sRGB 118.9
}

}  // namespace condyle::test::color_map_tests
