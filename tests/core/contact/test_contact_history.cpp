// A pair's past never changes its result, and costs no memory.
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/contact_cases.h"
#include "core/contact/same_bits.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/simd/simd_path.h"
#include "support/allocation_counter.h"

namespace condyle::test::contact_history_tests {

namespace {

const ContactSettings k_settings{.min_proximity = -1e-3,
                                 .formulation = Formulation::nonlinear,
                                 .lumped = false,
                                 .dissipation = 1,
                                 .friction = {.static_coefficient = 0.2}};
const Twist k_twist{{1, 2, 3}, {0.1, 0.2, -0.1}};

/// Small steps, with occasional jumps to anywhere.
class Wanderer {
 public:
  explicit Wanderer(unsigned seed) : random_(seed) { jump(); }
  const Pose& next(int step) {
    if (step % 7 == 6) {
      jump();
    } else {
      X_ = translation(small(1e-4), small(1e-4), small(1e-4)) * X_ * rotation(small(0.01), axis());
    }
    return X_;
  }

 private:
  double small(double size) { return std::uniform_real_distribution<>(-size, size)(random_); }
  Vector3d axis() { return {small(1), small(1), small(1)}; }
  void jump() {
    const Vector3d side = axis().normalized();
    X_ = rotation(small(3), axis());
    X_.translation() = (29e-3 + small(3e-3)) * side;
  }

  std::mt19937 random_;
  Pose X_;
};

}  // namespace

TEST_CASE("warm equals cold to the last bit on any history", "[contact][history]") {
  const unsigned seed = GENERATE(1u, 2u, 3u);
  CAPTURE(seed);
  const auto ball = surface(mesh::make_ellipsoid({15e-3, 18e-3, 16e-3}, 3));
  const auto ring = surface(mesh::make_torus(15e-3, 8e-3, 48, 24));
  ContactPair warm(ball, ring, k_settings);
  Wanderer wanderer(seed);
  int in_contact = 0;
  for (int step = 0; step < 100; ++step) {
    const Pose X_CT = wanderer.next(step);
    CAPTURE(step);
    ContactPair cold(ball, ring, k_settings);
    CHECK(difference_of_bits(warm.evaluate(X_CT, k_twist), cold.evaluate(X_CT, k_twist)) == "");
    // Not in every step, so that the map's own history differs too.
    if (step % 3 != 1) CHECK(same_bits(warm.target_map(), cold.target_map()));
    in_contact += warm.result().total.n_contacting > 0;
  }
  CHECK(in_contact > 30);  // otherwise the test would prove nothing
}

TEST_CASE("patches are those of the last result, whenever they are read", "[contact][history]") {
  const auto ball = surface(mesh::make_ellipsoid({15e-3, 18e-3, 16e-3}, 3));
  const auto ring = surface(mesh::make_torus(15e-3, 8e-3, 48, 24));
  ContactPair seldom(ball, ring, k_settings);
  Wanderer wanderer(4);
  int in_contact = 0;
  for (int step = 0; step < 60; ++step) {
    const Pose X_CT = wanderer.next(step);
    CAPTURE(step);
    const ContactResult& result = seldom.evaluate(X_CT, k_twist);
    if (step % 4 != 3) continue;
    ContactPair cold(ball, ring, k_settings);
    // This copy reads the lists of patches at once.
    const ContactResult expected = cold.evaluate(X_CT, k_twist);
    CHECK(difference_of_bits(result, expected) == "");
    const ContactResult copy = result;
    ContactPair moved = std::move(seldom);  // the result's lists move with their pair
    CHECK(difference_of_bits(moved.result(), expected) == "");
    moved.evaluate(translation(1, 0, 0));
    CHECK(moved.result().patches.empty());
    CHECK(difference_of_bits(copy, expected) == "");
    seldom = std::move(moved);
    in_contact += expected.patches.size() > 0;
  }
  CHECK(in_contact > 5);
}

TEST_CASE("all kinds of processor give the same result to the bit", "[contact][history][simd]") {
  const auto ball = surface(mesh::make_ellipsoid({15e-3, 18e-3, 16e-3}, 3));
  const auto ring = surface(mesh::make_torus(15e-3, 8e-3, 48, 24));
  ContactPair pair(ball, ring, k_settings);
  Wanderer wanderer(5);
  const SimdPath widest = simd_path();
  for (int step = 0; step < 30; ++step) {
    CAPTURE(step);
    const Pose X_CT = wanderer.next(step);
    use_simd_path(SimdPath::portable);
    const ContactResult expected = pair.evaluate(X_CT, k_twist);
    for (const SimdPath path : {SimdPath::avx2, SimdPath::avx512}) {
      use_simd_path(path);
      CHECK(difference_of_bits(pair.evaluate(X_CT, k_twist), expected) == "");
    }
  }
  use_simd_path(widest);
}

TEST_CASE("nothing is allocated once the largest contact has been seen", "[contact][history]") {
  const auto ball = surface(mesh::make_icosphere(20e-3, 4));
  const auto ring = surface(mesh::make_torus(15e-3, 8e-3, 96, 48));
  ContactPair pair(ball, ring, k_settings,
                   {{.name = "first ten", .triangles = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}});
  const auto depth_at = [](double depth) { return translation(0, 0, 25.5e-3 - depth); };
  pair.evaluate(depth_at(3e-3), k_twist);
  pair.target_map();
  REQUIRE(pair.result().total.n_contacting > 50);
  const long before = allocation_count();
  for (int step = 0; step < 200; ++step) {
    const Pose X_CT = depth_at(3e-3 * (step % 20) / 20) * rotation(0.01 * step, {0, 0, 1});
    pair.evaluate(X_CT, k_twist);
    pair.target_map();
  }
  CHECK(allocation_count() == before);
}

TEST_CASE("hits moved on by a solver replace those found", "[contact][history]") {
  ContactPair pair(surface(mesh::make_icosphere(30e-3, 4)), surface(plate()), {});
  const Pose X_CT = translation(0, 0, -29.9e-3);
  const auto found = pair.evaluator().find_hits(X_CT, 0.5e-3);
  std::vector<ProximityHit> hits(found.begin(), found.end());
  int apart = 0;
  for (const ProximityHit& hit : hits) apart += hit.proximity <= 0;
  CHECK(apart > 0);
  const double before = pair.evaluator().assemble(hits, X_CT).total.contact_force.z();
  for (ProximityHit& hit : hits) hit.proximity += 0.2e-3;
  const ContactResult& moved = pair.evaluator().assemble(hits, X_CT);
  CHECK(moved.total.contact_force.z() > 2 * before);
  // Earlier results leave no trace: the pair still gives its first result.
  CHECK(pair.evaluator()
            .assemble(pair.evaluator().find_hits(X_CT, 0.5e-3), X_CT)
            .total.contact_force.z() == before);
  CHECK(pair.evaluator().assemble(pair.result().hits, X_CT).total.contact_force.z() == before);
}

}  // namespace condyle::test::contact_history_tests
