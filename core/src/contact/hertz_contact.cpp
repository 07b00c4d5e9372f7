#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "core/src/contact/surface/layer_limits.h"
#include "core/src/geometry/elliptic_integrals.h"

namespace condyle {
namespace {

using std::numbers::pi;

void require_positive(const char* name, double value) {
  if (std::isfinite(value) && value > 0) return;
  throw InputError(
      fmt::format("Hertz contact: {} is {}; give a positive, finite number", name, value));
}

/// Complete elliptic integrals of an ellipse with semi-axes 1 and b <= 1. In terms of R_D they stay
/// exact for a circle and for a needle: K - E = e^2 R_D(0, b^2, 1) / 3, E - b^2 K = b^2 e^2 R_D(0,
/// 1, b^2) / 3 (DLMF 19.25.1).
struct Ellipse {
  double K, to_curvature_long, to_curvature_short;

  explicit Ellipse(double b)
      : K(geometry::carlson_rf(0, b * b, 1)),
        to_curvature_long(geometry::carlson_rd(0, b * b, 1)),
        to_curvature_short(geometry::carlson_rd(0, 1, b * b)) {}
};

/// The ratio b of the short to the long semi-axis for a ratio of relative curvatures min / max =
/// R_D(0, b^2, 1) / R_D(0, 1, b^2), which grows with b from 0 to 1; by bisection of log b.
double axis_ratio(double curvature_ratio) {
  double low = std::log(1e-12), high = 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    const Ellipse ellipse(std::exp(middle));
    const bool is_low = ellipse.to_curvature_long < curvature_ratio * ellipse.to_curvature_short;
    (is_low ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

}  // namespace

double combined_modulus(double modulus_a, double poisson_a, double modulus_b, double poisson_b) {
  require_positive("a modulus", modulus_a);
  require_positive("a modulus", modulus_b);
  for (const double nu : {poisson_a, poisson_b}) {
    if (nu > k_least_poissons_ratio && nu <= k_greatest_poissons_ratio) continue;
    throw InputError(
        fmt::format("Hertz contact: a Poisson's ratio is {}; give one above {}, up to {}", nu,
                    k_least_poissons_ratio, k_greatest_poissons_ratio));
  }
  return 1 / ((1 - poisson_a * poisson_a) / modulus_a + (1 - poisson_b * poisson_b) / modulus_b);
}

// The pressure p0 sqrt(1 - x^2/a^2 - y^2/b^2) over the ellipse depresses the surface by (p0 b / E*)
// (K - D x^2/a^2 - B y^2/a^2) with D = (K - E) / e^2, B = (E / (b/a)^2 - K) / e^2, which must equal
// approach - (min x^2 + max y^2) / 2.
HertzContact hertz_contact(double max_curvature, double min_curvature, double combined_modulus,
                           double force) {
  require_positive("the greatest relative curvature", max_curvature);
  require_positive("the least relative curvature", min_curvature);
  require_positive("the modulus", combined_modulus);
  require_positive("the force", force);
  if (min_curvature > max_curvature) {
    throw InputError(
        fmt::format("Hertz contact: relative curvatures {} and {} 1/m; give the greater "
                    "one first",
                    max_curvature, min_curvature));
  }
  const double ratio = axis_ratio(min_curvature / max_curvature);
  const Ellipse ellipse(ratio);
  // p0 b / (E* a^2) D = min / 2 with p0 = 3 F / (2 pi a b).
  const double D = ellipse.to_curvature_long / 3;
  const double a = std::cbrt(3 * force * D / (pi * combined_modulus * min_curvature));
  const double b = ratio * a;
  HertzContact contact{.semi_axis_long = a, .semi_axis_short = b};
  contact.peak_pressure = 3 * force / (2 * pi * a * b);
  contact.approach = contact.peak_pressure * b / combined_modulus * ellipse.K;
  contact.stiffness = force / (contact.approach * std::sqrt(contact.approach));
  return contact;
}

}  // namespace condyle
