#pragma once

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "condyle/ligament/strand_path.h"

namespace condyle::test {

/// Random numbers from a seed that a failure prints (CAPTURE(random.seed)). Numbers that end up in
/// one expression are drawn before it, since compilers differ in the order in which they evaluate
/// its parts.
struct Random {
  std::uint32_t seed;
  std::mt19937 engine{seed};

  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine()) / 4294967296.0;
  }
  Eigen::Vector3d direction() {
    Eigen::Vector3d v;
    do {
      v = {between(-1, 1), between(-1, 1), between(-1, 1)};
    } while (v.norm() > 1 || v.norm() < 0.1);
    return v.normalized();
  }
  Pose pose(double reach) {
    Pose X = Pose::Identity();
    const Eigen::Vector3d axis = direction();
    X.linear() = Eigen::AngleAxisd(between(-3, 3), axis).toRotationMatrix();
    X.translation() = reach * direction();
    return X;
  }
  /// A vector of random direction with a length between `shortest` and `longest`.
  Eigen::Vector3d vector(double shortest, double longest) {
    const Eigen::Vector3d along = direction();
    return between(shortest, longest) * along;
  }
  Twist twist() { return {vector(0, 3), vector(0, 0.3)}; }
};

/// The pose of a body after a time at constant velocity, with exact rotation.
inline Pose moved(const Pose& X, const Twist& V, double t) {
  Pose result = X;
  const double w = V.angular.norm();
  if (w > 0) {
    result.linear() = Eigen::AngleAxisd(w * t, V.angular / w).toRotationMatrix() * X.linear();
  }
  result.translation() += t * V.linear;
  return result;
}

inline std::vector<Pose> moved(const std::vector<Pose>& X, const std::vector<Twist>& V, double t) {
  std::vector<Pose> result;
  for (std::size_t i = 0; i < X.size(); ++i) result.push_back(moved(X[i], V[i], t));
  return result;
}

inline ligament::TracedPath trace_cold(const ligament::StrandPath& path,
                                       const std::vector<Pose>& X_WB,
                                       const std::vector<Twist>& V_WB_W = {}) {
  ligament::PathMemory memory;
  ligament::TracedPath traced;
  trace(path, X_WB, V_WB_W, memory, traced);
  return traced;
}

/// A path, and the poses and velocities of its bodies in the world.
struct Scene {
  ligament::StrandPath path;
  std::vector<Pose> X_WB;
  std::vector<Twist> V_WB_W;
};

/// A path from A on body 0 over an obstacle on body 1 to B on body 2, with all bodies in random
/// poses. The points A and B are given in the obstacle's frame S.
inline Scene one_obstacle(Random& random, const geometry::Shape& shape, const Eigen::Vector3d& A_S,
                          const Eigen::Vector3d& B_S) {
  Scene scene;
  for (int i = 0; i < 3; ++i) {
    scene.X_WB.push_back(random.pose(0.2));
    scene.V_WB_W.push_back(random.twist());
  }
  const Pose X_BS = random.pose(0.05), X_WS = scene.X_WB[1] * X_BS;
  scene.path.points = {{.body = 0, .p_B = scene.X_WB[0].inverse() * (X_WS * A_S)},
                       {.body = 2, .p_B = scene.X_WB[2].inverse() * (X_WS * B_S)}};
  scene.path.obstacles.push_back(
      {.name = "obstacle", .body = 1, .X_BS = X_BS, .shape = shape, .side = {}});
  return scene;
}

/// Checks that the tension is equal along the path and that its forces on all bodies add up to
/// zero.
inline void check_balance(const ligament::StrandPath& path, const ligament::TracedPath& traced,
                          const std::vector<Pose>& X_WB) {
  constexpr double k_tension = 100;  // rounding of forces of this size
  std::vector<Wrench> pulls;
  wrenches(traced, k_tension, pulls);
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    const Pose& X = X_WB[traced.gradients[i].body];
    force += pulls[i].force;
    moment += pulls[i].moment + X.translation().cross(pulls[i].force);
  }
  CHECK(force.norm() < 1e-12 * k_tension);
  CHECK(moment.norm() < 1e-12 * k_tension);
  CHECK(traced.point_gradients_W.front().norm() == Approx(1).epsilon(1e-12));
  CHECK(traced.point_gradients_W.back().norm() == Approx(1).epsilon(1e-12));
  require_valid(path, static_cast<int>(X_WB.size()), "path");
}

/// Checks that the lengthening speed is the rate of the length while all bodies move, by
/// differences.
inline void check_speed(const Scene& scene, double tolerance) {
  ligament::PathMemory memory;
  ligament::TracedPath traced, low, high;
  trace(scene.path, scene.X_WB, scene.V_WB_W, memory, traced);
  const double step = 1e-6;
  ligament::PathMemory before = memory, after = memory;
  trace(scene.path, moved(scene.X_WB, scene.V_WB_W, -step), {}, before, low);
  trace(scene.path, moved(scene.X_WB, scene.V_WB_W, step), {}, after, high);
  CHECK((high.length - low.length) / (2 * step) ==
        Approx(traced.lengthening_speed).epsilon(tolerance).margin(tolerance));
}

}  // namespace condyle::test
