#pragma once

#include "core/src/solver/engine_rows.h"
#include "core/src/solver/island.h"

namespace condyle {

/// The work of pairs, strands and rows in a step of the engine, in the terms of the energy ledger
/// [J].
struct WorkDone {
  double by_joints = 0;  ///< work of joints: of motors, and of anchors on moving bodies
  double by_moved = 0;   ///< work of given motions through pairs and strands
  double damping = 0, friction = 0, ligament_damping = 0, engine_contacts = 0;  ///< dissipated

  WorkDone& operator+=(const WorkDone& other);
};

void add(const RowWork& rows, WorkDone& sum);

/// Adds the work of an island's pairs and strands at the end of a sub-step of `h` [s], from the
/// group's last evaluation. Call before pairs and strands go on to the next sub-step. Updates their
/// stored energies.
void add_substep(const Island& island, double h, WorkDone& sum);

}  // namespace condyle
