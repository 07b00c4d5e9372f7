#include <catch2/catch.hpp>

#include "condyle/contact/layer.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/solver/small_engine.h"

// The step of an island without the world of an engine: what it guarantees to engines.

namespace condyle::test::island_step_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_g = 9.81;
const Layer k_layer{2e5, 0.4, 0.004};

/// Pressure per depth of two layers, lumped [Pa/m].
double stiffness() { return constrained_modulus(2e5, 0.4) / 0.008; }

SmallBody ball(double radius, double mass, const Vector3d& p_W,
               const Vector3d& velocity = Vector3d::Zero()) {
  SmallBody body;
  body.name = "ball";
  body.mass = mass;
  body.inertia.setConstant(0.4 * mass * radius * radius);
  body.X_WB.translation() = p_W;
  body.velocity.tail<3>() = velocity;
  body.surface = std::make_shared<ContactSurface>(mesh::make_icosphere(radius, 4), k_layer);
  return body;
}

SmallBody block(const Vector3d& size, double mass, const Vector3d& p_W) {
  SmallBody body;
  body.name = "block";
  body.mass = mass;
  for (int i = 0; i < 3; ++i)
    body.inertia[i] = mass / 12 * (size.squaredNorm() - size[i] * size[i]);
  body.X_WB.translation() = p_W;
  body.surface = std::make_shared<ContactSurface>(mesh::make_box(size, {40, 40, 1}), k_layer);
  return body;
}

/// A plate with its top in the plane z = 0.
SmallBody plate() {
  SmallBody body = block({0.1, 0.1, 0.02}, 0, {0, 0, -0.01});
  body.name = "plate";
  return body;
}

Vector3d velocity_of(const SmallBody& body) { return body.velocity.tail<3>(); }

Vector3d momentum(const SmallEngine& engine) {
  Vector3d sum = Vector3d::Zero();
  for (const SmallBody& body : engine.bodies) sum += body.mass * velocity_of(body);
  return sum;
}

/// Angular momentum about the origin. Precondition: the inertia of each body is equal about all
/// axes.
Vector3d angular_momentum(const SmallEngine& engine) {
  Vector3d sum = Vector3d::Zero();
  for (const SmallBody& body : engine.bodies)
    sum += body.inertia.x() * body.velocity.head<3>() +
           body.X_WB.translation().cross(body.mass * velocity_of(body));
  return sum;
}

double kinetic_energy(const SmallEngine& engine) {
  double sum = 0;
  for (const SmallBody& body : engine.bodies)
    sum += 0.5 * (body.mass * velocity_of(body).squaredNorm() +
                  body.inertia.x() * body.velocity.head<3>().squaredNorm());
  return sum;
}

/// An engine's row that keeps the first body of the group in place along z.
class HoldingRow final : public EngineRows {
 public:
  GroupSolver* group = nullptr;
  double impulse = 0;  ///< impulse of the step [N s]

  bool empty() const override { return false; }
  bool are_solved_at_once() const override { return true; }
  bool hold(std::span<GroupBody>) const override { return false; }
  void begin_step(bool) override { impulse = 0; }
  void give_back() override {}
  void begin_substep(double) override {}
  void restart_substep() override { impulse = 0; }
  void update() override {
    std::vector<BodyChange> changes;
    group->response(0, k_along, -1, Vector6::Zero(), changes);
    compliance_ = changes.front().velocity.dot(k_along);
  }
  bool iterate() override {
    before_pass_ = impulse;
    impulse -= group->velocity(0).dot(k_along) / compliance_;
    collect();
    return true;
  }
  void shorten(double part) override { impulse = before_pass_ + part * (impulse - before_pass_); }
  void collect() override { group->set_engine_impulse(impulse * k_along); }
  bool solve_joints_directly() override { return false; }
  double violation() override { return 0; }
  double wanted_motion() const override { return 1; }
  RowWork work_of_substep() const override { return {}; }
  void end_substep() override {}
  void end_step() override {}

 private:
  const Vector6 k_along = Vector6::Unit(5);
  double compliance_ = 0;   ///< velocity per impulse
  double before_pass_ = 0;  ///< impulse before the last iterate()
};

}  // namespace

TEST_CASE("an island's step lets a body fall freely", "[solver][island]") {
  constexpr double k_dt = 1.0 / 240;
  constexpr int k_steps = 48;
  NoRows rows;
  SmallEngine engine(rows);
  engine.bodies = {ball(0.03, 0.5, {0, 0, 1}), plate()};
  engine.add_pair(0, 1, {});
  for (int i = 0; i < k_steps; ++i) engine.step(k_dt);
  // As in engines, the velocity is updated first and moves the body.
  CHECK(velocity_of(engine.bodies[0]).z() == Approx(-k_g * k_steps * k_dt).epsilon(1e-12));
  CHECK(engine.bodies[0].X_WB.translation().z() ==
        Approx(1 - k_g * k_dt * k_dt * k_steps * (k_steps + 1) / 2).epsilon(1e-12));
  CHECK(engine.count().runs() == 1);
  CHECK(engine.count().substeps() == 1);
}

