#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/session/step_motion.h"

namespace condyle {

/// One casting triangle and the plane of the target triangle that its ray met, as they stand at the
/// start of the (sub-)step, in world axes.
struct FrozenTriangle {
  Eigen::Vector3d centre;         ///< casting centroid, from the casting body's centre of mass [m]
  Eigen::Vector3d normal;         ///< its outward normal n_c
  Eigen::Vector3d hit;            ///< hit point, from the target body's centre of mass [m]
  Eigen::Vector3d target_normal;  ///< outward normal n_t of the target triangle
  double area;                    ///< [m^2]
  double proximity;               ///< at the start [m]; negative: about to touch
  double proximity_at_end;        ///< as of the last evaluation [m]
  PressureLaw law;
};

/// The geometry of one pair, frozen for a step: which triangle faces which plane does not change,
/// yet both bodies move on rigidly, so that triangles come into contact and leave it inside the
/// step. C is the casting body, T the target body.
class FrozenContact {
 public:
  /// From `hits` of the pair. X_WC, X_WT: mesh frames; p_WC, p_WT: centres of mass, all at the
  /// start.
  void freeze(const ContactPair& pair, std::span<const ProximityHit> hits, const Pose& X_WC,
              const Pose& X_WT, const Eigen::Vector3d& p_WC, const Eigen::Vector3d& p_WT);

  std::span<const FrozenTriangle> triangles() const { return triangles_; }

  /// Forces on C (first) and T at the end of a step in which both move so.
  void evaluate(const StepMotion& C, const StepMotion& T, Linearisation, PairForces& out);

  /// How many times finer a step of `dt` [s] with the given velocities must be for the frozen
  /// geometry to hold: no triangle may approach by more than 1/8 of its layer, nor the target slip
  /// by so much that its curvature leaves the frozen planes by more than a tenth of the depth.
  int wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const;

 private:
  std::vector<FrozenTriangle> triangles_;
  double dissipation_ = 0;
  Friction friction_;
  bool has_friction_ = false;
  double target_curvature_ = 0;  ///< spread of target normals over spread of hits [1/m]
  double patch_radius_ = 0;      ///< root mean square distance of hits from their mean [m]
};

}  // namespace condyle
