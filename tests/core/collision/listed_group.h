#pragma once

#include <map>
#include <vector>

#include "core/collision/random_geometry.h"
#include "core/src/collision/bundle_group.h"
#include "core/src/collision/proximity_rule.h"

namespace condyle::test {

/// A triangle that the test in float lets through to the exact test of a ray.
struct ListedCandidate {
  int ray, triangle;
  bool leaves = false;  ///< set by crossings(): the ray leaves the target
};

/// The groups of a mesh's rays without the walk above them. It shows what their lists and rows let
/// through, not only the hits in the end. `two_sided`, as in a ProximityWindow: every crossing
/// counts.
class ListedGroups {
 public:
  ListedGroups(const TriangleMesh& casting, const TriangleMesh& target, const RayReach& reach,
               bool two_sided = true)
      : target_(target),
        rays_(casting),
        target_tree_(target),
        tree_(make_ray_tree({rays_.origins, rays_.normals})),
        groups_(tree_.group_count()),
        ring_(1 << 14),
        slots_(rays_.origins.size()),
        hits_(rays_.origins.size()) {
    put_in_order({rays_.origins, rays_.normals}, tree_.order, ordered_);
    counting_ = search_kernels();
    counting_.trace = record;
    step_.run = &counting_;
    step_.target = target_tree_.packed();
    step_.space = target_tree_.space();
    step_.casting = ball_about(tree_.nodes.front().rays, 0);
    step_.reach = reach;
    step_.two_sided = two_sided;
    sweep(tree_.nodes, ordered_, reach);
    placed_.place(tree_, ordered_, step_.space.scale);
    for (int g = 0; g < tree_.group_count(); ++g) groups_[g].take(tree_, placed_, g);
  }
  ListedGroups(const ListedGroups&) = delete;

  /// Whether the lists of all groups would still hold at a pose.
  bool hold(const Pose& X_TC) {
    const Pose now = step_.X_TC;
    step_.X_TC = X_TC;
    bool all = true;
    for (BundleGroup& group : groups_) all &= group.holds(step_, moved_);
    step_.X_TC = now;
    return all;
  }

  /// Moves on to a pose and returns the candidates found there.
  const std::vector<ListedCandidate>& candidates(const Pose& X_TC) {
    const double size = largest_coordinate({rays_.origins, rays_.normals}) + longest(step_.reach);
    step_.motion = motion_between(step_.X_TC, X_TC, size);
    step_.is_steady = !is_first_;
    note_displacement(step_, displacement(step_.motion, step_.casting));
    if (step_.is_steady) step_.last_step = step_.X_TC.inverse(Eigen::Isometry) * X_TC;
    is_first_ = false;
    step_.X_TC = X_TC;
    found_.clear();
    ring_.begin_step();
    hits_.begin(slots_);
    tests_.begin(X_TC, {}, counting_, ordered_, target_tree_.triangles(), hits_);
    recorder_ = this;
    for (int g = 0; g < tree_.group_count(); ++g) visit(g);
    recorder_ = nullptr;
    tests_.finish();
    return found_;
  }

  /// Every ray and triangle that cross within reach, by the exact test.
  std::vector<ListedCandidate> crossings() const {
    std::vector<ListedCandidate> all;
    for (int i = 0; i < static_cast<int>(rays_.origins.size()); ++i) {
      const geometry::ShearedRay line =
          sheared(inward_ray(step_.X_TC, rays_.origins[i], rays_.normals[i]));
      for (int t = 0; t < static_cast<int>(target_.triangles.size()); ++t) {
        const auto& [a, b, c] = target_.triangles[t];
        const auto& v = target_.vertices;
        const geometry::Crossing crossing = cross(line, v[a], v[b], v[c]);
        if (crossing.hit && crossing.distance >= -step_.reach.outward &&
            crossing.distance <= step_.reach.inward)
          all.push_back({i, t, crossing.leaves});
      }
    }
    return all;
  }

  /// Number of list rows that bundles of up to sixteen rays have been tested against since the
  /// start.
  long rows() const { return rows_; }

  /// The unit of length of the tolerance, `rounding`, for the first bundle [m].
  double rounding() const {
    return rounding_of(tree_.nodes[tree_.first_bundle].rays, step_.X_TC, step_) / step_.space.scale;
  }

 private:
  void visit(int g) {
    const RayNode& node = tree_.nodes[tree_.first_group + g];
    first_bundle_ = node.first_child;
    groups_[g].subtract(displacement(step_.motion, ball_about(node.rays, longest(step_.reach))));
    if (!groups_[g].holds(step_, moved_)) groups_[g].renew(node.rays, step_, moved_);
    groups_[g].trace(step_, moved_, ring_, tests_);
  }

  static int record(const BundleRays& rays, const BundleMotions& moved, int lane,
                    const ListRow* rows, int count, MetRow* met) {
    const int met_count = search_kernels().trace(rays, moved, lane, rows, count, met);
    ListedGroups& self = *recorder_;
    const RayCluster& bundle = self.tree_.nodes[self.first_bundle_ + lane].rays;
    self.rows_ += count;
    for (int i = 0; i < met_count; ++i)
      for (int ray = 0; ray < bundle.count(); ++ray)
        if ((met[i].rays >> ray & 1) != 0)
          self.found_.push_back({self.ordered_[bundle.first + ray].index,
                                 self.target_tree_.triangles()[met[i].triangle].index});
    return met_count;
  }

  TriangleMesh target_;
  RaysOfMesh rays_;
  geometry::TriangleTree target_tree_;
  RayTree tree_;
  std::vector<CastingRay> ordered_;
  RaysInUnits placed_;
  std::vector<BundleGroup> groups_;
  RowRing ring_;
  CandidateTest tests_;
  std::vector<ProximityHit> slots_;
  HitCollector hits_;
  SearchKernels counting_;
  SearchStep step_;
  BundleMotions moved_ = {};
  bool is_first_ = true;

  inline static ListedGroups* recorder_ = nullptr;  ///< the instance inside candidates()
  int first_bundle_ = 0;                            ///< node of the visited group's first bundle
  std::vector<ListedCandidate> found_;
  long rows_ = 0;
};

}  // namespace condyle::test
