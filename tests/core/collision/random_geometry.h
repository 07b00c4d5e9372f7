#pragma once

#include <Eigen/Geometry>
#include <random>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle::test {

/// Random input for property tests, from a seed that a test prints when it fails. Numbers that end
/// up in one expression are drawn before it: compilers differ in the order in which they evaluate
/// its parts.
class RandomGeometry {
 public:
  explicit RandomGeometry(unsigned seed) : generator_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  int integer(int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(generator_);
  }
  Eigen::Vector3d vector(double extent) {
    return {uniform(-extent, extent), uniform(-extent, extent), uniform(-extent, extent)};
  }
  Eigen::Vector3d direction() {
    std::normal_distribution<double> normal;
    const double z = normal(generator_), y = normal(generator_), x = normal(generator_);
    return Eigen::Vector3d(x, y, z).normalized();
  }
  Pose pose(double largest_angle, double extent) {
    Pose X = Pose::Identity();
    const Eigen::Vector3d axis = direction();
    X.rotate(Eigen::AngleAxisd(uniform(-largest_angle, largest_angle), axis));
    X.pretranslate(vector(extent));
    return X;
  }

  /// Unconnected triangles whose sizes differ by a factor of some thousands, in a cube of edge 2
  /// `extent`.
  TriangleMesh soup(int count, double extent) {
    TriangleMesh mesh;
    for (int t = 0; t < count; ++t) {
      const Eigen::Vector3d place = vector(extent);
      const double size = extent * std::pow(10, uniform(-3, 0));
      for (int k = 0; k < 3; ++k) mesh.vertices.push_back(place + vector(size));
      mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
  }

  /// The mesh with every vertex moved by up to `amplitude`.
  TriangleMesh bumpy(TriangleMesh mesh, double amplitude) {
    for (Eigen::Vector3d& v : mesh.vertices) v += vector(amplitude);
    return mesh;
  }

 private:
  std::mt19937 generator_;
};

/// Centroid and outward normal of every triangle, for casting rays.
struct RaysOfMesh {
  std::vector<Eigen::Vector3d> origins, normals;

  explicit RaysOfMesh(const TriangleMesh& mesh) {
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      origins.push_back(centroid(mesh, t));
      normals.push_back(area_vector_doubled(mesh, t).normalized());
    }
  }
};

}  // namespace condyle::test
