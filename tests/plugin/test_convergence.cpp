// Reports of how steps were solved.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/world/step_report.h"
#include "plugin/pressing.h"

namespace condyle::test::convergence_tests {
namespace {

constexpr Layer k_foam{2e5, 0.4, 0.01};
constexpr double k_radius = 0.03, k_mass = 0.1, k_dt = 1.0 / 240;

/// A ball on a plane, with a law of the test.
struct BallOnPlane {
  explicit BallOnPlane(const ContactSettings& settings, double gap = 0) {
    ball = &world.add_mesh_body(mesh::make_icosphere(k_radius, 3), k_foam, k_mass,
                                sphere_inertia(k_mass, k_radius), {0, 0, k_radius + gap});
    btRigidBody& plane = world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0,
                                        btVector3(0, 0, 0), {0, 0, 0});
    world.colliders.push_back(world.plugin->add_collider(plane, k_foam, {-1, "floor"}));
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                              CastingSide::first);
  }
  const StepReport& report() const { return world.plugin->step_report(); }
  const StepTotals& totals() const { return world.plugin->step_totals(); }

  TestWorld world;
  btRigidBody* ball = nullptr;
};

/// A law whose force is the same at any depth, so that it jumps at touch.
ContactSettings jumping_law(double force) {
  UserNormalLaw law{"jump",
                    [](const condyle_normal_input* in, condyle_normal_force* out) {
                      for (int i = 0; i < in->count; ++i)
                        out[i] = {in->contact->parameters[0], 0, 0,
                                  in->contact->parameters[0] * in->touch[i].depth};
                      return 0;
                    },
                    {force},
                    true};
  ContactSettings settings;
  settings.normal = {.kind = NormalLawKind::user,
                     .acting = Acting::deepest_point,
                     .user = std::make_shared<const UserNormalLaw>(std::move(law))};
  return settings;
}

}  // namespace

TEST_CASE("a smooth scene is solved to the tolerance in each step", "[bullet][convergence]") {
  BallOnPlane smooth({.dissipation = 1}, 1e-3);
  const double tolerance = smooth.world.plugin->settings().pass_tolerance;
  for (int i = 0; i < 240; ++i) {
    smooth.world.step(k_dt);
    REQUIRE(smooth.report().residual <= tolerance);
    REQUIRE(smooth.report().out_of_balance == 0);
    REQUIRE(smooth.report().search_residual == 0);
  }
  CHECK(smooth.report().groups == 1);
  CHECK(smooth.report().substeps == 1);
  CHECK(smooth.totals().residual <= tolerance);
  CHECK(smooth.totals().steps_out_of_balance == 0);
}

TEST_CASE("totals are the sums of what each step reports", "[bullet][convergence]") {
  BallOnPlane drop({.dissipation = 0.2}, 2e-3);
  drop.ball->setLinearVelocity(btVector3(0, 0, -3));  // deep enough for sub-steps
  long substeps = 0, passes = 0, searches = 0, restarts = 0, divided = 0;
  int most = 0;
  double worst = 0;
  for (int i = 0; i < 60; ++i) {
    drop.world.step(k_dt);
    const StepReport& step = drop.report();
    substeps += step.substeps;
    passes += step.passes;
    searches += step.searches;
    restarts += step.restarts;
    divided += step.most_substeps > 1 ? 1 : 0;
    most = std::max(most, step.most_substeps);
    worst = std::max(worst, step.residual);
    CHECK(step.passes >= step.substeps);
    CHECK((step.restarts > 0) == (step.most_substeps > 1));
  }
  const StepTotals& totals = drop.totals();
  REQUIRE(most > 1);
  CHECK(totals.steps == 60);
  CHECK(totals.substeps == substeps);
  CHECK(totals.passes == passes);
  CHECK(totals.searches == searches);
  CHECK(totals.restarts == restarts);
  CHECK(totals.divided_steps == divided);
  CHECK(totals.most_substeps == most);
  CHECK(totals.residual == worst);
}

TEST_CASE("a law that jumps is solved as far as it goes, and what is left is said",
          "[bullet][convergence]") {
  // No velocity can balance half of a force that acts fully or not at all.
  BallOnPlane jump(jumping_law(3 * k_mass * k_gravity), 1e-4);
  double lowest = 1, fastest = 0;
  for (int i = 0; i < 120; ++i) {
    jump.world.step(k_dt);
    lowest = std::min(lowest, height(*jump.ball) - k_radius);
    fastest = std::max(fastest, std::abs(double(jump.ball->getLinearVelocity().z())));
  }
  const StepTotals& totals = jump.totals();
  CHECK(totals.steps_out_of_balance > 10);
  CHECK(totals.residual > 0.01);
  CHECK(totals.where == "'collider 0' on 'floor'");
  CHECK(totals.time > 0);
  CHECK(totals.time < 0.5 + 1e-9);
  // The motion is right nevertheless: the ball comes to rest where it touches.
  CHECK(lowest > -1e-3);
  CHECK(fastest < 0.06);  // sqrt(2 g gap) is 0.044
  CHECK(std::abs(double(jump.ball->getLinearVelocity().z())) < 0.01);
}

TEST_CASE("too few passes are reported, and the tolerance that was asked for is heeded",
          "[bullet][convergence]") {
  const auto left_with = [](int passes, double tolerance) {
    bullet::PluginSettings settings;
    BallOnPlane slide({.friction = {0.3, 0.3, 1e-3, 1.5e-3}}, -1e-4);
    settings.max_passes = passes;
    settings.pass_tolerance = tolerance;
    slide.world.plugin->set_settings(settings);
    slide.ball->setLinearVelocity(btVector3(btScalar(0.3), 0, 0));
    slide.world.step(k_dt, 20);
    return slide.totals();
  };
  const StepTotals full = left_with(20, 1e-9), coarse = left_with(20, 1e-2);
  CHECK(full.residual <= 1e-9);
  CHECK(coarse.residual <= 1e-2);
  CHECK(coarse.residual > 1e-9);
  CHECK(coarse.steps_out_of_balance == 0);
  CHECK(coarse.passes < full.passes);
}

TEST_CASE("bodies without contact have nothing to solve", "[bullet][convergence]") {
  BallOnPlane fall({}, 1);
  fall.world.step(k_dt, 10);
  CHECK(fall.report().groups == 0);
  CHECK(fall.report().passes == 0);
  CHECK(fall.report().where.empty());
  CHECK(fall.totals().steps == 10);
  CHECK(fall.totals().substeps == 0);
}

}  // namespace condyle::test::convergence_tests
