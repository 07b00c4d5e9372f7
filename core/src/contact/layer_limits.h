#pragma once

namespace condyle {

/// Upper limit of Young's, bulk and shear modulus [Pa]: ten times the modulus of diamond.
inline constexpr double k_stiffest_layer = 1e13;

}  // namespace condyle
