#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/session/frozen_sums.h"

namespace condyle {

/// The geometry of one pair, frozen for a step: which triangle faces which plane does not change,
/// yet both bodies move on rigidly, so that triangles come into contact and leave it inside the
/// step. C is the casting body, T the target body.
class FrozenContact {
 public:
  /// From those `hits` of the pair whose gap is at most `reach`, in their order. X_WC, X_WT: mesh
  /// frames; p_WC, p_WT: centres of mass, all at the start.
  void freeze(const ContactPair& pair, std::span<const ProximityHit> hits, double reach,
              const Pose& X_WC, const Pose& X_WT, const Eigen::Vector3d& p_WC,
              const Eigen::Vector3d& p_WT);

  /// Of the i-th triangle, as of the last evaluation [m].
  double proximity_at_end(std::size_t i) const {
    const auto place = static_cast<std::size_t>(places_[i]);
    return blocks_[place / k_lanes].proximity_at_end[place % k_lanes];
  }

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
  void measure_patch();
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
  Friction friction_;
  Pose X_TC_ = Pose::Identity();   ///< of the mesh frames at the start
  Eigen::Matrix3d R_WC_, R_WT_;    ///< the same in the world
  Eigen::Vector3d arm_C_, arm_T_;  ///< from centre of mass to mesh origin, at the start, world
  double target_curvature_ = 0;    ///< spread of target normals over spread of hits [1/m]
  double patch_radius_ = 0;        ///< root mean square distance of hits from their mean [m]
};

}  // namespace condyle
