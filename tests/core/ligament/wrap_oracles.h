#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "condyle/geometry/shape.h"

// Methods for geodesics and taut strands that share no code with the library.
namespace condyle::test {

/// Second derivatives of the parameters along a geodesic, by Christoffel's symbols.
inline Eigen::Vector2d geodesic_bend(const geometry::ParametricJet& jet,
                                     const Eigen::Vector2d& rate) {
  const Eigen::Vector3d bend =
      jet.duu * rate[0] * rate[0] + 2 * jet.duv * rate[0] * rate[1] + jet.dvv * rate[1] * rate[1];
  Eigen::Matrix2d metric;
  metric << jet.du.dot(jet.du), jet.du.dot(jet.dv), jet.du.dot(jet.dv), jet.dv.dot(jet.dv);
  return -metric.inverse() * Eigen::Vector2d(jet.du.dot(bend), jet.dv.dot(bend));
}

/// End and tangent of a geodesic, by the classical Runge-Kutta method in the shape's parameters.
struct WalkedGeodesic {
  Eigen::Vector3d point, tangent;
};
inline WalkedGeodesic walk_geodesic(const geometry::Shape& shape, const Eigen::Vector3d& from,
                                    const Eigen::Vector3d& tangent, double length, int steps) {
  Eigen::Vector2d at = parameters(shape, from);
  const geometry::ParametricJet start = parametric(shape, at);
  Eigen::Matrix<double, 3, 2> axes;
  axes << start.du, start.dv;
  Eigen::Vector2d rate = (axes.transpose() * axes).inverse() * (axes.transpose() * tangent);
  const double h = length / steps;
  const auto bend = [&](const Eigen::Vector2d& x, const Eigen::Vector2d& v) {
    return geodesic_bend(parametric(shape, x), v);
  };
  for (int k = 0; k < steps; ++k) {
    const Eigen::Vector2d v1 = rate, a1 = bend(at, v1);
    const Eigen::Vector2d v2 = rate + h / 2 * a1, a2 = bend(at + h / 2 * v1, v2);
    const Eigen::Vector2d v3 = rate + h / 2 * a2, a3 = bend(at + h / 2 * v2, v3);
    const Eigen::Vector2d v4 = rate + h * a3, a4 = bend(at + h * v3, v4);
    at += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  const geometry::ParametricJet end = parametric(shape, at);
  return {end.point, (end.du * rate[0] + end.dv * rate[1]).normalized()};
}

/// A shape and its pose in the frame of the chain of points, W.
struct PosedShape {
  geometry::Shape shape;
  Pose X_WS = Pose::Identity();
};
/// Length of a chain of points between two ends, shortened while it is kept out of the shapes.
/// `via` are the points of its initial path in the shapes' frame W, in order, ends included.
inline double shortened_chain(const std::vector<PosedShape>& shapes,
                              const std::vector<Eigen::Vector3d>& via, int levels) {
  std::vector<Eigen::Vector3d> chain = via;
  const auto pushed_out = [&](Eigen::Vector3d p) {
    for (const PosedShape& s : shapes) {
      const geometry::SurfacePoint foot = nearest(s.shape, s.X_WS.inverse() * p);
      if (foot.distance < 0) p = s.X_WS * foot.point;
    }
    return p;
  };
  for (int level = 0; level < levels; ++level) {
    std::vector<Eigen::Vector3d> finer;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      finer.push_back(chain[i]);
      finer.push_back(0.5 * (chain[i] + chain[i + 1]));
    }
    finer.push_back(chain.back());
    chain = finer;
    for (int sweep = 0; sweep < 8 * static_cast<int>(chain.size()); ++sweep) {
      for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
        chain[i] = pushed_out(0.5 * (chain[i - 1] + chain[i + 1]));
      }
    }
  }
  double length = 0;
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) length += (chain[i + 1] - chain[i]).norm();
  return length;
}

}  // namespace condyle::test
