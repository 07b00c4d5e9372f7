#pragma once

#include <Eigen/Core>
#include <cmath>

namespace condyle::geometry {

/// A half-line. Distances along it are in units of the direction's length.
struct Ray {
  Eigen::Vector3d origin;
  Eigen::Vector3d direction;
};

/// A ray in the axes of Woop, Benthin & Wald (2013): `axis_z` is the axis of the direction's
/// largest component, and a shear along it brings the ray onto that axis. The axes x, y, z form a
/// right-handed triple.
struct ShearedRay {
  Eigen::Vector3d origin;
  int axis_x, axis_y, axis_z;
  double shear_x, shear_y;  ///< direction x / z and y / z, both in [-1, 1]
  double direction_z;
};

inline ShearedRay sheared(const Ray& ray) {
  const Eigen::Vector3d& d = ray.direction;
  const double x = std::abs(d[0]), y = std::abs(d[1]), z = std::abs(d[2]);
  const int axis_z = x > y ? (x > z ? 0 : 2) : (y > z ? 1 : 2);
  const int axis_x = axis_z == 2 ? 0 : axis_z + 1;
  const int axis_y = axis_x == 2 ? 0 : axis_x + 1;
  return {ray.origin, axis_x, axis_y, axis_z, d[axis_x] / d[axis_z], d[axis_y] / d[axis_z],
          d[axis_z]};
}

/// A difference of products smaller than this fraction of the products needs extra precision.
constexpr double k_cancelled = 0x1p-26;

/// Computes a b - c d with the exact sign, zero only if the exact value is zero, and a relative
/// error below 2^-24. Rounding is monotone, so products that differ after rounding are in the right
/// order; where they nearly cancel, Kahan's fused form is accurate to 1.5 ulp (Jeannerod, Louvet &
/// Muller 2013).
inline double difference_of_products(double a, double b, double c, double d) {
  const double ab = a * b, cd = c * d, difference = ab - cd;
  if (std::abs(difference) > k_cancelled * std::abs(ab)) return difference;
  return std::fma(a, b, -cd) + std::fma(-c, d, cd);
}

/// The corners of a triangle relative to a ray: sheared onto the ray's axis, with their heights
/// along it. Each corner is sheared by itself, so triangles that share a corner compute identical
/// numbers.
struct ShearedTriangle {
  double ax, ay, az, bx, by, bz, cx, cy, cz;
};

inline ShearedTriangle sheared(const ShearedRay& ray, const Eigen::Vector3d& a,
                               const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const int x = ray.axis_x, y = ray.axis_y, z = ray.axis_z;
  const double az = a[z] - ray.origin[z], bz = b[z] - ray.origin[z], cz = c[z] - ray.origin[z];
  return {(a[x] - ray.origin[x]) - ray.shear_x * az, (a[y] - ray.origin[y]) - ray.shear_y * az, az,
          (b[x] - ray.origin[x]) - ray.shear_x * bz, (b[y] - ray.origin[y]) - ray.shear_y * bz, bz,
          (c[x] - ray.origin[x]) - ray.shear_x * cz, (c[y] - ray.origin[y]) - ray.shear_y * cz, cz};
}

/// Crossing of the line of a ray with a triangle. `hit` is false if they do not meet.
struct Crossing {
  bool hit = false;
  bool leaves = false;  ///< ray and outward normal agree: the ray leaves the solid
  double distance = 0;  ///< along the direction, of either sign
};

/// Watertight: exact signs decide hits on edges, and both ends of an edge belong to it, so of the
/// triangles around a ray at least one is hit, at any scale. A triangle that the ray sees edge-on
/// is never hit; its neighbours are. The triangle is a, b, c, counter-clockwise seen from outside.
/// The opposite ray gives exactly the negative distance.
inline Crossing cross(const ShearedRay& ray, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                      const Eigen::Vector3d& c) {
  const ShearedTriangle t = sheared(ray, a, b, c);
  // Barycentric weights, not normalised: each is twice the area between the ray and the side
  // opposite its corner, with the exact sign for the sheared corners.
  const double weight_a = difference_of_products(t.bx, t.cy, t.by, t.cx);
  const double weight_b = difference_of_products(t.cx, t.ay, t.cy, t.ax);
  if ((weight_a < 0 && weight_b > 0) || (weight_a > 0 && weight_b < 0)) return {};
  const double weight_c = difference_of_products(t.ax, t.by, t.ay, t.bx);
  if ((weight_c < 0 && (weight_a > 0 || weight_b > 0)) ||
      (weight_c > 0 && (weight_a < 0 || weight_b < 0))) {
    return {};
  }
  const double area = weight_a + weight_b + weight_c;
  if (area == 0) return {};
  const double height = (weight_a * t.az + weight_b * t.bz + weight_c * t.cz) / area;
  return {true, (area > 0) == (ray.direction_z > 0), height / ray.direction_z};
}

}  // namespace condyle::geometry
