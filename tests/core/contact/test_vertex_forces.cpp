// Forces on vertices balance for any meshes, poses and laws.
#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "core/collision/random_geometry.h"
#include "core/contact/contact_cases.h"
#include "support/few_or_all.h"

namespace condyle::test::vertex_forces_tests {

namespace {

Wrench sum_of(std::span<const Vector3d> forces, std::span<const Vector3d> places, const Pose& X) {
  Wrench sum{Vector3d::Zero(), Vector3d::Zero()};
  for (std::size_t i = 0; i < forces.size(); ++i) {
    sum.force += forces[i];
    sum.moment += (X * places[i]).cross(forces[i]);
  }
  return sum;
}

/// The sum of the forces' magnitudes [N], as a scale of rounding: forces nearly cancel, and couples
/// on slivers exceed the moments that they replace.
double largest(std::span<const Vector3d> forces) {
  double sum = 0;
  for (const Vector3d& f : forces) sum += f.norm();
  return sum;
}

}  // namespace

TEST_CASE("forces on vertices of both sides balance and add up to the wrench",
          "[contact][vertex_forces][rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(6u, 13u)));
  CAPTURE(seed);
  RandomGeometry random(seed);
  const auto casting = surface(random.bumpy(mesh::make_icosphere(20e-3, 3), 0.4e-3));
  const auto target = surface(random.bumpy(mesh::make_ellipsoid({25e-3, 20e-3, 15e-3}, 3), 0.4e-3));
  ContactSettings settings;
  settings.min_proximity = seed % 2 ? -1e-3 : 0;
  settings.dissipation = seed % 3 ? 0.5 : 0;
  settings.friction = {.static_coefficient = 0.4, .dynamic_coefficient = 0.3};
  const NormalLawKind kinds[] = {NormalLawKind::elastic_foundation, NormalLawKind::volume,
                                 NormalLawKind::hertz, NormalLawKind::impact};
  settings.normal.kind = kinds[seed % 4];
  settings.normal.stiffness = 1e8;
  settings.normal.damping = 10;
  if (seed % 8 == 3) settings.normal.acting = Acting::deepest_point;
  if (seed % 3 == 2) settings.casts_from = CastingElements::nodes;
  if (seed % 2) settings.force_direction = ForceDirection::casting;
  ContactPair pair(casting, target, settings);
  if (seed % 5 == 0) pair.set_share(0.5);
  VertexForces forces;
  int met = 0;
  for (int i = 0; i < 60; ++i) {
    Pose X_CT = random.pose(3, 0);
    X_CT.translation() = random.uniform(30e-3, 42e-3) * random.direction();
    const ContactResult& result = pair.evaluate(X_CT, {random.vector(2), random.vector(0.05)});
    find_vertex_forces(pair, forces);
    CAPTURE(i, result.total.n_contacting);
    const double size = largest(forces.casting_C) + largest(forces.target_C);
    if (result.total.n_contacting == 0) {
      REQUIRE(size == 0);
      continue;
    }
    ++met;
    const Wrench C = sum_of(forces.casting_C, casting->mesh().vertices, Pose::Identity());
    const Wrench T = sum_of(forces.target_C, target->mesh().vertices, X_CT);
    const double tolerance = 1e-12 * size;
    REQUIRE((C.force - result.F_casting_C.force).norm() <= tolerance);
    REQUIRE((T.force - result.F_target_C.force).norm() <= tolerance);
    const double moment_tolerance = 0.05 * tolerance;  // no vertex is farther than 50 mm
    REQUIRE((C.moment - result.F_casting_C.moment).norm() <= moment_tolerance);
    REQUIRE((T.moment - result.F_target_C.moment).norm() <= moment_tolerance);
  }
  CHECK(met > 15);
}

TEST_CASE("a triangle that presses in the middle of another loads its corners by thirds",
          "[contact][vertex_forces]") {
  const TriangleMesh triangle{{{-1e-3, -1e-3, 0}, {2e-3, -1e-3, 0}, {-1e-3, 2e-3, 0}}, {{0, 1, 2}}};
  ContactPair pair(surface(triangle),
                   surface(inverted(transformed(triangle, translation(0, 0, 0)))), {});
  const ContactResult& result = pair.evaluate(translation(0, 0, -1e-4));
  REQUIRE(result.total.n_contacting == 1);
  VertexForces forces;
  find_vertex_forces(pair, forces);
  const double third = k_modulus / k_thickness * 1e-4 * 4.5e-6 / 3;
  for (int v = 0; v < 3; ++v) {
    // Rounding of a few operations.
    CHECK((forces.casting_C[v] - Vector3d(0, 0, -third)).norm() < 1e-14 * third);
    CHECK((forces.target_C[v] - Vector3d(0, 0, third)).norm() < 1e-13 * third);
  }
}

TEST_CASE("a shape as target takes no forces on vertices", "[contact][vertex_forces]") {
  const auto ball = std::make_shared<const ContactSurface>(geometry::Sphere{30e-3},
                                                           mesh::make_icosphere(30e-3, 4), k_layer);
  ContactPair pair(surface(mesh::make_plane_grid(0.1, 0.1, 40, 40)), ball, {});
  const ContactResult& result = pair.evaluate(translation(0, 0, 29.5e-3));
  VertexForces forces;
  find_vertex_forces(pair, forces);
  CHECK(forces.target_C.empty());
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& f : forces.casting_C) sum += f;
  CHECK((sum - result.F_casting_C.force).norm() < 1e-13 * sum.norm());
  CHECK(sum.norm() > 1);
}

}  // namespace condyle::test::vertex_forces_tests
