// The elastic layer in a world's step: bodies rest on it, fall on it, slide and roll.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/solver/step.h"
#include "condyle/world/step_report.h"
#include "core/mesh/temporary_folder.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "core/src/geometry/sphere.h"
#include "plugin/pressing.h"
#include "support/few_or_all.h"
#include "support/soak.h"

namespace condyle::test::elastic_layer_step_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_radius = 0.05;
constexpr double k_modulus = 20e6, k_ratio = 0.4;

ContactSettings layer_settings(double dissipation = 0, const Friction& friction = {}) {
  ContactSettings settings;
  settings.formulation = Formulation::elastic_layer;
  settings.dissipation = dissipation;
  settings.friction = friction;
  return settings;
}

Friction rough(double mu) { return {mu, mu, 1e-3, 1.5e-3}; }

/// Radius of contact of a rigid ball on a half space under its weight (Hertz).
double hertz_radius(double mass) {
  const double modulus = k_modulus / (1 - k_ratio * k_ratio);
  return std::cbrt(0.75 * mass * k_gravity * k_radius / modulus);
}

/// A rigid ball over a plate with a layer, which casts.
struct BallOnPlate {
  BallOnPlate(double mass, const TriangleMesh& plate, const Layer& layer,
              const ContactSettings& settings, double height = k_radius, double slope = 0,
              const bullet::PluginSettings& plugin = {})
      : world(plugin) {
    auto* const sphere = new btSphereShape(btScalar(k_radius));
    ball = &world.add_body(sphere, mass, sphere_inertia(mass, k_radius), {0, 0, height});
    const ColliderId ball_id = world.plugin->add_collider(*ball, rigid_layer());
    world.add_mesh_body(plate, layer, 0, btVector3(0, 0, 0), {0, 0, 0});
    world.plugin->set_contact(world.colliders.back(), ball_id, settings, {}, CastingSide::first);
    world.world.setGravity(
        bullet::to_bullet(Vector3d(k_gravity * std::sin(slope), 0, -k_gravity * std::cos(slope))));
    ball->setGravity(world.world.getGravity());
  }

  /// Lets the ball move only up and down: a plate that casts has dips, in which a ball without
  /// friction swings for long (docs/model.md).
  void guide() {
    ball->setLinearFactor({0, 0, 1});
    ball->setAngularFactor(btScalar(0));
  }
  double depth() const { return k_radius - height(*ball); }
  double speed() const { return double(ball->getLinearVelocity().length()); }
  double energy(double mass) const {
    return kinetic_energy(*ball) + mass * k_gravity * height(*ball);
  }

  TestWorld world;
  btRigidBody* ball;
};

/// A square plate with sides of `radii` contact radii, and six edges of triangles per contact
/// radius.
TriangleMesh plate_for(double contact_radius, double radii = 5) {
  const int cells = static_cast<int>(std::ceil(6 * radii));
  return mesh::make_plane_grid(radii * contact_radius, radii * contact_radius, cells, cells);
}

}  // namespace

TEST_CASE("a ball rests on an elastic layer where the pair carries its weight",
          "[bullet][rest][elastic_layer]") {
  const double rate = GENERATE(60., 240., 1000.);
  const double mass = GENERATE(0.3, 3., 60.);
  CAPTURE(rate, mass);
  const double a = hertz_radius(mass), expected = a * a / k_radius;
  const Layer layer = elastic_layer(k_modulus, k_ratio, std::numeric_limits<double>::infinity());
  const TriangleMesh plate = plate_for(a);
  // Nearly critical damping, which must not move the pose of rest.
  const double frequency = std::sqrt(k_gravity / expected);
  BallOnPlate one(mass, plate, layer, layer_settings(4.0 / 3 * frequency / k_gravity));
  one.guide();
  one.world.step(1 / rate, 20 + static_cast<int>(15 / frequency * rate));
  // A float engine rounds the position to 4e-9 m, which is 4e-6 m/s at 1000 Hz.
  CHECK(one.speed() < (k_double_engine ? 1e-6 : 1e-5));
  // Hertz to the order of (a / R)^2, and some 60 nodes that press: 1 % of the force, 2/3 of the
  // depth.
  CHECK(one.depth() == Approx(expected).epsilon(0.015 + 0.3 * a * a / (k_radius * k_radius)));

  const auto casting = std::make_shared<const ContactSurface>(plate, layer);
  const auto target = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Sphere{k_radius}), TriangleMesh{}, rigid_layer(), "ball");
  ContactPair pair(casting, target, layer_settings());
  const ContactResult& result = pair.evaluate(bullet::to_pose(one.ball->getWorldTransform()));
  CHECK(result.layer.active_nodes > 40);
  CHECK(result.total.contact_force.norm() ==
        Approx(mass * k_gravity).epsilon(k_double_engine ? 1e-3 : 1e-2));
}

