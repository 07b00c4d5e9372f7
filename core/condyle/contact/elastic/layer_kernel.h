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
/// over. Tabulated with its slope, between which a cubic runs.
class LayerCorrection {
 public:
  /// What the table may be off; Gamma(0) is between -1 and -2.5 unless nu is near -1.
  static constexpr double k_error = 1e-8;
  /// Beyond this x the surface does not move: Gamma is -1/x, to k_error.
  static constexpr double k_end = 20;

  /// Makes the table, finer and finer until values halfway between its entries agree with the
  /// integral to k_error. Some 50 ms. Precondition: -1 < nu <= 0.5.
  explicit LayerCorrection(double poissons_ratio);

  /// Gamma at x >= 0.
  double operator()(double x) const {
    if (!(x < k_end)) return -1 / x;
    const double place = x * per_step_;
    const auto i = static_cast<std::size_t>(place);
    const Entry &a = entries_[i], &b = entries_[i + 1];
    const double s = place - static_cast<double>(i), r = 1 - s;
    return r * r * ((1 + 2 * s) * a.value + s * a.slope) +
           s * s * ((1 + 2 * r) * b.value - r * b.slope);
  }

  /// The largest error found while the table was made.
  double error() const { return error_; }

 private:
  struct Entry {
    double value;
    double slope;  ///< by the place in the table
  };

  double per_step_ = 0;
  double error_ = 0;
  std::vector<Entry> entries_;
};

/// The compliance of one side of a contact, from its material: none if the side is rigid, and
/// without a correction if the layer has no end.
struct LayerKernel {
  double by_inverse_distance = 0;  ///< (1 - nu^2) / (pi E) [m^2/N]
  std::shared_ptr<const LayerCorrection> correction = {};

  bool is_rigid() const { return by_inverse_distance == 0; }

  /// Displacement per newton: `inverse_distance` is 1/r or its mean over two patches [1/m], r the
  /// distance and h the thickness [m].
  double operator()(double inverse_distance, double r, double h) const {
    if (correction) inverse_distance += (*correction)(r / h) / h;
    return by_inverse_distance * inverse_distance;
  }
};

/// Precondition: a valid layer.
LayerKernel make_layer_kernel(const Layer& layer);

}  // namespace condyle
