#pragma once

#include <optional>
#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/element_weights.h"
#include "condyle/contact/patch_points.h"
#include "condyle/solver/bed_account.h"
#include "condyle/solver/frozen_sums.h"
#include "condyle/solver/frozen_travel.h"
#include "condyle/solver/frozen_work.h"

namespace condyle {

/// The force on one casting triangle; the opposite force acts on the target.
struct FrozenForce {
  Wrench wrench_C;                 ///< about the origin of C's mesh frame
  ElementWeights casting, target;  ///< the start of the ray, and its hit
};

/// The contact geometry of one pair, frozen for a step at a pose near the step's end. Proximities
/// and their gradients are exact at this pose and linear from there on, so triangles may come into
/// contact and leave it within the step. Contact that moves far is searched and frozen again. C is
/// the casting body, T the target body.
class FrozenContact {
 public:
  /// Sets the poses of the bodies for the search: their mesh frames are at X_WC and X_WT at the
  /// start of the (sub-)step and move by C and T for `dt` [s], or stay there if `dt` is 0. Returns
  /// the pose to search at.
  const Pose& place(const StepMotion& C, const StepMotion& T, double dt, const Pose& X_WC,
                    const Pose& X_WT);

  /// Freezes those `hits` of the pair, found at the pose of place(), whose gap is at most `reach`,
  /// in their order. With stiction, triangles stick where `bristles` (by ascending casting
  /// triangle) says. A triangle that newly touches sticks to the point where it was one step ago by
  /// its velocity at this pose: only the last of its path counts, since a point of a rolling body
  /// comes down from the side.
  void freeze(const ContactPair& pair, std::span<const ProximityHit> hits, double reach,
              std::span<const Bristle> bristles = {});

  /// Counts, for each vertex of sides that may yield (frozen_block.h), the frozen triangles to
  /// which it belongs. Call after freeze(). Does nothing for laws that act on patches.
  void count_triangles(std::span<int> casting, std::span<int> target) const;

  /// Sets how far triangles yield in a (sub-)step of `h` [s] that ends `time` [s] after the start
  /// of the engine's step. `casting` and `target` have n / m per vertex, with n counted over all
  /// contacts of the side, and are empty for a side that does not yield.
  void set_yield(std::span<const double> casting, std::span<const double> target, double time,
                 double h);

  /// Whether a surface deforms and the law acts on triangles.
  bool deforms() const { return !yielding_.empty(); }

  /// The force on the i-th triangle at the last evaluation, in C: the wrench is the sum of these.
  /// Laws that act on patches share a patch's force out by share_out_patches().
  GivenPressure given_at_end(std::size_t i) const;

  /// The part of the law's force that acts on the i-th triangle, from 0 to 1: see weaken().
  double part_acting(std::size_t i) const;

  /// Shares out each patch's force over its triangles by their proximity at the last evaluation.
  /// `hits` are those given to freeze(). Does nothing for laws that act on triangles.
  void share_out_patches(const ContactSurface& casting, std::span<const ProximityHit> hits,
                         double reach);

  /// Poses of the mesh frames at the search, close to those at the end of the step. All results of
  /// the last evaluation are given in these frames.
  const Pose& X_WC_found() const { return X_WC_found_; }
  const Pose& X_WT_found() const { return X_WT_found_; }
  const Pose& X_CT_found() const { return X_CT_found_; }
  /// Velocity of C relative to T at C's origin, in C, at the last evaluation.
  Twist V_TC_C_at_end() const { return {motion_.velocity.head<3>(), motion_.velocity.tail<3>()}; }

  /// The frame C where forces act. Moments are about the centres of mass at the start of the step:
  /// the frame at the search is therefore moved back by the shift of C's centre of mass, and
  /// forward by the shift of the common point of force (share_of_second()).
  const Pose& X_WC_acting() const { return X_WC_acting_; }

  /// Calls use(FrozenForce) for each frozen triangle of a deformable surface on which a force acts
  /// at the last evaluation.
  template <class Use>
  void for_each_force(const Use& use) const {
    for (std::size_t i = 0; i < yielding_.size(); ++i)
      if (const Wrench wrench_C = force_at_end(i); !wrench_C.force.isZero(0))
        use(FrozenForce{wrench_C, yielding_[i].casting, yielding_[i].target});
  }

  /// From now on, evaluate() gets motions to the middle of the step, and normal forces are means
  /// over the displacement from its start to its end (frozen_mean.h), which follows from the
  /// velocities. Users' laws are evaluated at the middle.
  void take_mean(bool is_mean) { takes_mean_ = is_mean; }

  /// Writes the bristles of the triangles that touch at the last evaluation, for the next freeze().
  void keep_bristles(std::vector<Bristle>& bristles) const;

  /// Proximity of the i-th triangle at the last evaluation [m].
  double proximity_at_end(std::size_t i) const;

  /// Energy stored at the end of a (sub-)step of `h` [s], and the work of forces in it
  /// (frozen_work.cpp).
  FrozenWork work_at_end(double h) const;
  /// Energy stored at the pose of the search [J], without bristles; 0 for users' laws.
  double elastic_where_found() const;

  /// Whether no triangle is in contact or near it.
  bool is_empty() const { return places_.empty(); }

  /// Whether any triangle touches at the last evaluation.
  bool touches_at_end() const;

  /// Forces on C (first) and T at the end of a step of `dt` [s] with the motions C and T.
  void evaluate(const StepMotion& C, const StepMotion& T, double dt, Linearisation,
                PairForces& out);