TEST_CASE("a ball on a layer whose compliance is of a file moves as on the same layer without",
          "[bullet][rest][elastic_layer]") {
  const double a = hertz_radius(3);
  const Layer layer{k_modulus, k_ratio, 4 * a};
  const TriangleMesh plate = plate_for(a);
  const double spacing = a / 3;
  ContactSurface flat(plate, layer);
  const LayerSetup setup(flat, {rigid_layer(), spacing, FreeEdges::none});
  ComplianceTable table{.mesh = mesh_fingerprint(plate),
                        .patches = patch_fingerprint(setup.nodes),
                        .spacing = spacing,
                        .elastic_modulus = k_modulus,
                        .poissons_ratio = k_ratio,
                        .thickness = setup.nodes.thickness};
  for (int i = 0; i < setup.nodes.count(); ++i) {
    table.nodes.push_back(i);
    for (int j = 0; j <= i; ++j) table.entries.push_back(setup.compliance(i, j));
  }
  const TemporaryFolder folder;
  write_compliance(folder / "flat", table);
  ContactSettings settings = layer_settings(2);
  settings.node_spacing = spacing;
  settings.free_edges = FreeEdges::none;
  const auto drop = [&](bool is_of_file) {
    const auto surface = std::make_shared<ContactSurface>(plate, layer);
    if (is_of_file) use_compliance(*surface, folder / "flat");
    TestWorld world;
    btRigidBody& ball = world.add_body(new btSphereShape(btScalar(k_radius)), 3,
                                       sphere_inertia(3, k_radius), {1e-4, 0, k_radius + 1e-3});
    const ColliderId ball_id = world.plugin->add_collider(ball, rigid_layer());
    btRigidBody& body =
        world.add_body(new bullet::SurfaceShape(surface), 0, btVector3(0, 0, 0), {0, 0, 0});
    world.plugin->set_contact(world.plugin->add_collider(body, surface), ball_id, settings, {},
                              CastingSide::first);
    world.step(1 / 240., 60);
    CHECK(height(ball) < k_radius);
    return bullet::to_eigen(ball.getWorldTransform().getOrigin());
  };
  CHECK(drop(true) == drop(false));
}

TEST_CASE("a ball that drops on an elastic layer never gains energy",
          "[bullet][energy][elastic_layer]") {
  const double rate = GENERATE(60., 240., 1000.);
  const double dissipation = GENERATE(0., 0.3);
  CAPTURE(rate, dissipation);
  constexpr double k_ball = 0.5;
  BallOnPlate one(k_ball, mesh::make_plane_grid(0.04, 0.04, 20, 20), elastic_layer(5e6, 0.45, 8e-3),
                  layer_settings(dissipation), k_radius + 0.03);
  const double start = one.energy(k_ball);
  double most = 0, lowest = INFINITY;
  for (int i = 0; i < static_cast<int>(0.5 * rate); ++i) {
    one.world.step(1 / rate);
    most = std::max(most, one.energy(k_ball));
    lowest = std::min(lowest, height(*one.ball));
  }
  CHECK(lowest < k_radius);  // it has been down
  // A step of Bullet moves by the velocity at its end, an error of m g v dt / 2 in flight.
  CHECK(most - start < 0.5 * k_ball * k_gravity * 0.8 / rate + 1e-9);
  const EnergyLedger ledger = one.world.plugin->energy_totals();
  CHECK(ledger.damping >= 0);
  CHECK(ledger.numbers > -1e-6 * start);
  if (dissipation > 0) CHECK(ledger.damping > 0.01 * start);
}

