#pragma once

// A sheet: the proof that no line of a cluster's rays meets the target twice within some reach, so
// that whichever triangle a ray is found to cross there is the nearest, without a search.
//
// The lines of the cluster form one connected family. Let S be a set of target triangles such that
//   (1) all of S face all of the lines the same way, by a margin,
//   (2) nothing of the target but S comes within a margin of the lines within reach,
//   (3) wherever a line can pass a side of S whose other triangle is not in S (an exit), it can
//   pass
//       no other triangle of S,
//   (4) one line of the family crosses S at most once.
// Only what rays leave the target by can be contact (proximity_rule.h), so S is sought among that;
// from some depth on, beyond `clear`, other triangles may come within the lines too: those that
// rays enter the target by change nothing, for the sake of others rays that cross no S must be
// searched. The number of triangles of S that a line crosses is the degree of the projection of S
// along it, since by (1) every crossing counts +1. It changes over the family only where a line
// passes an exit, by one, and there by (3) from 1 to 0 or back (Milnor 1965, Topology from the
// Differentiable Viewpoint, section 5). So by (4) it is at most 1 on all lines, and by (2) what a
// line crosses within reach is of S. While the rays move by less than the margin, and turn by less
// than that of (1), all of this stays true.

#include <optional>
#include <vector>

#include "condyle/collision/ray_prism.h"
#include "condyle/collision/triangle_links.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

struct Sheet {
  RayReach reach;               ///< what it was made for
  RayReach clear;               ///< within it each line crosses the target at most once
  bool is_free_beyond = false;  ///< what lies farther inward is only entered, as far as `reach`
  double length = 0;            ///< no triangle of S is farther along the lines, in K
  bool leaves = false;          ///< inward rays go from inside to outside there
  double slack = 0;         ///< displacement of the lines, up to `length`, for which it holds [m]
  double turn = 0;          ///< and norm of their turn
  double least_cosine = 0;  ///< between lines and normals, until then
  double clear_weight = 0;  ///< edge weights above this cannot be undone by rounding [m^2]
  int start = -1;           ///< one of S, in tree order, near the middle if possible; or S is empty
};

class SheetProver {
 public:
  /// Keeps references to both, which must outlive the prover.
  SheetProver(const TriangleTree& target, const TriangleLinks& links);

  /// Tries the cluster's lines, with a margin [m], within at least `reach`. `hint` may be a
  /// triangle that lines are likely to cross (in tree order), or -1: it makes the proof faster.
  std::optional<Sheet> prove(const RayCluster& rays, const RayReach& reach, const Pose& X_TC,
                             double margin, int hint, bool two_sided);

  /// Whether the last sheet contains the triangle (in tree order).
  bool contains(int triangle) const { return stamps_[triangle] == stamp_; }

 private:
  struct Member {
    int triangle;
    Eigen::Vector3d corners[3];    ///< in K
    double lowest[2], highest[2];  ///< of x and y
  };
  struct Exit {
    Eigen::Vector3d from, to;
    int member;
  };

  void begin(const RayCluster& rays, const Pose& X_TC, double margin, bool two_sided);
  void start_at(int hint);
  bool gather(const RayReach& reach);
  void add(int triangle);
  bool flood();
  void take(int triangle);
  void refuse(double lowest, double highest, bool is_entered);
  int facing_of(const Eigen::Vector3d& p, const Eigen::Vector3d& q, const Eigen::Vector3d& r,
                double least_cosine) const;
  bool may_pass(const Eigen::Vector3d& p, const Eigen::Vector3d& q) const;
  void find_exits();
  bool exits_are_free() const;
  bool is_free(const Exit& exit) const;
  bool are_parted(const Exit& exit, const Member& member) const;
  bool is_crossed_at_most_once(Sheet& sheet) const;

  const TriangleTree* target_;
  const TriangleLinks* links_;
  std::vector<int> stamps_;  ///< per triangle: of the sheet that it belongs to, negative: refused
  int stamp_ = 0;

  std::vector<int> waiting_;  ///< to be looked at
  std::vector<Member> members_;
  std::vector<Exit> exits_;

  /// What members cover, as Member has it, quantity by quantity, and three more.
  std::vector<double> lowest_[2], highest_[2];

  // The cluster being tried.
  const RayCluster* rays_ = nullptr;
  Pose X_TC_, X_KT_;
  double margin_ = 0, padding_ = 0, spread_x_ = 0, spread_y_ = 0;
  double lowest_z_ = 0, highest_z_ = 0;          ///< of the members
  double least_inward_ = 0, least_outward_ = 0;  ///< what must not be refused, from z = 0
  double highest_entered_ = 0;                   ///< z of what lines can only enter the target by
  double lowest_refused_ = 0;                    ///< z of what a line can pass that is not of S
  double highest_refused_ = 0;
  double largest_ = 0, longest_squared_ = 0, least_cosine_ = 0;
  bool two_sided_ = false;
  int facing_ = 0;  ///< 1: the normals of rays and members agree; -1: they oppose
};

}  // namespace condyle
