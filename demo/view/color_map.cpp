#include "view/color_map.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

constexpr int k_map_colors = 33;
using Table = std::array<std::uint32_t, k_map_colors>;

// Every eighth of the 256 published entries; linear interpolation differs from the other entries by
// at most 2/255.
constexpr Table k_viridis = {0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453781, 0x424086,
                             0x3e4989, 0x3b528b, 0x375b8d, 0x33638d, 0x2f6b8e, 0x2c728e, 0x297a8e,
                             0x26828e, 0x23898e, 0x21918c, 0x1f978b, 0x1f9f88, 0x21a685, 0x27ad81,
                             0x31b57b, 0x3dbc74, 0x4cc26c, 0x5cc863, 0x6ece58, 0x81d34d, 0x95d840,
                             0xaadc32, 0xc0df25, 0xd5e21a, 0xeae51a, 0xfde725};
constexpr Table k_inferno = {0x000004, 0x040312, 0x0b0724, 0x150b37, 0x210c4a, 0x2f0a5b, 0x3d0965,
                             0x4a0c6b, 0x57106e, 0x64156e, 0x71196e, 0x7d1e6d, 0x8a226a, 0x972766,
                             0xa32c61, 0xb0315b, 0xbc3754, 0xc63d4d, 0xd04545, 0xda4e3c, 0xe35933,
                             0xeb6429, 0xf1711f, 0xf67e14, 0xf98c0a, 0xfb9b06, 0xfcaa0f, 0xfbba1f,
                             0xf9c932, 0xf5d949, 0xf2e865, 0xf3f586, 0xfcffa4};

double channel(std::uint32_t color, int i) { return (color >> (16 - 8 * i)) & 0xffu; }

}  // namespace

Rgb8 color_at(ColorMap map, double t) {
  const Table& table = map == ColorMap::viridis ? k_viridis : k_inferno;
  // Written so that NaN becomes 0.
  const double x = (k_map_colors - 1) * (t > 0 ? std::min(t, 1.0) : 0.0);
  const auto k = std::min(static_cast<std::size_t>(x), table.size() - 2);
  const double f = x - static_cast<double>(k);
  Rgb8 color;
  for (int i = 0; i < 3; ++i) {
    const double value = (1 - f) * channel(table[k], i) + f * channel(table[k + 1], i);
    color[i] = static_cast<std::uint8_t>(std::lround(value));
  }
  return color;
}

double linear_from_srgb(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double lightness(Rgb8 color) {
  const double y = 0.2126 * linear_from_srgb(color[0] / 255.0) +
                   0.7152 * linear_from_srgb(color[1] / 255.0) +
                   0.0722 * linear_from_srgb(color[2] / 255.0);
  constexpr double k_dark = 216.0 / 24389.0;
  return y > k_dark ? 116 * std::cbrt(y) - 16 : y * 24389.0 / 27.0;
}

}  // namespace condyle
