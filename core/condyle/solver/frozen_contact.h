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

/// The force on one casting triangle, and opposite on the target.
struct FrozenForce {
  Wrench wrench_C;                 ///< about C's mesh origin
  ElementWeights casting, target;  ///< where the ray starts, and what it met
};

/// The geometry of one pair, frozen for a step at a pose that is near its end: there proximities
/// and their gradients are exact, and from there on they go in straight lines, so that triangles
/// come into contact and leave it inside the step. What moves far is found and frozen again. C is
/// the casting body, T the target body.
class FrozenContact {
 public:
  /// Says where the bodies are taken to be for the search: they stand with their mesh frames at
  /// X_WC and X_WT at the start of the (sub-)step and move so for `dt` [s], 0 where they are taken
  /// to be there still. Returns the pose to search at.
  const Pose& place(const StepMotion& C, const StepMotion& T, double dt, const Pose& X_WC,
                    const Pose& X_WT);

  /// From those `hits` of the pair at that pose whose gap is at most `reach`, in their order. With
  /// stiction the triangles hold on to what `bristles` (ascending casting triangle) says; what
  /// comes to touch, to where it was one step of its velocity there ago: the last of its way, for a
  /// point of a body that rolls comes down from the side.
  void freeze(const ContactPair& pair, std::span<const ProximityHit> hits, double reach,
              std::span<const Bristle> bristles = {});

  /// Where vertices of a side may yield (frozen_block.h), after freeze(): counts for each of its
  /// vertices the frozen triangles that it belongs to; nothing by a law that presses patches.
  void count_triangles(std::span<int> casting, std::span<int> target) const;

  /// Sets how far triangles yield in a (sub-)step of `h` [s] that ends `time` [s] after the start
  /// of the engine's step: per vertex n / m as counted, over all contacts of the side, none of a
  /// side that does not yield.
  void set_yield(std::span<const double> casting, std::span<const double> target, double time,
                 double h);

  /// Whether either surface deforms and the law acts on triangles.
  bool deforms() const { return !yielding_.empty(); }

  /// What acts on the i-th triangle as of the last evaluation, in C: what the wrench is the sum of.
  /// Of a law that presses patches share_out_patches() says which part of its patch's it has.
  GivenPressure given_at_end(std::size_t i) const;

  /// How much of what the law says of the i-th triangle acts: 0 to 1, see weaken().
  double part_acting(std::size_t i) const;

  /// Shares out each patch's force over its triangles by their proximity as of the last evaluation;
  /// `hits` as frozen. Nothing by a law that acts on triangles.
  void share_out_patches(const ContactSurface& casting, std::span<const ProximityHit> hits,
                         double reach);

  /// Where the hits were found, at the end of the step but for less than they lie apart there:
  /// poses of the mesh frames, in which all that follows from the last evaluation is given.
  const Pose& X_WC_found() const { return X_WC_found_; }
  const Pose& X_WT_found() const { return X_WT_found_; }
  const Pose& X_CT_found() const { return X_CT_found_; }
  /// Of C relative to T at C's origin, in C, as of the last evaluation.
  Twist V_TC_C_at_end() const { return {motion_.velocity.head<3>(), motion_.velocity.tail<3>()}; }

  /// The frame C where forces act: moments are about the centres of mass at the start of the step,
  /// from where C's frame is shifted by a part of the bodies' ways that is common to both.
  const Pose& X_WC_acting() const { return X_WC_acting_; }

  /// Calls use(FrozenForce) for each frozen triangle of a surface that deforms, as of the last
  /// evaluation.
  template <class Use>
  void for_each_force(const Use& use) const {
    for (std::size_t i = 0; i < yielding_.size(); ++i)
      if (const Wrench wrench_C = force_at_end(i); !wrench_C.force.isZero(0))
        use(FrozenForce{wrench_C, yielding_[i].casting, yielding_[i].target});
  }

  /// From now on evaluate() is given motions to the middle of the step, and normal forces are the
  /// mean over the way from its start to its end (frozen_mean.h), which the velocities say; the
  /// user's laws are those of the middle.
  void take_mean(bool is_mean) { takes_mean_ = is_mean; }

  /// What the triangles that touch hold on to as of the last evaluation, for the next freeze().
  void keep_bristles(std::vector<Bristle>& bristles) const;

  /// Of the i-th triangle, as of the last evaluation [m].
  double proximity_at_end(std::size_t i) const;

  /// What is stored at the end of a (sub-)step of `h` [s], and what forces have done in it
  /// (frozen_work.cpp).
  FrozenWork work_at_end(double h) const;
  /// What a pair stores where it was found [J]; 0 by a law of the user's. Bristles do not count.
  double elastic_where_found() const;

