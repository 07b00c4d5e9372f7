#include <catch2/catch.hpp>

#include "core/src/solver/linearised_strand.h"
#include "support/eigenvalues.h"

// A strand inside a step of the solver: balance of its forces and their derivatives.

namespace condyle::test::linearised_strand_tests {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Short, because the rotations of a step count as infinitesimal, an error of w dt / 2 of the slope.
constexpr double k_dt = 1e-5;

struct Body {
  Vector3d p_W = Vector3d::Zero();
  Vector6 velocity = Vector6::Zero();  ///< (angular, linear) at the end of the step
  double inverse_mass = 0;
};

/// A strand on bodies that all move.
struct Rig {
  LinearisedStrand strand;
  std::vector<Body> bodies;

  void start() {
    for (const Body& body : bodies) {
      Pose X = Pose::Identity();
      X.linear() = rotation_by({0.2, -0.1 * body.p_W.x(), 0.3});
      X.translation() = body.p_W;
      strand.X_WB_start.push_back(X);
      strand.inverse_mass.push_back(body.inverse_mass);
    }
    linearise(strand);
  }

  void evaluate(Linearisation linearisation, double dt = k_dt) {
    std::vector<StepMotion> motions;
    std::vector<const StepMotion*> pointers;
    for (const Body& body : bodies) {
      StepMotion& motion = motions.emplace_back();
      motion.p_W = body.p_W;
      motion.velocity = {body.velocity.head<3>(), body.velocity.tail<3>()};
      motion.shift = dt * body.velocity.tail<3>();
      motion.rotation = rotation_by(dt * body.velocity.head<3>());
      motion.inverse_mass = body.inverse_mass;
    }
    for (const StepMotion& motion : motions) pointers.push_back(&motion);
    condyle::evaluate(strand, pointers, dt, linearisation);
  }

  VectorXd force() {
    evaluate(Linearisation::none);
    VectorXd all(6 * bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      all.segment<6>(static_cast<Eigen::Index>(6 * i)) = strand.forces.force[i];
    return all;
  }

  MatrixXd slope(Linearisation linearisation) {
    evaluate(linearisation);
    const auto count = static_cast<Eigen::Index>(bodies.size());
    MatrixXd all(6 * count, 6 * count);
    for (Eigen::Index i = 0; i < count; ++i)
      for (Eigen::Index j = 0; j < count; ++j)
        all.block<6, 6>(6 * i, 6 * j) = strand.forces.slope[i * count + j];
    return all;
  }

  /// Minus the derivative of dt times the force by each velocity, by central differences.
  MatrixXd slope_by_differences() {
    const auto size = static_cast<Eigen::Index>(6 * bodies.size());
    MatrixXd differences(size, size);
    constexpr double k_step = 1e-3;
    for (Eigen::Index j = 0; j < size; ++j) {
      double& u = bodies[j / 6].velocity[j % 6];
      const double before = u;
      u = before + k_step;
      const VectorXd up = force();
      u = before - k_step;
      const VectorXd down = force();
      u = before;
      differences.col(j) = -k_dt * (up - down) / (2 * k_step);
    }
    return differences;
  }
};

Rig straight_rig() {
  Rig rig;
  rig.strand.strand = {"strand", 1000, 0.035, 0.06, 0};
  rig.strand.path.points = {{.body = 0, .p_B = {0.01, 0.02, 0}},
                            {.body = 1, .p_B = {-0.01, 0, 0.03}}};
  rig.bodies = {{{0, 0, 0}, Vector6::Zero(), 2}, {{0.05, 0.02, -0.01}, Vector6::Zero(), 0.7}};
  rig.bodies[0].velocity << 0.3, -0.2, 0.5, -0.2, 0.1, 0.05;
  rig.bodies[1].velocity << -0.1, 0.4, 0.2, 0.3, 0.05, 0.01;
  rig.start();
  return rig;
}

/// A strand from one body through a point of a second, over an obstacle of a third, to a fourth.
Rig wrapped_rig(const geometry::Shape& shape) {
  Rig rig;
  rig.strand.strand = {"strand", 1000, 0.14, 0.06, 0};
  rig.strand.path.points = {{.body = 0, .p_B = {0, 0.005, 0.001}},
                            {.body = 1, .p_B = {0.002, 0, 0}},
                            {.body = 3, .p_B = {0.001, 0, 0.002}}};
  ligament::PathObstacle obstacle{.name = "pulley", .body = 2, .shape = shape, .side = {}};
  rig.strand.path.obstacles.push_back(obstacle);
  rig.bodies = {{{-0.07, -0.02, 0.002}, Vector6::Zero(), 2},
                {{-0.05, 0.015, 0.001}, Vector6::Zero(), 9},
                {{0, 0, 0}, Vector6::Zero(), 0.7},
                {{0.05, -0.03, -0.008}, Vector6::Zero(), 1.3}};
  for (std::size_t i = 0; i < 4; ++i) {
    const double s = static_cast<double>(i);
    rig.bodies[i].velocity << 0.3 - 0.2 * s, -0.2 + 0.1 * s, 0.5, -0.2 + 0.15 * s, 0.1 * s, 0.05;
  }
  rig.start();
  return rig;
}

std::vector<geometry::Shape> wrapped_shapes() {
  return {geometry::Sphere{0.02}, geometry::InfiniteCylinder{0.02},
          geometry::Ellipsoid{{0.02, 0.025, 0.018}}, geometry::Capsule{0.02, 0.01}};
}

}  // namespace

TEST_CASE("the slope of an elastic straight strand is its force's derivative",
          "[session][strand]") {
  Rig rig = straight_rig();
  const MatrixXd exact = rig.slope(Linearisation::exact);
  REQUIRE(rig.strand.result.total_force > 1);
  const MatrixXd differences = rig.slope_by_differences();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const auto block = [&](const MatrixXd& m) { return m.block<3, 3>(3 * i, 3 * j); };
      CAPTURE(i, j);
      CHECK((block(exact) - block(differences)).norm() < 1e-4 * block(differences).norm());
    }
}

