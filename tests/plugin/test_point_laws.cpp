// Laws that act on patches, in Bullet's step: facets throw no body sideways.
#include <catch2/catch.hpp>
#include <random>

#include "plugin/test_world.h"
#include "support/few_or_all.h"

namespace condyle::test::point_law_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_mass = 0.5, k_radius = 0.03;
constexpr Layer k_layer{50e6, 0.4, 0.005};

enum class Plate { shape, casts, is_met };

Eigen::Quaterniond random_turn(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
      .normalized();
}

/// A plate's surface of so many cells along each side.
std::shared_ptr<const ContactSurface> plate_of(int cells) {
  return std::make_shared<const ContactSurface>(mesh::make_plane_grid(0.024, 0.024, cells, cells),
                                                k_layer);
}

/// Velocity of a ball after it bounced at 1 m/s.
Vector3d bounce(Plate plate, const NormalLaw& law, double rate, const Eigen::Quaterniond& turn) {
  static const auto k_ball =
      std::make_shared<const ContactSurface>(mesh::make_icosphere(k_radius, 5), k_layer);
  static const auto k_fine_plate = plate_of(120), k_coarse_plate = plate_of(3);
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& ball = world.add_mesh_body(k_ball, k_mass, sphere_inertia(k_mass, k_radius),
                                          {0, 0, k_radius + 0.7e-3}, turn);
  if (plate == Plate::shape) {
    btRigidBody& plane = world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0,
                                        btVector3(0, 0, 0), {0, 0, 0});
    world.colliders.push_back(world.plugin->add_collider(plane, k_layer));
  } else {
    world.add_mesh_body(plate == Plate::casts ? k_fine_plate : k_coarse_plate, 0,
                        btVector3(0, 0, 0), {0, 0, 0});
  }
  ContactSettings settings;
  settings.normal = law;
  settings.dissipation = 0;
  const int casting = plate == Plate::casts ? 1 : 0;
  world.plugin->set_contact(world.colliders[casting], world.colliders[1 - casting], settings, {},
                            CastingSide::first);
  ball.setLinearVelocity(btVector3(0, 0, -1));
  world.step(1 / rate, static_cast<int>(std::ceil(0.03 * rate)));
  return bullet::to_eigen(ball.getLinearVelocity());
}

}  // namespace

TEST_CASE("a dropped ball bounces straight up by laws that press a patch",
          "[bullet][law][attack][rounds]") {
  const auto acting = GENERATE(Acting::centroid, Acting::deepest_point);
  const auto plate = GENERATE(Plate::shape, Plate::casts, Plate::is_met);
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(static_cast<int>(acting), static_cast<int>(plate), rate);
  std::mt19937 random(11);
  double worst = 0, least = 1;
  for (int i = 0; i < few_or_all(4, 8); ++i) {
    const Vector3d v =
        bounce(plate, {.kind = NormalLawKind::hertz, .acting = acting, .stiffness = 2e7}, rate,
               random_turn(random));
    worst = std::max(worst, v.head<2>().norm());
    least = std::min(least, v.z());
  }
  CAPTURE(worst, least);
  CHECK(least > 0.1);   // the step, which uses the force at its end, takes the rest
  CHECK(worst < 1e-3);  // of an approach at 1 m/s
}

TEST_CASE("a ball that lies on a plane is not spun up by its facets", "[bullet][law][attack]") {
  const auto acting = GENERATE(Acting::centroid, Acting::deepest_point);
  const double rate = GENERATE(60., 240.);
  CAPTURE(static_cast<int>(acting), rate);
  TestWorld world;
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_layer, k_mass,
                                          sphere_inertia(k_mass, k_radius), {0, 0, k_radius});
  btRigidBody& plane = world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0,
                                      btVector3(0, 0, 0), {0, 0, 0});
  const auto ground = world.plugin->add_collider(plane, k_layer);
  ContactSettings settings;
  settings.normal = {
      .kind = NormalLawKind::impact, .acting = acting, .stiffness = 2e7, .damping = 300};
  world.plugin->set_contact(world.colliders[0], ground, settings, {}, CastingSide::first);
  ball.setAngularVelocity(btVector3(1, btScalar(0.3), 0));
  double fastest = 0;
  for (int i = 0; i < static_cast<int>(4 * rate); ++i) {
    world.step(1 / rate);
    fastest = std::max(fastest, double(ball.getAngularVelocity().length()));
  }
  CAPTURE(fastest);
  CHECK(fastest * k_radius < 0.06);
}

}  // namespace condyle::test::point_law_tests
