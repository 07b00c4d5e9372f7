#pragma once

#include "core/src/solver/engine_rows.h"
#include "core/src/solver/island.h"

namespace condyle {

/// Sets Group::soft_part, the weight of the midpoint rule in soft directions
/// (soft_directions.h), from the state that pairs carry from the last step. The weight is 0,
/// which is backward Euler alone, unless the integration is Integration::implicit. It is also 0 if
/// the engine's rows, strands, moved vertices or moving kinematic bodies take part, if a law is the
/// user's or its force does not follow from an energy, if a pair was held back, in large groups,
/// where soft directions would cost too much, and while attempts pause (keep_soft_step).
///
/// Otherwise it is m^2 / (m^2 + s^2), with the largest recent kinetic energy m of the bodies that
/// press, and the energy s that contact stores. A body that vibrates on its own layers thus comes
/// to rest as with backward Euler, and a body that contact only guides, such as a ball in a cup,
/// keeps its energy.
void set_soft_part(Island& island, const EngineRows& rows);

/// The number of sub-steps in which a step in soft directions starts: two if a step not long ago
/// had to be divided, else one.
int substeps_in_soft_directions(const Island& island);

/// The outcome of a step in soft directions.
enum class SoftStep {
  none,      ///< the step had no soft directions
  held,      ///< no sub-step was refused
  divided,   ///< none was refused after the step had been divided
  given_up,  ///< one was refused in the finest division, and the step went on by backward Euler
};

/// Records the outcome of a step in soft directions, for the next steps. After a step that was
/// divided, steps start divided for half a second. After an attempt that was given up, as with a
/// ball that rolls over many of its facets per step, steps go by backward Euler: two steps, then
/// twice as many, up to 32, each time that the next attempt is given up, too. Call at the end of a
/// step.
void keep_soft_step(Island& island, SoftStep);

/// Records the bodies' kinetic energy at the start of a solved sub-step of `h` [s]. Call before the
/// bodies move.
void keep_moving_energy(Island& island, double h);

/// Whether a solved sub-step of `h` [s] with soft directions has created energy: kinetic and
/// elastic energy have grown by more than external forces gave and the integration took in earlier
/// sub-steps. If not, updates the account of what the integration took, which is the loss beyond
/// that by damping and friction. Call before the bodies move.
bool gains_in_soft_directions(Island& island, double h);

}  // namespace condyle
