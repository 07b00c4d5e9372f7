#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "plugin/pressing.h"

// Colliders whose vertices the user moves.

namespace condyle::test::deformable_tests {
namespace {

constexpr Layer k_foam{2e4, 0.4, 0.01};
constexpr double k_half = 0.05, k_mass = 0.5;
const double k_depth = flat_depth(k_foam, k_mass* k_gravity, 4 * k_half * k_half);

/// A box on a static plate whose surface the user moves.
struct MovingPlate {
  explicit MovingPlate(bool skin_casts, const bullet::PluginSettings& settings = {})
      : world(settings), plate_casts(skin_casts) {
    surface = std::make_shared<DeformableSurface>(
        transformed(mesh::make_box({0.3, 0.3, 0.2}, {60, 60, 1}), at({0, 0, -0.1})), k_foam,
        "skin");
    rest = surface->surface()->mesh().vertices;
    plate = &world.add_body(new bullet::SurfaceShape(surface->surface()), 0, btVector3(0, 0, 0),
                            {0, 0, 0});
    skin = world.plugin->add_collider(*plate, surface);
    add_box();
    press_by({});
  }

  void press_by(const ContactSettings& settings) {
    world.plugin->set_contact(plate_casts ? skin : block, plate_casts ? block : skin, settings, {},
                              CastingSide::first);
  }
  static Pose at(const Eigen::Vector3d& p) {
    Pose X = Pose::Identity();
    X.translation() = p;
    return X;
  }
  void add_box() {
    box = &world.add_body(
        new btBoxShape(btVector3(btScalar(k_half), btScalar(k_half), btScalar(k_half))), k_mass,
        box_inertia(k_mass, Eigen::Vector3d::Constant(2 * k_half)), {0, 0, k_half - k_depth});
    block = world.plugin->add_collider(*box, k_foam);
  }
  /// Shifts the whole surface from its first position by `by`, reached after the next substep.
  void shift_to(const Eigen::Vector3d& by) {
    std::vector<Eigen::Vector3d> vertices = rest;
    for (Eigen::Vector3d& v : vertices) v += by;
    world.plugin->move_vertices(skin, vertices);
  }

  TestWorld world;
  bool plate_casts;
  std::shared_ptr<DeformableSurface> surface;
  std::vector<Eigen::Vector3d> rest;
  btRigidBody *plate = nullptr, *box = nullptr;
  ColliderId skin, block;
};

Eigen::Vector3d sum_of(std::span<const Eigen::Vector3d> forces) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& f : forces) sum += f;
  return sum;
}

}  // namespace

TEST_CASE("a surface that rises carries as a plate that rises does, its vertices the weight",
          "[bullet][deformable]") {
  const bool plate_casts = GENERATE(false, true);
  const auto [rate, substeps] = GENERATE(table<double, int>({{60, 1}, {240, 1}, {60, 3}}));
  CAPTURE(plate_casts, rate, substeps);
  bullet::PluginSettings settings;
  settings.min_substeps = substeps;
  MovingPlate moving(plate_casts, settings);
  const double speed = 0.2;
  double z = 0;
  for (int i = 0; i < static_cast<int>(0.5 * rate); ++i) {
    moving.shift_to({0, 0, z += speed / rate});
    moving.world.step(1 / rate);
  }
  CHECK(height(*moving.box) - z == at_depth(k_half - k_depth, k_depth));
  CHECK(moving.box->getLinearVelocity().z() == Approx(speed).epsilon(1e-3));

  REQUIRE(moving.world.plugin->pairs().size() == 1);
  const PairReport& report = moving.world.plugin->pairs()[0];
  const VertexForces& forces = report.vertex_forces();
  const Eigen::Vector3d on_plate =
      report.X_WC.linear() * sum_of(plate_casts ? forces.casting_C : forces.target_C);
  // The tolerance covers the box's remaining swing.
  CHECK(on_plate.z() == Approx(-k_mass * k_gravity).epsilon(1e-3));
  if (plate_casts) {  // otherwise the target is a shape, which has no vertices
    CHECK(forces.target_C.empty());
  } else {
    const Eigen::Vector3d on_box = report.X_WC.linear() * sum_of(forces.casting_C);
    CHECK((on_plate + on_box).norm() < 1e-12 * k_mass * k_gravity);
  }
}

