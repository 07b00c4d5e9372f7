#pragma once

#include <span>
#include <vector>

#include "condyle/collision/candidate_test.h"
#include "condyle/collision/ray_cluster.h"
#include "condyle/collision/row_ring.h"
#include "condyle/collision/search_step.h"

namespace condyle {

/// Sixteen bundles of rays, and what they may come near: Verlet's lists (1967), kept for bundles.
///
/// At some pose of reference, laid ahead of the motion, the packs of boxes around the group are
/// found, and for each bundle, when it first needs it, the rows of the triangles that come within a
/// margin of its beam (list_rows.h). All of it holds while no beam has moved from there by more
/// than the margin. A bundle that is clear of the target sleeps for as long as its motion, along
/// each of its axes, stays below the distance; one whose rays all start below the planes that they
/// may meet rests while sliding, times the planes' slopes, can not have closed the gap.
class BundleGroup {
 public:
  /// `bundles`: the children of a group's node.
  void take(std::span<const RayNode> bundles, std::span<const CastingRay> rays,
            const SearchStep& step);
  void forget();

  /// All of its points have gone no farther since the last trace [m].
  void spend(double displacement);

  /// Whether what is known still says what may be hit now.
  bool holds(const SearchStep& step, BundleMotions& moved);

  /// Finds anew what is near.
  void renew(const RayCluster& whole, const SearchStep& step, BundleMotions& moved);

  /// Adds what may be hit to the candidates. `moved` is what the last of the two above gave.
  /// Returns how far its points may go before anything can be hit [m]; negative: no farther.
  double trace(const SearchStep& step, const BundleMotions& moved, RowRing& rows,
               CandidateTest& tests);

 private:
  /// What is known of sixteen bundles at the pose of reference.
  struct alignas(64) Lists {
    float weight[16];   ///< of lengths along z, in `clear` and in the margin
    float clear[16];    ///< nothing is nearer to the beam
    float highest[16];  ///< that an origin is above a plane; below 0: all are below
    float steep[2][16];
    int count[16];  ///< of rows
    RowRing::Place first[16];
  };

  unsigned awake() const;
  float used(int i, const BundleMotions& moved) const;
  bool rests(int i, const BundleMotions& moved) const;
  double choose_margin(unsigned lanes, const RayCluster& whole, const SearchStep& step,
                       BundleMotions& moved);
  void make_list(int i, const SearchStep& step, RowRing& rows);

  std::span<const RayNode> bundles_;
  BundleFrames frames_;
  std::vector<BundleRays> rays_;
  double left_[16] = {};  ///< how far a bundle's points may go; negative: no farther [m]

  Pose X_TC_ = Pose::Identity();  ///< of reference
  float margin_ = -1;             ///< none: negative
  float wide_ = 0;                ///< all that is nearer to a beam is in the packs
  std::vector<int> packs_;
  int pack_count_ = 0;
  unsigned known_ = 0;  ///< bundles that have their list
  Lists lists_;
};

}  // namespace condyle
