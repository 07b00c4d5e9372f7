#pragma once

#include "condyle/mesh/mesh_file.h"
#include "core/scene/src/fields.h"
#include "core/src/contact/surface/layer_limits.h"

namespace condyle::scene {

// The quantities of scene files. A number outside these ranges is taken to be a mistake.

inline constexpr NumberRange k_speeds{.min = 0, .max = 1e3, .open_min = true};

/// Lengths from a nanometre to a million kilometres, whose powers do not overflow.
inline constexpr Quantity k_length{
    .unit = "m", .range = {.min = 1e-9, .max = mesh::k_farthest_coordinate}, .example = 0.1};
inline constexpr Quantity k_coordinate{
    .unit = "m",
    .range = {.min = -mesh::k_farthest_coordinate, .max = mesh::k_farthest_coordinate}};
/// A thickness, radius or depth, which may be arbitrarily small.
inline constexpr Quantity k_extent{
    .unit = "m",
    .range = {.min = 0, .max = mesh::k_farthest_coordinate, .open_min = true},
    .example = 0.1};
/// The resolution of a mesh.
inline constexpr Quantity k_fineness{
    .unit = "m", .range = {.min = 1e-7, .max = 1e3}, .example = 0.1};
inline constexpr Quantity k_mass{.unit = "kg", .range = k_positive, .example = 1};
/// Times in tables and runs, up to eleven days.
inline constexpr Quantity k_time{.unit = "s", .range = {.min = -1e6, .max = 1e6}};
/// A speed, up to the largest that a simulation allows a body.
inline constexpr Quantity k_speed{.unit = "m/s", .range = k_speeds};
/// Young's modulus and the pressure above which a layer may flow.
inline constexpr NumberRange k_moduli{.min = 0, .max = k_stiffest_layer, .open_min = true};

}  // namespace condyle::scene
