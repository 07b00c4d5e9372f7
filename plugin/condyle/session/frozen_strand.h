#pragma once

#include "condyle/ligament/ligament_strand.h"
#include "condyle/session/step_motion.h"

namespace condyle {

/// A straight strand between points of bodies A and B, for one (sub-)step.
struct FrozenStrand {
  LigamentStrand strand;
  Eigen::Vector3d end_A, end_B;  ///< from each body's centre of mass, world axes, at the start [m]
  LigamentForce result;          ///< as of the last evaluation
  double length = 0;             ///< as of the last evaluation [m]
};

/// Forces on A (first) and B at the end of a step of `dt` [s] in which both move so. The slope is
/// the true one (k g g^T, tension across the strand, turning arms) or, safe, its symmetric part
/// without arms.
void evaluate(FrozenStrand& strand, const StepMotion& A, const StepMotion& B, double dt,
              Linearisation, PairForces& out);

}  // namespace condyle
