#include "condyle/contact/patch_points.h"

#include "condyle/contact/plain_vectors.h"

namespace condyle {
namespace {

PatchPoint point_of(const ProximityHit& hit, const ContactSurface& casting,
                    const ContactSurface& target, const Pose& X_CT, const Pose& X_TC) {
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  PatchPoint point;
  point.p_C = casting.centroids()[c];
  point.normal = casting.normals()[c];
  const Eigen::Vector3d p_hit = point.p_C - hit.proximity * point.normal;
  point.normal_T =
      plain_product(X_CT.linear(), target_normal(target, hit.target_triangle, X_TC, p_hit));
  point.depth = hit.proximity;
  point.weight = hit.proximity * casting.areas()[c];
  return point;
}

void add_weighted(const PatchPoint& triangle, PatchPoint& sum) {
  sum.p_C += triangle.weight * triangle.p_C;
  sum.normal += triangle.weight * triangle.normal;
  sum.normal_T += triangle.weight * triangle.normal_T;
  sum.depth = std::max(sum.depth, triangle.depth);
  sum.weight += triangle.weight;
}

/// From the normals of both sides, or their sums. A facet's normal leans by up to half of its
/// angle: a shape's own is exact, and the mean of two meshes' is at least the same for both.
void set_direction(const ContactSurface& target, PatchPoint& point) {
  point.normal_T.normalize();
  point.normal = target.shape() != nullptr
                     ? Eigen::Vector3d(-point.normal_T)
                     : (point.normal.normalized() - point.normal_T).normalized();
}

}  // namespace

PatchPoint point_of(const ProximityHit& hit, const ContactSurface& casting,
                    const ContactSurface& target, const Pose& X_CT) {
  PatchPoint point = point_of(hit, casting, target, X_CT, X_CT.inverse(Eigen::Isometry));
  set_direction(target, point);
  return point;
}

void find_patch_points(std::span<const ProximityHit> hits, std::span<const int> contacts,
                       std::span<const int> patch_of, int patch_count,
                       const ContactSurface& casting, const ContactSurface& target,
                       const Pose& X_CT, Acting acting, std::vector<PatchPoint>& points) {
  const Pose X_TC = X_CT.inverse(Eigen::Isometry);
  points.assign(static_cast<std::size_t>(patch_count), {});
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const PatchPoint triangle = point_of(hits[contacts[i]], casting, target, X_CT, X_TC);
    PatchPoint& point = points[patch_of[i]];
    if (acting == Acting::centroid) {
      add_weighted(triangle, point);
    } else {
      const double weight = point.weight + triangle.weight;
      if (triangle.depth > point.depth) point = triangle;
      point.weight = weight;
    }
  }
  for (PatchPoint& point : points) {
    if (acting == Acting::centroid) point.p_C /= point.weight;
    set_direction(target, point);
  }
}

}  // namespace condyle
