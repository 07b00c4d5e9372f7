// The point of laws that act on patches depends on the surfaces, not on their facets.
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/contact_cases.h"
#include "support/few_or_all.h"

namespace condyle::test::patch_point_tests {
namespace {

constexpr double k_radius = 0.03, k_depth = 0.3e-3;

/// A ball pressed into a plate at z = 0, in any orientation; either side casts.
class BallInPlate {
 public:
  BallInPlate(Acting acting, bool ball_casts)
      : ball_casts_(ball_casts),
        pair_(ball_casts ? ball() : plate(), ball_casts ? plate() : ball(),
              {.normal = {.kind = NormalLawKind::hertz, .acting = acting, .stiffness = 1e8}}) {}

  struct Pressed {
    Vector3d at, force;  ///< point and force on the ball, in the plate's frame
  };
  Pressed press(const Eigen::Quaterniond& turn, double depth = k_depth) {
    Pose X_plate_ball = Pose::Identity();
    X_plate_ball.linear() = turn.toRotationMatrix();
    X_plate_ball.translation() = Vector3d(0, 0, k_radius - depth);
    const Pose X_ball_plate = X_plate_ball.inverse(Eigen::Isometry);
    const auto& total = pair_.evaluate(ball_casts_ ? X_ball_plate : X_plate_ball).total;
    if (!ball_casts_) return {total.center_of_pressure, -total.contact_force};
    return {X_plate_ball * total.center_of_pressure, X_plate_ball.linear() * total.contact_force};
  }

 private:
  static std::shared_ptr<const ContactSurface> ball() {
    return surface(
        mesh::make_icosphere(k_radius, 5));  // facets of 1 mm, which lean by at most 0.018
  }
  std::shared_ptr<const ContactSurface> plate() const {
    return surface(
        mesh::make_plane_grid(0.024, 0.024, ball_casts_ ? 3 : 120, ball_casts_ ? 3 : 120));
  }
  bool ball_casts_;
  ContactPair pair_;
};

Eigen::Quaterniond random_turn(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
      .normalized();
}

}  // namespace

TEST_CASE("a ball of facets is pressed straight up, below its centre", "[contact][law][point]") {
  const auto acting = GENERATE(Acting::centroid, Acting::deepest_point);
  const bool ball_casts = GENERATE(true, false);
  CAPTURE(static_cast<int>(acting), ball_casts);
  BallInPlate pressing(acting, ball_casts);
  std::mt19937 random(7);
  double worst_lean = 0, worst_place = 0;
  for (int i = 0; i < 60; ++i) {
    const auto [at, force] = pressing.press(random_turn(random));
    REQUIRE(force.z() > 0);
    worst_lean = std::max(worst_lean, force.head<2>().norm() / force.z());
    worst_place = std::max(worst_place, at.head<2>().norm());
  }
  CAPTURE(worst_lean, worst_place);
  // A single facet leans by up to 0.018, and its centre lies up to 0.6 mm beside the middle.
  CHECK(worst_lean < 1e-3);
  CHECK(worst_place < 0.15e-3);
}

TEST_CASE("the point and the direction of a force follow a slowly turned ball without a jump",
          "[contact][law][point][rounds]") {
  const auto acting = GENERATE(Acting::centroid, Acting::deepest_point);
  const bool ball_casts = GENERATE(true, false);
  const double depth = GENERATE(0.05e-3, 0.3e-3);
  CAPTURE(static_cast<int>(acting), ball_casts, depth);
  BallInPlate pressing(acting, ball_casts);
  std::mt19937 random(8);
  constexpr double k_angle = 4e-5;
  double farthest = 0, most_lean = 0;
  const Eigen::Quaterniond start = random_turn(random);
  const Vector3d axis = random_turn(random).vec().normalized();
  auto before = pressing.press(start, depth);
  // Over at least 2 facets.
  for (int i = 1; i <= few_or_all(1000, 2000); ++i) {
    const auto now = pressing.press(Eigen::AngleAxisd(k_angle * i, axis) * start, depth);
    farthest = std::max(farthest, (now.at - before.at).norm());
    most_lean = std::max(most_lean, (now.force.normalized() - before.force.normalized()).norm());
    before = now;
  }
  CAPTURE(farthest / (k_angle * k_radius), most_lean / k_angle);
  // The deepest facet moves at the ball's speed, and the weights of its neighbours change a few
  // times as fast, with its depth over that of the band. A jump to the next facet would be 0.6 mm,
  // which is 500 times the angle times the radius, and 0.035 in the direction.
  CHECK(farthest < 8 * k_angle * k_radius);
  // Rays move on to the next facet of the ball one at a time: one of a hundred.
  CHECK(most_lean < (ball_casts ? 8 * k_angle : 0.05 * 0.035));
}

TEST_CASE("a face at a distance of exactly 0 changes nothing of a patch beside it",
          "[contact][law][point]") {
  const auto acting = GENERATE(Acting::centroid, Acting::deepest_point);
  const TriangleMesh box = mesh::make_box({1, 1, 1}, {2, 2, 2});
  // One box stands on the casting one, the other has sunk into it.
  const TriangleMesh stands = transformed(box, translation(-2, 0, 1));
  const TriangleMesh sinks = transformed(box, translation(2, 0, 1 - 1.0 / 128));
  const auto evaluated = [&](TriangleMesh target) {
    ContactPair pair(
        surface(joined(transformed(box, translation(-2, 0, 0)),
                       transformed(box, translation(2, 0, 0)))),
        surface(std::move(target)),
        {.min_proximity = -0.01,
         .normal = {.kind = NormalLawKind::hertz, .acting = acting, .stiffness = 1e8}});
    return ContactResult(pair.evaluate(Pose::Identity()));
  };
  const ContactResult both = evaluated(joined(stands, sinks)), one = evaluated(sinks);
  CHECK(both.hits.size() == one.hits.size() + 8);
  CHECK(one.F_casting_C.force.z() < -1);
  CHECK(both.F_casting_C.force == one.F_casting_C.force);
  CHECK(both.total.n_contacting == one.total.n_contacting);
  CHECK(both.patches.size() == 1);
}

}  // namespace condyle::test::patch_point_tests
