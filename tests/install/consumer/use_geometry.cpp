// A quarter of a great circle of a ball.
#include <condyle/condyle.h>
#include <condyle/geometry.h>

#include <cmath>
#include <numbers>

int main() {
  const condyle::geometry::Shape ball = condyle::geometry::Sphere{2};
  const double length = shortest_geodesic(ball, {2, 0, 0}, {0, 2, 0}).length();
  return std::abs(length - std::numbers::pi) < 1e-12 ? 0 : 1;
}
