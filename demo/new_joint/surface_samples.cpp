#include "new_joint/surface_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace condyle {

SurfaceSamples sample_surface(const TriangleMesh& mesh, int count) {
  const Facets facets = facets_of(mesh);
  std::vector<double> upto(facets.areas.size());
  std::partial_sum(facets.areas.begin(), facets.areas.end(), upto.begin());

  SurfaceSamples samples;
  samples.centre = facets.centroids * facets.areas / upto.back();
  const Eigen::VectorXd squares =
      (facets.centroids.colwise() - samples.centre).colwise().squaredNorm();
  samples.size = std::sqrt(squares.dot(facets.areas) / upto.back());

  std::mt19937_64 random(1);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  samples.points.resize(3, count);
  for (int i = 0; i < count; ++i) {
    const auto at = std::ranges::upper_bound(upto, uniform() * upto.back());
    const auto t = std::min<std::size_t>(at - upto.begin(), upto.size() - 1);
    const auto& [a, b, c] = mesh.triangles[t];
    const double root = std::sqrt(uniform()), along = uniform();  // even over the triangle
    samples.points.col(i) = (1 - root) * mesh.vertices[a] + root * (1 - along) * mesh.vertices[b] +
                            root * along * mesh.vertices[c];
  }
  return samples;
}

Facets facets_of(const TriangleMesh& mesh) {
  const auto count = static_cast<Eigen::Index>(mesh.triangles.size());
  Facets facets{Eigen::Matrix3Xd(3, count), Eigen::Matrix3Xd(3, count), Eigen::VectorXd(count)};
  for (int t = 0; t < count; ++t) {
    const Eigen::Vector3d doubled = area_vector_doubled(mesh, t);
    const double length = doubled.norm();
    facets.normals.col(t) = length > 0 ? Eigen::Vector3d(doubled / length) : doubled;
    facets.centroids.col(t) = centroid(mesh, t);
    facets.areas[t] = length / 2;
  }
  return facets;
}

}  // namespace condyle
