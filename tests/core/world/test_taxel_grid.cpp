#include <catch2/catch.hpp>

#include "condyle/condyle.h"
#include "condyle/world.h"

namespace condyle::test::taxel_tests {
namespace {

/// A fixed plate under a ball that falls on it.
struct Bodies final : EngineBodies {
  int count() const override { return 2; }
  BodyState state(int body, double dt) const override {
    BodyState state;
    if (body == 0) return state;
    state.X_WB = X_WB;
    state.velocity = velocity;
    state.inverse_mass = 2;
    state.inverse_inertia_W = 1e3 * Eigen::Matrix3d::Identity();
    state.by_forces.linear.z() = -9.81 * dt;
    return state;
  }
  void move(int, const Pose& pose, const Twist& moved) override { X_WB = pose, velocity = moved; }
  Pose X_WB = Pose(Eigen::Translation3d(0.012, -0.007, 0.0195));
  Twist velocity;
};

}  // namespace

TEST_CASE("taxels: the cells bear the force of the pair, where it acts", "[world]") {
  const Layer layer{.elastic_modulus = 1e6, .poissons_ratio = 0.45, .thickness = 0.005};
  const auto plate =
      std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.08, 100, 80), layer, "plate");
  const auto ball = std::make_shared<ContactSurface>(geometry::Shape(geometry::Sphere{0.02}),
                                                     mesh::make_icosphere(0.02, 5), layer, "ball");
  Bodies bodies;
  Session session(bodies);
  const bool plate_casts = GENERATE(true, false);
  const ColliderId on_plate = session.add_collider(0, plate),
                   on_ball = session.add_collider(1, ball);
  session.set_contact(plate_casts ? on_plate : on_ball, plate_casts ? on_ball : on_plate, {});
  for (int step = 0; step < 240; ++step) session.step(1.0 / 240);
  TaxelGrid skin(*plate, Pose::Identity(), {0.1, 0.08}, 8, 10);
  skin.add(session.pairs().front(), on_plate);
  double force = 0;
  int pressed = 0;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 10; ++column) {
      force += skin.normal_force(row, column);
      pressed += skin.pressures()[row * 10 + column] > 0;
    }
  // The ball's map comes to the plate by its nearest triangles, and on its curved side by their
  // areas.
  CHECK(force == Approx(0.5 * 9.81).epsilon(plate_casts ? 1e-3 : 0.05));
  CHECK(pressed < 12);
  // The cell under the ball: x 10 to 20 mm, y -10 to 0 mm.
  CHECK(skin.pressures()[3 * 10 + 6] > 0);
  CHECK(skin.pressures()[7 * 10 + 9] == 0);
  skin.add(session.pairs().front(), on_ball);  // the same pair once more, of a surface elsewhere
  skin.clear();
  CHECK(skin.normal_force(3, 6) == 0);
}

TEST_CASE("taxels: a grid that cannot tell is refused", "[world]") {
  const ContactSurface plate(mesh::make_plane_grid(0.1, 0.1, 4, 4),
                             {.elastic_modulus = 1e6, .poissons_ratio = 0.3, .thickness = 1e-3},
                             "pad");
  const Pose here = Pose::Identity();
  CHECK_THROWS_WITH(TaxelGrid(plate, here, {0.1, 0.1}, 16, 16),
                    Catch::Contains("'pad'") && Catch::Contains("row 0, column 0"));
  CHECK_THROWS_AS(TaxelGrid(plate, here, {0.1, 0.1}, 0, 4), InputError);
  CHECK_THROWS_AS(TaxelGrid(plate, here, {0.1, -0.1}, 4, 4), InputError);
}

}  // namespace condyle::test::taxel_tests
