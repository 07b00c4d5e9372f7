#pragma once

namespace condyle::geometry {

// Carlson's symmetric elliptic integrals by duplication, to machine precision (Carlson 1995, Numer.
// Algorithms 10:13-26; DLMF 19.36). Arguments are finite and positive, and of similar magnitude, in
// any unit.

/// Integral of the first kind: R_F(x, y, z) = 1/2 int_0^inf dt / sqrt((t + x)(t + y)(t + z)).
double carlson_rf(double x, double y, double z);

/// Integral R_D(x, y, z) = 3/2 int_0^inf dt / (sqrt((t + x)(t + y)) (t + z)^(3/2)).
double carlson_rd(double x, double y, double z);

/// Symmetric integral of the second kind: the mean of sqrt(x s_x^2 + y s_y^2 + z s_z^2) over all
/// directions s (DLMF 19.16.3).
double carlson_rg(double x, double y, double z);

}  // namespace condyle::geometry
