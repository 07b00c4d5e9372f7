#pragma once

#include "condyle/contact/layer.h"

// What a layer does to waves of pressure, and what is lost of it where nodes are far apart.
namespace condyle {

/// Displacement per pressure [m/Pa] of a layer of this thickness [m] under a pressure cos(k x):
/// C(k) of docs/model.md. 0 if the side is rigid. An infinite thickness is allowed. k in 1/m, > 0.
double yield_to_wave(const Layer& layer, double thickness, double k);

/// Of a wave as long as 20 thicknesses: radians per thickness.
inline constexpr double k_long_wave = 0.3;
/// Of the waves that a contact is made of: radians per radius, the first zero of J0.
inline constexpr double k_contact_wave = 2.4;

/// That of both layers, of their own thicknesses.
double yield_of_both(const Layer& casting, const Layer& target, double k);

/// The part by which both layers yield too much, and a contact's force comes out too small, since
/// pressures are even over patches: for a contact of this many nodes over its radius a, `spacing`
/// [m] apart. A pressure of waves k = 2.4 / a, the first zero of J0, then has steps, waves k + g, g
/// = 2 pi m / spacing, of k / g times its amplitude, to which the layers yield by C(g):
///   2 sum over m >= 1 of (k / g)^2 C(g) / C(k)
/// It is small where the layers yield to long waves by h / K, and falls with the square of the
/// nodes over the radius. For nu near 0.5 it is the square of `spacing` over h, however wide the
/// contact.
double yield_to_steps(const Layer& casting, const Layer& target, double spacing,
                      double nodes_over_radius);

/// The layers' yield to a wave as long as 20 thicknesses over that to the waves of a contact, k =
/// 2.4 / radius [m]: how much more an error of the sums over triangles counts in its force. At most
/// 1.3 for nu = 0.46, 2.5 for 0.49; without bound for 0.5. 0 if a layer has no end.
double gain_of_error(const Layer& casting, const Layer& target, double radius);

}  // namespace condyle
