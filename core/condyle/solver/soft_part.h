#pragma once

#include "condyle/solver/engine_rows.h"
#include "condyle/solver/island.h"

namespace condyle {

/// Sets ContactGroup::soft_part, the weight of the midpoint rule in soft directions
/// (soft_directions.cpp), and which bodies are held, from the state that pairs carry from the last
/// step. The weight is 0, which is backward Euler alone, if the engine's rows, strands, moved
/// vertices or moving kinematic bodies take part, if a law is the user's or its force does not
/// follow from an energy, and in large groups, where soft directions would cost too much.
///
/// Otherwise it is m^2 / (m^2 + s^2), with the largest recent kinetic energy m of the bodies that
/// press, and the energy s that contact stores. A body that vibrates on its own layers thus comes
/// to rest as with backward Euler, and a body that contact only guides, such as a ball in a cup,
/// keeps its energy.
void set_soft_part(Island& island, const EngineRows& rows);

/// Records the bodies' kinetic energy at the start of a solved sub-step of `h` [s]. Call before the
/// bodies move.
void keep_moving_energy(Island& island, double h);

/// Whether a solved sub-step of `h` [s] with soft directions has created energy: kinetic and
/// elastic energy and what damping and friction dissipated exceed what external forces gave and
/// what the integration took in earlier sub-steps. If not, updates the account of what it took.
/// Call before the bodies move.
bool gains_in_soft_directions(Island& island, double h);

}  // namespace condyle
