#include <catch2/catch.hpp>
#include <functional>
#include <stdexcept>

#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/test_world.h"

// Users' laws in Bullet's step, and the state after a step in which one fails.

namespace condyle::test::user_law_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_foam{2e5, 0.4, 0.01};
constexpr double k_radius = 0.03, k_mass = 0.1;

using NormalCall = decltype(UserNormalLaw::call);

/// Condyle's law of Hunt and Crossley with an exponent of 1.5.
int hunt_crossley(const condyle_normal_input* in, condyle_normal_force* out) {
  const double stiffness = in->contact->parameters[0], dissipation = in->contact->parameters[1];
  for (int i = 0; i < in->count; ++i) {
    const double z = in->touch[i].depth, root = std::sqrt(z);
    const double damping = 1 + 1.5 * dissipation * in->touch[i].rate;
    out[i] = {stiffness * z * root * damping, 1.5 * stiffness * root * damping,
              1.5 * dissipation * stiffness * z * root, 0.4 * stiffness * z * z * root};
  }
  return 0;
}

/// Friction with the coefficient mu (1 - exp(-v / v0)).
int exponential(const condyle_friction_input* in, condyle_friction_force* out) {
  const double mu = in->contact->parameters[0], v0 = in->contact->parameters[1];
  for (int i = 0; i < in->count; ++i) {
    const double rest = std::exp(-in->slip[i].speed / v0), normal = in->slip[i].normal;
    out[i] = {mu * (1 - rest) * normal, mu * rest / v0 * normal, mu * (1 - rest)};
  }
  return 0;
}

NormalLaw user_law(NormalCall call, Acting acting = Acting::centroid, bool gives_slopes = true) {
  UserNormalLaw law{"stamp", std::move(call), {1e5, 0.5}, gives_slopes};
  if (acting == Acting::triangles) law.parameters[0] = 1e9;
  return {.kind = NormalLawKind::user,
          .acting = acting,
          .user = std::make_shared<const UserNormalLaw>(std::move(law))};
}

Friction user_friction(double mu, bool gives_slopes = true) {
  Friction friction;
  friction.mode = FrictionMode::user;
  friction.user = std::make_shared<const UserFrictionLaw>(
      UserFrictionLaw{"rub", exponential, {mu, 2e-3}, gives_slopes});
  return friction;
}

btRigidBody& add_ball(TestWorld& world, const Vector3d& position) {
  return world.add_mesh_body(mesh::make_icosphere(k_radius, 3), k_foam, k_mass,
                             sphere_inertia(k_mass, k_radius), position);
}

/// A ball that slides on a plane.
struct SlidingBall {
  explicit SlidingBall(const ContactSettings& settings,
                       bullet::Integration integration = bullet::Integration::implicit)
      : world(bullet::PluginSettings{.integration = integration}) {
    ball = &add_ball(world, {0, 0, k_radius - 1e-3});
    ball->setLinearVelocity(btVector3(btScalar(0.5), 0, 0));
    ball->setAngularFactor(0);
    btRigidBody& plane = world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0,
                                        btVector3(0, 0, 0), {0, 0, 0});
    world.colliders.push_back(world.plugin->add_collider(plane, k_foam, {-1, "floor"}));
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                              CastingSide::first);
  }
  TestWorld world;
  btRigidBody* ball = nullptr;
};

double most_difference(const TestWorld& a, const TestWorld& b) {
  const auto bits_a = bits_of(a.world), bits_b = bits_of(b.world);
  double most = 0;
  for (std::size_t i = 0; i < bits_a.size(); ++i)
    most = std::max(most, std::abs(double(bits_a[i]) - double(bits_b[i])));
  return most;
}

}  // namespace

TEST_CASE("a user's law with a built-in one's formula moves bodies as that does",
          "[bullet][user_law]") {
  const Acting acting = GENERATE(Acting::centroid, Acting::deepest_point, Acting::triangles);
  const bool gives_slopes = GENERATE(true, false);
  CAPTURE(static_cast<int>(acting), gives_slopes);
  const NormalLaw mine = user_law(hunt_crossley, acting, gives_slopes);
  SlidingBall ours({.normal = mine});
  // The built-in law by backward Euler, which users' laws always take.
  SlidingBall theirs({.dissipation = 0.5,
                      .normal = {.kind = NormalLawKind::hunt_crossley,
                                 .acting = acting,
                                 .stiffness = mine.user->parameters[0]}},
                     bullet::Integration::backward_euler);
  for (int i = 0; i < 60; ++i) {
    ours.world.step(1. / 240);
    theirs.world.step(1. / 240);
    // Passes end when 1e-9 of the step's momentum is left over.
    REQUIRE(most_difference(ours.world, theirs.world) < (k_double_engine ? 1e-7 : 1e-4));
  }
  const ContactResult& result = ours.world.plugin->pairs()[0].result();
  const ContactResult& wanted = theirs.world.plugin->pairs()[0].result();
  CHECK(result.total.contact_force.z() == Approx(wanted.total.contact_force.z()).epsilon(1e-4));
  CHECK(result.total.potential_energy == Approx(wanted.total.potential_energy).epsilon(1e-4));
}

