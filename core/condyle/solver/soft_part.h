#pragma once

#include "condyle/solver/engine_rows.h"
#include "condyle/solver/island.h"

namespace condyle {

/// Says how far a step's ways are soft (soft_ways.cpp): sets ContactGroup::soft_part and which
/// bodies are held, from what the pairs carry from the last step. 0, backward Euler alone, where
/// the engine's rows, strands, moved vertices or kinematic bodies that move have a part in it,
/// where a law is the user's or not of an energy, and in large groups, where it would cost too
/// much.
///
/// Otherwise m^2 / (m^2 + s^2): m is what the bodies that press have had of kinetic energy lately,
/// s what contact stores. So what rests comes to rest as by backward Euler, and what
/// contact only leads, as a ball in a cup, keeps its energy.
void set_soft_part(Island& island, const EngineRows& rows);

/// At the end of a sub-step of `h` [s], before the bodies have moved: keeps their kinetic energy.
void keep_moving_energy(Island& island, double h);

}  // namespace condyle
