#pragma once

namespace condyle {

/// The contact of two elastic bodies with smooth, non-conforming surfaces (Hertz 1882).
struct HertzContact {
  double semi_axis_long = 0;  ///< of the ellipse of contact, along the least relative curvature [m]
  double semi_axis_short = 0;  ///< along the greatest relative curvature [m]
  double approach = 0;         ///< of distant points of the bodies [m]
  double peak_pressure = 0;    ///< in the middle [Pa]; the mean is 2/3 of it
  double stiffness = 0;        ///< force / approach^(3/2) [N/m^1.5]
};

/// (1 - nu_a^2) / E_a + (1 - nu_b^2) / E_b, inverted [Pa]. Throws InputError for moduli that are
/// not positive and finite, or Poisson's ratios outside (-1, 0.5].
double combined_modulus(double modulus_a, double poisson_a, double modulus_b, double poisson_b);

/// The ellipse's axes are those of the relative curvatures max >= min > 0 [1/m]
/// (combined_curvature). With e its eccentricity and the complete elliptic integrals K and E of it,
///     min / max = (1 - e^2) (K - E) / (E - (1 - e^2) K)
/// fixes e, and the force the size (Johnson 1985, Contact Mechanics, eq. 4.26-4.32; without his
/// approximations). Throws InputError unless max >= min > 0 (conforming or line contact has no such
/// solution), force > 0 [N], modulus > 0 [Pa], all finite.
HertzContact hertz_contact(double max_curvature, double min_curvature, double combined_modulus,
                           double force);

}  // namespace condyle
