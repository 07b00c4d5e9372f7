#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "condyle/world/session.h"
#include "core/world/small_bodies.h"
#include "support/few_or_all.h"

// What a session carries from step to step, and what the user changes between steps.

namespace condyle::test::session_memory_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_soft{5e6, 0.4, 0.005};
constexpr double k_radius = 0.03, k_mass = 0.3, k_dt = 1.0 / 240, k_gravity = 9.81;

FreeBody ball_at(const Vector3d& p) {
  return {k_mass, 0.4 * k_mass * k_radius * k_radius, at(p.x(), p.y(), p.z())};
}

/// Balls that stick, rub and wear on a plate whose vertices move, two of them on a strand that
/// tears.
struct Heap {
  SmallBodies engine;
  Session session{engine};
  std::shared_ptr<DeformableSurface> plate = std::make_shared<DeformableSurface>(
      transformed(mesh::make_box({0.4, 0.4, 0.1}, {20, 20, 1}), at(0, 0, -0.05)), k_soft, "plate");
  ColliderId plate_id;
  StrandId strand;

  explicit Heap(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> offset(-0.004, 0.004);
    ContactSettings settings;
    settings.dissipation = 1;
    settings.friction.mode = FrictionMode::stiction;
    settings.friction.static_coefficient = 0.4;
    settings.friction.dynamic_coefficient = 0.3;
    settings.record_sliding = true;
    settings.wear_coefficient = 1e-13;
    session.set_default_contact(settings);
    engine.bodies.emplace_back();
    plate_id = session.add_collider(0, plate);
    const auto ball = std::make_shared<ContactSurface>(mesh::make_icosphere(k_radius, 3), k_soft);
    for (int i = 0; i < 4; ++i) {
      engine.bodies.push_back(ball_at(
          {0.059 * (i % 2) + offset(random), offset(random), k_radius + 0.058 * (i / 2) + 0.001}));
      engine.bodies.back().velocity.linear = {50 * offset(random), 50 * offset(random), 0};
      session.add_collider(i + 1, ball);
    }
    ligament::Strand law{"cord", 200, 0.05, 0.02, 0.1};
    law.failure_strain = 0.3;
    const int ends[] = {3, 4};
    ligament::StrandPath path;
    path.points = {{.body = 0, .p_B = Vector3d::Zero()}, {.body = 1, .p_B = Vector3d::Zero()}};
    strand = session.add_strand(law, ends, path);
  }

  /// Steps, of which every third moves the plate, with the numbers of `first` and so on.
  void run(int first, int steps) {
    for (int i = first; i < first + steps; ++i) {
      if (i % 3 == 0) {
        std::vector<Vector3d> vertices = session.surface(plate_id).mesh().vertices;
        for (Vector3d& p : vertices)
          if (p.z() > -0.05) p.z() += 1e-4 * std::sin(0.1 * i + 30 * p.x());
        session.move_vertices(plate_id, vertices);
      }
      session.step(k_dt);
    }
  }

  /// All that can be seen.
  std::vector<double> seen() const {
    std::vector<double> numbers{session.time(),
                                session.energy_totals().numbers,
                                session.energy_totals().friction,
                                static_cast<double>(session.step_totals().passes),
                                session.strands()[0].torn,
                                session.strands()[0].force.total_force};
    const auto add = [&numbers](const auto& matrix) {
      numbers.insert(numbers.end(), matrix.data(), matrix.data() + matrix.size());
    };
    for (const FreeBody& body : engine.bodies)
      add(body.X_WB.matrix()), add(body.velocity.linear), add(body.velocity.angular);
    for (const PairReport& pair : session.pairs()) {
      add(pair.F_casting_W.force);
      numbers.push_back(pair.result().total.max_pressure);
      numbers.push_back(session.sliding(pair.casting, pair.target).sliding_distance);
    }
    for (const Vector3d& p : session.surface(plate_id).mesh().vertices) add(p);
    return numbers;
  }
};

}  // namespace

