#pragma once

namespace condyle {

/// The contact of two elastic bodies with smooth, non-conforming surfaces (Hertz 1882).
struct HertzContact {
  /// Semi-axis of the contact ellipse along the least relative curvature [m].
  double semi_axis_long = 0;
  /// Semi-axis of the contact ellipse along the greatest relative curvature [m].
  double semi_axis_short = 0;
  double approach = 0;       ///< approach of distant points of the two bodies [m]
  double peak_pressure = 0;  ///< pressure at the centre [Pa]; the mean pressure is 2/3 of it
  double stiffness = 0;      ///< force / approach^(3/2) [N/m^1.5]
};

/// Combined modulus of two materials [Pa]: the inverse of (1 - nu_a^2) / E_a + (1 - nu_b^2) / E_b.
/// Throws InputError for moduli that are not positive and finite, or for Poisson's ratios that are
/// not above -1 and at most 0.5.
double combined_modulus(double modulus_a, double poisson_a, double modulus_b, double poisson_b);

/// Hertz contact for relative curvatures max >= min > 0 [1/m] (combined_curvature). The axes of the
/// contact ellipse are those of the relative curvatures. Its eccentricity e follows from
///     min / max = (1 - e^2) (K - E) / (E - (1 - e^2) K)
/// with the complete elliptic integrals K and E of e, and its size from the force (Johnson 1985,
/// Contact Mechanics, eq. 4.26-4.32; without his approximations). Throws InputError unless max >=
/// min > 0 (conforming or line contact has no such solution), force > 0 [N], modulus > 0 [Pa], all
/// finite.
HertzContact hertz_contact(double max_curvature, double min_curvature, double combined_modulus,
                           double force);

}  // namespace condyle
