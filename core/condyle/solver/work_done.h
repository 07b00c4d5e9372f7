#pragma once

#include "condyle/solver/engine_rows.h"
#include "condyle/solver/island.h"

namespace condyle {

/// What pairs, strands and rows have done in a step of the engine's, in the terms of an energy
/// ledger [J].
struct WorkDone {
  double by_joints = 0;  ///< brought by joints: motors, and what they hold on to that is moved
  double by_moved = 0;   ///< brought through pairs and strands by given motions
  double damping = 0, friction = 0, ligament_damping = 0, engine_contacts = 0;  ///< taken

  WorkDone& operator+=(const WorkDone& other);
};

void add(const RowWork& rows, WorkDone& sum);

/// Of an island's pairs and strands at the end of a sub-step of `h` [s], as of the group's last
/// evaluation; before they go on to the next one. Each then knows what it stores.
void add_substep(const Island& island, double h, WorkDone& sum);

}  // namespace condyle