TEST_CASE("a ball slides and rolls on an elastic layer", "[bullet][motion][elastic_layer]") {
  constexpr double k_ball = 0.5, k_slope = 0.1;
  const double mu = GENERATE(0., 0.01, 0.5);
  CAPTURE(mu);
  BallOnPlate one(k_ball, mesh::make_plane_grid(0.3, 0.02, 120, 8), elastic_layer(5e6, 0.45, 8e-3),
                  layer_settings(0.5, rough(mu)), k_radius - 1e-4, k_slope);
  one.ball->getWorldTransform().getOrigin().setX(btScalar(-0.13));
  one.world.step(1e-3, 100);  // it settles
  const double before = double(one.ball->getLinearVelocity().x());
  one.world.step(1e-3, 300);
  const double along = (double(one.ball->getLinearVelocity().x()) - before) / 0.3;
  const double fall = k_gravity * std::sin(k_slope), press = k_gravity * std::cos(k_slope);
  const double expected = mu == 0 ? fall : mu < 0.1 ? fall - mu * press : 5.0 / 7 * fall;
  // Each facet of the plate is a dip, an error of 0.6 % with springs (docs/model.md).
  CHECK(along == Approx(expected).epsilon(0.02));
}

TEST_CASE("a ball comes to the same equilibrium on an elastic layer from different starts",
          "[bullet][rest][elastic_layer]") {
  std::vector<double> depths;
  constexpr double k_ball = 2;
  for (const double height : {-2e-4, 0., 0.01}) {
    BallOnPlate one(k_ball, mesh::make_plane_grid(0.03, 0.03, 24, 24),
                    elastic_layer(5e6, 0.45, 8e-3), layer_settings(3), k_radius + height);
    one.guide();
    one.world.step(1.0 / 240, 480);
    CHECK(one.speed() < 1e-6);
    depths.push_back(one.depth());
  }
  const double tolerance = k_double_engine ? 1e-6 : 1e-2;
  CHECK(depths[1] == Approx(depths[0]).epsilon(tolerance));
  CHECK(depths[2] == Approx(depths[0]).epsilon(tolerance));
}

TEST_CASE("what an elastic layer shows is what acts", "[bullet][elastic_layer]") {
  Friction friction = rough(0.3);
  friction.mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  CAPTURE(static_cast<int>(friction.mode));
  BallOnPlate one(0.5, mesh::make_plane_grid(0.04, 0.04, 20, 20), elastic_layer(5e6, 0.45, 8e-3),
                  layer_settings(0.3, friction), k_radius + 1e-3, 0.2);
  int checked = 0;
  for (int i = 0; i < 100; ++i) {
    one.world.step(1e-3);
    for (const PairReport& report : one.world.plugin->pairs()) {
      const ContactResult& result = report.result();
      if (result.total.n_contacting == 0 || one.world.plugin->step_report().substeps > 1) continue;
      const ContactSurface& plate = report.contact_pair().casting();
      Vector3d shown = Vector3d::Zero();
      for (std::size_t k = 0; k < result.hits.size(); ++k)
        shown += plate.areas()[result.hits[k].casting_triangle] *
                 (result.thrust[k] + result.traction[k]);
      const Vector3d acts = report.F_casting_W.force;
      CHECK((report.X_WC.linear() * shown - acts).norm() <= 1e-10 * acts.norm());
      CHECK((report.X_WC.linear() * result.F_casting_C.force - acts).norm() <= 1e-10 * acts.norm());
      CHECK(result.layer.active_nodes > 0);
      CHECK(result.layer.residual < 1e-6);
      CHECK(report.touching_triangles() == result.total.n_contacting);
      ++checked;
    }
  }
  CHECK(checked > 50);
}

