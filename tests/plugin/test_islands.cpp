#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/test_world.h"

// Islands that know nothing of one another are solved on several threads. Whatever their number,
// bodies, reports and errors are the same.

namespace condyle::test::islands_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_foam{2e5, 0.4, 0.01};
constexpr double k_radius = 0.03, k_mass = 0.1, k_apart = 0.2;
constexpr int k_most_threads = 3;

bullet::PluginSettings on(int threads) {
  bullet::PluginSettings settings;
  settings.threads = threads;
  return settings;
}

std::shared_ptr<const ContactSurface> surface(const TriangleMesh& mesh) {
  return std::make_shared<ContactSurface>(mesh, k_foam);
}

/// A law of users, which counts its calls from other threads than the one that made it.
struct Spring {
  int calls = 0, calls_elsewhere = 0;
  double fails_after = 1e9;  ///< [s]

  NormalLaw law() {
    UserNormalLaw law{"spring", {}, {}, true};
    law.call = [this, made_on = std::this_thread::get_id()](const condyle_normal_input* in,
                                                            condyle_normal_force* out) {
      ++calls;
      if (std::this_thread::get_id() != made_on) ++calls_elsewhere;
      if (in->contact->time > fails_after) throw std::runtime_error("too late");
      for (int i = 0; i < in->count; ++i) {
        const double z = in->touch[i].depth;
        out[i] = {1e3 * z, 1e3, 0, 0.5e3 * z * z};
      }
      return 0;
    };
    return {.kind = NormalLawKind::user,
            .acting = Acting::centroid,
            .user = std::make_shared<const UserNormalLaw>(std::move(law))};
  }
};

/// Balls above plates of their own, which they hit one after another. Some are alone, some stacked,
/// one hangs from a hinge, two are tied by a strand, and two press by a law of the user.
struct Balls {
  explicit Balls(int threads) : world(on(threads)) {
    const auto ball = surface(mesh::make_icosphere(k_radius, 2));
    const auto plate = surface(mesh::make_plane_grid(0.15, 0.15, 4, 4));
    ContactSettings contact;
    contact.friction = {0.3, 0.3};
    world.plugin->set_default_contact(contact);
    for (int i = 0; i < 16; ++i) {
      const Vector3d center{k_apart * (i % 4), k_apart * (i / 4), 0};
      world.add_mesh_body(plate, 0, btVector3(0, 0, 0), center);
      for (int k = 0; k < (i % 5 == 4 ? 2 : 1); ++k) {
        balls.push_back(&world.add_mesh_body(
            ball, k_mass, sphere_inertia(k_mass, k_radius),
            center + Vector3d(0, 0, (2.1 * k + 1) * k_radius + 1e-3 * (i % 7))));
        balls.back()->setLinearVelocity(btVector3(btScalar(0.1 * (i % 3)), 0, 0));
      }
    }
    hinge = std::make_unique<btHingeConstraint>(*balls[2], btVector3(0, 0, btScalar(k_radius)),
                                                btVector3(0, 1, 0));
    world.world.addConstraint(hinge.get());
    world.plugin->add_strand({"cord", 20, 0.1}, *balls[6], {0, 0, 0}, *balls[7], {0, 0, 0});
    ContactSettings users = contact;
    users.normal = spring.law();
    for (const int of : {9, 10}) press_by(users, of);
    world.plugin->on_contact_event([this](const ContactEvent& event) {
      for (const double x : {event.time, event.encounter.impact_speed, event.encounter.peak_force})
        found.push_back(x);
      found.push_back(event.casting.value);
    });
  }
  ~Balls() { world.world.removeConstraint(hinge.get()); }

  /// Lets the ball on a plate press on it by these settings.
  void press_by(const ContactSettings& contact, int plate) {
    const auto first = static_cast<std::size_t>(2 * plate + plate / 5);
    world.plugin->set_contact(world.colliders[first], world.colliders[first + 1], contact);
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      world.step(1. / 240);
      for (const btScalar x : bits_of(world.world)) found.push_back(x);
      const StepReport& report = world.plugin->step_report();
      for (const int count : {report.groups, report.substeps, report.searches, report.passes})
        found.push_back(count);
      found.push_back(report.residual);
      where.push_back(report.where);
      const EnergyLedger energy = world.plugin->energy();
      for (const double x : {energy.kinetic, energy.elastic, energy.friction, energy.numbers,
                             energy.by_joints, energy.engine_contacts})
        found.push_back(x);
    }
  }

  Spring spring;
  TestWorld world;
  std::vector<btRigidBody*> balls;
  std::unique_ptr<btHingeConstraint> hinge;
  std::vector<double> found;
  std::vector<std::string> where;
};

}  // namespace

TEST_CASE("islands are solved with the same bits on any number of threads", "[bullet][islands]") {
  Balls alone(1);
  alone.run(120);
  REQUIRE(std::ranges::all_of(alone.found, [](double x) { return std::isfinite(x); }));
  REQUIRE(alone.spring.calls > 0);
  for (int threads = 2; threads <= k_most_threads; ++threads) {
    Balls balls(threads);
    balls.run(120);
    CHECK(balls.found == alone.found);
    CHECK(balls.where == alone.where);
    CHECK(balls.spring.calls == alone.spring.calls);
    CHECK(balls.spring.calls_elsewhere == 0);
  }
}

TEST_CASE("of several islands that fail, the same one is named on any number of threads",
          "[bullet][islands]") {
  std::string first;
  for (int threads = 1; threads <= k_most_threads; ++threads) {
    Balls balls(threads);
    balls.spring.fails_after = 0.05;
    std::string error;
    std::vector<btScalar> before;
    try {
      for (int i = 0; i < 60; ++i) {
        before = bits_of(balls.world.world);
        balls.world.step(1. / 240);
      }
    } catch (const SimulationError& failure) {
      error = failure.what();
    }
    REQUIRE(error.find("too late") != std::string::npos);
    CHECK(bits_of(balls.world.world) == before);
    if (threads == 1) first = error;
    CHECK(error == first);
    // Once the law holds again, the world goes on.
    balls.spring.fails_after = 1e9;
    balls.run(10);
  }
}

}  // namespace condyle::test::islands_tests