TEST_CASE("a user's friction brakes a ball to rest at 60, 240 and 1000 Hz", "[bullet][user_law]") {
  const double rate = GENERATE(60., 240., 1000.), mu = 0.3;
  const bool by_patches = GENERATE(true, false), gives_slopes = GENERATE(true, false);
  CAPTURE(rate, by_patches, gives_slopes);
  ContactSettings settings{.dissipation = 1, .friction = user_friction(mu, gives_slopes)};
  if (by_patches) settings.normal = user_law(hunt_crossley, Acting::centroid, gives_slopes);
  SlidingBall slide(settings);
  slide.world.step(1 / rate, static_cast<int>(0.5 * rate));
  const ContactResult& result = slide.world.plugin->pairs()[0].result();
  CHECK(result.total.contact_force.z() == Approx(k_mass * k_gravity).epsilon(0.01));
  CHECK(std::abs(slide.ball->getLinearVelocity().x()) < 1e-6);
  // The path is v^2 / (2 mu g) = 42.5 mm, plus a little while friction rises and the ball bobs.
  CHECK(double(slide.ball->getWorldTransform().getOrigin().x()) == Approx(0.0425).margin(5e-3));
}

TEST_CASE("a law is told of time, names and bodies, for all points in one call",
          "[bullet][user_law]") {
  int calls = 0, most = 0;
  condyle_contact last = {};
  std::string names;
  const auto look = [&](const condyle_normal_input* in, condyle_normal_force* out) {
    ++calls;
    most = std::max(most, in->count);
    last = *in->contact;
    names = std::string(last.casting.name) + " on " + last.target.name;
    CHECK(in->version == CONDYLE_USER_LAW_VERSION);
    CHECK(in->per_area == 1);
    CHECK(in->touch[0].layer_stiffness > 0);
    return hunt_crossley(in, out);
  };
  SlidingBall slide({.normal = user_law(look, Acting::triangles)});
  slide.world.step(1. / 240, 3);
  CHECK(most > 10);
  CHECK(calls < 3 * 20);
  CHECK(names == "collider 0 on floor");
  CHECK(last.time == Approx(3. / 240));
  CHECK(last.casting.velocity[0] == Approx(0.5));
  CHECK(last.casting.position[0] == Approx(0.5 * 2 / 240));
  CHECK(last.casting.rotation[0] == Approx(1));
  CHECK(last.target.velocity[0] == 0);
}

TEST_CASE("a post-step function is told what the report of the pair says", "[bullet][user_law]") {
  int told = 0;
  condyle_patch patch = {};
  condyle_post_step last = {};
  condyle_contact contact = {};
  ContactSettings settings;
  settings.post_step = std::make_shared<const UserPostStep>(
      UserPostStep{"watch", [&](const condyle_post_step* step) {
                     ++told;
                     last = *step;
                     contact = *step->contact;
                     if (step->patch_count > 0) patch = step->patches[0];
                     return 0;
                   }});
  SlidingBall slide(settings);
  slide.world.step(1. / 240, 30);
  const PairReport& report = slide.world.plugin->pairs()[0];
  REQUIRE(report.result().patches.size() == 1);
  const ContactStatistics& total = report.result().total;
  CHECK(told == 30);
  CHECK(last.patch_count == 1);
  CHECK(last.time_step == Approx(1. / 240));
  CHECK(contact.time == Approx(30. / 240));
  CHECK(last.force[2] == report.F_casting_W.force.z());
  CHECK(last.moment[1] == report.F_casting_W.moment.y());
  // The same triangles summed in another order, with some hundred roundings.
  CHECK(patch.area == Approx(total.contact_area).epsilon(1e-13));
  CHECK(patch.max_depth == total.max_proximity);
  CHECK(patch.max_pressure == total.max_pressure);
  CHECK(patch.force[2] == Approx(total.contact_force.z()));
  CHECK(patch.pressure_centre[0] ==
        Approx(double(slide.ball->getWorldTransform().getOrigin().x())).margin(1e-3));
  CHECK(contact.casting.position[0] ==
        Approx(double(slide.ball->getWorldTransform().getOrigin().x())));
}