TEST_CASE("a surface that is drawn along drags a body by friction, and stops it when it rests",
          "[bullet][deformable]") {
  const bool plate_casts = GENERATE(false, true);
  CAPTURE(plate_casts);
  constexpr double k_rate = 240;
  MovingPlate moving(plate_casts);
  ContactSettings settings;
  settings.friction = {0.3, 0.3, 1e-3, 1.5e-3};
  moving.press_by(settings);
  const double speed = 0.2, acceleration = 0.3 * k_gravity;
  double x = 0;
  const auto run = [&](double seconds) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds * k_rate)); ++i) {
      moving.shift_to({x += speed / k_rate, 0, 0});
      moving.world.step(1 / k_rate);
    }
  };
  run(0.05);
  // The weight may shift slightly on the layer but never leave it.
  CHECK(moving.box->getLinearVelocity().x() == Approx(acceleration * 0.05).epsilon(0.02));
  run(0.2);
  // The box rocks on its foam.
  CHECK(moving.box->getLinearVelocity().x() == Approx(speed).epsilon(0.02));
  moving.world.step(1 / k_rate, static_cast<int>(0.2 * k_rate));
  CHECK(std::abs(moving.box->getLinearVelocity().x()) < 0.02 * speed);
}

TEST_CASE("a bump under a box tips it", "[bullet][deformable]") {
  MovingPlate moving(true);
  ContactSettings settings;
  settings.friction = {0.5, 0.5, 1e-3, 1.5e-3};  // without it the box would slide off
  moving.press_by(settings);
  std::vector<Eigen::Vector3d> vertices = moving.rest;
  for (int i = 1; i <= 120; ++i) {
    for (std::size_t v = 0; v < vertices.size(); ++v)
      if (moving.rest[v].z() > -1e-6 && std::abs(moving.rest[v].x() - 0.04) < 6e-3)
        vertices[v].z() = 5e-3 * i / 120;
    moving.world.plugin->move_vertices(moving.skin, vertices);
    moving.world.step(1. / 240);
  }
  // The far edge, 90 mm away, stays down.
  const Eigen::Vector3d up =
      bullet::to_eigen(moving.box->getWorldTransform().getBasis().getColumn(2));
  CHECK(up.x() < -0.02);
  CHECK(up.x() > -0.09);
  CHECK(std::abs(up.y()) < 2e-3);
}

TEST_CASE("surfaces that cannot be moved say so", "[bullet][deformable]") {
  MovingPlate moving(false);
  bullet::Plugin& plugin = *moving.world.plugin;
  const auto& rest = moving.rest;
  CHECK_THROWS_WITH(plugin.move_vertices({77}, rest), Catch::Contains("no collider 77"));
  CHECK_THROWS_WITH(plugin.move_vertices(moving.block, rest),
                    Catch::Contains("register a DeformableSurface"));
  CHECK_THROWS_WITH(plugin.move_vertices(moving.skin, std::span(rest).first(5)),
                    Catch::Contains("5 vertices to move"));
  CHECK_THROWS_WITH(
      plugin.move_vertices(moving.skin, std::vector(rest.size(), Eigen::Vector3d(0, 0, 0))),
      Catch::Contains("would become degenerate"));
  CHECK(moving.surface->surface()->revision() == 0);
  btRigidBody& other =
      moving.world.add_body(new btSphereShape(1), 0, btVector3(0, 0, 0), {9, 0, 0});
  CHECK_THROWS_WITH(plugin.add_collider(other, moving.surface),
                    Catch::Contains("deformable surface is that of"));
  CHECK(&plugin.surface(moving.skin) == moving.surface->surface().get());
}

}  // namespace condyle::test::deformable_tests
