#pragma once

#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "core/src/collision/ray_cluster.h"
#include "core/src/collision/search_kernels.h"

namespace condyle {

/// What kernels read of the rays, in units of a target. For lists of a tree's bundles and groups.
struct RaysInUnits {
  std::vector<BundleRays> bundles;   ///< rays in the frames of their bundles
  std::vector<BundleFrames> groups;  ///< frames of each group's bundles

  /// `scale`: TreeSpace::scale of the target.
  void place(const RayTree& tree, std::span<const CastingRay> rays, double scale);
};

/// RaysInUnits for targets of any scale, for all searches that share the rays: in a world of many
/// pairs they stay in the processor's cache.
class PlacedRays {
 public:
  /// Made on first use, by any thread. Stays where it is.
  const RaysInUnits& at(double scale, const RayTree& tree, std::span<const CastingRay> rays);

 private:
  std::mutex mutex_;
  std::map<double, RaysInUnits> by_scale_;
};

/// The rays of a search and their hierarchy: shared (CastingRays::ordered), or else the search's
/// own.
class SearchRays {
 public:
  explicit SearchRays(const CastingRays& rays);

  /// Takes over rays that have moved, the same number of them. Allocates only if the rays of a
  /// bundle have begun to fan out.
  void renew(const CastingRays& rays);

  const RayTree& tree() const { return shared_ != nullptr ? shared_->tree : tree_; }
  /// In the order of the tree.
  std::span<const CastingRay> rays() const {
    return shared_ != nullptr ? std::span(shared_->rays) : std::span<const CastingRay>(rays_);
  }
  /// Valid until the next call.
  const RaysInUnits& placed(double scale);

 private:
  const OrderedRays* shared_ = nullptr;
  RayTree tree_;
  std::vector<CastingRay> rays_;
  RaysInUnits placed_;
};

}  // namespace condyle
