#pragma once

#include <Eigen/Core>

#include "condyle/geometry/geodesic.h"

namespace condyle::geometry {

/// Point, tangent, and both Jacobi fields with their derivatives by length.
using GeodesicState = Eigen::Matrix<double, 10, 1>;

/// Integrates a geodesic of a surface in steps of adaptive length.
class GeodesicIntegrator {
 public:
  GeodesicIntegrator(const Shape& shape, const Eigen::Vector3d& point,
                     const Eigen::Vector3d& tangent, const GeodesicOptions& options);

  /// Advances by at most `most` and returns the length of the step: less if the accuracy requires
  /// it; 0 if no step is short enough (the surface is not smooth here).
  double step(double most);

  /// The state after a step of length h from here; does not advance.
  GeodesicState ahead(double h) const;

  void jump_to(const GeodesicState& state, double length);
  const GeodesicState& state() const { return state_; }
  double length() const { return length_; }
  GeodesicPoint point() const;

 private:
  struct Extrapolated {
    GeodesicState state;
    double error;
  };
  Extrapolated extrapolated(double h) const;
  GeodesicState midpoint_steps(double h, int count) const;
  GeodesicState rate(const GeodesicState& state) const;
  GeodesicState on_surface(const GeodesicState& state) const;

  const Shape* shape_;
  double accuracy_;
  double size_;    ///< length to which errors are relative [m]
  double wanted_;  ///< length of the next step
  GeodesicState state_;
  double length_ = 0;
};

}  // namespace condyle::geometry
