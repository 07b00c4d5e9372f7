#include "core/src/contact/surface/patch_points.h"

#include <algorithm>
#include <cmath>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/laws/law_lanes.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/contact/surface/surfaces_at_hit.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// The band of nearly deepest triangles: k_band_over_depth times the greatest depth or
/// k_band_over_size times the facets' size, the root of their area, whichever is more. The corners
/// of a ball's equilateral facets with sides a protrude by a^2 / (6 radius): by k_band_over_size of
/// the size if there are five sides per radian, and by less if there are more.
constexpr double k_band_over_depth = 0.25;
constexpr double k_band_over_size = 0.05;

/// A point and the target's normal at it.
struct Facing {
  PatchPoint point;
  Vector3d target_normal = Vector3d::Zero();  ///< outward normal, in C
};

Facing facing_of(const ProximityHit& hit, const CastingPlace& place, const ContactSurface& target,
                 const Pose& X_CT, const Pose& X_TC) {
  Facing facing;
  PatchPoint& point = facing.point;
  point.p_C = place.centroid;
  point.normal = place.normal;
  point.depth = hit.proximity;
  point.weight = hit.proximity * place.area;
  facing.target_normal =
      plain_product(X_CT.linear(), target_normal(target, hit.target_triangle, X_TC, point.hit()));
  return facing;
}

/// Adds a triangle. The casting normal counts by the triangle's area, the target's normal by the
/// area of the target below it, area / cosine. Over a smooth hump of facets these sums lean no more
/// than the hump, however its facets lean.
void add_weighted(const Facing& triangle, double weight, Facing& sum) {
  const double cosine = std::abs(plain_dot(triangle.point.normal, triangle.target_normal));
  sum.point.p_C += weight * triangle.point.p_C;
  sum.point.normal += weight * triangle.point.normal;
  sum.target_normal += weight / std::max(cosine, k_least_cosine) * triangle.target_normal;
}

/// Sums over the triangles of a patch.
struct Patch {
  double deepest = -INFINITY;
  double lowest = INFINITY;  ///< least proximity; 0 if the patch is in overlap
  double height = 0;         ///< sum of proximities above the lowest [m]
  double area = 0;           ///< sum of these proximities times areas [m^3]
  double weight = 0;         ///< sum of the weights in `sum`
  Facing sum;
};

/// Triangles that lie deeper than this count in the point and normals of their patch.
double least_depth(const Patch& patch, Acting acting) {
  if (acting == Acting::centroid && patch.deepest > 0) return 0;
  const double size = patch.height > 0 ? std::sqrt(patch.area / patch.height) : 0;
  const double by_size = k_band_over_size * size;
  if (!(patch.deepest > 0)) return patch.deepest - by_size;
  return patch.deepest - std::clamp(by_size, k_band_over_depth * patch.deepest, patch.deepest);
}

/// Weight of a triangle per area.
double share_of(const Patch& patch, double proximity, Acting acting) {
  if (acting == Acting::centroid && patch.deepest > 0) return proximity;
  if (proximity == patch.deepest) return 1;
  const double least = least_depth(patch, acting);
  const double part = std::max(0.0, (proximity - least) / (patch.deepest - least));
  return part * part;
}

/// Sets the normal from the normals of both sides or their sums. A facet's normal leans by up to
/// half of the angle to its neighbour; the normal of a shape is exact, and the mean of two meshes'
/// normals at least does not depend on which of them casts.
PatchPoint directed(const ContactSurface& target, Facing facing) {
  const Vector3d target_normal = facing.target_normal.normalized();
  Vector3d& normal = facing.point.normal;
  normal = target.shape() != nullptr ? Vector3d(-target_normal)
                                     : (normal.normalized() - target_normal).normalized();
  return facing.point;
}

void measure(std::span<const ProximityHit> hits, std::span<const int> contacts,
             std::span<const int> patch_of, const ContactSurface& casting,
             std::vector<Patch>& patches) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Patch& patch = patches[patch_of[i]];
    patch.deepest = std::max(patch.deepest, hits[contacts[i]].proximity);
    patch.lowest = std::min(patch.lowest, hits[contacts[i]].proximity);
  }
  for (Patch& patch : patches)
    if (patch.deepest > 0) patch.lowest = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ProximityHit& hit = hits[contacts[i]];
    const double area = casting.areas()[hit.casting_triangle];
    Patch& patch = patches[patch_of[i]];
    patch.height += hit.proximity - patch.lowest;
    patch.area += (hit.proximity - patch.lowest) * area;
    patch.sum.point.weight += hit.proximity * area;
  }
}

}  // namespace

PatchPoint point_of(const ProximityHit& hit, const CastingPlace& place,
                    const ContactSurface& target, const Pose& X_CT) {
  return directed(target, facing_of(hit, place, target, X_CT, inverse_of(X_CT)));
}

void find_patch_points(std::span<const ProximityHit> hits, std::span<const int> contacts,
                       std::span<const int> patch_of, int patch_count,
                       const ContactSurface& casting, const ContactSurface& target,
                       const Pose& X_CT, Acting acting, std::vector<PatchPoint>& points) {
  thread_local std::vector<Patch> patches;
  const Pose X_TC = inverse_of(X_CT);
  patches.assign(patch_count, {});
  measure(hits, contacts, patch_of, casting, patches);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ProximityHit& hit = hits[contacts[i]];
    Patch& patch = patches[patch_of[i]];
    const double share = share_of(patch, hit.proximity, acting);
    if (!(share > 0)) continue;
    const CastingPlace place = place_of(casting, {}, 0, hit);
    const double weight = share * place.area;
    add_weighted(facing_of(hit, place, target, X_CT, X_TC), weight, patch.sum);
    patch.weight += weight;
  }
  points.clear();
  for (Patch& patch : patches) {
    patch.sum.point.p_C /= patch.weight;
    patch.sum.point.depth = patch.deepest;
    points.push_back(directed(target, patch.sum));
  }
}

}  // namespace condyle