TEST_CASE("the forces of a strand over bodies add up to nothing", "[session][strand]") {
  for (const geometry::Shape& shape : wrapped_shapes()) {
    Rig rig = wrapped_rig(shape);
    constexpr double k_long = 1.0 / 60;  // bodies shift by millimetres
    rig.evaluate(Linearisation::none, k_long);
    CAPTURE(name(shape));
    REQUIRE(rig.strand.traced.wraps.size() == 1);
    REQUIRE(rig.strand.result.total_force > 10);
    Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
    for (std::size_t i = 0; i < rig.bodies.size(); ++i) {
      const Vector6& f = rig.strand.forces.force[i];
      force += f.tail<3>();
      moment += f.head<3>() + rig.bodies[i].p_W.cross(Vector3d(f.tail<3>()));
    }
    CHECK(force.norm() < 1e-13 * rig.strand.result.total_force);
    CHECK(moment.norm() < 1e-14 * rig.strand.result.total_force);
  }
}

TEST_CASE("the safe slope of a wrapped strand is symmetric and never negative",
          "[session][strand]") {
  for (const geometry::Shape& shape : wrapped_shapes()) {
    Rig rig = wrapped_rig(shape);
    const MatrixXd slope = rig.slope(Linearisation::safe);
    CAPTURE(name(shape));
    REQUIRE(rig.strand.result.total_force > 10);
    CHECK((slope - slope.transpose()).norm() < 1e-12 * slope.norm());
    const Eigen::VectorXd eigenvalues = eigenvalues_of(slope);
    CHECK(eigenvalues.minCoeff() > -1e-12 * slope.norm());
  }
}

TEST_CASE("the slope of bodies that solve is the same whether others' motion is given",
          "[session][strand]") {
  for (const bool is_wrapped : {false, true}) {
    Rig rig = is_wrapped ? wrapped_rig(geometry::Ellipsoid{{0.02, 0.03, 0.025}}) : straight_rig();
    for (const Linearisation way : {Linearisation::exact, Linearisation::safe}) {
      rig.strand.is_given.clear();
      const MatrixXd all = rig.slope(way);
      rig.strand.is_given.assign(rig.bodies.size(), 0);
      rig.strand.is_given[0] = 1;
      const MatrixXd some = rig.slope(way);
      const Eigen::Index rest = all.rows() - 6;
      CHECK(all.norm() > 0);
      CHECK(some.bottomRightCorner(rest, rest) == all.bottomRightCorner(rest, rest));
    }
  }
}

TEST_CASE("the slope of a strand over a pulley is its force's derivative in the pulley's plane",
          "[session][strand]") {
  Rig rig = wrapped_rig(geometry::InfiniteCylinder{0.02});
  for (ligament::PathPoint& point : rig.strand.path.points) point.p_B.z() = 0;
  for (Body& body : rig.bodies) {
    body.p_W.z() = body.velocity[0] = body.velocity[1] = body.velocity[5] = 0;
  }
  for (std::size_t i = 0; i < rig.bodies.size(); ++i) {
    rig.strand.X_WB_start[i] = Pose::Identity();
    rig.strand.X_WB_start[i].translation() = rig.bodies[i].p_W;
  }
  const MatrixXd exact = rig.slope(Linearisation::exact);
  REQUIRE(rig.strand.traced.wraps.size() == 1);
  REQUIRE(rig.strand.result.total_force > 10);
  const MatrixXd differences = rig.slope_by_differences();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (const int row : {2, 3, 4})
        for (const int column : {2, 3, 4}) {
          CAPTURE(i, j, row, column);
          CHECK(exact(6 * i + row, 6 * j + column) ==
                Approx(differences(6 * i + row, 6 * j + column))
                    .epsilon(1e-4)
                    .margin(1e-5 * differences.norm()));
        }
}

}  // namespace condyle::test::linearised_strand_tests
