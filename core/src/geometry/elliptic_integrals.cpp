#include "core/src/geometry/elliptic_integrals.h"

#include <algorithm>
#include <cmath>

namespace condyle::geometry {
namespace {

double next_shift(double x, double y, double z) {
  return std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
}

}  // namespace

// Each duplication brings the arguments four times closer to their mean. The series is of fifth
// order in the remaining deviation (DLMF 19.36.1), so 2e-3 leaves an error below 1e-16.
double carlson_rf(double x, double y, double z) {
  double mean = (x + y + z) / 3;
  while (std::max({std::abs(x - mean), std::abs(y - mean), std::abs(z - mean)}) > 2e-3 * mean) {
    const double shift = next_shift(x, y, z);
    x = 0.25 * (x + shift);
    y = 0.25 * (y + shift);
    z = 0.25 * (z + shift);
    mean = (x + y + z) / 3;
  }
  const double dx = 1 - x / mean, dy = 1 - y / mean, dz = -dx - dy;
  const double e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
  return (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
}

// DLMF 19.36.2.
double carlson_rd(double x, double y, double z) {
  double sum = 0, weight = 1, mean = (x + y + 3 * z) / 5;
  while (std::max({std::abs(x - mean), std::abs(y - mean), std::abs(z - mean)}) > 1e-3 * mean) {
    const double shift = next_shift(x, y, z);
    sum += weight / (std::sqrt(z) * (z + shift));
    weight /= 4;
    x = 0.25 * (x + shift);
    y = 0.25 * (y + shift);
    z = 0.25 * (z + shift);
    mean = (x + y + 3 * z) / 5;
  }
  const double dx = 1 - x / mean, dy = 1 - y / mean, dz = -(dx + dy) / 3;
  const double xy = dx * dy, zz = dz * dz;
  const double e2 = xy - 6 * zz, e3 = (3 * xy - 8 * zz) * dz, e4 = 3 * (xy - zz) * zz;
  const double e5 = xy * zz * dz;
  const double series =
      1 - 3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 - 9 * e2 * e3 / 52 + 3 * e5 / 26;
  return 3 * sum + weight * series / (mean * std::sqrt(mean));
}

// DLMF 19.21.10, with the middle argument last: then no terms cancel.
double carlson_rg(double x, double y, double z) {
  const double middle = std::max(std::min(x, y), std::min(std::max(x, y), z));
  const double low = std::min({x, y, z}), high = std::max({x, y, z});
  return 0.5 * (middle * carlson_rf(low, high, middle) -
                (low - middle) * (high - middle) * carlson_rd(low, high, middle) / 3 +
                std::sqrt(low / middle) * std::sqrt(high));
}

}  // namespace condyle::geometry
