#pragma once

#include <optional>

#include "condyle/scene/scene.h"
#include "lab/gait_test.h"
#include "lab/lab_table.h"

namespace condyle {

/// A test of wear over very many repetitions of a cycle.
struct WearTest {
  GaitTest gait;
  double coefficient = 1e-15;  ///< Archard's k [1/Pa = m^3/(N m)]
  /// Absent: k is constant. Else it is k only where motion crosses most, and this share of it, 0 to
  /// 1, where the path is straight; between them it follows cross-shear evenly.
  std::optional<double> straight_share;
  double cycles = 1e6;  ///< repetitions, in all
  int updates = 4;      ///< blocks of them; after each the surface is moved
};

/// Wears the casting side of the joint's contact by Archard's law, depth = k times pressure times
/// sliding distance (J. F. Archard 1953, J. Appl. Phys. 24:981-988), triangle by triangle over the
/// measured repetition of the cycle; all repetitions of a block wear as that one, with the surface
/// as it is at the block's beginning. After each block the vertices move inward by what is worn.
/// Volume and depth over the repetitions, and a map. With `straight_share` s, k is multiplied by
/// s + (1 - s) 2 CS, CS the cross-shear of SlidingMap::cross_shear(), which is at most 1/2: wear in
/// proportion to the work across the main direction (Wang 2001, Wear 248:38-47; Turell, Wang &
/// Bellare 2003, Wear 255:1034-1039) on top of a constant share. A block may wear off at most a
/// quarter of the layer's thickness, and all of them no more than the thickness. Throws InputError,
/// or SimulationError. A body with a density keeps the mass of the unworn mesh.
LabResult test_wear(const scene::Scene& given, const WearTest& test);

}  // namespace condyle
