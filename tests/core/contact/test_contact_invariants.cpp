// Properties of any pair: third law, invariance, energy, and derivatives of the wrench.
#include <catch2/catch.hpp>
#include <vector>

#include "core/contact/contact_cases.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/contact_sums.h"
#include "support/eigenvalues.h"

namespace condyle::test::contact_invariants_tests {

namespace {

/// Motion of the casting body relative to the target: rotation, then translation.
Twist twist(const Vector6& q) { return {q.head<3>(), q.tail<3>()}; }

Vector6 vector_of(const Wrench& F) {
  Vector6 vector;
  vector << F.moment, F.force;
  return vector;
}

/// A bumpy slab: no symmetry can hide an error.
TriangleMesh bumpy_slab() {
  TriangleMesh slab = mesh::make_plane_grid(60e-3, 60e-3, 60, 60);
  for (Vector3d& v : slab.vertices) v.z() = 0.4e-3 * std::sin(300 * v.x()) * std::cos(200 * v.y());
  return slab;
}

/// An ellipsoid on a bumpy slab: no symmetry can hide an error.
struct Bumpy {
  std::shared_ptr<const ContactSurface> ball =
      surface(mesh::make_ellipsoid({20e-3, 25e-3, 30e-3}, 4));
  std::shared_ptr<const ContactSurface> slab = surface(bumpy_slab());
  Pose X_CT = rotation(0.3, {1, 1, 0}) * translation(1e-3, -2e-3, -25e-3);
};

}  // namespace

TEST_CASE("the target gets exactly the opposite wrench", "[contact][invariant]") {
  const Bumpy bumpy;
  ContactPair pair(bumpy.ball, bumpy.slab,
                   {.dissipation = 0.5, .friction = {.static_coefficient = 0.3}});
  const auto& result = pair.evaluate(bumpy.X_CT, {{1, 2, 3}, {0.1, -0.2, 0.3}});
  REQUIRE(result.F_casting_C.force.norm() > 10);
  CHECK(result.F_target_C.force == -result.F_casting_C.force);
  CHECK(result.F_target_C.moment == -result.F_casting_C.moment);
}

TEST_CASE("the wrench turns and moves with the bodies' frames", "[contact][invariant]") {
  // Both meshes are given in other frames: C = X_CD D, T = X_TS S.
  const Bumpy bumpy;
  const Pose X_CD = translation(0.3, -0.1, 0.2) * rotation(2.1, {1, -2, 0.5});
  const Pose X_TS = translation(-0.2, 0.4, 0.1) * rotation(-1.3, {0.2, 1, 3});
  const Twist V_TC_C{{1, 2, 3}, {0.1, -0.2, 0.3}};
  const ContactSettings settings{.formulation = Formulation::nonlinear,
                                 .dissipation = 0.5,
                                 .friction = {.static_coefficient = 0.3}};
  ContactPair pair(bumpy.ball, bumpy.slab, settings);
  ContactPair moved(surface(transformed(bumpy.ball->mesh(), X_CD.inverse())),
                    surface(transformed(bumpy.slab->mesh(), X_TS.inverse())), settings);
  const auto& result = pair.evaluate(bumpy.X_CT, V_TC_C);

  const Eigen::Matrix3d R_DC = X_CD.linear().transpose();
  const Twist V_TD_D{R_DC * V_TC_C.angular,
                     R_DC * (V_TC_C.linear + V_TC_C.angular.cross(X_CD.translation()))};
  const auto& there = moved.evaluate(X_CD.inverse() * bumpy.X_CT * X_TS, V_TD_D);

  // Frames 0.5 m away leave errors of 1e-16 m in proximities of 1e-4 m; sums keep that to 1e-10.
  const Vector3d force_C = X_CD.linear() * there.F_casting_C.force;
  const Vector3d moment_C =
      X_CD.linear() * there.F_casting_C.moment + X_CD.translation().cross(force_C);
  CHECK(there.total.n_contacting == result.total.n_contacting);
  REQUIRE(result.F_casting_C.force.norm() > 10);
  CHECK((force_C - result.F_casting_C.force).norm() < 1e-10 * result.F_casting_C.force.norm());
  CHECK((moment_C - result.F_casting_C.moment).norm() < 1e-10 * result.F_casting_C.moment.norm());
  CHECK(there.total.potential_energy == Approx(result.total.potential_energy).epsilon(1e-10));
}

TEST_CASE("a symmetric pose has no lateral force", "[contact][invariant]") {
  const int slices = 64;
  ContactPair pair(surface(mesh::make_uv_sphere(30e-3, slices, 200)), surface(plate()), {});
  const auto& result = pair.evaluate(translation(0, 0, -29e-3));
  CHECK(result.F_casting_C.force.head<2>().norm() < 1e-12 * result.F_casting_C.force.norm());
}

TEST_CASE("force along the rays is the slope of energy", "[contact][invariant]") {
  // A flat casting mesh has parallel rays, so that pushing along them changes all depths equally.
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  const bool lumped = GENERATE(true, false);
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 50, 50), {8e6, 0.4, 2e-3}),
                   surface(mesh::make_icosphere(30e-3, 5)),
                   {.formulation = formulation, .lumped = lumped});
  const auto at = [&](double depth) {
    const auto& result = pair.evaluate(translation(1e-3, 2e-3, 30e-3 - depth));
    return std::pair(result.total.potential_energy, -result.F_casting_C.force.z());
  };
  const double depth = 1e-3, step = 1e-7;
  const double slope = (at(depth + step).first - at(depth - step).first) / (2 * step);
  // Triangles that enter during a step of 1e-4 of the depth add energy of third order.
  CHECK(slope == Approx(at(depth).second).epsilon(1e-6));
}

