// Sliding: the power of friction, and Archard's wear.
#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/laws/pressure_law.h"
#include "core/src/contact/sliding_record.h"

namespace condyle::test::sliding_tests {

namespace {

constexpr double k_side = 0.04, k_height = 0.02, k_depth = 1e-4;
constexpr Layer k_layer{1e6, 0.3, 0.01};
const Friction k_friction{0.3, 0.3, 1e-6, 2e-6};

/// A box that casts its flat bottom onto a plane, at one depth everywhere.
struct FlatContact {
  explicit FlatContact(int divisions, const Friction& friction = k_friction)
      : casting(std::make_shared<ContactSurface>(
            mesh::make_box({k_side, k_side, k_height}, {divisions, divisions, 1}), k_layer, "box")),
        target(
            std::make_shared<ContactSurface>(mesh::make_plane_grid(1, 1, 2, 2), k_layer, "plane")),
        pair(casting, target, settings_with(friction)) {}

  static ContactSettings settings_with(const Friction& friction) {
    ContactSettings settings;
    settings.friction = friction;
    settings.force_direction =
        ForceDirection::casting;  // slip is measured at the bottom of the casting box
    return settings;
  }

  const ContactResult& press(const Twist& V_TC_C) {
    return pair.evaluate(Pose(Eigen::Translation3d(0, 0, k_depth - k_height / 2)), V_TC_C);
  }

  std::shared_ptr<const ContactSurface> casting, target;
  ContactPair pair;
};

/// Integral of the distance from the centre over a square [m^3].
double first_moment() {
  return std::pow(k_side, 3) * (std::sqrt(2.) + std::log(1 + std::sqrt(2.))) / 6;
}

double pressure() { return evaluate(make_pressure_law(k_layer, k_layer, {}), k_depth).pressure; }

}  // namespace

TEST_CASE("sliding in a straight line rubs with mu F v", "[contact][sliding]") {
  FlatContact contact(8);
  const Eigen::Vector3d velocity(0.3, -0.4, -0.05);
  const ContactResult& result = contact.press({Eigen::Vector3d::Zero(), velocity});
  const Sliding sliding = sliding_of(result.total, result.V_TC_C);
  const double force = pressure() * k_side * k_side;
  CHECK(sliding.normal_force == Approx(force).epsilon(1e-12));
  CHECK((sliding.normal - Eigen::Vector3d::UnitZ()).norm() < 1e-12);
  CHECK(sliding.friction_force == Approx(0.3 * force).epsilon(1e-12));
  CHECK(sliding.friction_coefficient == Approx(0.3).epsilon(1e-12));
  CHECK(sliding.approach_speed == Approx(0.05).epsilon(1e-12));
  CHECK((sliding.slip_velocity - Eigen::Vector3d(0.3, -0.4, 0)).norm() < 1e-12);
  CHECK(sliding.friction_power == Approx(0.3 * force * 0.5).epsilon(1e-12));
}

TEST_CASE("a turning square rubs and wears by the integral of p r", "[contact][sliding]") {
  const double spin = 20, wear = 1e-12, dt = 1e-3;
  double last_error = 1;
  for (const int divisions : {8, 16, 32}) {
    FlatContact contact(divisions);
    const ContactResult& result = contact.press({{0, 0, spin}, {0, 0, 0}});
    const Sliding sliding = sliding_of(result.total, result.V_TC_C);
    SlidingStep step;
    SlidingRecord record;
    add_sliding(result, *contact.casting, wear, dt, step);
    enter(step, *contact.casting, record);
    const double expected = pressure() * spin * first_moment();
    const double error = std::abs(record.worn_volume / (wear * dt * expected) - 1);
    CAPTURE(divisions, error);
    CHECK(error < 0.5 * last_error);  // one point per triangle: second order, except at the centre
    CHECK(sliding.friction_power == Approx(0.3 * record.worn_volume / (wear * dt)).epsilon(1e-12));
    last_error = error;
  }
  CHECK(last_error < 1e-3);
}

TEST_CASE("friction's power is the sum over triangles, of patches too", "[contact][sliding]") {
  constexpr unsigned k_seed = 20261122;
  std::mt19937 random(k_seed);
  std::uniform_real_distribution<double> part(-1, 1);
  CAPTURE(k_seed);
  const auto vector = [&] { return Eigen::Vector3d(part(random), part(random), part(random)); };
  FlatContact contact(12, {0.5, 0.2, 0.3, 0.9});  // some triangles stick, some slip
  for (int run = 0; run < 50; ++run) {
    const Twist V{20 * vector(), 0.5 * vector()};
    const ContactResult& result = contact.press(V);
    double power = 0, of_patches = 0;
    for (std::size_t i = 0; i < result.hits.size(); ++i) {
      const auto c = static_cast<std::size_t>(result.hits[i].casting_triangle);
      const Eigen::Vector3d velocity = V.linear + V.angular.cross(contact.casting->centroids()[c]);
      power -= contact.casting->areas()[c] * result.traction[i].dot(velocity);
    }
    for (const ContactPatch& patch : result.patches)
      of_patches += sliding_of(patch.statistics, V).friction_power;
    CHECK(sliding_of(result.total, V).friction_power == Approx(power).epsilon(1e-11));
    CHECK(of_patches == Approx(power).epsilon(1e-11));
    CHECK(power > 0);
  }
}

TEST_CASE("wear is kept per triangle, and adds up by patch", "[contact][sliding]") {
  const double wear = 1e-12, dt = 1e-3, speed = 0.5;
  FlatContact contact(8);
  SlidingStep step;
  SlidingRecord record;
  for (int i = 0; i < 100; ++i) {
    add_sliding(contact.press({{0, 0, 0}, {speed, 0, 0}}), *contact.casting, wear, dt, step);
    enter(step, *contact.casting, record);
  }
  const double distance = 100 * dt * speed, force = pressure() * k_side * k_side;
  // The rounding of a hundred sums of some hundred terms is about 1e-14.
  CHECK(record.sliding_distance == Approx(distance).epsilon(1e-12));
  CHECK(record.friction_work == Approx(0.3 * force * distance).epsilon(1e-12));
  CHECK(record.worn_volume == Approx(wear * force * distance).epsilon(1e-12));
  const ContactResult& result = contact.pair.result();
  REQUIRE(result.patches.size() == 1);
  CHECK(worn_volume(record, *contact.casting, result.patch_triangles) ==
        Approx(record.worn_volume).epsilon(1e-12));
  for (const int c : result.patch_triangles)
    CHECK(record.worn_depth[c] == Approx(wear * pressure() * distance).epsilon(1e-12));
  CHECK(*std::ranges::max_element(record.worn_depth) ==
        Approx(wear * pressure() * distance).epsilon(1e-12));
}

TEST_CASE("nothing slides where nothing presses", "[contact][sliding]") {
  FlatContact contact(4);
  const ContactResult& result =
      contact.pair.evaluate(Pose(Eigen::Translation3d(0, 0, -k_height)), {{0, 0, 0}, {1, 0, 0}});
  const Sliding sliding = sliding_of(result.total, result.V_TC_C);
  CHECK(sliding.normal_force == 0);
  CHECK(sliding.slip_velocity.norm() == 0);
  CHECK(sliding.friction_power == 0);
}

}  // namespace condyle::test::sliding_tests
