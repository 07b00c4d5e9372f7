#include <algorithm>
#include <cmath>

#include "shapes.h"

namespace condyle::assets {

double blend(double x) {
  const double s = std::clamp(x, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

double smooth_min(double a, double b, double width) {
  const double overlap = std::max(width - std::abs(a - b), 0.0) / width;
  return std::min(a, b) - overlap * overlap * width / 4;
}

double arc_height(double radius, double offset) {
  return radius - std::sqrt(radius * radius - offset * offset);
}

}  // namespace condyle::assets
