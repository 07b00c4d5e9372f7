// Pairs with a law other than the elastic foundation.
#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "core/contact/contact_cases.h"

namespace condyle::test::law_pair_tests {

namespace {

/// Two balls side by side as one mesh, at different depths in a plate at z = 0.
TriangleMesh two_balls(double radius) {
  TriangleMesh mesh =
      transformed(mesh::make_icosphere(radius, 4), translation(-0.05, 0, radius - 4e-4));
  const TriangleMesh other =
      transformed(mesh::make_icosphere(radius, 4), translation(0.05, 0, radius - 7e-4));
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (auto triangle : other.triangles) {
    for (int& corner : triangle) corner += first;
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace

TEST_CASE("a point law presses each patch by itself, by its greatest depth", "[contact][law]") {
  const NormalLaw law{.kind = NormalLawKind::hertz,
                      .acting = GENERATE(Acting::centroid, Acting::deepest_point),
                      .stiffness = 1e8};
  ContactPair pair(surface(two_balls(20e-3)), surface(plate()), {.normal = law});
  const auto& result = pair.evaluate(Pose::Identity());
  REQUIRE(result.patches.size() == 2);
  double sum = 0, energy = 0;
  for (const ContactPatch& patch : result.patches) {
    const double depth = patch.statistics.max_proximity;
    const double force = 1e8 * std::pow(depth, 1.5);
    CHECK(patch.statistics.contact_force.norm() == Approx(force).epsilon(1e-12));
    CHECK(patch.statistics.potential_energy == Approx(0.4 * force * depth).epsilon(1e-12));
    // The point lies right below the ball, to the size of its triangles (1.5 mm), and the force
    // acts there.
    const Vector3d center = patch.statistics.center_of_pressure;
    CHECK(std::abs(std::abs(center.x()) - 0.05) < 1.5e-3);
    const Vector3d moment = center.cross(patch.statistics.contact_force);
    CHECK((patch.statistics.contact_moment - moment).norm() < 1e-12 * force);
    sum += patch.statistics.contact_force.z();
    energy += patch.statistics.potential_energy;
  }
  CHECK(result.total.contact_force.z() == Approx(sum).epsilon(1e-12));
  CHECK(result.total.potential_energy == Approx(energy).epsilon(1e-12));
  CHECK(result.total.contact_force.z() > 0);
}

TEST_CASE("stiffness and damping of a pair are the changes of its force", "[contact][law]") {
  const NormalLaw law = GENERATE(
      NormalLaw{.kind = NormalLawKind::impact, .stiffness = 1e8, .damping = 3e3},
      NormalLaw{.kind = NormalLawKind::volume, .exponent = 1.4, .damping = 1e6},
      NormalLaw{
          .kind = NormalLawKind::hunt_crossley, .acting = Acting::triangles, .stiffness = 1e10});
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 4, 4)), surface(inverted(plate())),
                   {.dissipation = 0.5, .normal = law});
  const auto force = [&](double depth, double speed) {
    return pair.evaluate(translation(0, 0, -depth), {{0, 0, 0}, {0, 0, speed}})
        .total.contact_force.z();
  };
  const double depth = 0.05e-3, speed = 0.1, h = 1e-9, w = 1e-5;
  const auto& result = pair.evaluate(translation(0, 0, -depth), {{0, 0, 0}, {0, 0, speed}});
  const double stiffness = result.stiffness(5, 5), damping = result.damping(5, 5);
  CHECK(stiffness ==
        Approx(-(force(depth + h, speed) - force(depth - h, speed)) / (2 * h)).epsilon(1e-5));
  CHECK(damping ==
        Approx(-(force(depth, speed + w) - force(depth, speed - w)) / (2 * w)).epsilon(1e-6));
}

TEST_CASE("the volume law with exponent 1 is the foundation of layers in series",
          "[contact][law]") {
  const Layer other{80e6, 0.3, 2e-3};
  ContactPair foundation(surface(mesh::make_icosphere(30e-3, 4)), surface(plate(), other),
                         {.lumped = false});
  ContactPair volume(surface(mesh::make_icosphere(30e-3, 4)), surface(plate(), other),
                     {.normal = {.kind = NormalLawKind::volume, .exponent = 1}});
  const Pose X_CT = translation(0, 0, -29.3e-3);
  const Vector3d expected = foundation.evaluate(X_CT).total.contact_force;
  CHECK((volume.evaluate(X_CT).total.contact_force - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE("stiction and a law that presses whole patches are refused together", "[contact][law]") {
  ContactSettings settings;
  settings.friction = {0.5, 0.4, 1e-3, 1.5e-3, FrictionMode::stiction};
  settings.normal = {.kind = NormalLawKind::hertz, .stiffness = 1e8};
  CHECK_THROWS_WITH(require_valid(settings, "ball on plate"),
                    Catch::Contains("ball on plate") && Catch::Contains("triangles"));
  settings.normal.acting = Acting::triangles;
  CHECK_NOTHROW(require_valid(settings, "ball on plate"));
}

}  // namespace condyle::test::law_pair_tests
