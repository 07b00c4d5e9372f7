#pragma once

#include <Eigen/Core>

namespace condyle::geometry {

// The results of the functions in shape.h.

/// The point of a surface nearest to a query point, in the shape's frame. On a smooth surface the
/// query point is at `point + distance * normal`. At an edge or corner the normal is a direction
/// between those of the adjacent faces.
struct SurfacePoint {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< on the surface [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward unit normal at `point`
  double distance = 0;  ///< signed distance of the query point, negative inside [m]
};

/// The implicit function f of a shape at a point, with its first and second derivatives in the
/// shape's frame. f is negative inside the solid, zero on its surface and positive outside; the
/// gradient points outward. f is in metres, its gradient is dimensionless, its Hessian is in 1/m.
/// Each shape documents its own f; f is the signed distance only where so stated.
struct SurfaceJet {
  double value = 0;
  Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
  Eigen::Matrix3d hessian = Eigen::Matrix3d::Zero();
};

/// A point [m] of a parametric surface with its derivatives by the parameters u and v, in the
/// shape's frame. du x dv points outward. Derivatives are in metres by the units of u and v [m per
/// unit of u or v].
struct ParametricJet {
  Eigen::Vector3d point, du, dv, duu, duv, dvv;
};

/// Crossing of a ray with a surface, in the shape's frame.
struct RayCrossing {
  double distance = 0;  ///< distance from the ray's origin, in units of the direction's length
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< outward unit normal there
  bool leaves = false;                                ///< the ray leaves the solid
};

/// Properties of the solid inside a bounded shape, at unit density (1 kg/m^3), in the shape's
/// frame.
struct SolidProperties {
  double volume = 0;                                  ///< [m^3]
  double area = 0;                                    ///< area of the whole surface [m^2]
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();   ///< centre of volume [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre, shape's axes [m^5]
};

/// A sphere around a shape, in the frame of the shape.
struct BoundingSphere {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< [m]
  double radius = 0;                                 ///< [m]
};

/// How an iteration ended. Results are finite either way.
enum class Convergence {
  converged,      ///< the conditions hold to rounding
  not_converged,  ///< out of iterations, or stuck where no step helps
};

}  // namespace condyle::geometry
