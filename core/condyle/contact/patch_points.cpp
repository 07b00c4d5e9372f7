#include "condyle/contact/patch_points.h"

#include "condyle/contact/plain_vectors.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// A point, and the target's normal that belongs to it.
struct Facing {
  PatchPoint point;
  Vector3d target_normal = Vector3d::Zero();  ///< in C, outward
};

Facing facing_of(const ProximityHit& hit, const ContactSurface& casting,
                 const ContactSurface& target, const Pose& X_CT, const Pose& X_TC) {
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  Facing facing;
  PatchPoint& point = facing.point;
  point.p_C = casting.centroids()[c];
  point.normal = casting.normals()[c];
  point.depth = hit.proximity;
  point.weight = hit.proximity * casting.areas()[c];
  facing.target_normal =
      plain_product(X_CT.linear(), target_normal(target, hit.target_triangle, X_TC, point.hit()));
  return facing;
}

void add_weighted(const Facing& triangle, Facing& sum) {
  const double weight = triangle.point.weight;
  sum.point.p_C += weight * triangle.point.p_C;
  sum.point.normal += weight * triangle.point.normal;
  sum.target_normal += weight * triangle.target_normal;
  sum.point.depth = std::max(sum.point.depth, triangle.point.depth);
  sum.point.weight += weight;
}

/// From the normals of both sides, or their sums. A facet's normal leans by up to half of its
/// angle: a shape's own is exact, and the mean of two meshes' is at least the same for both.
PatchPoint directed(const ContactSurface& target, Facing facing) {
  const Vector3d target_normal = facing.target_normal.normalized();
  Vector3d& normal = facing.point.normal;
  normal = target.shape() != nullptr ? Vector3d(-target_normal)
                                     : (normal.normalized() - target_normal).normalized();
  return facing.point;
}

}  // namespace

PatchPoint point_of(const ProximityHit& hit, const ContactSurface& casting,
                    const ContactSurface& target, const Pose& X_CT) {
  return directed(target, facing_of(hit, casting, target, X_CT, X_CT.inverse(Eigen::Isometry)));
}

void find_patch_points(std::span<const ProximityHit> hits, std::span<const int> contacts,
                       std::span<const int> patch_of, int patch_count,
                       const ContactSurface& casting, const ContactSurface& target,
                       const Pose& X_CT, Acting acting, std::vector<PatchPoint>& points) {
  thread_local std::vector<Facing> patches;
  const Pose X_TC = X_CT.inverse(Eigen::Isometry);
  patches.assign(static_cast<std::size_t>(patch_count), {});
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Facing triangle = facing_of(hits[contacts[i]], casting, target, X_CT, X_TC);
    Facing& patch = patches[patch_of[i]];
    if (acting == Acting::centroid) {
      add_weighted(triangle, patch);
    } else {
      const double weight = patch.point.weight + triangle.point.weight;
      if (triangle.point.depth > patch.point.depth) patch = triangle;
      patch.point.weight = weight;
    }
  }
  points.clear();
  for (Facing& patch : patches) {
    if (acting == Acting::centroid) patch.point.p_C /= patch.point.weight;
    points.push_back(directed(target, patch));
  }
}

}  // namespace condyle
