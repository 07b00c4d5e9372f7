#pragma once

#include <vector>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/casting_error.h"
#include "core/src/contact/edge_watch.h"
#include "core/src/contact/layer_watch.h"
#include "core/src/contact/lumped_layers.h"
#include "core/src/contact/range_fault.h"
#include "core/src/contact/sparse_watch.h"
#include "core/src/contact/yielding.h"

namespace condyle {

/// How far the results of pairs with the same settings and layers have left the range in which they
/// mean something: the window of proximity, the layers' thickness under the nonlinear law, layers
/// that may be averaged, the yield stress, the edges of the meshes, and the nodes of an elastic
/// layer or the triangles that cast.
class RangeWatch {
 public:
  /// Adds the pair's last result, also one of a step. Returns whether its overlap is the deepest so
  /// far beyond one of the ranges. Of the results seen, that with the largest force tells how well
  /// a casting shape is resolved, since every contact begins with a single triangle.
  bool observe(const ContactPair& pair);
  bool observe(const ContactPair& pair, const WatchedMeshes& meshes);
  /// Adds results of their own: the one that is resolved worst counts. Returns as observe().
  bool add(const RangeWatch& other);

  /// The number of faults().
  int count() const {
    return is_at_window_end() + (triangles_ > 0) + is_coarse() + layer_.count() + edges_.count() +
           lumped_.is_far_off() + yielding_.any();
  }
  /// At most one of each kind: "lumped_layers", "beyond_max_proximity", "beyond_layers",
  /// "coarse_casting", "beyond_yield", and those of LayerWatch and EdgeWatch.
  std::vector<RangeFault> faults() const;
  /// These and that of SparseWatch, which only the last result of a run, a motion or a list of
  /// poses makes sure of; it is left out beside "coarse_casting", which says more.
  std::vector<RangeFault> faults_at_end() const;
  /// faults_at_end() of poses, without that of SparseWatch if every contact only begins.
  std::vector<RangeFault> faults_of_poses() const;

  bool is_coarse() const;  ///< has "coarse_casting"
  const EdgeWatch& edges() const { return edges_; }
  const SparseWatch& sparse() const { return sparse_; }

 private:
  bool is_at_window_end() const;
  bool take(const LumpedLayers& lumped);

  double depth_ = 0, window_ = 0;  ///< the deepest overlap, and max_proximity then [m]
  int triangles_ = 0;              ///< most triangles beyond the layers in one result
  double layer_depth_ = 0;         ///< the deepest overlap beyond the layers [m]
  double thickness_ = 0;           ///< thickness of both layers there [m]
  double peak_pressure_ = 0;       ///< largest pressure of results with such triangles [Pa]
  CastingError casting_;           ///< of the result that counts
  LayerWatch layer_;
  EdgeWatch edges_;
  LumpedLayers lumped_;  ///< of the pair that is furthest off
  Yielding yielding_;
  SparseWatch sparse_;
};

}  // namespace condyle
