#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "plugin/test_world.h"

// Ligaments in Bullet over a torus, a height map, a mesh, and several obstacles in one stretch: a
// swing gains no energy, comes to rest in balance, and momentum is conserved.

namespace condyle::test::strand_obstacles_tests {
namespace {

using Eigen::Vector3d;

struct Case {
  const char* name;
  Vector3d hook, start;  ///< positions of the strand's fixed end and of the mass [m]
  std::vector<ligament::PathObstacle> obstacles;
};

ligament::PathObstacle obstacle(const geometry::Shape& shape, const Vector3d& at,
                                const Vector3d& turn = {0, 0, 0}) {
  ligament::PathObstacle result{.name = "obstacle", .body = 1, .shape = shape, .side = {}};
  result.X_BS.translation() = at;
  const double angle = turn.norm();
  if (angle > 0) {
    result.X_BS.linear() = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
  }
  return result;
}

/// A ridge along y, 0.1 m high. Turned on its side, it lets a strand hang over it.
geometry::HeightMap ridge() {
  constexpr int k_lines = 7;
  const auto lines = geometry::regular_grid_lines(-0.6, 0.2, k_lines);
  Eigen::MatrixXd z(k_lines, k_lines);
  for (int i = 0; i < k_lines; ++i) z.row(i).setConstant(0.1 - 4 * lines[i] * lines[i]);
  return geometry::HeightMap::through(lines, lines, z);
}

/// A strand over each kind of obstacle, with a mass at its far end.
std::vector<Case> cases() {
  const Vector3d along_y(std::numbers::pi / 2, 0, 0);
  const geometry::MeshSolid ball(mesh::make_icosphere(0.1, 3));
  TriangleMesh saddle =
      mesh::make_cylinder(0.1, 0.4, 32, 16, 4);  // a spool, concave along its axis
  for (Vector3d& v : saddle.vertices) v.head<2>() *= 0.7 + 10 * v.z() * v.z();
  return {{"torus",
           {-0.2, 0.01, 0.15},
           {0.1, -0.02, -0.35},
           {obstacle(geometry::Torus{0.15, 0.05}, {0.1, 0, 0})}},
          {"height map",
           {0, 0.01, 0.35},
           {0.12, -0.02, -0.4},
           {obstacle(ridge(), {0, 0, 0}, {0, std::numbers::pi / 2, 0})}},
          {"mesh", {-0.3, 0.01, 0}, {0.25, -0.02, -0.3}, {obstacle(ball, {0, -0.01, 0})}},
          {"spool",
           {-0.3, 0.01, 0},
           {0.25, 0.01, -0.3},
           {obstacle(geometry::MeshSolid(saddle), {0, 0, 0}, along_y)}},
          {"several",
           {-0.5, 0.01, -0.1},
           {0.45, -0.02, -0.3},
           {obstacle(geometry::Sphere{0.1}, {-0.3, 0, 0}),
            obstacle(geometry::Ellipsoid{{0.1, 0.14, 0.08}}, {0, 0.01, -0.05}),
            obstacle(geometry::Cylinder{0.08, 0.3}, {0.3, 0, 0}, along_y)}},
          {"several with a mesh",
           {-0.5, 0.01, -0.1},
           {0.35, -0.02, -0.3},
           {obstacle(geometry::InfiniteCylinder{0.1}, {-0.3, 0, 0}, along_y),
            obstacle(ball, {0.1, 0, 0})}}};
}

struct Hung {
  TestWorld world;
  btRigidBody *hook, *log, *body;
  StrandId id;
  static constexpr double k_mass = 5;

  Hung(const Case& c, double k, double damping) {
    const auto fixed = [&](const Vector3d& at) {
      return &world.add_body(new btSphereShape(btScalar(0.001)), 0, btVector3(0, 0, 0), at);
    };
    hook = fixed(c.hook);
    log = fixed({0, 0, 0});
    body = &world.add_body(new btSphereShape(btScalar(0.01)), btScalar(k_mass),
                           sphere_inertia(k_mass, 0.05), c.start);
    ligament::StrandPath path;
    path.points = {{.body = 0}, {.body = 2, .p_B = {0, 0, 0.01}}};
    path.obstacles = c.obstacles;
    btRigidBody* const bodies[] = {hook, log, body};
    id = world.plugin->add_strand({"rope", k, 0.7, 0.06, damping}, bodies, path);
    world.plugin->set_reference_force(id, k_mass * k_gravity);
  }