namespace {

/// The failure to provoke, and the number of the call in a step at which it happens.
struct Mishap {
  enum Kind { none, throws, nan, refuses, after_step } kind = none;
  int call = 0;
};

void force_by_tick(btDynamicsWorld* world, btScalar) {
  btRigidBody& body = *btRigidBody::upcast(world->getCollisionObjectArray()[1]);
  body.applyCentralForce(btVector3(btScalar(0.013), 0, 0));
}

/// A world with every kind of state: balls that stick to a plate by true stiction next to one with
/// a user's law, boxes in Bullet's own contact, a strand that tears, a hinge, a wagon that the user
/// moves; damping, gravity and the user's forces.
struct Everything {
  Everything() {
    world.add_mesh_body(mesh::make_plane_grid(0.6, 0.6, 16, 16), k_foam, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    ContactSettings sticky{.dissipation = 0.5, .friction = {0.4, 0.3}};
    sticky.friction.mode = FrictionMode::stiction;
    ContactSettings mine{
        .friction = user_friction(0.2),
        .normal = user_law([this](auto* in, auto* out) { return press(in, out); })};
    mine.post_step = std::make_shared<const UserPostStep>(UserPostStep{
        "watch",
        [this](const condyle_post_step*) { return mishap.kind == Mishap::after_step ? 1 : 0; }});
    for (int i = 0; i < 3; ++i) {
      btRigidBody& ball = add_ball(world, {0.1 * i - 0.1, 0, k_radius - 1e-3});
      ball.setLinearVelocity(btVector3(btScalar(0.05 * i), btScalar(0.02), 0));
      ball.setDamping(btScalar(0.05), btScalar(0.1));
      world.plugin->set_contact(world.colliders.back(), world.colliders[0], i == 1 ? mine : sticky,
                                {}, CastingSide::first);
    }
    for (int i = 0; i < 2; ++i)
      world.add_body(new btBoxShape(btVector3(btScalar(0.02), btScalar(0.02), btScalar(0.02))), 0.2,
                     box_inertia(0.2, {0.04, 0.04, 0.04}), {0.2, 0.2, 0.02 + 0.05 * i});
    ligament::Strand cord{"cord", 20, 0.19};
    cord.failure_strain = 0.08;
    world.plugin->add_strand(cord, *world.bodies[1], {0, 0, 0}, *world.bodies[3], {0, 0, 0});
    hinge = std::make_unique<btHingeConstraint>(*world.bodies[4], btVector3(0, 0, btScalar(0.02)),
                                                btVector3(0, 1, 0));
    hinge->setBreakingImpulseThreshold(btScalar(0.05));
    world.world.addConstraint(hinge.get());
    btRigidBody& wagon = world.add_mesh_body(mesh::make_box({0.1, 0.1, 0.02}, {4, 4, 1}), k_foam, 0,
                                             btVector3(0, 0, 0), {-0.172, 0, 0.06});
    wagon.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    wagon.setActivationState(DISABLE_DEACTIVATION);
    wagon.setMotionState(&motion);
    motion.setWorldTransform(wagon.getWorldTransform());
    world.world.setInternalTickCallback(force_by_tick, nullptr, true);
  }
  ~Everything() { world.world.removeConstraint(hinge.get()); }

  int press(const condyle_normal_input* in, condyle_normal_force* out) {
    hunt_crossley(in, out);
    if (calls++ != mishap.call) return 0;
    if (mishap.kind == Mishap::throws) throw std::runtime_error("out of range");
    if (mishap.kind == Mishap::nan) out[0].by_rate = NAN;
    return mishap.kind == Mishap::refuses ? 3 : 0;
  }

  /// The user's actions before a step.
  void prepare(int i) {
    btTransform X = world.bodies[6]->getWorldTransform();
    X.setOrigin(btVector3(btScalar(-0.172 + 1e-4 * i), 0, btScalar(0.06 + 1e-6 * i * i)));
    motion.setWorldTransform(X);
    world.bodies[2]->applyForce(btVector3(btScalar(0.1), btScalar(0.003 * i), btScalar(-0.7)),
                                btVector3(0, 0, btScalar(0.01)));
  }
  void step() {
    calls = 0;
    world.world.stepSimulation(btScalar(1. / 240), 0);
  }

  /// Poses, velocities, forces and sleep states.
  std::vector<btScalar> state() const {
    std::vector<btScalar> bits = bits_of(world.world);
    for (const auto& body : world.bodies) {
      // Forces with the weight that a step adds: a float keeps no more digits of a much smaller
      // force.
      const btScalar mass = body->getInvMass() > 0 ? 1 / body->getInvMass() : btScalar(0);
      const btVector3 force = body->getTotalForce() + mass * body->getGravity();
      for (const btVector3& v : {force, body->getTotalTorque()})
        bits.insert(bits.end(), {v.x(), v.y(), v.z()});
      bits.push_back(static_cast<btScalar>(body->getActivationState()));
      bits.push_back(body->getDeactivationTime());
    }
    return bits;
  }

  btDefaultMotionState motion;
  Mishap mishap;
  int calls = 0;
  TestWorld world;
  std::unique_ptr<btHingeConstraint> hinge;
};

std::string failure_of(Everything& rig) {
  try {
    rig.step();
  } catch (const SimulationError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a step in which a law fails leaves all as it was, to the bit", "[bullet][user_law]") {
  const auto kind = GENERATE(Mishap::throws, Mishap::nan, Mishap::refuses, Mishap::after_step);
  const int call = GENERATE(0, 2);
  CAPTURE(static_cast<int>(kind), call);
  Everything lucky, unlucky;
  for (int i = 0; i < 80; ++i) {
    CAPTURE(i);
    lucky.prepare(i);
    lucky.step();
    unlucky.prepare(i);
    if (i % 7 == 3) {
      auto before = unlucky.state();
      unlucky.mishap = {kind, call};
      const std::string error = failure_of(unlucky);
      unlucky.mishap = {};
      REQUIRE(error.find(kind == Mishap::after_step ? "'watch'" : "'stamp'") != std::string::npos);
      CHECK(error.find("collider 2 on collider 0 at ") != std::string::npos);
      CHECK(unlucky.world.plugin->pairs().empty());
      auto after = unlucky.state();
      // Bullet has asked the wagon's motion state for its new pose.
      const std::size_t wagon = 6 * 18;
      std::fill_n(before.begin() + wagon, 18, btScalar(0));
      std::fill_n(after.begin() + wagon, 18, btScalar(0));
      REQUIRE(after == before);
    }
    unlucky.step();
    REQUIRE(unlucky.state() == lucky.state());
    REQUIRE(unlucky.hinge->isEnabled() == lucky.hinge->isEnabled());
  }
}

TEST_CASE("after a failure the user may change the law and go on", "[bullet][user_law]") {
  SlidingBall slide({.normal = user_law([](auto*, auto*) -> int { throw 7; })});
  CHECK_THROWS_AS(slide.world.step(1. / 240), SimulationError);
  CHECK_THROWS_AS(slide.world.step(1. / 240), SimulationError);
  slide.world.plugin->set_contact(slide.world.colliders[0], slide.world.colliders[1],
                                  {.normal = user_law(hunt_crossley)}, {}, CastingSide::first);
  slide.world.step(1. / 240, 240);
  CHECK(slide.world.plugin->pairs()[0].F_casting_W.force.z() ==
        Approx(k_mass * k_gravity).epsilon(0.1));
}

TEST_CASE("a law without a function is refused at once", "[bullet][user_law]") {
  SlidingBall slide({});
  const auto refused = [&](const ContactSettings& settings) {
    CHECK_THROWS_AS(slide.world.plugin->set_contact(slide.world.colliders[0],
                                                    slide.world.colliders[1], settings),
                    InputError);
    CHECK_THROWS_AS(slide.world.plugin->set_default_contact(settings), InputError);
  };
  refused({.normal = {.kind = NormalLawKind::user}});
  refused({.normal = user_law(NormalCall())});
  Friction friction;
  friction.mode = FrictionMode::user;
  refused({.friction = friction});
  UserNormalLaw not_loaded;
  not_loaded.name = "press";
  not_loaded.library = "laws.so";
  refused({.normal = {.kind = NormalLawKind::user,
                      .user = std::make_shared<const UserNormalLaw>(not_loaded)}});
  slide.world.step(1. / 240);
}

}  // namespace condyle::test::user_law_tests
