#pragma once

#include <span>
#include <vector>

#include "core/src/collision/candidate_test.h"
#include "core/src/collision/row_ring.h"
#include "core/src/collision/search_rays.h"
#include "core/src/collision/search_step.h"

namespace condyle {

/// Sixteen bundles of rays and the triangles near them, kept as Verlet's lists (1967), one for each
/// bundle.
///
/// The group finds the packs of boxes around it at a reference pose, which lies ahead along the
/// motion. Each bundle, when it first needs its list, finds the rows of the triangles within a
/// margin of its beam (list_rows.h). Packs and lists hold while no beam has moved from the
/// reference pose by more than the margin. A bundle that is clear of the target sleeps while its
/// motion along each of its axes stays below the distance. A bundle whose rays all start below the
/// planes that they may meet rests until its motion, including its sliding times the slopes of the
/// planes, may have closed the gap. Unless both sides of the target count, a bundle whose rays can
/// only enter the target is skipped: a ray in contact starts inside the target and leaves it.
class BundleGroup {
 public:
  /// Takes group `g` of a tree, with the tree's `placed` rays.
  void take(const RayTree& tree, const RaysInUnits& placed, int g);
  void forget();

  /// Subtracts `displacement`, an upper bound on that of the group's points since the last trace
  /// [m], from the bundles' remaining distances.
  void subtract(double displacement);

  /// Whether packs and lists still contain everything that may be hit now. Writes `moved`.
  bool holds(const SearchStep& step, BundleMotions& moved);

  /// Chooses a reference pose and a margin and finds the packs around the group. Writes `moved`.
  void renew(const RayCluster& whole, const SearchStep& step, BundleMotions& moved);

  /// Adds the triangles that may be hit to the candidates. `moved` is the result of the last call
  /// of holds() or renew(). Returns how far the group's points can move before anything can be hit
  /// [m]; negative if something may be hit now.
  double trace(const SearchStep& step, const BundleMotions& moved, RowRing& rows,
               CandidateTest& tests);

 private:
  /// The lists of sixteen bundles at the reference pose.
  struct alignas(64) Lists {
    float weight[16];  ///< factor of lengths along z, in `clear` and in the margin
    /// Lower bound on the distance from the beam to anything that the rays may hit.
    float clear[16];
    /// Greatest height of a ray's origin above a listed plane; negative: all origins are below.
    float highest[16];
    float steep[2][16];
    int count[16];  ///< number of rows
    RowRing::Place first[16];
  };

  unsigned awake() const;
  float used(int i, const BundleMotions& moved) const;
  bool rests(int i, const BundleMotions& moved) const;
  bool only_enters(int i, const SearchStep& step) const;
  double choose_margin(unsigned lanes, const RayCluster& whole, const SearchStep& step,
                       BundleMotions& moved);
  void make_list(int i, const SearchStep& step, RowRing& rows);

  std::span<const RayNode> bundles_;
  const BundleFrames* frames_ = nullptr;
  std::span<const BundleRays> rays_;
  /// How far a bundle's points can move before anything can be hit [m]; negative: the bundle may
  /// hit something now.
  double left_[16] = {};

  Pose X_TC_ = Pose::Identity();  ///< the reference pose
  float margin_ = -1;             ///< margin of the lists; negative if there are none
  float wide_ = 0;                ///< the packs hold everything within this distance of a beam
  std::vector<int> packs_;
  int pack_count_ = 0;
  unsigned known_ = 0;      ///< one bit per bundle: its list has been made
  unsigned may_leave_ = 0;  ///< one bit per bundle: ListFacts::may_leave
  Lists lists_;
};

}  // namespace condyle