  const StrandReport& report() const { return world.plugin->strands()[0]; }
  double slack() const { return world.plugin->strand(id).slack_length; }
  double energy() const {
    const double inertia = 1 / double(body->getInvInertiaDiagLocal().x());
    return k_mass * k_gravity * body->getWorldTransform().getOrigin().z() +
           0.5 * k_mass * body->getLinearVelocity().length2() +
           0.5 * inertia * body->getAngularVelocity().length2() +
           evaluate(world.plugin->strand(id), world.plugin->strand_length(id), 0).potential_energy;
  }
};

}  // namespace

TEST_CASE("a swing over torus, height map, mesh and several obstacles only ever loses energy",
          "[bullet][strand]") {
  const double rate = GENERATE(60., 240., 1000.);
  for (const Case& c : cases()) {
    for (const double k : {1e3, 1e6}) {
      // A height map is slow, above all in the first step.
      if (c.name == std::string("height map") && !(rate == 240. && k == 1e3)) continue;
      CAPTURE(rate, k, c.name);
      Hung hung(c, k, 0);
      double before = hung.energy();
      const double start = before, size = Hung::k_mass * k_gravity * hung.slack();
      for (int i = 0; i < static_cast<int>(0.6 * rate); ++i) {
        hung.world.step(1 / rate);
        const double now = hung.energy();
        REQUIRE(now < before + (k_double_engine ? 1e-7 : 1e-3) * size);
        REQUIRE(hung.report().length < 1.5 * hung.slack());
        REQUIRE(hung.report().path_status == ligament::PathStatus::complete);
        before = now;
      }
      if (rate == 1000. && k == 1e3) CHECK(before > start - 0.1 * size);
    }
  }
}

TEST_CASE(
    "a mass on a strand over torus, height map, mesh and several obstacles comes to rest, "
    "and its forces balance",
    "[bullet][strand]") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    Hung hung(c, 2e3, 0);
    // A brake on the mass, which does nothing at rest, ends the swing.
    hung.body->setDamping(btScalar(0.99), btScalar(0.99));
    hung.world.step(1.0 / 60, 8 * 60);
    const StrandReport& report = hung.report();
    const double weight = Hung::k_mass * k_gravity;
    const double tolerance = k_double_engine ? 1e-6 : 1e-3;  // the motion that has not died out yet
    CHECK(report.condition == StrandCondition::taut);
    CHECK(report.path_status == ligament::PathStatus::complete);
    CHECK(hung.body->getLinearVelocity().length() < (k_double_engine ? 1e-5 : 1e-3));
    const Wrench on_mass = hung.world.plugin->strand_wrench(report.id, *hung.body);
    CHECK((on_mass.force - Vector3d(0, 0, weight)).norm() < tolerance * weight);
    // One tension along the whole strand.
    CHECK(report.force.total_force == Approx(weight).epsilon(tolerance));
    // Forces and moments of all three bodies, about the world's origin.
    Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
    for (const btRigidBody* body : {hung.hook, hung.log, hung.body}) {
      const Wrench w = hung.world.plugin->strand_wrench(report.id, *body);
      force += w.force;
      moment += w.moment + bullet::to_eigen(body->getWorldTransform().getOrigin()).cross(w.force);
    }
    CHECK(force.norm() < 1e-12 * weight);
    // The points of application follow the common shift of a step; at rest nothing moves.
    CHECK(moment.norm() < (k_double_engine ? 1e-7 : 1e-3) * weight);
  }
}

TEST_CASE("free bodies with a torus, a mesh and several obstacles between them keep momentum",
          "[bullet][strand][momentum]") {
  for (const Case& c : cases()) {
    CAPTURE(c.name);
    TestWorld world;
    world.world.setGravity(btVector3(0, 0, 0));
    const auto free = [&](double mass, const Vector3d& at) {
      return &world.add_body(new btSphereShape(btScalar(0.01)), btScalar(mass),
                             sphere_inertia(mass, 0.1), at);
    };
    btRigidBody* const bodies[] = {free(0.5, c.hook), free(2, {0, 0, 0}), free(1, c.start)};
    ligament::StrandPath path;
    path.points = {{.body = 0}, {.body = 2, .p_B = {0, 0, 0.01}}};
    path.obstacles = c.obstacles;
    const StrandId id = world.plugin->add_strand({"rope", 300, 0.7, 0.06, 0.5}, bodies, path);
    world.plugin->set_reference_force(id, 15);
    bodies[1]->setAngularVelocity(btVector3(btScalar(0.5), 1, btScalar(0.3)));
    const Vector6 start = momentum(bodies);
    double pulled = 0;
    for (int i = 0; i < 20; ++i) {
      world.step(1.0 / 240);
      REQUIRE((momentum(bodies) - start).norm() < (k_double_engine ? 1e-12 : 1e-5));
      pulled = std::max(pulled, world.plugin->strands()[0].force.total_force);
    }
    CHECK(pulled > 10);
  }
}

}  // namespace condyle::test::strand_obstacles_tests
