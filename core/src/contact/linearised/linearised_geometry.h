#pragma once

#include <cstddef>
#include <span>
#include <vector>

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

  LinearisedPlace place(std::size_t triangle) const {
    return place_of(static_cast<std::size_t>(places[triangle]));
  }

  /// Calls use(hit, i) for each of the search's `hits` that is linearised, with its number among
  /// them.
  template <class Use>
  void for_each_linearised(std::span<const ProximityHit> hits, Use&& use) const {
    std::size_t i = 0;
    for (const ProximityHit& hit : hits)
      if (!(hit.proximity < -reach)) use(hit, i++);
  }
};

/// Linearises the `hits` whose gap is at most geometry.reach, each triangle by itself. Writes the
/// laws of a nonlinear foundation, one per lane, unless `nonlinear` is null. `pieces`: those of a
/// divided surface, parallel to `hits` (casting_pieces.h).
void linearise_triangles(const SurfacePair& pair, std::span<const ProximityHit> hits,
                         std::span<const CastingPiece> pieces, const LinearisedPoses& found,
                         LinearisedGeometry& geometry, std::vector<PressureLaw>* nonlinear);

/// Sets the area [m^2], the stiffness and thickness of the layers, and the proximity at the search
/// [m].
void put_depth(double area, const PressureLaw& layers, double proximity, LinearisedBlock& block,
               int lane);

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
