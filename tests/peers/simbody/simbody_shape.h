#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <vector>

namespace condyle::peers {

// Simbody's ContactGeometry behind Eigen types, since its headers do not compile as C++20. Signs
// and axes are those of Simbody; the tests convert them.

/// A geodesic as Simbody stores it; the first and the last point are its ends.
struct SimbodyGeodesic {
  std::vector<double> lengths;
  std::vector<Eigen::Vector3d> points, tangents, normals;
  std::vector<double> curvatures;
  double torsion_p = 0, torsion_q = 0;
  double jacobi_q = 0, jacobi_q_dot = 0;  ///< rotational Jacobi field at Q, and its derivative
  double jacobi_trans_q = 0, jacobi_trans_q_dot = 0;
};

class SimbodyShape {
 public:
  static SimbodyShape half_space();
  static SimbodyShape sphere(double radius);
  static SimbodyShape ellipsoid(const Eigen::Vector3d& semi_axes);
  static SimbodyShape cylinder(double radius);
  static SimbodyShape torus(double major_radius, double minor_radius);
  static SimbodyShape brick(const Eigen::Vector3d& half_size);
  static SimbodyShape mesh(const std::vector<Eigen::Vector3d>& vertices,
                           const std::vector<std::array<int, 3>>& triangles, bool smooth);
  static SimbodyShape height_map(const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                                 const Eigen::MatrixXd& z, double smoothness);
  static SimbodyShape height_map(const Eigen::VectorXd& x, const Eigen::VectorXd& y,
                                 const Eigen::MatrixXd& z, const Eigen::MatrixXd& zx,
                                 const Eigen::MatrixXd& zy, const Eigen::MatrixXd& zxy);
  SimbodyShape(SimbodyShape&&) noexcept;
  ~SimbodyShape();

  bool is_smooth() const;
  bool is_convex() const;
  double value(const Eigen::Vector3d& point) const;
  Eigen::Vector3d gradient(const Eigen::Vector3d& point) const;
  Eigen::Matrix3d hessian(const Eigen::Vector3d& point) const;
  Eigen::Vector3d unit_normal(const Eigen::Vector3d& point) const;
  Eigen::Vector3d nearest(const Eigen::Vector3d& point, bool& inside,
                          Eigen::Vector3d& normal) const;
  Eigen::Vector3d downhill(const Eigen::Vector3d& point) const;
  bool ray(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction, double& distance,
           Eigen::Vector3d& normal) const;
  void bounding_sphere(Eigen::Vector3d& centre, double& radius) const;
  double gaussian_curvature(const Eigen::Vector3d& point) const;
  double curvature_in_direction(const Eigen::Vector3d& point,
                                const Eigen::Vector3d& direction) const;
  /// Curvatures from the implicit function.
  void principal_curvatures(const Eigen::Vector3d& point, Eigen::Vector2d& curvatures,
                            Eigen::Matrix3d& frame) const;
  /// Curvatures from the shape's own formula.
  void curvature(const Eigen::Vector3d& point, Eigen::Vector2d& curvatures,
                 Eigen::Matrix3d& frame) const;
  Eigen::Vector3d support(const Eigen::Vector3d& direction) const;
  bool track_line(const Eigen::Vector3d& on_line, const Eigen::Vector3d& direction,
                  const Eigen::Vector3d& guess, Eigen::Vector3d& on_surface,
                  Eigen::Vector3d& nearest_on_line, double& height) const;

  SimbodyGeodesic shoot(const Eigen::Vector3d& p, const Eigen::Vector3d& tangent,
                        double length) const;
  SimbodyGeodesic shoot_to_plane(const Eigen::Vector3d& p, const Eigen::Vector3d& tangent,
                                 const Eigen::Vector3d& plane_normal, double plane_offset) const;
  /// Sphere and cylinder only.
  SimbodyGeodesic between_in_closed_form(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
                                         const Eigen::Vector3d& tangent_p,
                                         const Eigen::Vector3d& tangent_q) const;
  SimbodyGeodesic between(const Eigen::Vector3d& p, const Eigen::Vector3d& q,
                          const Eigen::Vector3d& tangent_hint, double length_hint) const;

 private:
  struct Impl;
  explicit SimbodyShape(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Greatest and least curvature of a parametric surface.
Eigen::Vector2d simbody_parametric_curvature(const Eigen::Vector3d& point,
                                             const Eigen::Vector3d& normal,
                                             const Eigen::Vector3d& du, const Eigen::Vector3d& dv,
                                             const Eigen::Vector3d& duu, const Eigen::Vector3d& dvv,
                                             const Eigen::Vector3d& duv);

/// Curvatures and frame of the difference of two paraboloids.
void simbody_combine(const Eigen::Matrix3d& frame_1, const Eigen::Vector2d& k1,
                     const Eigen::Vector3d& x2, const Eigen::Vector2d& k2, Eigen::Matrix3d& frame,
                     Eigen::Vector2d& k);

}  // namespace condyle::peers
