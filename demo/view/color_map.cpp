#include "view/color_map.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

constexpr int k_map_colors = 33;
using Table = std::array<std::uint32_t, k_map_colors>;

// 33 places of the 256 published entries; linear interpolation differs from the other entries by
// at most 2/255, and of cividis, which has a kink at its start, by 5/255.
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
constexpr Table k_cividis = {0x00204d, 0x00265a, 0x002c68, 0x00306f, 0x05366e, 0x1e3c6d, 0x2c426c,
                             0x37476b, 0x414d6b, 0x4a536b, 0x52596c, 0x595e6d, 0x61646f, 0x686a71,
                             0x6f7073, 0x757676, 0x7c7b78, 0x848279, 0x8c8879, 0x948e78, 0x9c9477,
                             0xa49b76, 0xaca174, 0xb4a872, 0xbdaf6f, 0xc5b66c, 0xcebd68, 0xd7c463,
                             0xe0cb5e, 0xe9d358, 0xf2da50, 0xfbe248, 0xffea46};
constexpr Table k_batlow = {0x011959, 0x08255b, 0x0d315d, 0x0f3b5f, 0x114360, 0x134b61, 0x165262,
                            0x1b5962, 0x226061, 0x2a655e, 0x356a59, 0x406f54, 0x4d734d, 0x597646,
                            0x667a3f, 0x737e38, 0x818232, 0x90862d, 0xa08a2b, 0xb08d2e, 0xbf9035,
                            0xce923f, 0xdb954c, 0xe8985b, 0xf29d6c, 0xf8a27e, 0xfca891, 0xfdaea3,
                            0xfdb4b4, 0xfdbac5, 0xfcc0d6, 0xfbc6e8, 0xfaccfa};
constexpr Table k_grey = {0x131313, 0x191919, 0x1f1f1f, 0x252525, 0x2b2b2b, 0x313131, 0x373737,
                          0x3e3e3e, 0x444444, 0x4b4b4b, 0x525252, 0x595959, 0x5f5f5f, 0x666666,
                          0x6e6e6e, 0x757575, 0x7c7c7c, 0x838383, 0x8b8b8b, 0x929292, 0x9a9a9a,
                          0xa1a1a1, 0xa9a9a9, 0xb1b1b1, 0xb9b9b9, 0xc0c0c0, 0xc8c8c8, 0xd0d0d0,
                          0xd8d8d8, 0xe1e1e1, 0xe9e9e9, 0xf1f1f1, 0xf9f9f9};

// K. Moreland 2009, Diverging color maps for scientific visualization (public domain).
constexpr Table k_cool_warm = {0x3b4cc0, 0x445acc, 0x4d68d7, 0x5775e1, 0x6282ea, 0x6c8ef1, 0x779af7,
                               0x82a5fb, 0x8db0fe, 0x98b9ff, 0xa3c2ff, 0xaec9fd, 0xb8d0f9, 0xc2d5f4,
                               0xccd9ee, 0xd5dbe6, 0xdddddd, 0xe5d8d1, 0xecd3c5, 0xf1ccb9, 0xf5c4ad,
                               0xf7bba0, 0xf7b194, 0xf7a687, 0xf49a7b, 0xf18d6f, 0xec7f63, 0xe57058,
                               0xde604d, 0xd55042, 0xcb3e38, 0xc0282f, 0xb40426};

const Table& table_of(ColorMap map) {
  switch (map) {
    case ColorMap::viridis:
      return k_viridis;
    case ColorMap::inferno:
      return k_inferno;
    case ColorMap::cividis:
      return k_cividis;
    case ColorMap::batlow:
      return k_batlow;
    case ColorMap::grey:
      return k_grey;
  }
  return k_viridis;
}

double channel(std::uint32_t color, int i) { return (color >> (16 - 8 * i)) & 0xffu; }

}  // namespace

namespace {

Rgb8 color_in(const Table& table, double t) {
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

}  // namespace

Rgb8 color_at(ColorMap map, double t) { return color_in(table_of(map), t); }

double band_middle(double t, double band) {
  if (!(t > 0)) t = 0;
  if (band > 0) t = (std::floor(t / band) + 0.5) * band;
  return std::min(t, 1.0);
}

Rgb8 color_at(const ColorScale& scale, double t) {
  const double place = band_middle(t, scale.band);
  if (scale.diverges) return color_in(k_cool_warm, place);
  return color_at(scale.map, scale.reversed ? 1 - place : place);
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
