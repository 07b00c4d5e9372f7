#pragma once

#include <memory>
#include <vector>

#include "condyle/contact/layer.h"

namespace condyle {

// How far the surface of an elastic layer yields to a normal load, without friction. The layer is
// bonded to a rigid backing, flat and without end sideways; strains are small.

/// M(t), t = k h: the compliance of a bonded layer for a pressure that varies as cos(k x), over
/// that of a half space, 2 (1 - nu^2) / (E k):
///   M(t) = [(3 - 4 nu) sinh 2t - 2t] / [(3 - 4 nu) cosh 2t + 2 t^2 + 5 - 12 nu + 8 nu^2]
/// (Bentall & Johnson 1968, Int. J. Mech. Sci. 10:637, in the plane; Hayes et al. 1972, J. Biomech.
/// 5:541, by the Hankel transform). t >= 0, -1 < nu <= 0.5. M is 1 for a thick layer; for a thin
/// one the compliance is h over the constrained modulus, and at nu = 0.5 it vanishes with t^2.
double layer_ratio(double t, double poissons_ratio);

/// Gamma(x) = int_0^inf (M(t) - 1) J0(x t) dt, the smooth part of a bonded layer's compliance: a
/// point force P bends its surface at a distance r by
///   u(r) = P (1 - nu^2) / (pi E) [1/r + Gamma(r/h) / h]
/// 1/r is the half space's part (Boussinesq 1885). Gamma tends to -1/x as the layer's backing takes
/// over. Tabulated with its slope and interpolated by cubics.
class LayerCorrection {
 public:
  /// Error allowed in the table; Gamma(0) is between -1 and -2.5 unless nu is near -1.
  static constexpr double k_error = 1e-8;
  /// Beyond this x the surface does not move: Gamma is -1/x, to k_error.
  static constexpr double k_end = 24;

  /// Makes the table, finer and finer until values halfway between its entries agree with the
  /// integral to k_error. Some 30 ms. Precondition: -1 < nu <= 0.5.
  explicit LayerCorrection(double poissons_ratio);

  /// Gamma at x >= 0.
  double operator()(double x) const { return mean(x, 0, 0); }

  /// The mean of Gamma between the points of two elements whose middles are x apart, from the sum
  /// of both variances along the line between them and across it, in squares of the thickness: the
  /// first two terms of its series.
  double mean(double x, double along, double across) const {
    if (!(x < k_end)) return -1 / x + 0.5 * (across - 2 * along) / (x * x * x);
    const double place = x * per_step_;
    const auto i = static_cast<std::size_t>(place);
    const Entry &a = entries_[i], &b = entries_[i + 1];
    const double s = place - static_cast<double>(i), rise = b.value - a.value;
    const double square = 3 * rise - 2 * a.slope - b.slope, cube = a.slope + b.slope - 2 * rise;
    const double value = a.value + s * (a.slope + s * (square + s * cube));
    const double bend = per_step_ * per_step_ * (2 * square + 6 * s * cube);
    const double slope = per_step_ * (a.slope + s * (2 * square + 3 * s * cube));
    const double slope_over_x = place > 0.5 ? slope / x : bend;
    return value + 0.5 * (along * bend + across * slope_over_x);
  }

  /// The integral of t Gamma(t) from 0 to x >= 0: over 2 pi, that of Gamma over a disc.
  double over_disc(double x) const {
    if (!(x < k_end)) return entries_.back().over_disc - (x - k_end);
    const double place = x * per_step_;
    const auto i = static_cast<std::size_t>(place);
    const Entry &a = entries_[i], &b = entries_[i + 1];
    const double s = place - static_cast<double>(i), rise = b.over_disc - a.over_disc;
    const double per_square = 1 / (per_step_ * per_step_), at_a = static_cast<double>(i);
    const double slope_a = a.value * at_a * per_square;
    const double slope_b = b.value * (at_a + 1) * per_square;
    const double square = 3 * rise - 2 * slope_a - slope_b, cube = slope_a + slope_b - 2 * rise;
    return a.over_disc + s * (slope_a + s * (square + s * cube));
  }

  /// Beyond this x what 1/r + Gamma adds counts as 0: its integral from there on, over 2 pi, is
  /// below 0.0015; without end it is h / K over 2 (1 - nu) h / E, such as 0.41 for nu = 0.3. Up
  /// to 9.
  double reach() const { return reach_; }

  /// How far 1/x + Gamma, or its mean between two elements, lies below 0 at most: the surface rises
  /// beside a force. `spread` bounds the sum of both variances along any line, in squares of the
  /// thickness.
  double greatest_rise(double spread) const;

  /// The largest error found while the table was made.
  double error() const { return error_; }

 private:
  struct Entry {
    double value;
    double slope;  ///< derivative by the position in the table
    double over_disc = 0;
  };

  double per_step_ = 0;
  double error_ = 0;
  double reach_ = 0;
  std::vector<Entry> entries_;
};

/// The compliance of one side of a contact, from its material: 0 if the side is rigid, and without
/// a correction if the layer has no end.
struct LayerKernel {
  double by_inverse_distance = 0;  ///< (1 - nu^2) / (pi E) [m^2/N]
  std::shared_ptr<const LayerCorrection> correction = {};

  bool is_rigid() const { return by_inverse_distance == 0; }

  /// Displacement per newton between two elements: the mean of 1/r [1/m], the distance of their
  /// middles [m], the sum of their variances along and across the line between these [m^2], the
  /// thickness [m].
  double operator()(double inverse_distance, double r, double along, double across,
                    double h) const {
    if (correction)
      inverse_distance += correction->mean(r / h, along / (h * h), across / (h * h)) / h;
    return by_inverse_distance * inverse_distance;
  }
};

/// Precondition: a valid layer.
LayerKernel make_layer_kernel(const Layer& layer);

}  // namespace condyle
