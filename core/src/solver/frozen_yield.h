#pragma once

#include "core/src/contact/element_weights.h"
#include "core/src/solver/frozen_geometry.h"
#include "core/src/solver/frozen_user.h"

namespace condyle {

/// The vertices of both sides that bear a frozen triangle: the start of its ray, and its hit.
struct FrozenWeights {
  ElementWeights casting, target;
};

/// The frozen triangles of a pair with a deforming surface, under a law that acts on triangles.
struct FrozenYields {
  std::vector<FrozenWeights> triangles;
  std::vector<YieldBlock> blocks;  ///< parallel to FrozenGeometry::blocks
};

/// Freezes the weights and drift of the frozen triangles of `hits`. They do not yield yet.
void freeze_yields(const ContactPair& pair, std::span<const ProximityHit> hits,
                   const FrozenPoses& found, const FrozenGeometry& geometry, FrozenYields& yields);

/// Adds the number of frozen triangles to which each vertex belongs, unless a list is empty.
void count_triangles(const FrozenYields& yields, std::span<int> casting, std::span<int> target);

/// Sets how far triangles yield: see FrozenContact::set_yield().
void set_yield(std::span<const double> casting, std::span<const double> target, double time,
               double h, const FrozenGeometry& geometry, FrozenYields& yields);

/// The relative velocity (see RelativeMotion) of one triangle of the block, with its drift.
Vector6 with_drift(const Vector6& velocity, const YieldBlock& yield, int lane);

/// Presses the touching triangles of block `b` with yielding, by a law on triangles. Writes the
/// samples into `pressed`, with slopes by the proximity and rate without yielding, and the
/// remaining proximities into the block.
void press_yielding(FrozenBlock& block, std::size_t b, const FrozenLaw& law, Pressed& pressed);

/// Friction by the regularised law, against a slip that yields: see rub().
FrozenFriction rub_yielding(const FrozenTriangle& triangle, double normal_force,
                            const Friction& friction, const Vector6& V, double mobility,
                            const SlopeWanted& wanted);

/// Elastic pressure of the layers with Hunt and Crossley's damping, for lane `lane` of block `b`.
NormalSample foundation(const FrozenBlock& block, std::size_t b, int lane, double depth,
                        double rate, const FrozenLaw& law);

}  // namespace condyle