TEST_CASE("two elastic layers that both cast carry half of a weight each",
          "[bullet][rest][elastic_layer]") {
  TestWorld world;
  constexpr double k_ball = 1;
  const Layer layer = elastic_layer(5e6, 0.45, 5e-3);
  world.add_mesh_body(mesh::make_icosphere(0.03, 4), layer, k_ball, sphere_inertia(k_ball, 0.03),
                      {0, 0, 0.03});
  world.add_mesh_body(mesh::make_plane_grid(0.06, 0.06, 40, 40), layer, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  world.plugin->set_contact(world.colliders[0], world.colliders[1], layer_settings(3, rough(0.5)),
                            {}, CastingSide::both);
  world.step(1.0 / 240, 240);
  double up = 0;
  for (const PairReport& report : world.plugin->pairs()) {
    const double force = std::abs(report.F_casting_W.force.z());
    CHECK(force > 0.4 * k_ball * k_gravity);
    CHECK(report.result().total.contact_force.norm() == Approx(force).epsilon(1e-3));
    up += force;
  }
  CHECK(up == Approx(k_ball * k_gravity).epsilon(1e-3));  // by then it hardly moves
}

TEST_CASE("an elastic layer on a kinematic body lifts a ball",
          "[bullet][kinematic][elastic_layer]") {
  constexpr double k_ball = 0.5, k_rise = 0.05;
  TestWorld world;
  btRigidBody& ball = world.add_body(new btSphereShape(btScalar(k_radius)), k_ball,
                                     sphere_inertia(k_ball, k_radius), {0, 0, k_radius});
  const ColliderId ball_id = world.plugin->add_collider(ball, rigid_layer());
  btRigidBody& plate =
      world.add_mesh_body(mesh::make_plane_grid(0.04, 0.04, 20, 20), elastic_layer(5e6, 0.45, 8e-3),
                          0, btVector3(0, 0, 0), {0, 0, 0});
  plate.setCollisionFlags(plate.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  plate.setActivationState(DISABLE_DEACTIVATION);
  world.plugin->set_contact(world.colliders.back(), ball_id, layer_settings(2, rough(0.5)), {},
                            CastingSide::first);
  world.step(1e-3, 200);
  const double start = height(ball);
  for (int i = 0; i < 400; ++i) {
    btTransform X = plate.getWorldTransform();
    X.getOrigin() += btVector3(0, 0, btScalar(k_rise * 1e-3));
    plate.setWorldTransform(X);
    if (plate.getMotionState()) plate.getMotionState()->setWorldTransform(X);
    world.step(1e-3);
  }
  // It rides on the plate at the same depth, apart from a remaining swing.
  CHECK(height(ball) - start == Approx(0.4 * k_rise).epsilon(1e-3));
  CHECK(world.plugin->energy_totals().by_moved >
        0.95 * k_ball * k_gravity * 0.4 * k_rise);  // and the plate does the work
}

TEST_CASE("a ball holds by stiction on an inclined elastic layer",
          "[bullet][stiction][elastic_layer]") {
  Friction friction = rough(0.5);
  friction.mode = FrictionMode::stiction;
  TestWorld world;
  const Vector3d size(0.02, 0.02, 0.02);
  constexpr double k_slope = 0.2;
  btRigidBody& box = world.add_mesh_body(mesh::make_box(size, {8, 8, 2}), rigid_layer(), 0.2,
                                         box_inertia(0.2, size), {0, 0, 0.01});
  world.add_mesh_body(mesh::make_plane_grid(0.1, 0.1, 20, 20), elastic_layer(5e6, 0.45, 5e-3), 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  world.plugin->set_contact(world.colliders[0], world.colliders[1], layer_settings(2, friction), {},
                            CastingSide::first);
  box.setGravity(bullet::to_bullet(
      Vector3d(k_gravity * std::sin(k_slope), 0, -k_gravity * std::cos(k_slope))));
  world.step(1.0 / 240, 240);
  const double before = double(box.getWorldTransform().getOrigin().x());
  world.step(1.0 / 240, 240);
  // It does not creep: a float engine resolves 1e-8 m.
  CHECK(double(box.getWorldTransform().getOrigin().x()) - before < (k_double_engine ? 1e-9 : 1e-6));
  CHECK(before > 1e-7);  // but the layer is sheared
}

TEST_CASE("what a step cannot do with an elastic layer is refused by name",
          "[bullet][elastic_layer]") {
  BallOnPlate one(0.5, mesh::make_plane_grid(0.04, 0.04, 4, 4), elastic_layer(5e6, 0.45, 8e-3),
                  layer_settings());
  bullet::Plugin& plugin = *one.world.plugin;
  const auto refuses = [&](const ContactSettings& settings, const char* word) {
    CHECK_THROWS_WITH(plugin.set_default_contact(settings),
                      Catch::Contains("elastic_layer") && Catch::Contains(word));
  };
  ContactSettings settings = layer_settings();
  settings.normal = {.kind = NormalLawKind::hertz, .stiffness = 1e7};
  refuses(settings, "another normal law");
  settings = layer_settings();
  settings.casts_from = CastingElements::nodes;
  refuses(settings, "let triangles cast");
  settings = layer_settings();
  settings.friction.mode = FrictionMode::user;
  settings.friction.user = std::make_shared<UserFrictionLaw>(UserFrictionLaw{
      "rough", [](const condyle_friction_input*, condyle_friction_force*) { return 0; }});
  refuses(settings, "function of the user");
  // Two sides without compliance.
  btRigidBody& other = one.world.add_body(new btSphereShape(btScalar(k_radius)), 1,
                                          sphere_inertia(1, k_radius), {0, 0, 1});
  const ColliderId id = plugin.add_collider(other, rigid_layer());
  const ColliderId box = plugin.add_collider(
      one.world.add_body(new btBoxShape({1, 1, 1}), 0, {0, 0, 0}, {0, 0, -5}), rigid_layer());
  CHECK_THROWS_WITH(plugin.set_contact(id, box, layer_settings()),
                    Catch::Contains("elastic_layer") && Catch::Contains("rigid sides"));
  // Springs need layers.
  CHECK_THROWS_AS(plugin.set_contact(id, box, ContactSettings{}), InputError);
}

namespace {

/// The largest rise of energy of a random body thrown at an elastic layer, or casting onto it,
/// beyond the error of the engine's flight, relative to the start.
double rise_of(unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](int count) {
    return std::uniform_int_distribution<int>(0, count - 1)(random);
  };
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  constexpr double k_body = 0.3, k_height = 0.05;
  TestWorld world;
  const double ratio = pick(4) == 0 ? 0.5 : between(0, 0.49);
  const Layer layer = elastic_layer(between(2e6, 100e6), ratio, between(3e-3, 10e-3));
  const Vector3d size(0.04, 0.03, 0.02);
  TriangleMesh mesh;
  switch (pick(3)) {
    case 0:
      mesh = mesh::make_icosphere(0.02, 4);
      break;
    case 1:
      mesh = mesh::make_box(size, {12, 8, 6});
      break;
    default:
      mesh = mesh::make_torus(0.03, 0.01, 48, 24);
  }
  const Eigen::Quaterniond turned =
      Eigen::Quaterniond(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1))
          .normalized();
  const bool casts = pick(2) == 0;
  btRigidBody& body = world.add_mesh_body(mesh, pick(2) == 0 ? rigid_layer() : layer, k_body,
                                          box_inertia(k_body, size), {0, 0, k_height}, turned);
  const int cells = 40 << pick(2);
  world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, cells, cells), layer, 0, {0, 0, 0},
                      {0, 0, 0});
  ContactSettings settings =
      layer_settings(pick(2) ? 0 : 0.5, rough(pick(2) ? 0 : between(0.1, 0.6)));
  if (pick(4) == 0) settings.friction.mode = FrictionMode::stiction;
  settings.node_spacing = between(1.5e-3, 3e-3);
  world.plugin->set_contact(world.colliders[casts ? 0 : 1], world.colliders[casts ? 1 : 0],
                            settings, {}, CastingSide::first);
  constexpr double k_rates[] = {60, 240, 1000};
  const double rate = k_rates[pick(3)];
  body.setLinearVelocity(
      bullet::to_bullet(Vector3d(between(-0.5, 0.5), between(-0.5, 0.5), between(-1, 0))));
  body.setAngularVelocity(
      bullet::to_bullet(Vector3d(between(-5, 5), between(-5, 5), between(-5, 5))));
  const auto energy = [&] { return kinetic_energy(body) + k_body * k_gravity * height(body); };
  const double start = energy();
  // A step of Bullet moves by the velocity at its end, an error of m g v dt / 2 in flight.
  const double allowed = 1e-3 * start + k_body * k_gravity * 0.5 * 1.5 / rate;
  double most = 0;
  for (int i = 0; i < static_cast<int>(0.25 * rate); ++i) {
    world.step(1 / rate);
    if (!std::isfinite(energy())) return INFINITY;
    most = std::max(most, (energy() - start - allowed) / start);
  }
  return most;
}

}  // namespace

TEST_CASE("what is thrown at an elastic layer gains no energy",
          "[bullet][energy][elastic_layer][rounds]") {
  constexpr unsigned k_first_seed = 20261126;
  for (unsigned seed = k_first_seed; seed < k_first_seed + few_or_all(2U, 3U); ++seed) {
    CAPTURE(seed);
    CHECK(rise_of(seed) <= 0);
  }
}

TEST_CASE("soak: what is thrown at an elastic layer gains no energy", "[.soak]") {
  for (const unsigned seed : soak_seeds()) {
    CAPTURE(seed);
    CHECK(rise_of(seed) <= 0);
  }
}

}  // namespace condyle::test::elastic_layer_step_tests
