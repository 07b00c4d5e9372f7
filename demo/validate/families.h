#pragma once

#include <filesystem>
#include <vector>

#include "validate/check.h"

namespace condyle {

/// How much is run: `quick` leaves out checks that take seconds, and keeps a case of each kind.
enum class Effort { quick, full };

// Each function runs the checks of one family; docs/validation.md describes them.

/// The compliance of a bonded layer: closed form, limits, table.
CheckFamily check_compliance(Effort effort);
/// A flat punch on a bonded layer: Hayes' factors.
CheckFamily check_flat_punch(Effort effort);
/// A sphere on a half space: Hertz.
CheckFamily check_half_space(Effort effort);
/// A sphere on the springs of the linear law: closed forms.
CheckFamily check_springs(Effort effort);
/// A cylinder near the free edge of a layer: finite elements.
CheckFamily check_free_edges(Effort effort);
/// A wide contact on a compressible layer: Winkler's limit.
CheckFamily check_wide_contact(Effort effort);
/// Energy, wrench, stiffness and pressure map agree with each other.
CheckFamily check_consistency(Effort effort);
/// A part by finite elements in place of a flat layer, if gmsh and CalculiX are installed.
CheckFamily check_parts(Effort effort);
/// How force and peak depend on the distance of the nodes.
CheckFamily check_spacing(Effort effort);
/// The pressure at every node of contacts on random meshes.
CheckFamily check_smoothness(Effort effort);
/// A generated knee insert: distance of the nodes, symmetry, sums, residual.
CheckFamily check_insert(Effort effort);
/// Spheres on a layer against the exact solution of the linear theory.
CheckFamily check_spheres(Effort effort);
/// Spheres on a layer against the finite elements whose figures ship with the program.
CheckFamily check_spheres_by_elements(Effort effort);
/// A few spheres on a layer against CalculiX, if it is installed. Throws InputError if it fails.
CheckFamily check_spheres_by_calculix(Effort effort);
/// The cases in a user's file (docs/validation.md, "Figures of your own").
CheckFamily check_oracles(const std::filesystem::path& file);

}  // namespace condyle