TEST_CASE("hydrostatic pressure on a closed mesh lifts by its volume", "[contact][invariant]") {
  // Tests areas, normals and sums together: p = rho g depth gives rho g V at the centre of volume.
  const Pose X = translation(0.1, -0.2, -0.4) * rotation(0.5, {1, 2, 3});
  const auto body = surface(transformed(mesh::make_box({0.1, 0.2, 0.3}, {5, 6, 7}), X));
  const double rho_g = 9810;
  const bool uniform = GENERATE(false, true);
  ContactSums sums;
  ContactBlock block;
  for (int t = 0; t < body->triangle_count(); ++t) {
    const Vector3d &c = body->centroids()[t], &n = body->normals()[t];
    block.area[0] = body->areas()[t];
    block.proximity[0] = 1e-3;
    block.pressure[0] = uniform ? 1e4 : -rho_g * c.z();
    block.potential_energy[0] = 0;
    put(c, block.centroid, 0);
    put(wrench(c, n), block.gradient, 0);
    sums.add(block, 0);
  }
  const ContactStatistics total = statistics_of(sums);
  const Vector3d expected(0, 0, uniform ? 0 : rho_g * 0.1 * 0.2 * 0.3);
  const Vector3d expected_moment = X.translation().cross(expected);
  CHECK((total.contact_force - expected).norm() < 1e-11);  // sums of forces of up to 100 N
  // Moments of a linear field by the centroid rule are off by the triangles' second moments, which
  // cancel on opposite faces of a box.
  CHECK((total.contact_moment - expected_moment).norm() < 1e-11);
}

TEST_CASE("stiffness is the derivative of the wrench at fixed geometry", "[contact][invariant]") {
  const Bumpy bumpy;
  ContactPair pair(bumpy.ball, bumpy.slab, along_casting({.lumped = false}));
  const auto found = pair.evaluator().find_hits(bumpy.X_CT);
  const std::vector<ProximityHit> hits(found.begin(), found.end());
  const Vector6 before = vector_of(pair.evaluator().assemble(hits, bumpy.X_CT).F_casting_C);
  const Matrix6 stiffness = pair.result().stiffness;

  Vector6 step;
  step << 1e-4, -2e-4, 3e-4, 1e-6, 2e-6, -3e-6;
  std::vector<ProximityHit> moved;
  for (ProximityHit hit : hits) {
    const Vector3d c = bumpy.ball->centroids()[hit.casting_triangle];
    const Vector3d n = bumpy.ball->normals()[hit.casting_triangle];
    hit.proximity += n.dot(step.tail<3>() + step.head<3>().cross(c));
    if (hit.proximity > 0) moved.push_back(hit);
  }
  REQUIRE(moved.size() == hits.size());  // otherwise the kink of the law at touch would count
  const Vector6 after = vector_of(pair.evaluator().assemble(moved, bumpy.X_CT).F_casting_C);
  // The law is linear, so the derivative is the difference.
  CHECK((after - before + stiffness * step).norm() < 1e-10 * (stiffness * step).norm());
}

TEST_CASE("damping is the derivative of the wrench by velocity", "[contact][invariant]") {
  // Flat on flat, so that the target's normal is opposite to the casting normal.
  ContactPair pair(
      surface(mesh::make_plane_grid(20e-3, 30e-3, 5, 6)), surface(inverted(plate())),
      {.dissipation = 3, .friction = {.static_coefficient = 0.5, .dynamic_coefficient = 0.4}});
  const Pose X_CT = translation(0, 0, -0.5e-3);
  const Vector6 rest = vector_of(pair.evaluate(X_CT).F_casting_C);
  const Matrix6 damping = pair.result().damping;
  for (int axis = 0; axis < 6; ++axis) {
    const double speed = 1e-6;  // of the regularised law's 1e-3: quadratic error 1e-6 / 3
    const Vector6 moving =
        vector_of(pair.evaluate(X_CT, twist(speed * Vector6::Unit(axis))).F_casting_C);
    const Vector6 expected = -speed * damping.col(axis);
    CAPTURE(axis);
    CHECK((moving - rest - expected).norm() < 2e-6 * expected.norm());
  }
}

TEST_CASE("stiffness and damping are symmetric and never negative", "[contact][invariant]") {
  const Bumpy bumpy;
  ContactPair pair(bumpy.ball, bumpy.slab,
                   {.dissipation = 1, .friction = {.static_coefficient = 0.3}});
  const auto& result = pair.evaluate(bumpy.X_CT, {{1, 2, 3}, {0.1, -0.2, 0.3}});
  for (const Matrix6& matrix : {result.stiffness, result.damping}) {
    CHECK(matrix == matrix.transpose());
    const Eigen::VectorXd eigenvalues = eigenvalues_of(matrix);
    CHECK(eigenvalues.minCoeff() > -1e-14 * eigenvalues.maxCoeff());
    CHECK(eigenvalues.maxCoeff() > 0);
  }
}

}  // namespace condyle::test::contact_invariants_tests
