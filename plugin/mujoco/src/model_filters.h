#pragma once

#include <mujoco/mujoco.h>

#include <span>
#include <string>

namespace condyle::mujoco {

/// The `<pair>` by which MuJoCo looks for contact of two geoms, in either order; -1: none.
int pair_of_geoms(const mjModel& model, int a, int b);

/// Whether MuJoCo looks for contact of two geoms at all: by its filters of bodies that are welded,
/// parent and child or excluded, of contype and conaffinity, and by a `<pair>` of theirs.
bool may_touch(const mjModel& model, int a, int b);

/// Throws InputError, which names `what`, if the model has no geoms of these names, or MuJoCo keeps
/// them apart.
void require_may_touch(const mjModel& model, const std::string& a, const std::string& b,
                       const std::string& what);

/// Whether any two of the geoms may touch.
bool any_may_touch(const mjModel& model, std::span<const int> geoms);

}  // namespace condyle::mujoco
