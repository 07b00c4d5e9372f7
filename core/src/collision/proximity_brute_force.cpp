#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_window.h"

namespace condyle {
namespace {

/// Whether edge weights, each computed as one rounded difference, prove that cross() finds no hit.
/// Rounding is monotone, so a difference has the sign that cross() finds, or is 0; differences of
/// products that may have been rounded to 0 prove nothing.
bool is_missed(double weight_a, double weight_b, double weight_c) {
  constexpr double k_above_underflow = 1e-280;
  const double least = std::min({weight_a, weight_b, weight_c});
  const double greatest = std::max({weight_a, weight_b, weight_c});
  return least < -k_above_underflow && greatest > k_above_underflow;
}

/// The mesh as seen along one ray after another. Each vertex is sheared once per ray, not once per
/// triangle around it, by the operations of sheared().
class SeenMesh {
 public:
  explicit SeenMesh(const TriangleMesh& mesh)
      : mesh_(mesh), x_(mesh.vertices.size()), y_(mesh.vertices.size()) {}

  geometry::RayHit nearest(const geometry::Ray& ray, const geometry::DistanceRange& range) {
    const geometry::ShearedRay line = sheared(ray);
    look_along(line);
    geometry::RayHit hit;
    int index = 0;
    for (const auto& [a, b, c] : mesh_.triangles) {
      const int triangle = index++;
      if (is_missed(x_[b] * y_[c] - y_[b] * x_[c], x_[c] * y_[a] - y_[c] * x_[a],
                    x_[a] * y_[b] - y_[a] * x_[b])) {
        continue;
      }
      const auto& v = mesh_.vertices;
      keep_nearest(line, {{v[a], v[b], v[c]}, triangle}, range, hit);
    }
    return hit;
  }

 private:
  void look_along(const geometry::ShearedRay& line) {
    const int x = line.axis_x, y = line.axis_y, z = line.axis_z;
    for (std::size_t i = 0; i < mesh_.vertices.size(); ++i) {
      const Eigen::Vector3d& v = mesh_.vertices[i];
      const double height = v[z] - line.origin[z];
      x_[i] = (v[x] - line.origin[x]) - line.shear_x * height;
      y_[i] = (v[y] - line.origin[y]) - line.shear_y * height;
    }
  }

  const TriangleMesh& mesh_;
  std::vector<double> x_, y_;  ///< per vertex, sheared onto the ray's axis
};

}  // namespace

void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits) {
  SeenMesh seen(target);
  const auto nearest = [&seen](const geometry::Ray& ray, const geometry::DistanceRange& range) {
    return seen.nearest(ray, range);
  };
  hits.clear();
  const Pose X_TC = target_from_casting(X_CT);
  for (int i = 0; i < static_cast<int>(rays.origins.size()); ++i) {
    ProximityHit hit =
        decide_by_rays(inward_ray(X_TC, rays.origins[i], rays.normals[i]), window, nearest);
    hit.casting_triangle = i;
    if (hit.target_triangle >= 0) hits.push_back(hit);
  }
}

}  // namespace condyle
