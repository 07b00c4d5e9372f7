#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/linearised_poses.h"
#include "core/src/contact/linearised/linearised_travel.h"
#include "core/src/contact/linearised/surface_pair.h"
#include "core/src/contact/surface/casting_pieces.h"

namespace condyle {

/// Where a triangle, or the point of a patch, lies among the blocks.
struct LinearisedPlace {
  int block, lane;
};

inline LinearisedPlace place_of(std::size_t number) {
  return {static_cast<int>(number / k_lanes), static_cast<int>(number % k_lanes)};
}

/// Number of blocks for this number of triangles or points.
inline std::size_t block_count(std::size_t places) { return (places + k_lanes - 1) / k_lanes; }

/// The places at which a pair presses: its linearised triangles or, for laws that act on patches, a
/// point of each patch.
struct LinearisedGeometry {
  /// Blocks of triangles in contact, then blocks of triangles about to touch. Most of the latter
  /// stay out of contact and cost little.
  std::vector<LinearisedBlock> blocks;
  LinearisedBound bound;
  double reach = 0;  ///< largest gap of hits that are linearised [m]
  /// Per triangle, its place: k_lanes * block + lane. Triangles of a patch share the place of its
  /// point.
  std::vector<int> places;
  std::vector<int> hits;  ///< per triangle: index of its hit in the search

  LinearisedPlace place(std::size_t triangle) const {
    return place_of(static_cast<std::size_t>(places[triangle]));
  }

  /// Calls use(hit, i) for each of the search's `hits` that is linearised, with its number among
  /// them.
  template <class Use>
  void for_each_linearised(std::span<const ProximityHit> found, Use&& use) const {
    for (std::size_t i = 0; i < hits.size(); ++i) use(found[static_cast<std::size_t>(hits[i])], i);
  }
};

/// Some hits of a search: those whose indices are `chosen`, with a place each among blocks.
struct ChosenHits {
  std::span<const ProximityHit> all;
  std::span<const CastingPiece> pieces;  ///< of a divided surface, parallel to `all`; else empty
  std::span<const int> chosen, places;

  std::size_t count() const { return chosen.size(); }
  const ProximityHit& hit(std::size_t i) const { return all[static_cast<std::size_t>(chosen[i])]; }
  LinearisedPlace place(std::size_t i) const {
    return place_of(static_cast<std::size_t>(places[i]));
  }
};

/// Gives the `hits` whose gap is at most geometry.reach a place each.
void make_places(std::span<const ProximityHit> hits, LinearisedGeometry& geometry);
/// Gives a place each, in this order, to the hits whose indices are `chosen`.
void make_places_of(std::span<const int> chosen, LinearisedGeometry& geometry);

/// Linearises the hits that have a place, each triangle by itself. Writes the laws of a nonlinear
/// foundation (LinearisedLaw::nonlinear) unless `nonlinear` is null. `pieces`: those of a divided
/// surface, parallel to `hits` (casting_pieces.h).
void linearise_triangles(const SurfacePair& pair, std::span<const ProximityHit> hits,
                         std::span<const CastingPiece> pieces, const LinearisedPoses& found,
                         LinearisedGeometry& geometry, std::vector<PressureLaw>* nonlinear);

/// The same for some hits of a search, with `laws` one per lane, or empty. Unless `reported` is
/// null, these are for a report where the search found them, which gets what no evaluation changes.
void linearise_triangles(const SurfacePair& pair, const ChosenHits& hits,
                         const LinearisedPoses& found, std::span<LinearisedBlock> blocks,
                         std::span<PressureLaw> laws, ContactBlock* reported = nullptr);

/// Sets the stiffness and thickness of the layers.
inline void put_layers(const PressureLaw& layers, LinearisedBlock& block, int lane) {
  block.law_slope[lane] = layers.initial_stiffness;
  block.layers[lane] = layers.thickness_a + layers.thickness_b;
}

/// Sets the gradient of a proximity that grows with the velocity of `point` along `direction`.
void put_gradient(const Eigen::Vector3d& point, const Eigen::Vector3d& direction,
                  LinearisedBlock& block, int lane);

/// Keeps a triangle from pressing.
inline void drop(LinearisedBlock& block, int lane) { block.area[lane] = 0; }

/// The proximity before a displacement that leads to the search.
double proximity_before(const LinearisedBlock& block, int lane, const Vector6& displacement);

/// The proximity after a displacement: the same to the bit as in evaluations.
double proximity_after(const LinearisedBlock& block, int lane, const Vector6& displacement);

}  // namespace condyle
