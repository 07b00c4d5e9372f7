#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <span>
#include <string>

#include "core/world/src/session_strand.h"
#include "plugin/mujoco/src/step_bodies.h"

namespace condyle::mujoco {

/// A strand in a step, as the row of constraint of a tendon that lends it. The tension is max(0,
/// tension + stiffness u), where u is how much longer the strand is than where the velocities led.
struct StrandRow {
  SessionStrand* strand = nullptr;
  int tendon = -1;
  double tension = 0;        ///< where the velocities led; below 0: slack [N]
  double stiffness = 0;      ///< with damping over the step's length [N/m]
  Eigen::VectorXd gradient;  ///< derivative of the length by the generalised coordinates
  bool is_pushed = false;    ///< pulls by a force, since the tendon's row cannot act for it
};

/// Makes the tendon lend its row in every step: an upper limit of its length that it always
/// exceeds. Throws InputError naming the strand if there is no such tendon, if it is not a spatial
/// one, or if it has a spring, damping or friction of its own.
void prepare_tendon(mjModel& model, int tendon, const std::string& strand);

/// Throws InputError naming the strand if a joint that moves a body of it moves none of the
/// tendon's, so that the tendon's row could not act on it.
void require_passed(const mjModel& model, int tendon, std::span<const int> bodies,
                    const std::string& strand);

/// Begins a step of a strand where the bodies are.
void begin_step(SessionStrand& strand, const StepBodies& bodies);

/// Traces and evaluates the strand where the velocities lead.
void evaluate_where_led(SessionStrand& strand, const StepBodies& bodies);

/// The row of a strand that was evaluated.
void find_row(const StepBodies& bodies, StrandRow& row);

/// The row of constraint that the tendon lends; -1 if it has none.
int row_of_tendon(const mjData& data, int tendon);

/// Writes the row's Jacobian.
void put_jacobian(const mjModel& model, mjData& data, int at, const StrandRow& row);

}  // namespace condyle::mujoco
