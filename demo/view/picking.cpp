#include "view/picking.h"

#include <limits>

namespace condyle {

TriangleCrossing crossing(const std::array<Eigen::Vector3d, 3>& corners, const CameraRay& ray) {
  const Eigen::Vector3d& a = corners[0];
  const Eigen::Vector3d ab = corners[1] - a, ac = corners[2] - a;
  const Eigen::Vector3d normal_b = ray.direction.cross(ac);
  const double determinant = ab.dot(normal_b);
  if (determinant == 0) return {};
  const Eigen::Vector3d from_a = ray.origin - a;
  const double u = from_a.dot(normal_b) / determinant;
  const Eigen::Vector3d normal_c = from_a.cross(ab);
  const double v = ray.direction.dot(normal_c) / determinant;
  const double distance = ac.dot(normal_c) / determinant;
  if (!(u >= 0 && v >= 0 && u + v <= 1 && distance > 0)) return {};
  return {distance, {1 - u - v, u, v}};
}

namespace {

/// Of a triangle that shows its back the face of the cut is in front.
void move_to_cut_face(const ShownWorld& world, const CameraRay& ray, const CutPlane& cut,
                      Pick& pick) {
  const WorldBody& body = world.bodies()[pick.body];
  const WorldMesh& mesh = body.meshes[static_cast<std::size_t>(pick.mesh)];
  const Eigen::Vector3d normal =
      body.X_WB.linear() * mesh.X_BM.linear() * area_vector_doubled(*mesh.mesh, pick.triangle);
  const double slope = cut.normal.dot(ray.direction);
  if (normal.dot(ray.direction) <= 0 || slope >= 0) return;
  pick.triangle = -1;
  pick.p_W = ray.origin + (cut.offset - cut.normal.dot(ray.origin)) / slope * ray.direction;
}

}  // namespace

Pick pick(const ShownWorld& world, const std::vector<float>& opacity, const CameraRay& ray,
          const std::optional<CutPlane>& cut) {
  Pick best;
  double nearest = std::numeric_limits<double>::infinity();
  std::size_t part = 0;
  for (int b = 0; b < static_cast<int>(world.bodies().size()); ++b) {
    const WorldBody& body = world.bodies()[b];
    for (int m = 0; m < static_cast<int>(body.meshes.size()); ++m) {
      const bool hidden = part < opacity.size() && opacity[part] <= 0;
      ++part;
      if (hidden) continue;
      const Pose X_MW = (body.X_WB * body.meshes[m].X_BM).inverse();
      const CameraRay ray_M{X_MW * ray.origin, X_MW.linear() * ray.direction};
      const auto& [vertices, triangles] = *body.meshes[m].mesh;
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto& [i, j, k] = triangles[t];
        const auto [distance, weights] = crossing({vertices[i], vertices[j], vertices[k]}, ray_M);
        if (distance >= nearest) continue;
        if (cut && cut->leaves_out(ray.origin + distance * ray.direction)) continue;
        nearest = distance;
        best = {b, m, static_cast<int>(t), weights, ray.origin + distance * ray.direction};
      }
    }
  }
  if (cut && best.body >= 0) move_to_cut_face(world, ray, *cut, best);
  return best;
}

}  // namespace condyle
