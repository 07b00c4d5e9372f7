#include <catch2/catch.hpp>

#include "plugin/incline.h"

namespace condyle::test::friction_tests {

TEST_CASE("a block holds below the angle of friction, and creeps as the regularised law says",
          "[bullet][friction]") {
  // ORACLES 3.7: creep at v_s s, s (3 - s^2) / 2 = tan(slope) / mu_s.
  const auto [ratio, s] = GENERATE(table<double, double>({{0.5, 0.34730}, {0.9, 0.72930}}));
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(ratio, rate);
  const Friction friction{0.5, 0.4, 1e-3, 1.5e-3};
  Incline incline(std::atan(ratio * friction.static_coefficient), friction);
  incline.world.step(1 / rate, static_cast<int>(rate));
  CHECK(incline.speed() ==
        Approx(s * friction.stiction_speed).epsilon(k_double_engine ? 1e-3 : 1e-2));
}

TEST_CASE("a block slides above the angle of friction at g (sin - mu cos)",
          "[bullet][friction][stiction]") {
  const double rate = GENERATE(60., 240., 1000.);
  const FrictionMode mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  CAPTURE(rate, mode);
  const double slope = 0.6;
  Incline incline(slope, {0.3, 0.2, 1e-3, 1.5e-3, mode});
  incline.world.step(1 / rate, static_cast<int>(rate / 10));
  const double start = incline.speed();
  incline.world.step(1 / rate, static_cast<int>(rate / 5));
  const double expected = k_gravity * (std::sin(slope) - 0.2 * std::cos(slope)) * 0.2;
  CHECK(incline.speed() - start == Approx(expected).epsilon(1e-3));
}

TEST_CASE("a sliding ball comes to roll at 5/7 of its speed", "[bullet][friction]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  constexpr double k_radius = 0.05, k_speed = 0.5;
  TestWorld world;
  btRigidBody& ball =
      world.add_mesh_body(mesh::make_icosphere(k_radius, 5), {1e6, 0.3, 0.01}, k_mass,
                          sphere_inertia(k_mass, k_radius), {-0.2, 0, k_radius});
  world.add_mesh_body(mesh::make_plane_grid(2, 1, 8, 4), {1e6, 0.3, 0.01}, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  ContactSettings settings;
  settings.friction = {0.2, 0.2, 1e-3, 1.5e-3};
  world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                            CastingSide::first);
  world.step(1 / rate, static_cast<int>(rate / 2));  // settles
  ball.setLinearVelocity(btVector3(static_cast<btScalar>(k_speed), 0, 0));
  ball.setAngularVelocity(btVector3(0, 0, 0));
  world.step(1 / rate, static_cast<int>(0.2 * rate));  // 2 v / (7 mu g) = 0.073 s
  CHECK(double(ball.getLinearVelocity().x()) == Approx(5.0 / 7 * k_speed).epsilon(0.02));
  CHECK(double(ball.getAngularVelocity().y()) * k_radius ==
        Approx(double(ball.getLinearVelocity().x())).epsilon(0.02));
}

TEST_CASE("friction stays in its cone on every triangle", "[bullet][friction]") {
  const Friction friction{0.5, 0.4, 1e-3, 1.5e-3};
  const double slope = GENERATE(0.2, 0.45, 0.9);
  Incline incline(slope, friction);
  for (int i = 0; i < 60; ++i) {
    incline.world.step(1.0 / 60);
    if (incline.world.plugin->pairs().empty()) continue;
    const ContactResult& result = incline.world.plugin->pairs()[0].result();
    for (std::size_t h = 0; h < result.hits.size(); ++h) {
      const auto t = static_cast<std::size_t>(result.hits[h].casting_triangle);
      REQUIRE(result.traction[h].norm() <=
              friction.static_coefficient * result.casting->pressure[t] * (1 + 1e-9));
    }
  }
}

}  // namespace condyle::test::friction_tests
