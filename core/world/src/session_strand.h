#pragma once

#include <span>
#include <vector>

#include "condyle/world/reports.h"
#include "core/src/solver/strand_step.h"

namespace condyle {

/// A strand between bodies of a session. Poses and velocities are those of the centres of mass of
/// its bodies, in the path's order, in the world frame.
struct SessionStrand : StrandStep {
  StrandId id;
  std::vector<int> bodies;  ///< numbers of the bodies, in the path's order
  bool is_cut = false;
  bool is_reported = false;  ///< `report` is of this substep
  StrandReport report;
  // Scratch: of the bodies, at the time of interest.
  std::vector<Pose> X_WB;
  std::vector<Twist> V_WB_W;
};

/// Whether bodies feel the strand.
inline bool acts(const SessionStrand& strand) {
  return !strand.is_cut && strand.linearised.strand.applies_force;
}

/// Fills the strand's report from its last evaluation, at the end of the step.
void put_report(SessionStrand& strand);

/// Traces the strand's path at these poses and fills its report. For strands that no island solves:
/// those that are cut or have no dynamic bodies.
void follow(SessionStrand& strand, std::span<const Pose> X_WB, std::span<const Twist> V_WB_W);

/// Sets the report's first and last point at these poses.
void put_ends(SessionStrand& strand, std::span<const Pose> X_WB);

/// The strand's length [m] and energy [J] at these poses.
double length_at(const SessionStrand& strand, std::span<const Pose> X_WB);
double energy_at(const SessionStrand& strand, std::span<const Pose> X_WB);

/// The strand's polyline at these poses: ligament::polyline().
std::vector<Eigen::Vector3d> polyline_at(const SessionStrand& strand, std::span<const Pose> X_WB,
                                         double step);

}  // namespace condyle
