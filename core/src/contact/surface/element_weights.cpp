#include "core/src/contact/surface/element_weights.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Below this cosine between ray and normal, the crossing of ray and plane is not computed.
constexpr double k_parallel_cosine = 1e-6;

/// Weights of a point in the plane of a triangle, clamped to the triangle.
std::array<double, 3> weights_at(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                                 const Vector3d& normal, const Vector3d& p) {
  const double whole = normal.dot((b - a).cross(c - a));
  double of_b = normal.dot((c - a).cross(a - p)) / whole;
  double of_c = normal.dot((a - b).cross(b - p)) / whole;
  of_b = std::clamp(of_b, 0.0, 1.0);
  of_c = std::clamp(of_c, 0.0, 1.0 - of_b);
  return {1 - of_b - of_c, of_b, of_c};
}

/// The node, its first neighbour at another place, and the neighbour that spans the largest
/// triangle with these two.
ElementWeights node_weights(const ContactSurface& casting, int node) {
  ElementWeights at{{casting.vertex_of_node(node)}, {1}, 1};
  const auto neighbours = casting.neighbours_of(node);
  const auto first = std::ranges::find_if(
      neighbours, [&](int n) { return casting.vertex_of_node(n) != at.vertex[0]; });
  if (first == neighbours.end() || neighbours.size() < 2) return at;
  const auto place = [&](int n) { return casting.centroids()[n]; };
  const Vector3d side = place(*first) - place(node);
  const int second = *std::ranges::max_element(
      neighbours, {}, [&](int n) { return side.cross(place(n) - place(node)).squaredNorm(); });
  at.vertex = {at.vertex[0], casting.vertex_of_node(*first), casting.vertex_of_node(second)};
  at.count = 3;
  return at;
}

}  // namespace

ElementWeights casting_weights(const ContactSurface& casting, int element) {
  if (casting.casts_from_nodes()) return node_weights(casting, element);
  return {casting.mesh().triangles[element], {1.0 / 3, 1.0 / 3, 1.0 / 3}, 3};
}

ElementWeights target_weights(const ContactSurface& casting, const ContactSurface& target,
                              const ProximityHit& hit, const Pose& X_TC) {
  if (target.shape() != nullptr) return {};
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  const auto t = static_cast<std::size_t>(hit.target_triangle);
  const Vector3d origin = X_TC * casting.centroids()[c];
  const Vector3d direction = -(X_TC.linear() * casting.normals()[c]);
  const Vector3d& normal = target.normals()[t];
  const double cosine = direction.dot(normal);
  const double distance = std::abs(cosine) > k_parallel_cosine
                              ? (target.centroids()[t] - origin).dot(normal) / cosine
                              : hit.proximity;
  const TriangleMesh& mesh = target.mesh();
  const auto& vertices = mesh.triangles[t];
  return {vertices,
          weights_at(mesh.vertices[vertices[0]], mesh.vertices[vertices[1]],
                     mesh.vertices[vertices[2]], normal, origin + distance * direction),
          3};
}

}  // namespace condyle
