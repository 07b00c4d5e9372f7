// Along the target's normal, contact does the work that the foundation loses; its closed form on a
// plate.
#include <catch2/catch.hpp>

#include "core/collision/random_geometry.h"
#include "core/contact/contact_cases.h"

namespace condyle::test::force_direction_tests {

using std::numbers::pi;

namespace {

/// A bumpy ball pressed into a bumpy slab.
struct Bumpy {
  explicit Bumpy(unsigned seed) : random(seed) {
    casting = surface(random.bumpy(mesh::make_icosphere(20e-3, 4), 0.1e-3));
    target = surface(random.bumpy(mesh::make_plane_grid(60e-3, 60e-3, 40, 40), 0.1e-3));
    X_CT = rotation(random.uniform(-0.1, 0.1), random.direction()) *
           translation(random.uniform(-2e-3, 2e-3), random.uniform(-2e-3, 2e-3), -19.3e-3);
  }
  RandomGeometry random;
  std::shared_ptr<const ContactSurface> casting, target;
  Pose X_CT;
};

/// Pose of the target after the casting body has turned and shifted by small amounts about its
/// origin.
Pose seen_after(const Pose& X_CT, const Vector6& way) {
  Pose X = Pose::Identity();
  X.linear() =
      Eigen::AngleAxisd(way.head<3>().norm(), way.head<3>().normalized()).toRotationMatrix();
  X.translation() = way.tail<3>();
  return X.inverse(Eigen::Isometry) * X_CT;
}

}  // namespace

TEST_CASE("along the target's normal the wrench is minus the slope of the bed's energy",
          "[contact][force_direction]") {
  const unsigned seed = GENERATE(range(1u, 7u));
  CAPTURE(seed);
  Bumpy bumpy(seed);
  if (seed % 3 == 0) {
    std::swap(bumpy.casting, bumpy.target);
    bumpy.X_CT = bumpy.X_CT.inverse(Eigen::Isometry);
  }
  ContactPair pair(bumpy.casting, bumpy.target,
                   {.formulation = seed % 2 ? Formulation::linear : Formulation::nonlinear});
  const Wrench wrench = pair.evaluate(bumpy.X_CT).F_casting_C;
  REQUIRE(wrench.force.norm() > 10);
  const auto energy = [&](const Vector6& way) {
    return pair.evaluate(seen_after(bumpy.X_CT, way)).total.potential_energy;
  };
  for (int trial = 0; trial < 4; ++trial) {
    Vector6 direction;
    direction << bumpy.random.direction(), 20e-3 * bumpy.random.direction();
    const double step = 1e-6;
    const double slope = (energy(step * direction) - energy(-step * direction)) / (2 * step);
    const double work =
        wrench.moment.dot(direction.head<3>()) + wrench.force.dot(direction.tail<3>());
    const double size = 20e-3 * wrench.force.norm();
    // The error comes from rays that cross an edge of the target, or the border of contact, within
    // a motion of 20 nm.
    CHECK(std::abs(slope + work) < 1e-4 * size);
  }
}

TEST_CASE("friction lies in the target's plane within the cone of what the target feels",
          "[contact][force_direction]") {
  const double mu = 0.3;
  Bumpy bumpy(7);
  ContactPair pair(bumpy.casting, bumpy.target,
                   {.friction = {.static_coefficient = mu, .dynamic_coefficient = mu}});
  const Twist V{{3, -40, 2}, {0.2, 0.1, 0}};
  const ContactResult& result = pair.evaluate(bumpy.X_CT, V);
  REQUIRE(result.thrust.size() == result.hits.size());
  int compared = 0;
  for (std::size_t i = 0; i < result.hits.size(); ++i) {
    const ProximityHit& hit = result.hits[i];
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    if (result.casting->pressure[c] == 0) continue;
    const Vector3d n_t = bumpy.X_CT.linear() * bumpy.target->normals()[hit.target_triangle];
    const Vector3d n_c = bumpy.casting->normals()[c];
    const Vector3d x = bumpy.casting->centroids()[c] - hit.proximity * n_c;
    const Vector3d v = V.linear + V.angular.cross(x), slip = v - v.dot(n_t) * n_t;
    const double normal = result.casting->pressure[c] / std::abs(n_c.dot(n_t));
    CHECK((result.thrust[i] - normal * n_t).norm() < 1e-12 * normal);
    CHECK((result.traction[i] + mu * normal * slip.normalized()).norm() < 1e-12 * normal);
    ++compared;
  }
  CHECK(compared > 30);
}

TEST_CASE("a sphere that casts on a plate: the closed form along the plate's normal",
          "[contact][force_direction]") {
  // A ray at the polar angle t is (depth - R (1 - cos t)) / cos t deep and its triangle covers
  // dA / cos t of the plate: F = 2 pi R^3 k (-ln(1 - depth / R) - depth / R).
  const double R = 30e-3, depth = 1e-3, k = k_modulus / k_thickness;
  const double expected = 2 * pi * R * R * R * k * (-std::log(1 - depth / R) - depth / R);
  const auto force = [&](int subdivisions) {
    ContactPair pair(surface(sphere_cap(R, subdivisions, 3e-3, rotation(0.4, {1, 2, 3}))),
                     surface(plate()), {});
    return pair.evaluate(translation(0, 0, depth - R)).F_casting_C.force.z();
  };
  // Facets' bias -L^2 / (3 R depth), extrapolated; sampling leaves 2e-4.
  CHECK((4 * force(8) - force(7)) / 3 == Approx(expected).epsilon(2e-4));
}

}  // namespace condyle::test::force_direction_tests
