#pragma once

#include <string>

namespace condyle {

class ContactSurface;

// Limits of settings, for the checks here and for the descriptions of scene files, options and
// Python (core/scene/src/setting_descriptions.cpp), which may be narrower.

/// Upper limit of Young's, bulk and shear modulus [Pa]: ten times the modulus of diamond.
inline constexpr double k_stiffest_layer = 1e13;

/// Poisson's ratio is above the first and below the second, which an incompressible layer has
/// (is_incompressible()).
inline constexpr double k_least_poissons_ratio = -1, k_greatest_poissons_ratio = 0.5;

/// Upper limit of ContactSettings::layer_tolerance.
inline constexpr double k_greatest_layer_tolerance = 0.01;

/// Throws InputError naming `what` and the surface if springs cannot take its layers (LayerUse).
void require_springs(const ContactSurface& surface, const std::string& what);

}  // namespace condyle
