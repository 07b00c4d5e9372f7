#pragma once

#include "core/src/contact/linearised/linearised_geometry.h"
#include "core/src/contact/linearised/linearised_user.h"
#include "core/src/contact/surface/element_weights.h"

namespace condyle {

/// The vertices of both sides that bear the force on a linearised triangle: those around the start
/// of its ray, and around its hit.
struct LinearisedWeights {
  ElementWeights casting, target;
};

/// The linearised triangles of a pair with a deforming surface, under a law that acts on triangles.
struct LinearisedVertices {
  std::vector<LinearisedWeights> triangles;
  std::vector<VertexBlock> blocks;  ///< parallel to LinearisedGeometry::blocks
};

/// Linearises the weights and drift of the linearised triangles of `hits`. They do not yield yet.
void linearise_vertices(const SurfacePair& pair, std::span<const ProximityHit> hits,
                        const LinearisedPoses& found, const LinearisedGeometry& geometry,
                        LinearisedVertices& vertices);

/// Adds the number of linearised triangles to which each vertex belongs. A side with an empty list
/// is not counted.
void count_triangles(const LinearisedVertices& vertices, std::span<int> casting,
                     std::span<int> target);

/// Sets how far triangles yield: see LinearisedContact::set_compliance().
void set_compliance(std::span<const double> casting, std::span<const double> target, double time,
                    double h, const LinearisedGeometry& geometry, LinearisedVertices& vertices);

/// The relative velocity (see RelativeMotion) of one triangle of the block, with its drift.
Vector6 with_drift(const Vector6& velocity, const VertexBlock& vertices, int lane);

/// Presses the touching triangles of block `b` with yielding, by a law on triangles. Writes the
/// samples into `pressed`, with slopes by the proximity and rate without yielding, and the
/// remaining proximities into the block.
void press_compliant(LinearisedBlock& block, std::size_t b, const LinearisedLaw& law,
                     Pressed& pressed);

/// Friction by the regularised law, against a slip that yields: see rub().
LinearisedFriction rub_compliant(const LinearisedTriangle& triangle, double normal_force,
                                 const Friction& friction, const Vector6& V, double mobility,
                                 const SlopeWanted& wanted);

/// Elastic pressure of the layers with Hunt and Crossley's damping, for lane `lane` of block `b`.
NormalSample foundation(const LinearisedBlock& block, std::size_t b, int lane, double depth,
                        double rate, const LinearisedLaw& law);

}  // namespace condyle