TEST_CASE("session: from a saved moment, steps give the same bits again",
          "[world][memory][rounds]") {
  const auto seed = GENERATE(take(few_or_all(1, 3), random(0U, 1U << 30)));
  INFO("seed " << seed);
  Heap heap(seed);
  heap.run(0, 100);
  const auto moment = heap.session.save();
  const std::vector<FreeBody> bodies = heap.engine.bodies;
  heap.run(100, 60);
  const std::vector<double> first = heap.seen();
  const std::uint64_t hash = Session::hash_of(*heap.session.save());
  REQUIRE(heap.session.pairs().size() >= 3);
  REQUIRE(heap.session.energy_totals().friction > 0);
  // Other things happen before it is gone back to.
  heap.session.tear_strand(heap.strand);
  heap.engine.bodies[2].velocity.linear.z() += 1;
  heap.run(200, 30);
  REQUIRE(heap.seen() != first);
  REQUIRE(Session::hash_of(*heap.session.save()) != hash);

  heap.session.restore(*moment);
  CHECK(heap.session.pairs().empty());
  heap.engine.bodies = bodies;
  heap.run(100, 60);
  CHECK(heap.seen() == first);
  CHECK(Session::hash_of(*heap.session.save()) == hash);
}

TEST_CASE("session: a moment is gone back to after pairs have been apart for long",
          "[world][memory]") {
  ContactSettings settings;
  settings.dissipation = 1;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.3;
  // The bits are the same; of an elastic layer, whose solver starts from its last solution, forces
  // agree to its tolerance.
  const bool is_layer = GENERATE(false, true);
  if (is_layer) settings.formulation = Formulation::elastic_layer;
  if (!is_layer) settings.friction.mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  settings.node_spacing = is_layer ? 0.004 : 0;
  SmallBodies engine;
  Session session(engine);
  session.set_default_contact(settings);
  engine.bodies = {{}, ball_at({0, 0, k_radius + 0.0005})};
  engine.bodies[1].velocity = {{1, 0.5, 0.2}, {0.2, 0.1, 0}};
  session.add_collider(
      0, std::make_shared<ContactSurface>(
             transformed(mesh::make_box({0.4, 0.4, 0.1}, {20, 20, 1}), at(0, 0, -0.05)), k_soft));
  session.add_collider(1,
                       std::make_shared<ContactSurface>(mesh::make_icosphere(k_radius, 3), k_soft));
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) session.step(k_dt);
    return session.pairs().empty() ? Vector3d(Vector3d::Zero())
                                   : session.pairs()[0].F_casting_W.force;
  };
  REQUIRE(run(40).norm() > 0);
  const auto moment = session.save();
  const FreeBody ball = engine.bodies[1];
  const Vector3d first = run(30);
  const Pose first_pose = engine.bodies[1].X_WB;
  engine.bodies[1].X_WB.translation().z() += 0.2;
  REQUIRE(run(20).norm() == 0);  // the pair is no longer kept

  session.restore(*moment);
  engine.bodies[1] = ball;
  const Vector3d again = run(30);
  const double allowed = is_layer ? 100 * settings.layer_tolerance : 0;  // of thirty steps
  CHECK((again - first).norm() <= allowed * first.norm());
  CHECK((engine.bodies[1].X_WB.matrix() - first_pose.matrix()).norm() <= allowed);
}

TEST_CASE("session: a moment with other colliders is refused", "[world][memory]") {
  Heap heap(1);
  const auto moment = heap.session.save();
  heap.session.remove_collider({2});
  CHECK_THROWS_WITH(heap.session.restore(*moment), Catch::Contains("other colliders"));
  heap.session.remove_strand(heap.strand);
  CHECK_THROWS_AS(heap.session.restore(*moment), InputError);
}

