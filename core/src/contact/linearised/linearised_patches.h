#pragma once

#include <span>
#include <vector>

#include "core/src/contact/linearised/linearised_geometry.h"
#include "core/src/contact/surface/contact_patches.h"
#include "core/src/contact/surface/patch_points.h"

namespace condyle {

/// The patches of a law that acts on patches. Each has one point, which has a place among the
/// blocks as a triangle has under other laws.
struct LinearisedPatches {
  explicit LinearisedPatches(const ContactSurface& casting) : finder(casting) {}

  PatchFinder finder;
  std::vector<PatchPoint> points;
  std::vector<double> above_point;  ///< per triangle: proximity minus the depth of its point [m]
  /// Per triangle: pressure over the force of its patch [1/m^2]. Empty: not shared out yet.
  std::vector<double> part_of_patch;

  // Scratch:
  std::vector<int> chosen;          ///< indices of hits
  std::vector<int> point_of_hit;    ///< per hit: index of its point, or -1
  std::vector<int> point_of_part;   ///< per part connected across gaps: index of its point, or -1
  std::vector<PatchPoint> nearest;  ///< per part: its point as if it had no patch
  std::vector<double> weights;      ///< per point: sum of depth times area over its patch
};

/// Linearises a point for each patch of the `hits` whose gap is at most geometry.reach.
void linearise_patches(const SurfacePair& pair, std::span<const ProximityHit> hits,
                       const LinearisedPoses& found, LinearisedGeometry& geometry,
                       LinearisedPatches& patches);

/// Shares out each patch's force over its triangles by their proximity at the last evaluation.
void share_out_patches(const ContactSurface& casting, std::span<const ProximityHit> hits,
                       const LinearisedGeometry& geometry, LinearisedPatches& patches);

}  // namespace condyle
