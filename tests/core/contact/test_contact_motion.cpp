// Damping and friction of a pair.
#include <catch2/catch.hpp>

#include "core/contact/contact_cases.h"

namespace condyle::test::contact_motion_tests {

using std::numbers::pi;

namespace {

/// Full slip nearly everywhere: the regularisation ends at 1 um/s.
ContactSettings sliding(double mu) {
  return {.friction = {.static_coefficient = mu,
                       .dynamic_coefficient = mu,
                       .stiction_speed = 1e-7,
                       .friction_speed = 1e-6}};
}

const Twist k_spin{.angular = {0, 0, 5}};

}  // namespace

TEST_CASE("drilling torque of a ball on a plate in full slip is 8/15 mu F a",
          "[contact][friction]") {
  const double R = 30e-3, depth = 0.3e-3, mu = 0.4;
  ContactPair pair(surface(sphere_cap(R, 7, 1e-3)), surface(plate()), sliding(mu));
  const auto& result = pair.evaluate(translation(0, 0, depth - R), k_spin);
  const double force = result.F_casting_C.force.z();
  // The radius follows from the force, F = pi K R depth^2 / h, so that faceting does not count
  // twice.
  const double a = std::sqrt(2 * R * std::sqrt(force * k_thickness / (pi * k_modulus * R)));
  CHECK(-result.F_casting_C.moment.z() == Approx(8.0 / 15 * mu * force * a).epsilon(0.01));
}

TEST_CASE("drilling torque of a flat disc in full slip is 2/3 mu F a", "[contact][friction]") {
  const double a = 10e-3, mu = 0.4;
  const TriangleMesh disc = cropped(mesh::make_cylinder(a, 10e-3, 128, 1, 40),
                                    [](const Vector3d& c) { return c.z() < -4.99e-3; });
  ContactPair pair(surface(disc), surface(plate()), sliding(mu));
  const auto& result = pair.evaluate(translation(0, 0, -4.8e-3), k_spin);
  const double force = result.F_casting_C.force.z();
  CHECK(-result.F_casting_C.moment.z() == Approx(2.0 / 3 * mu * force * a).epsilon(0.01));
}

TEST_CASE("friction opposes slip within its cone on every triangle", "[contact][friction]") {
  const double mu = 0.3;
  ContactPair pair(
      surface(mesh::make_icosphere(30e-3, 4)), surface(plate()),
      along_casting({.friction = {.static_coefficient = mu, .dynamic_coefficient = mu}}));
  const Twist V{{3, -40, 2}, {0.2, 0.1, 0}};
  const auto& result = pair.evaluate(translation(0, 0, -29e-3), V);
  REQUIRE(result.traction.size() == result.hits.size());
  for (std::size_t i = 0; i < result.hits.size(); ++i) {
    const int c = result.hits[i].casting_triangle;
    const Vector3d n = pair.casting().normals()[c];
    const Vector3d v = V.linear + V.angular.cross(pair.casting().centroids()[c]);
    const Vector3d slip = v - v.dot(n) * n;
    const double pressure = result.casting->pressure[c];
    CHECK(result.traction[i].norm() == Approx(mu * pressure).epsilon(1e-12));
    CHECK(result.traction[i].dot(slip) == Approx(-mu * pressure * slip.norm()).epsilon(1e-12));
  }
}

TEST_CASE("damping multiplies pressure by 1 + 3/2 c d' and never pulls", "[contact][damping]") {
  const double c = 2;
  const Pose X_CT = translation(0, 0, -0.5e-3);
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 4, 4)), surface(inverted(plate())),
                   {.dissipation = c});
  const double rest = pair.evaluate(X_CT).total.contact_force.z();
  // The casting plate faces +z, against the target: moving along +z closes.
  const double speed = GENERATE(0.2, 0.05, -0.1, -0.3, -0.4, -5.0);
  const auto& result = pair.evaluate(X_CT, {{0, 0, 0}, {0, 0, speed}});
  const double factor = std::max(0.0, 1 + 1.5 * c * speed);
  CHECK(result.total.contact_force.z() == Approx(factor * rest).epsilon(1e-13).margin(1e-12));
  CHECK(result.stiffness(5, 5) == Approx(factor * k_modulus / k_thickness * 4e-4).margin(1e-12));
  CHECK(result.total.potential_energy == pair.evaluate(X_CT).total.potential_energy);
}

TEST_CASE("a ball that spins or slides freely on a plate is not braked by damping",
          "[contact][damping]") {
  ContactPair pair(surface(mesh::make_icosphere(30e-3, 4)), surface(plate()), {.dissipation = 5});
  const Pose X_CT = translation(0, 0, -29e-3);
  const Vector3d rest = pair.evaluate(X_CT).total.contact_force;
  const Twist V = GENERATE(Twist{{0, 0, 30}, {0, 0, 0}}, Twist{{0, 0, 0}, {0.4, -0.3, 0}});
  const Vector3d moving = pair.evaluate(X_CT, V).total.contact_force;
  CHECK((moving - rest).norm() < 1e-12 * rest.norm());
}

}  // namespace condyle::test::contact_motion_tests