TEST_CASE("session: a strand is cut, restored, changed and torn", "[world][memory]") {
  SmallBodies engine;
  engine.bodies = {{}, ball_at({0, 0, -0.1})};
  Session session(engine);
  const ligament::Strand law{"cord", 1000, 0.1, 0.02, 1};
  const int ends[] = {0, 1};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = Vector3d::Zero()}, {.body = 1, .p_B = Vector3d::Zero()}};
  const StrandId cord = session.add_strand(law, ends, path);
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) session.step(k_dt);
    return session.strands()[0];
  };
  const double weight = k_mass * k_gravity;
  REQUIRE(run(1000).force.total_force == Approx(weight).epsilon(1e-4));
  CHECK(session.strand_length(cord) == Approx(-engine.bodies[1].X_WB.translation().z()));
  CHECK(session.strand_polyline(cord, 1).size() == 2);
  // It pulls the mass up and the hook down.
  CHECK(session.strand_wrench(cord, 1).force.z() == Approx(weight).epsilon(1e-4));
  CHECK(session.strand_wrench(cord, 0).force.z() == Approx(-weight).epsilon(1e-4));

  session.set_reference_force(cord, 2 * weight);
  CHECK(evaluate(session.strand(cord), session.strand_length(cord), 0).spring_force ==
        Approx(2 * weight));
  session.set_reference_strain(cord, 0.1);
  CHECK(evaluate(session.strand(cord), session.strand_length(cord), 0).strain == Approx(0.1));
  session.set_strand(cord, law);
  session.cut_strand(cord);
  CHECK(run(10).force.total_force == 0);
  CHECK(session.strands()[0].condition == StrandCondition::cut);
  session.restore_strand(cord);
  CHECK(run(1).force.total_force > 0);
  session.tear_strand(cord);
  CHECK(run(1).condition == StrandCondition::torn);
  session.restore_strand(cord);
  CHECK(run(1).condition == StrandCondition::taut);
  CHECK_THROWS_WITH(session.cut_strand({7}), Catch::Contains("no strand 7"));
  CHECK_THROWS_AS(session.strand_polyline(cord, 0), InputError);
}

TEST_CASE("session: a plate whose vertices rise carries a ball up", "[world][memory]") {
  Heap heap(3);
  for (const int ball : {2, 3, 4}) heap.session.remove_collider({ball});
  heap.engine.bodies[1].velocity = {};
  heap.run(1, 1);
  const auto rise = [&](double by) {
    std::vector<Vector3d> vertices = heap.plate->surface()->mesh().vertices;
    for (Vector3d& p : vertices) p.z() += by;
    heap.session.move_vertices(heap.plate_id, vertices);
    heap.session.step(k_dt);
  };
  for (int i = 0; i < 240; ++i) heap.session.step(k_dt);
  const double before = heap.engine.bodies[1].X_WB.translation().z();
  for (int i = 0; i < 240; ++i) rise(1e-5);
  for (int i = 0; i < 240; ++i) heap.session.step(k_dt);
  CHECK(heap.engine.bodies[1].X_WB.translation().z() - before == Approx(0.0024).epsilon(1e-3));
  CHECK_THROWS_WITH(heap.session.move_vertices({1}, {}),
                    Catch::Contains("not deformed by the user"));
  CHECK_THROWS_WITH(heap.session.add_collider(0, heap.plate), Catch::Contains("already"));
}

TEST_CASE("session: what looks wrong is said before the first step", "[world][memory]") {
  Heap heap(4);
  for (const int ball : {2, 3, 4}) heap.session.remove_collider({ball});  // they overlap
  const auto kinds = [&] {
    std::vector<std::string> kinds;
    for (const Finding& finding : heap.session.findings()) kinds.push_back(finding.kind);
    return kinds;
  };
  CHECK(kinds().empty());
  heap.engine.bodies.push_back(ball_at({-0.1, 0.1, k_radius - 0.003}));  // 3 of 10 mm of layers
  heap.session.add_collider(
      5, std::make_shared<ContactSurface>(mesh::make_icosphere(k_radius, 3), k_soft));
  heap.engine.bodies.push_back({});
  heap.session.add_collider(
      6,
      std::make_shared<ContactSurface>(
          transformed(mesh::make_box({0.1, 0.1, 0.1}, {2, 2, 2}), at(-0.1, 0.1, -0.05)), k_soft));
  CHECK(kinds() == std::vector<std::string>{"initial_overlap"});
}

}  // namespace condyle::test::session_memory_tests
