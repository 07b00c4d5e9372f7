#pragma once

#include <Eigen/Core>

#include "condyle/contact/layer.h"

namespace condyle {

/// The exact frictionless contact of a rigid axisymmetric indenter with an infinite flat bonded
/// layer, to about 1e-9: the comparator for the linear theory. It shares only the compliance M(kh)
/// with the law (layer_ratio, layer_kernel.h), and has neither nodes nor a table.
///
/// The pressure's Hankel transform is the integral of phi(t) cos(kt) over t from 0 to the contact's
/// radius a, with
///   phi(t) + 1/pi int_0^a [N(t - s) + N(t + s)] phi(s) ds = E / (pi (1 - nu^2)) G(t)
///   N(x) = int_0^inf (M(kh) - 1) cos(kx) dk
/// G = approach for a flat punch, approach - t atanh(t / R) for a sphere (dual integral equations:
/// Sneddon 1965, Int. J. Engng Sci. 3:47; Hayes et al. 1972, J. Biomech. 5:541). The force is 2 pi
/// times the integral of phi, the pressure -int_r^a phi'(t) / sqrt(t^2 - r^2) dt.
class ExactLayerContact {
 public:
  /// A flat-ended punch of radius a, pressed in by `approach` [m].
  static ExactLayerContact punch(const Layer& layer, double radius, double approach);
  /// A sphere of radius R, pressed in by `approach` [m]. Precondition: approach much less than R.
  static ExactLayerContact sphere(const Layer& layer, double sphere_radius, double approach);

  double force() const { return force_; }                    ///< [N]
  double contact_radius() const { return contact_radius_; }  ///< [m]

  /// The pressure under a sphere at a distance r >= 0 from the axis [Pa].
  double pressure(double r) const;

 private:
  ExactLayerContact(const Layer& layer, double contact_radius, double sphere_radius);
  Eigen::VectorXd solve(const Eigen::VectorXd& right_side) const;
  Eigen::VectorXd right_side(double approach) const;
  double phi_at_rim(double approach, const Eigen::VectorXd& phi) const;
  void finish(double approach);
  double slope(double t) const;

  double modulus_ = 0;  ///< E / (1 - nu^2) [Pa]
  double contact_radius_ = 0, sphere_radius_ = 0;
  Eigen::VectorXd t_, t_weights_;  ///< Gauss points and weights from 0 to a [m]
  Eigen::VectorXd k_, k_weights_;  ///< wave numbers, and weights times M - 1 [1/m]
  Eigen::VectorXd transform_;      ///< Hankel transform of the pressure, at the wave numbers [N]
  double force_ = 0;
};

/// The compliance ratio M(t) of layer_ratio(), from Navier's equations by a matrix exponential
/// through the thickness, t = kh: independent of the closed form. Precondition: nu < 0.5, t up to
/// 7.
double layer_ratio_by_navier(double t, double poissons_ratio);

}  // namespace condyle
