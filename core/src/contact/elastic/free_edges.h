#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "core/src/contact/elastic/layer_kernel.h"
#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// The additional compliance D of a layer that ends in a free face, compared with one without end,
/// for a force at a distance s from the edge and a displacement at a distance s', t farther along
/// the edge [m/N]:
///   D(s, s', t) = (1 - nu^2) / (pi E) a cosh(g s / h) cosh(g s' / h) exp(-k R / h) / R,
///   R^2 = (s + s')^2 + t^2
/// 1/R is the force's mirror image; the other factors describe how the backing shuts it off. a, k
/// and g by nu are fitted to finite elements of a layer that a plane across it cuts off
/// (docs/model.md). D is symmetric and positive semi-definite, as cutting a layer can only make it
/// more compliant. Where g is imaginary, cosh is a cosine.
class EdgeCompliance {
 public:
  /// Edges farther away than this many thicknesses do not count.
  static constexpr double k_reach = 3;

  struct Place {
    Eigen::Vector3d foot = Eigen::Vector3d::Zero();             ///< nearest point of the edge [m]
    double distance = std::numeric_limits<double>::infinity();  ///< distance from the edge [m]
    double in_thickness = std::numeric_limits<double>::infinity();  ///< `distance` over h
    double thickness = 0;                                           ///< h [m]
    double amplitude = 0;  ///< root of (1 - nu^2) / (pi E) a, times cosh(g s / h); 0: none
  };

  /// Finds the free edges around each node: sides of triangles of its sheet. Precondition: `kernel`
  /// is that of the surface's layer. There are no free edges if the layer is rigid or without end.
  EdgeCompliance(const ContactSurface& casting, const LayerNodes& nodes, const LayerKernel& kernel,
                 FreeEdges which);

  /// D between two nodes [m/N].
  double operator()(int a, int b) const {
    if (places_.empty()) return 0;
    const Place &p = places_[a], &q = places_[b];
    if (p.amplitude == 0 || q.amplitude == 0) return 0;
    return between(p, q);
  }

  /// Where a node lies relative to its nearest free edge; null if D is 0 there.
  const Place* place_of(int node) const {
    if (places_.empty() || places_[node].amplitude == 0) return nullptr;
    return &places_[node];
  }

  /// D is 0 beyond this R, over the thickness: there exp(-k R / h) is below 1e-5.
  double end() const { return k_end / decay_; }

  /// Whether a node lies closer than 0.75 of its thickness to a free edge.
  bool is_near(int node) const { return distance_in_thickness(node) < 0.75; }

  /// Whether D is negative between any nodes.
  bool may_lift() const;

  /// Distance of a node from the nearest free edge, over its thickness; infinite beyond k_reach.
  double distance_in_thickness(int node) const {
    return places_.empty() ? std::numeric_limits<double>::infinity() : places_[node].in_thickness;
  }

 private:
  double between(const Place& p, const Place& q) const;

  static constexpr double k_end = 12;  ///< k R / h

  double decay_ = 0;           ///< k
  std::vector<Place> places_;  ///< per node; empty: no free edges
};

}  // namespace condyle
