#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "condyle/world/engine.h"

namespace condyle::test {

/// A free body of constant inertia in all axes, or without mass a body that keeps its velocity.
struct FreeBody {
  double mass = 0;    ///< [kg]
  double moment = 0;  ///< of inertia [kg m^2]
  Pose X_WB = Pose::Identity();
  Twist velocity = {};
};

/// The bodies of the smallest engine: gravity, and nothing else.
class SmallBodies final : public EngineBodies {
 public:
  std::vector<FreeBody> bodies;
  Eigen::Vector3d gravity{0, 0, -9.81};

  int count() const override { return static_cast<int>(bodies.size()); }
  BodyState state(int index, double dt) const override {
    const FreeBody& body = bodies[index];
    BodyState state{.X_WB = body.X_WB, .velocity = body.velocity};
    if (body.mass == 0) return state;
    state.inverse_mass = 1 / body.mass;
    state.inverse_inertia_W = Eigen::Matrix3d::Identity() / body.moment;
    state.by_forces.linear = dt * gravity;
    return state;
  }
  void move(int index, const Pose& X_WB, const Twist& velocity) override {
    bodies[index].X_WB = X_WB;
    bodies[index].velocity = velocity;
  }
};

inline Pose at(double x, double y, double z) { return Pose(Eigen::Translation3d(x, y, z)); }

}  // namespace condyle::test