  /// How many times finer a step of `dt` [s] with these motions must be, so that no triangle
  /// approaches by more than 1/8 of its layers.
  int wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const;

  /// Whether any frozen triangle touches at the end of these motions.
  bool foresees_touch(const StepMotion& C, const StepMotion& T) const;

  /// Whether triangles in contact at the last evaluation have moved since the search by more than
  /// this part of the greatest depth: they may face other parts of the target.
  bool has_left_planes(double part_of_depth) const;

  /// Records the casting triangles that press at the last evaluation, and the greatest depth.
  /// `hits` are those given to freeze().
  void keep_pressing(std::span<const ProximityHit> hits, BedAccount& account) const;

  /// Keeps triangles from pressing that are deeper than `depth` [m], both at the search and, by
  /// their linear proximity, at the start, and are not in `pressing`: they have not been pressed
  /// in. With laws that act on patches, keeps patches from pressing that have no triangle in
  /// `pressing`.
  void drop_unpressed(std::span<const ProximityHit> hits, std::span<const int> pressing,
                      double depth);

  /// Lets all triangles press as if they had this part of their area.
  void weaken(double part);

 private:
  void make_places(std::span<const ProximityHit> hits, double reach);
  void set_law(const PressureLaw& law);
  void put_triangles(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void put_triangle(const ContactPair& pair, const ProximityHit& hit, std::size_t place);
  void put_direction(const ContactPair& pair, const ProximityHit& hit, FrozenBlock& block,
                     std::size_t lane) const;
  void put_yields(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void put_bristles(const ContactPair& pair, std::span<const ProximityHit> hits, double reach,
                    std::span<const Bristle> bristles);
  void put_points(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void find_points(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void put_point(const PatchPoint& point, std::size_t place, double share);
  GivenPressure given_by_law(std::size_t i) const;
  Wrench force_at_end(std::size_t i) const;
  NormalSample elastic_at(std::size_t place, double depth) const;
  void add_work(std::size_t place, double h, FrozenWork& work) const;
  BristlePass next_pass(const RelativeMotion& motion, double dt);
  RelativeMotion relative_motion(const StepMotion& C, const StepMotion& T) const;
  FrozenLaw frozen_law();
  bool stays_apart(const FrozenLaw& law, const Vector6& way) const;

  /// Blocks of triangles in contact, then blocks of triangles about to touch. Most of the latter
  /// stay out of contact and cost little.
  std::vector<FrozenBlock> blocks_;
  FrozenBound bound_;
  double reach_ = 0;                         ///< largest gap of hits that were frozen [m]
  std::vector<int> places_;                  ///< per triangle: k_lanes * block + lane
  std::vector<bool> has_pressed_;            ///< per lane: had pressed at the start of the step
  std::vector<PressureLaw> nonlinear_laws_;  ///< one per lane, or none if all are linear
  PressureLaw law_;                          ///< law of the triangle being frozen
  double law_slope_ = 0;                     ///< pressure over proximity, if law_ is linear [Pa/m]
  double dissipation_ = 0;
  bool takes_mean_ = false;
  NormalLaw normal_;  ///< settled(), see normal_law.h
  condyle_contact user_contact_ = {};
  // For laws that act on patches, each of which has the lane of its point:
  std::optional<PatchFinder> patches_;
  std::vector<PatchPoint> points_;
  std::vector<int> chosen_;  ///< indices of hits
  std::vector<int> part_points_;
  std::vector<PatchPoint> nearest_;  ///< per part: its point as if it had no patch
  std::vector<int> point_of_hit_;    ///< per hit: index of its point, or -1
  std::vector<double> above_point_;  ///< parallel to places_: proximity minus the point's depth [m]
  std::vector<double> patch_weights_;  ///< per point: sum of depth times area over its patch
  std::vector<double>
      part_of_patch_;  ///< parallel to places_: pressure over the force of its patch [1/m^2]
  Friction friction_;  ///< resolved()
  ForceDirection direction_ = ForceDirection::target;
  std::vector<BristleBlock> bristles_;  ///< parallel to blocks_ if there is stiction, else empty
  std::vector<int> bristle_triangles_;  ///< parallel to places_ if there is stiction, else empty
  /// For surfaces that deform: yielding_ is parallel to places_, yields_ to blocks_.
  struct Yielding {
    ElementWeights casting, target;
  };
  std::vector<Yielding> yielding_;
  std::vector<YieldBlock> yields_;
  // State at the search, in the world frame unless a frame is named:
  StepMotion C_found_, T_found_;
  double dt_found_ = 0;  ///< time since the start of the step [s]
  Pose X_CT_found_ = Pose::Identity(), X_TC_found_ = X_CT_found_;
  Pose X_WC_found_ = X_CT_found_, X_WT_found_ = X_CT_found_, X_WC_acting_ = X_CT_found_;
  Eigen::Vector3d arm_C_, offset_;  ///< from C's and from T's centre of mass to C's mesh origin
  Eigen::Vector3d common_shift_;    ///< shift of the point where forces act since the start

  // State at the last evaluation:
  RelativeMotion motion_;
  bool is_clear_ = false;        ///< no triangle touches, and all blocks say so
  bool gaps_have_gone_ = false;  ///< proximities have changed since the blocks were written
  double users_energy_ = 0;      ///< energy stored by a user's normal law [J]
  double dt_ = 0;                ///< length of the step [s]
  bool is_evaluated_ = false;    ///< whether forces were evaluated since bristles were frozen
};

}  // namespace condyle
