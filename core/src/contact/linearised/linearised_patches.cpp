#include "core/src/contact/linearised/linearised_patches.h"

#include <algorithm>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/surface/patch_points.h"

namespace condyle {
namespace {

/// Finds the patches of hits whose proximity is above `least` or, if that is a gap, equals it.
/// Returns their number.
int find_patches(std::span<const ProximityHit> hits, double least, LinearisedPatches& patches) {
  patches.chosen.clear();
  for (std::size_t i = 0; i < hits.size(); ++i)
    if (hits[i].proximity > least || (least < 0 && hits[i].proximity == least))
      patches.chosen.push_back(static_cast<int>(i));
  patches.finder.reserve(2 * patches.chosen.size());
  return patches.finder.find(hits, patches.chosen);
}

/// Finds a point for each patch in contact. Triangles about to touch elsewhere also get a point:
/// that of the nearest one of them.
void find_points(const SurfacePair& pair, std::span<const ProximityHit> hits, double reach,
                 const Pose& X_CT, LinearisedPatches& patches) {
  const std::vector<int>& chosen = patches.chosen;
  std::vector<int>&point_of_hit = patches.point_of_hit, &point_of_part = patches.point_of_part;
  const auto points_of = [&](std::size_t count, std::vector<PatchPoint>& points) {
    find_patch_points(hits, chosen, patches.finder.patch_of(), static_cast<int>(count),
                      *pair.casting, *pair.target, X_CT, pair.normal_law.acting, points);
  };
  const auto point_of_chosen = [&](std::size_t i) -> int& { return point_of_hit[chosen[i]]; };
  point_of_hit.assign(hits.size(), -1);
  points_of(static_cast<std::size_t>(find_patches(hits, 0, patches)), patches.points);
  for (std::size_t i = 0; i < chosen.size(); ++i) point_of_chosen(i) = patches.finder.patch_of()[i];

  // A part connected across gaps takes the point of a patch in it, or else of its nearest triangle.
  point_of_part.assign(find_patches(hits, -reach, patches), -1);
  const auto parts = patches.finder.patch_of();
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (int& point = point_of_part[parts[i]]; point < 0) point = point_of_chosen(i);
  points_of(point_of_part.size(), patches.nearest);
  for (std::size_t part = 0; part < point_of_part.size(); ++part) {
    if (point_of_part[part] >= 0) continue;
    point_of_part[part] = static_cast<int>(patches.points.size());
    patches.points.push_back(patches.nearest[part]);
  }
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (int& point = point_of_chosen(i); point < 0) point = point_of_part[parts[i]];
}

void put_point(const PatchPoint& point, bool rubs_at_hit, LinearisedBlock& block, int lane) {
  put_gradient(point.p_C, point.normal, block, lane);
  put(point.p_C, block.at, lane);
  put(rubs_at_hit ? point.hit() : point.p_C, block.rubs_at, lane);
  put(point.normal, block.along, lane);
  put(point.normal, block.across, lane);
  block.cover[lane] = 1;
}

}  // namespace

void linearise_patches(const SurfacePair& pair, std::span<const ProximityHit> hits,
                       const LinearisedPoses& found, LinearisedGeometry& geometry,
                       LinearisedPatches& patches) {
  find_points(pair, hits, geometry.reach, inverse_of(found.X_TC), patches);
  const PressureLaw layers = pair.law(0, 0);
  const bool follows_target = pair.follows_target();
  geometry.blocks.assign(block_count(patches.points.size()), {});
  for (std::size_t p = 0; p < patches.points.size(); ++p) {
    const auto [b, lane] = place_of(p);
    LinearisedBlock& block = geometry.blocks[b];
    put_point(patches.points[p], follows_target, block, lane);
    put_layers(layers, block, lane);
    block.area[lane] = pair.share;
    block.proximity[lane] = block.proximity_at_end[lane] = patches.points[p].depth;
  }
  geometry.places.clear();
  geometry.hits.clear();
  patches.above_point.clear();
  patches.part_of_patch.clear();
  for (std::size_t h = 0; h < hits.size(); ++h) {
    const int point = patches.point_of_hit[h];
    if (point < 0) continue;  // beyond the reach, or at a distance of 0 where there is none
    geometry.places.push_back(point);
    geometry.hits.push_back(static_cast<int>(h));
    patches.above_point.push_back(hits[h].proximity - patches.points[point].depth);
  }
}

void share_out_patches(const ContactSurface& casting, std::span<const ProximityHit> hits,
                       const LinearisedGeometry& geometry, LinearisedPatches& patches) {
  std::vector<double>&weights = patches.weights, &parts = patches.part_of_patch;
  const auto weight_of = [&](std::size_t i) -> double& { return weights[geometry.places[i]]; };
  // Depth times area, by which forces are shared out.
  weights.assign(patches.points.size(), 0);
  parts.clear();
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    const auto [b, lane] = geometry.place(i);
    const double area = casting.areas()[hit.casting_triangle];
    const double depth =
        std::max(0.0, geometry.blocks[b].proximity_at_end[lane] + patches.above_point[i]);
    parts.push_back(depth);
    weight_of(i) += depth * area;
  });
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (const double weight = weight_of(i); weight > 0) parts[i] /= weight;
}

}  // namespace condyle
