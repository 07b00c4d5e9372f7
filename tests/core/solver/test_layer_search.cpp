// Which nodes of an elastic layer the search of a step leaves out.
#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/solver/small_engine.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"

namespace condyle::test::layer_search_tests {
namespace {

constexpr double k_reach = 1e-5;

/// A pair at rest, searched with a bound on its force and linearised there.
struct Found {
  Found(const LayerRig& rig, double most_force) : pair(rig.casting, rig.target, layer_settings()) {
    const Pose& X_CT = linearised.place({}, {}, 0, Pose::Identity(), rig.X_CT);
    for (const ProximityHit& hit : pair.evaluator().find_hits(X_CT, k_reach, most_force))
      if (!pair.evaluator().elastic_layer()->is_far(hit)) hits.push_back(hit);
    linearised.linearise(pair.evaluator().surfaces(), hits,
                         pair.evaluator().elastic_layer()->reach(hits));
    linearised.evaluate({}, {}, 1e-3, Linearisation::exact, forces);
  }

  ContactPair pair;
  LinearisedContact linearised;
  std::vector<ProximityHit> hits;
  PairForces forces;
};

SmallBody body_of(const char* name, std::shared_ptr<const ContactSurface> surface, double z) {
  SmallBody body;
  body.name = name;
  body.X_WB.translation().z() = z;
  body.surface = std::move(surface);
  return body;
}

}  // namespace

TEST_CASE("what a layer's force cannot lift into contact is left out, and changes nothing",
          "[solver][elastic_layer]") {
  const double nu = GENERATE(0.3, 0.46, 0.48, 0.495);
  const bool is_plate = GENERATE(false, true);
  CAPTURE(nu, is_plate);
  const LayerRig rig = is_plate ? ball_on_plate(nu) : cap_on_plane(nu);
  const Found all(rig, INFINITY);
  const double force = all.linearised.layer_force();
  REQUIRE(force > 100);
  const Found few(rig, 1.01 * force);
  CHECK(20 * few.hits.size() < 19 * all.hits.size());
  CHECK((few.forces.force - all.forces.force).norm() < 1e-12 * all.forces.force.norm());
  CHECK((few.forces.slope - all.forces.slope).norm() < 1e-12 * all.forces.slope.norm());
  CHECK(few.linearised.layer_force() <= 1.01 * force);
  // If the bound is too low, the force exceeds it, which shows that it does not hold.
  CHECK(Found(rig, 0.5 * force).linearised.layer_force() > 0.5 * force);
}

TEST_CASE("a step ends with no more force on a layer than its search reckoned with",
          "[solver][island][elastic_layer]") {
  constexpr double k_height = 0.02, k_dt = 2.5e-4;
  NoRows rows;
  SmallEngine engine(rows);
  const TriangleMesh mesh = mesh::make_plane_grid(0.04, 0.04, 20, 20);
  engine.bodies = {body_of("plate", surface(mesh, {5e6, 0.46, 8e-3}), 0),
                   body_of("ball", ball(k_ball_radius), k_ball_radius + k_height)};
  engine.bodies[1].mass = 0.5;
  engine.bodies[1].inertia.setConstant(0.4 * 0.5 * k_ball_radius * k_ball_radius);
  engine.add_pair(0, 1, layer_settings());
  int known = 0, outgrown = 0;
  double before = 0;
  for (int i = 0; i < 600; ++i) {
    engine.step(k_dt);
    const PairStep& pair = engine.pair(0);
    const double force = pair.linearised.layer_force();
    CHECK(force <= pair.most_force);
    known += std::isfinite(pair.most_force);
    outgrown += before > 0 && force > 1.5 * before;
    before = force;
  }
  CHECK(known > 10);
  CHECK(outgrown > 0);  // an impact doubles the force within a step
}

}  // namespace condyle::test::layer_search_tests
