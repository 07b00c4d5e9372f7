#pragma once

namespace condyle {

/// Of Young's, bulk and shear modulus [Pa]: ten times that of diamond.
inline constexpr double k_stiffest_layer = 1e13;

}  // namespace condyle
