#pragma once

#include <string>

namespace condyle {

class ContactSurface;

/// Upper limit of Young's, bulk and shear modulus [Pa]: ten times the modulus of diamond.
inline constexpr double k_stiffest_layer = 1e13;

/// Throws InputError naming `what` and the surface if springs cannot take its layers (LayerUse).
void require_springs(const ContactSurface& surface, const std::string& what);

}  // namespace condyle