  /// Whether there is no triangle in contact or near it.
  bool is_empty() const { return places_.empty(); }

  /// Whether any triangle touches as of the last evaluation.
  bool touches_at_end() const;

  /// Forces on C (first) and T at the end of a step of `dt` [s] in which both move so.
  void evaluate(const StepMotion& C, const StepMotion& T, double dt, Linearisation,
                PairForces& out);

  /// How many times finer a step of `dt` [s] that ends so must be: no triangle may approach by more
  /// than 1/8 of its layers.
  int wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const;

  /// Whether any frozen triangle touches where the bodies come to by these motions.
  bool foresees_touch(const StepMotion& C, const StepMotion& T) const;

  /// Whether triangles in contact, as of the last evaluation, have moved from where they were found
  /// by more than this part of the greatest depth: they may face other parts of the target.
  bool has_left_planes(double part_of_depth) const;

  /// Notes which casting triangles press as of the last evaluation, and how deep the deepest is;
  /// `hits` as frozen.
  void keep_pressing(std::span<const ProximityHit> hits, BedAccount& account) const;

  /// Lets no triangle press, and no patch by a law that presses patches, that would have been
  /// deeper than `depth` [m] at the start, as its proximity goes, and of which none is among those
  /// that pressed then: it has not been pressed in.
  void drop_unpressed(std::span<const ProximityHit> hits, std::span<const int> pressing,
                      double depth);

  /// All triangles press as if they had this part of their area.
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

  /// Triangles in contact, then from a block of their own on those about to touch: most of these
  /// blocks stay out of contact, and cost little.
  std::vector<FrozenBlock> blocks_;
  FrozenBound bound_;
  double reach_ = 0;                         ///< to which gaps hits were frozen [m]
  std::vector<int> places_;                  ///< per triangle: k_lanes block + lane
  std::vector<bool> has_pressed_;            ///< per lane, at the start of the step
  std::vector<PressureLaw> nonlinear_laws_;  ///< one per lane, or none
  PressureLaw law_;                          ///< of the triangle that is being frozen
  double law_slope_ = 0;                     ///< pressure over proximity, where it is linear [Pa/m]
  double dissipation_ = 0;
  bool takes_mean_ = false;
  NormalLaw normal_;  ///< settled
  condyle_contact user_contact_ = {};
  // Of a law that presses patches: each has the lane of its point.
  std::optional<PatchFinder> patches_;
  std::vector<PatchPoint> points_;
  std::vector<int> chosen_;  ///< hits
  std::vector<int> part_points_;
  std::vector<PatchPoint> nearest_;    ///< of parts, as if none had a patch
  std::vector<int> point_of_hit_;      ///< per hit, or -1
  std::vector<double> above_point_;    ///< parallel to places_: proximity above the point's [m]
  std::vector<double> patch_weights_;  ///< per point
  std::vector<double>
      part_of_patch_;  ///< parallel to places_: pressure per its patch's force [1/m^2]
  Friction friction_;  ///< resolved
  ForceDirection direction_ = ForceDirection::target;
  std::vector<BristleBlock> bristles_;  ///< parallel to blocks_ where there is stiction
  std::vector<int> bristle_triangles_;  ///< parallel to places_ then
  /// Of surfaces that deform: parallel to places_, and to blocks_.
  struct Yielding {
    ElementWeights casting, target;
  };
  std::vector<Yielding> yielding_;
  std::vector<YieldBlock> yields_;
  // Where the hits were found; world where no frame is named:
  StepMotion C_found_, T_found_;
  double dt_found_ = 0;  ///< since the start [s]
  Pose X_CT_found_ = Pose::Identity(), X_TC_found_ = X_CT_found_;
  Pose X_WC_found_ = X_CT_found_, X_WT_found_ = X_CT_found_, X_WC_acting_ = X_CT_found_;
  Eigen::Vector3d arm_C_, offset_;  ///< to C's mesh origin from C's and from T's centre of mass
  Eigen::Vector3d common_shift_;    ///< of the point where forces act, since the start

  // As of the last evaluation:
  RelativeMotion motion_;
  bool is_clear_ = false;       ///< no triangle touches, and all blocks say so
  bool gaps_have_gone_ = false;  ///< on from what the blocks say
  double users_energy_ = 0;    ///< what a normal law of the user's says that it stores [J]
  double dt_ = 0;              ///< [s]
  bool is_evaluated_ = false;  ///< since it was frozen
};

}  // namespace condyle
