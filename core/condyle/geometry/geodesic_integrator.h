#pragma once

#include <Eigen/Core>

#include "condyle/geometry/geodesic.h"

namespace condyle {

/// Point, tangent, and both Jacobi fields with their rates.
using GeodesicState = Eigen::Matrix<double, 10, 1>;

/// Steps along a geodesic of a surface with chosen lengths.
class GeodesicIntegrator {
 public:
  GeodesicIntegrator(const Shape& shape, const Eigen::Vector3d& point,
                     const Eigen::Vector3d& tangent, const GeodesicOptions& options);

  /// Goes on by at most `most` and returns by how much: less where the accuracy wants it; 0 where
  /// no step is short enough (the surface is not smooth here).
  double step(double most);

  /// A step of this length from here, without leaving it.
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
  double size_;    ///< the length that errors are relative to
  double wanted_;  ///< length of the next step
  GeodesicState state_;
  double length_ = 0;
};

}  // namespace condyle
