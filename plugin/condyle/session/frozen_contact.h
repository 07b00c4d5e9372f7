#pragma once

#include <optional>
#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/element_weights.h"
#include "condyle/contact/patch_points.h"
#include "condyle/session/frozen_sums.h"

namespace condyle {

/// The force on one casting triangle, and opposite on the target at the same point.
struct FrozenForce {
  Eigen::Vector3d point_W, force_W;
  ElementWeights casting, target;  ///< where the ray starts, and what it met
};

/// The geometry of one pair, frozen for a step: which triangle faces which plane does not change,
/// yet both bodies move on rigidly, so that triangles come into contact and leave it inside the
/// step. C is the casting body, T the target body.
class FrozenContact {
 public:
  /// From those `hits` of the pair whose gap is at most `reach`, in their order. X_WC, X_WT: mesh
  /// frames; p_WC, p_WT: centres of mass, all at the start. With stiction the triangles hold on to
  /// what `bristles` (ascending casting triangle) says, others to where they are.
  void freeze(const ContactPair& pair, std::span<const ProximityHit> hits, double reach,
              const Pose& X_WC, const Pose& X_WT, const Eigen::Vector3d& p_WC,
              const Eigen::Vector3d& p_WT, std::span<const Bristle> bristles = {});

  /// Where vertices of a side may yield (frozen_block.h), after freeze(): counts for each of its
  /// vertices the frozen triangles that it belongs to; nothing by a law that presses patches.
  void count_triangles(std::span<int> casting, std::span<int> target) const;

  /// Sets how far triangles yield in a (sub-)step of `h` [s] that ends `time` [s] after the start
  /// of the engine's step: per vertex n / m as counted, over all contacts of the side, none of a
  /// side that does not yield.
  void set_yield(std::span<const double> casting, std::span<const double> target, double time,
                 double h);

  /// Whether either surface deforms and the law acts on triangles; then the force on the casting
  /// side of the i-th triangle as of the last evaluation, in its mesh frame [N].
  bool deforms() const { return !yielding_.empty(); }
  Eigen::Vector3d force_at_end(std::size_t i) const {
    const auto place = static_cast<std::size_t>(places_[i]);
    return vector_at(yields_[place / k_lanes].force_C, place % k_lanes);
  }

  /// Calls use(FrozenForce) for each frozen triangle of a surface that deforms, as of the last
  /// evaluation.
  template <class Use>
  void for_each_force(const Use& use) const {
    for (std::size_t i = 0; i < yielding_.size(); ++i) {
      const auto place = static_cast<std::size_t>(places_[i]), lane = place % k_lanes;
      const Eigen::Vector3d force_C = vector_at(yields_[place / k_lanes].force_C, lane);
      if (force_C.isZero(0)) continue;
      const Eigen::Vector3d centroid_C = vector_at(blocks_[place / k_lanes].centroid_C, lane);
      use(FrozenForce{attack_W_ + R_WC_end_ * centroid_C, R_WC_end_ * force_C, yielding_[i].casting,
                      yielding_[i].target});
    }
  }

  /// From now on evaluate() is given motions to the middle of the step, and normal forces are the
  /// mean over the way from its start to its end (frozen_mean.h), which the velocities say; the
  /// user's laws are those of the middle.
  void take_mean(bool is_mean) { takes_mean_ = is_mean; }

  /// What the triangles that touch hold on to as of the last evaluation, for the next freeze().
  void keep_bristles(std::vector<Bristle>& bristles) const;

  /// Of the i-th triangle, as of the last evaluation [m].
  double proximity_at_end(std::size_t i) const {
    const auto place = static_cast<std::size_t>(places_[i]);
    const double end = blocks_[place / k_lanes].proximity_at_end[place % k_lanes];
    return points_.empty() ? end : end + above_point_[i];
  }

  /// Whether there is no triangle in contact or near it.
  bool is_empty() const { return places_.empty(); }

  /// Whether any triangle touches as of the last evaluation.
  bool touches_at_end() const;

  /// Forces on C (first) and T at the end of a step of `dt` [s] in which both move so.
  void evaluate(const StepMotion& C, const StepMotion& T, double dt, Linearisation,
                PairForces& out);

  /// How many times finer a step of `dt` [s] with the given velocities must be for the frozen
  /// geometry to hold: no triangle may approach by more than 1/8 of its layer, nor the target slip
  /// by so much that its curvature leaves the frozen planes by more than a tenth of the depth.
  int wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const;

 private:
  void make_places(std::span<const ProximityHit> hits, double reach);
  void set_law(const PressureLaw& law);
  void put_triangles(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void put_triangle(const ContactPair& pair, const ProximityHit& hit, std::size_t place);
  void put_plane(const ContactSurface& target, int triangle, const Eigen::Vector3d& p_C,
                 FrozenBlock& block, std::size_t lane) const;
  void put_yields(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void put_bristles(const ContactPair& pair, std::span<const ProximityHit> hits, double reach,
                    std::span<const Bristle> bristles);
  void put_points(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void find_points(const ContactPair& pair, std::span<const ProximityHit> hits, double reach);
  void put_point(const PatchPoint& point, std::size_t place, double share);
  BristlePass next_pass(const RelativeMotion& motion, double dt);
  void measure_patch(std::size_t count);
  RelativeMotion relative_motion(const StepMotion& C, const StepMotion& T,
                                 const Eigen::Matrix3d& R_WC, const Eigen::Matrix3d& R_WT) const;

  /// Triangles in contact, then from a block of their own on those about to touch: most of these
  /// blocks stay out of contact, and cost little.
  std::vector<FrozenBlock> blocks_;
  std::vector<int> places_;                  ///< per triangle: k_lanes block + lane
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
  std::vector<int> part_points_, nearest_;
  std::vector<int> point_of_hit_;       ///< per hit, or -1
  std::vector<double> above_point_;     ///< parallel to places_: proximity above the point's [m]
  Friction friction_;                   ///< resolved
  std::vector<BristleBlock> bristles_;  ///< parallel to blocks_ where there is stiction
  std::vector<int> bristle_triangles_;  ///< parallel to places_ then
  /// Of surfaces that deform: parallel to places_, and to blocks_.
  struct Yielding {
    ElementWeights casting, target;
  };
  std::vector<Yielding> yielding_;
  std::vector<YieldBlock> yields_;
  Eigen::Vector3d attack_W_ = Eigen::Vector3d::Zero();  ///< then: of the mesh origin, for moments
  Eigen::Matrix3d R_WC_end_ = Eigen::Matrix3d::Identity();
  Pose X_TC_ = Pose::Identity();             ///< of the mesh frames at the start
  Pose X_TC_end_ = Pose::Identity();         ///< with stiction: as of the last evaluation
  double dt_ = 0;                            ///< with stiction: of the last evaluation [s]
  Vector6 last_velocity_ = Vector6::Zero();  ///< the same, of C relative to T
  bool is_evaluated_ = false;                ///< since it was frozen
  Eigen::Matrix3d R_WC_, R_WT_;              ///< the same in the world
  Eigen::Vector3d arm_C_, arm_T_;  ///< from centre of mass to mesh origin, at the start, world
  double target_curvature_ = 0;    ///< spread of target normals over spread of hits [1/m]
  double patch_radius_ = 0;        ///< root mean square distance of hits from their mean [m]
};

}  // namespace condyle
