#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"

namespace condyle::test {

/// Valid shapes of random size, from millimetres to a metre, and points around them.
class RandomShapes : public RandomGeometry {
 public:
  using RandomGeometry::RandomGeometry;

  double length() { return std::pow(10, uniform(-2.5, 0)); }
  Eigen::Vector3d lengths() { return {length(), length(), length()}; }

  geometry::Sphere sphere() { return {length()}; }
  geometry::Ellipsoid ellipsoid() {
    geometry::Ellipsoid e{lengths()};
    if (integer(0, 3) == 0) e.semi_axes[integer(0, 2)] = e.semi_axes[integer(0, 2)];
    return e;
  }
  geometry::Torus torus() {
    const double R = length();
    return {R, R * uniform(0.1, 0.9)};
  }
  geometry::Cone cone() { return {length(), length()}; }
  geometry::Capsule capsule() { return {length(), length()}; }
  geometry::Cylinder cylinder() { return {length(), length()}; }
  geometry::Brick brick() { return {lengths()}; }

  geometry::HeightMap height_map() {
    Eigen::VectorXd x(integer(4, 7)), y(integer(4, 7));
    for (Eigen::VectorXd* lines : {&x, &y}) {
      (*lines)[0] = uniform(-1, 0);
      for (int k = 1; k < lines->size(); ++k) (*lines)[k] = (*lines)[k - 1] + uniform(0.1, 0.4);
    }
    Eigen::MatrixXd z(x.size(), y.size());
    for (double& height : z.reshaped()) height = uniform(-0.1, 0.1);
    return geometry::HeightMap::through(x, y, z);
  }

  geometry::MeshSolid mesh_solid() {
    return geometry::MeshSolid(bumpy(mesh::make_ellipsoid({0.1, 0.2, 0.15}, 2), 0.003));
  }

  /// One shape of every kind.
  std::vector<geometry::Shape> one_of_each() {
    return {geometry::HalfSpace{},
            sphere(),
            ellipsoid(),
            geometry::InfiniteCylinder{length()},
            cylinder(),
            capsule(),
            cone(),
            torus(),
            brick(),
            height_map(),
            mesh_solid()};
  }

  /// A point in a box about twice as large as the shape, or as one metre if the shape is unbounded.
  Eigen::Vector3d point_about(const geometry::Shape& shape) {
    Eigen::AlignedBox3d box = bounding_box(shape);
    for (int k = 0; k < 3; ++k) {
      if (!std::isfinite(box.min()[k])) box.min()[k] = -1;
      if (!std::isfinite(box.max()[k])) box.max()[k] = 1;
    }
    return box.center() + vector(1).cwiseProduct(box.sizes());
  }

  /// A random point of the surface: the one nearest to a random point around the shape.
  Eigen::Vector3d point_on(const geometry::Shape& shape) {
    return nearest(shape, point_about(shape)).point;
  }
};

/// The length to which errors of a shape are relative [m]: the diagonal of its bounding box, or 1
/// if it is unbounded.
inline double size_of(const geometry::Shape& shape) {
  const Eigen::AlignedBox3d box = bounding_box(shape);
  return box.sizes().allFinite() ? box.sizes().norm() : 1;
}

/// Description of a failing case for a test's message.
inline std::string described(const geometry::Shape& shape, unsigned seed) {
  return std::string(name(shape)) + ", seed " + std::to_string(seed);
}

}  // namespace condyle::test