TEST_CASE("an island's step sets a block down at the depth of its layers", "[solver][island]") {
  constexpr double k_mass = 2, k_side = 0.08;
  NoRows rows;
  SmallEngine engine(rows);
  engine.follows_touch = true;
  engine.bodies = {block({k_side, k_side, k_side}, k_mass, {0, 0, k_side / 2 + 0.002}), plate()};
  engine.add_pair(0, 1, {.dissipation = 5});
  int touches = 0;
  for (int i = 0; i < 480; ++i) {
    engine.step(1.0 / 240);
    for (const TouchEvent& event : engine.island().events)
      touches += event.kind == TouchKind::first_touch ? 1 : -1;
  }
  const double depth = k_mass * k_g / (stiffness() * k_side * k_side);
  const Vector3d p = engine.bodies[0].X_WB.translation();
  CHECK(k_side / 2 - p.z() == Approx(depth).epsilon(1e-6));
  CHECK(engine.bodies[0].velocity.norm() < 1e-8);
  CHECK(p.head<2>().norm() < 1e-9);
  CHECK(touches == 1);
  const Vector6& force = engine.pair(0).mean_force;
  CHECK(force[5] == Approx(k_mass * k_g).epsilon(1e-6));
}

TEST_CASE("an island's step sets a ball down at the depth of its layers", "[solver][island]") {
  constexpr double k_mass = 2, k_radius = 0.03;
  NoRows rows;
  SmallEngine engine(rows);
  engine.bodies = {ball(k_radius, k_mass, {0, 0, k_radius}), plate()};
  engine.bodies[0].surface = std::make_shared<ContactSurface>(
      geometry::Sphere{k_radius}, mesh::make_icosphere(k_radius, 4), k_layer);
  engine.add_pair(1, 0, {.dissipation = 5, .friction = {0.3, 0.3}});
  for (int i = 0; i < 480; ++i) engine.step(1.0 / 240);
  // The ball's cap below the plane has the volume pi d^2 (R - d / 3), to which the force is
  // proportional.
  const double d = k_radius - engine.bodies[0].X_WB.translation().z();
  const double force = stiffness() * 3.14159265358979 * d * d * (k_radius - d / 3);
  CHECK(force == Approx(k_mass * k_g).epsilon(0.01));
  CHECK(velocity_of(engine.bodies[0]).norm() < 1e-6);
}

TEST_CASE("an island's step keeps the momentum of two bodies that meet", "[solver][island]") {
  NoRows rows;
  SmallEngine engine(rows);
  engine.gravity.setZero();
  engine.bodies = {ball(0.03, 0.5, {-0.04, 0, 0}, {1, 0, 0.2}),
                   ball(0.04, 1.5, {0.04, 0.02, 0.01}, {-0.5, 0.1, 0})};
  engine.add_pair(0, 1, {.friction = {0.4, 0.4}});
  const Vector3d before = momentum(engine), turning_before = angular_momentum(engine);
  const double energy_before = kinetic_energy(engine);
  double damped = 0;
  for (int i = 0; i < 48; ++i) {
    engine.step(1.0 / 240);
    damped += engine.work().damping + engine.work().friction;
  }
  CHECK(velocity_of(engine.bodies[0]).x() < 0);  // they have met
  CHECK((momentum(engine) - before).norm() < 1e-12 * before.norm());
  CHECK((angular_momentum(engine) - turning_before).norm() < 1e-12);
  CHECK(kinetic_energy(engine) < energy_before * (1 + 1e-9));
  CHECK(damped > 0);
}

TEST_CASE("an island's step meets a body that moves by itself where it is", "[solver][island]") {
  NoRows rows;
  SmallEngine engine(rows);
  engine.gravity.setZero();
  engine.bodies = {ball(0.03, 0.5, {0, 0, 0.05}), plate()};
  engine.bodies[1].velocity[5] = 2;  // up, by more than its layers' thickness in a step
  engine.add_pair(0, 1, {.dissipation = 100});
  for (int i = 0; i < 24; ++i) {
    engine.step(1.0 / 60);
    const double top = engine.bodies[1].X_WB.translation().z() + 0.01;
    CHECK(engine.bodies[0].X_WB.translation().z() > top + 0.025);
  }
  CHECK(velocity_of(engine.bodies[0]).z() >= Approx(2).epsilon(1e-3));
}

TEST_CASE("an island's step lets an engine's row feel the contact", "[solver][island]") {
  constexpr double k_mass = 0.5, k_dt = 1.0 / 240;
  HoldingRow row;
  SmallEngine engine(row);
  engine.on_gathered = [&row](Island& island) { row.group = &island.solver; };
  engine.bodies = {ball(0.03, k_mass, {0, 0, 0.03 - 2e-3}), plate()};
  engine.add_pair(0, 1, {});
  engine.step(k_dt);
  const double contact = engine.pair(0).mean_force[5];
  CHECK(contact > k_mass * k_g);
  CHECK(std::abs(velocity_of(engine.bodies[0]).z()) < 1e-9);
  CHECK(contact + row.impulse / k_dt == Approx(k_mass * k_g).epsilon(1e-9));
}

TEST_CASE("an island's step says where it finds no balance", "[solver][island]") {
  double force = 100;
  UserNormalLaw law;
  law.name = "grows";
  law.call = [&force](const condyle_normal_input* in, condyle_normal_force* out) {
    force *= 4;  // grows with each call
    for (int i = 0; i < in->count; ++i) out[i].force = force;
    return 0;
  };
  NoRows rows;
  SmallEngine engine(rows);
  engine.bodies = {ball(0.03, 0.5, {0, 0, 0.03 - 2e-3}), plate()};
  ContactSettings contact;
  contact.normal.kind = NormalLawKind::user;
  contact.normal.user = std::make_shared<const UserNormalLaw>(law);
  engine.add_pair(0, 1, contact);
  engine.settings.max_substeps = 4;
  CHECK_THROWS_WITH(engine.step(1.0 / 240), Catch::Contains("even in 4 sub-steps"));
}

}  // namespace condyle::test::island_step_tests
