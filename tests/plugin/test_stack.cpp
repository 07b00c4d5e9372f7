#include <catch2/catch.hpp>

#include "core/src/contact/laws/pressure_law.h"
#include "plugin/test_world.h"

namespace condyle::test::stack_tests {

TEST_CASE("a stack of five stands at the sum of the law's depths", "[bullet][stack]") {
  const double rate = GENERATE(60., 240.);
  CAPTURE(rate);
  TestWorld world;
  const Layer layer{1e6, 0.3, 0.005};
  const Eigen::Vector3d size(0.05, 0.05, 0.05);
  constexpr double k_mass = 1;
  std::vector<btRigidBody*> boxes;
  for (int i = 0; i < 5; ++i)
    boxes.push_back(&world.add_mesh_body(mesh::make_box(size, {5, 5, 5}), layer, k_mass,
                                         box_inertia(k_mass, size), {0, 0, size.z() * (0.5 + i)}));
  world.add_mesh_body(mesh::make_plane_grid(0.3, 0.3, 6, 6), layer, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  ContactSettings settings;
  settings.dissipation = 5;
  settings.friction = {0.5, 0.4, 1e-3, 1.5e-3};
  world.plugin->set_default_contact(settings);
  world.step(1 / rate, static_cast<int>(3 * rate));
  const double per_area =
      evaluate(make_pressure_law(layer, layer, {}), 1e-9).pressure / 1e-9 * 0.05 * 0.05;
  double top = 0;
  for (int i = 0; i < 5; ++i) {
    top += size.z() - (5 - i) * k_mass * k_gravity / per_area;
    const Eigen::Vector3d p = bullet::to_eigen(boxes[i]->getWorldTransform().getOrigin());
    CHECK(p.z() + size.z() / 2 == Approx(top).margin(1e-6));
    CHECK(p.head<2>().norm() < 1e-4);
    CHECK(double(boxes[i]->getLinearVelocity().length()) < 1e-4);
  }
}

}  // namespace condyle::test::stack_tests
