#pragma once

#include <mujoco/mujoco.h>

namespace condyle::mujoco {

/// The `<pair>` by which MuJoCo looks for contact of two geoms, in either order; -1: none.
int pair_of_geoms(const mjModel& model, int a, int b);

/// Whether MuJoCo looks for contact of two geoms at all: by its filters of bodies that are welded,
/// parent and child or excluded, of contype and conaffinity, and by a `<pair>` of theirs.
bool may_touch(const mjModel& model, int a, int b);

}  // namespace condyle::mujoco
