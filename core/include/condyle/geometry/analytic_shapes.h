#pragma once

#include <Eigen/Core>

namespace condyle {

// The shapes that have closed forms, each in its own frame. shape.h has the functions that take
// them.

/// The solid z <= 0, used for the ground: its surface is the plane z = 0 with outward normal +z.
/// Infinite, convex and smooth.
struct HalfSpace {};

/// A sphere about the origin. Convex and smooth.
struct Sphere {
  double radius = 1;  ///< [m]
};

/// An ellipsoid about the origin with its axes along x, y, z. Convex and smooth.
struct Ellipsoid {
  Eigen::Vector3d semi_axes = Eigen::Vector3d::Ones();  ///< along x, y, z [m]
};

/// A cylinder about the z axis, without ends. Convex and smooth.
struct InfiniteCylinder {
  double radius = 1;  ///< [m]
};

/// A cylinder about the z axis with flat ends, centred at the origin. Convex, not smooth. (With
/// round ends: Capsule; without ends: InfiniteCylinder.)
struct Cylinder {
  double radius = 1;       ///< [m]
  double half_length = 1;  ///< [m]
};

/// All points within `radius` of a segment of the z axis: a finite cylinder with round ends,
/// centred at the origin. Convex. Its normal is continuous, but its curvature jumps at the seams,
/// at |z| = half_length, so it does not count as smooth.
struct Capsule {
  double radius = 1;       ///< [m]
  double half_length = 1;  ///< half length of the straight wall, without the caps [m]
};

/// A cone about the z axis with its apex at z = +height/2 and its flat base in z = -height/2.
/// Convex, not smooth.
struct Cone {
  double radius = 1;  ///< radius of the base [m]
  double height = 1;  ///< [m]
};

/// A ring about the z axis: a tube whose centre line is the circle of `major_radius` in the xy
/// plane. Smooth, not convex.
struct Torus {
  double major_radius = 1;     ///< radius of the centre line [m]
  double minor_radius = 0.25;  ///< radius of the tube, smaller than major_radius [m]
};

/// A rectangular solid about the origin with its edges along x, y, z. Convex, not smooth.
struct Brick {
  Eigen::Vector3d half_size = Eigen::Vector3d::Ones();  ///< along x, y, z [m]
};

}  // namespace condyle
