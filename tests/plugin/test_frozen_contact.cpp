#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "condyle/session/frozen_contact.h"

// What the solver works with inside a step: forces as ContactPair finds them, and their true
// derivatives.

namespace condyle::test {
namespace {

using Eigen::Vector3d;

// Short: rotations of a step count as infinitesimal, w dt / 2 of the slope, and damping is taken
// where the step ends.
constexpr double k_dt = 1e-5;

Vector3d vector_of(double x, double y, double z) { return {x, y, z}; }

/// A body on its way: its centre of mass, and the velocity (angular, linear) at the step's end.
struct Body {
  Vector3d p_W = Vector3d::Zero();
  Vector6 velocity = Vector6::Zero();
  double inverse_mass = 0;
};

StepMotion motion_of(const Body& body, double dt) {
  StepMotion motion;
  motion.p_W = body.p_W;
  motion.velocity = {body.velocity.head<3>(), body.velocity.tail<3>()};
  motion.shift = dt * body.velocity.tail<3>();
  motion.rotation = rotation_by(dt * body.velocity.head<3>());
  motion.inverse_mass = body.inverse_mass;
  return motion;
}

/// A ball pressed obliquely on a block, both moving, both with their centre of mass off the mesh.
struct Rig {
  explicit Rig(const ContactSettings& settings)
      : pair(std::make_shared<ContactSurface>(make_icosphere(0.03, 4), Layer{5e6, 0.4, 0.004}),
             std::make_shared<ContactSurface>(make_box({0.1, 0.08, 0.04}, {9, 7, 5}),
                                              Layer{2e6, 0.3, 0.006}),
             settings) {
    X_WC.linear() = rotation_by({0.4, -0.3, 0.2});
    X_WC.translation() = vector_of(0.31, 0.205, 0.0484);
    X_WT.linear() = rotation_by({0, 0, 0.5});
    X_WT.translation() = vector_of(0.3, 0.2, 0);
    C.p_W = X_WC * vector_of(0.004, -0.01, 0.007);
    T.p_W = X_WT * vector_of(-0.02, 0.03, -0.01);
    C.inverse_mass = 3;
    T.inverse_mass = 1.2;
    C.velocity << 0.3, -0.2, 0.5, 0.02, 0.013, -0.03;
    T.velocity << -0.1, 0.4, 0.2, -0.005, 0.004, 0.01;
    constexpr double k_reach = 2e-4;
    frozen.freeze(pair, pair.find_hits(X_WC.inverse() * X_WT, k_reach), k_reach, X_WC, X_WT, C.p_W,
                  T.p_W);
  }

  PairForces evaluate(double dt, Linearisation linearisation) {
    PairForces forces;
    frozen.evaluate(motion_of(C, dt), motion_of(T, dt), dt, linearisation, forces);
    return forces;
  }

  /// Minus the change of dt times the force with both bodies' velocities, by central differences.
  PairForces::Matrix12 differences(double step) {
    PairForces::Matrix12 slope;
    for (int j = 0; j < 12; ++j) {
      double& u = (j < 6 ? C : T).velocity[j % 6];
      const double before = u;
      u = before + step;
      const PairForces::Vector12 up = evaluate(k_dt, Linearisation::none).force;
      u = before - step;
      const PairForces::Vector12 down = evaluate(k_dt, Linearisation::none).force;
      u = before;
      slope.col(j) = -k_dt * (up - down) / (2 * step);
    }
    return slope;
  }

  ContactPair pair;
  Pose X_WC, X_WT;
  Body C, T;
  FrozenContact frozen;
};

/// By blocks, as moments are far smaller than forces.
void check_by_blocks(const PairForces::Matrix12& slope, const PairForces::Matrix12& right) {
  for (int i = 0; i < 12; i += 3)
    for (int j = 0; j < 12; j += 3) {
      CAPTURE(i, j);
      const Eigen::Matrix3d block = right.block<3, 3>(i, j);
      CHECK((slope.block<3, 3>(i, j) - block).norm() < 1e-4 * block.norm());
    }
}

ContactSettings settings_of(Formulation formulation, double dissipation, double friction) {
  ContactSettings settings;
  settings.formulation = formulation;
  settings.lumped = false;
  settings.dissipation = dissipation;
  // Rising all the way: where friction falls with speed its slope is left out on purpose.
  settings.friction = {friction, friction, 1, 2};
  return settings;
}

}  // namespace

TEST_CASE("a frozen contact presses at its start as the pair does", "[session][frozen]") {
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  Rig rig(settings_of(formulation, 0.7, 0.4));
  const PairForces frozen = rig.evaluate(0, Linearisation::none);

  const Pose X_CW = rig.X_WC.inverse();
  const auto velocity_at_C = [&rig](const Body& body) -> Vector3d {
    const Vector3d arm = rig.X_WC.translation() - body.p_W;
    return body.velocity.tail<3>() + Vector3d(body.velocity.head<3>()).cross(arm);
  };
  const Twist V_TC_C{X_CW.linear() * (rig.C.velocity.head<3>() - rig.T.velocity.head<3>()),
                     X_CW.linear() * (velocity_at_C(rig.C) - velocity_at_C(rig.T))};
  const ContactResult& result = rig.pair.evaluate(X_CW * rig.X_WT, V_TC_C);
  REQUIRE(result.total.n_contacting > 100);
  const Vector3d force = rig.X_WC.linear() * result.F_casting_C.force;
  const Vector3d moment = rig.X_WC.linear() * result.F_casting_C.moment;  // about C's origin
  const auto moment_about = [&](const Vector3d& p) -> Vector3d {
    return moment + (rig.X_WC.translation() - p).cross(force);
  };
  PairForces::Vector12 expected;
  expected << moment_about(rig.C.p_W), force, -moment_about(rig.T.p_W), -force;
  CHECK((frozen.force - expected).norm() < 1e-11 * expected.norm());
}

TEST_CASE("the slope of a frozen contact is its force's derivative", "[session][frozen]") {
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  const double dissipation = GENERATE(0., 0.7);
  const double friction = GENERATE(0., 0.4);
  CAPTURE(dissipation, friction);
  Rig rig(settings_of(formulation, dissipation, friction));
  const PairForces exact = rig.evaluate(k_dt, Linearisation::exact);
  const PairForces::Matrix12 differences = rig.differences(1e-3);
  check_by_blocks(exact.slope, differences);
}

TEST_CASE("forces do not depend on whether their slope is asked for", "[session][frozen]") {
  Rig rig(settings_of(Formulation::linear, 0.7, 0.4));
  const auto force = rig.evaluate(k_dt, Linearisation::none).force;
  CHECK(force == rig.evaluate(k_dt, Linearisation::exact).force);
  CHECK(force == rig.evaluate(k_dt, Linearisation::safe).force);
}

TEST_CASE("the safe slope is symmetric and never negative", "[session][frozen]") {
  Rig rig(settings_of(Formulation::linear, 0.7, 0.4));
  const PairForces::Matrix12 slope = rig.evaluate(k_dt, Linearisation::safe).slope;
  const double size = slope.norm();
  CHECK((slope - slope.transpose()).norm() < 1e-12 * size);
  const Eigen::SelfAdjointEigenSolver<PairForces::Matrix12> eigen(slope);
  CHECK(eigen.eigenvalues().minCoeff() > -1e-12 * size);
}

}  // namespace condyle::test
