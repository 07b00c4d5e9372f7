// Several contacts between two bodies as one.
#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "core/contact/contact_cases.h"
#include "core/src/contact/contact_total.h"

namespace condyle::test::contact_total_tests {

namespace {

void check_same(const ContactStatistics& a, const ContactStatistics& b) {
  // Sums of some thousand numbers in another order and another frame.
  const double relative = 1e-10;
  CHECK(a.n_contacting == b.n_contacting);
  CHECK(a.contact_area == Approx(b.contact_area).epsilon(relative));
  CHECK(a.mean_proximity_of_triangles == Approx(b.mean_proximity_of_triangles).epsilon(relative));
  CHECK(a.max_proximity == Approx(b.max_proximity).epsilon(relative));
  CHECK(a.mean_pressure_of_triangles == Approx(b.mean_pressure_of_triangles).epsilon(relative));
  CHECK(a.max_pressure == Approx(b.max_pressure).epsilon(relative));
  CHECK(a.mean_proximity == Approx(b.mean_proximity).epsilon(relative));
  CHECK(a.mean_pressure == Approx(b.mean_pressure).epsilon(relative));
  CHECK(a.potential_energy == Approx(b.potential_energy).epsilon(relative));
  const double force = relative * b.contact_force.norm();
  CHECK((a.contact_force - b.contact_force).norm() < force);
  CHECK((a.friction_force - b.friction_force).norm() < force);
  CHECK((a.contact_moment - b.contact_moment).norm() < force);  // arms of less than 1 m
  CHECK((a.friction_moment - b.friction_moment).norm() < force);
  CHECK((a.center_of_pressure - b.center_of_pressure).norm() < relative);
  CHECK((a.center_of_proximity - b.center_of_proximity).norm() < relative);
}

/// A ball on a plate, whole and cut into two meshes, each in a frame of its own.
struct CutBall {
  TriangleMesh ball = mesh::make_icosphere(0.02, 4);
  Pose X_BL = translation(0.1, 0.2, -0.1) * rotation(1, {1, 2, 3});  ///< left half's mesh frame
  Pose X_BR = translation(-0.1, 0, 0.3) * rotation(2, {-1, 0, 1});
  Pose X_BT = rotation(0.1, {1, 1, 0}) * translation(0, 0, -0.019);
  ContactSettings settings{.friction = {.static_coefficient = 0.3, .dynamic_coefficient = 0.2}};
  Twist V_TB_B{{1, 2, 3}, {0.1, -0.2, 0.3}};

  TriangleMesh half(int sign, const Pose& X_BH) const {
    return transformed(cropped(ball, [=](const Vector3d& c) { return sign * c.x() > 1e-4; }),
                       X_BH.inverse());
  }

  /// The result of half H, with the velocity of its frame.
  ContactResult result(int sign, const Pose& X_BH) const {
    ContactPair pair(surface(half(sign, X_BH)), surface(plate()), settings);
    const Eigen::Matrix3d R_HB = X_BH.linear().transpose();
    return pair.evaluate(
        X_BH.inverse() * X_BT,
        {R_HB * V_TB_B.angular, R_HB * (V_TB_B.linear + V_TB_B.angular.cross(X_BH.translation()))});
  }
};

}  // namespace

TEST_CASE("the halves of a ball press and slide as the whole", "[contact][total]") {
  const CutBall cut;
  const auto whole_mesh =
      cropped(cut.ball, [](const Vector3d& c) { return std::abs(c.x()) > 1e-4; });
  ContactPair pair(surface(whole_mesh), surface(plate()), cut.settings);
  const ContactResult& whole = pair.evaluate(cut.X_BT, cut.V_TB_B);
  const ContactResult left = cut.result(-1, cut.X_BL), right = cut.result(1, cut.X_BR);
  const std::vector<ContactPart> parts = {{left.total, cut.X_BL}, {right.total, cut.X_BR}};
  REQUIRE(left.total.n_contacting > 20);
  REQUIRE(right.total.n_contacting > 20);
  const ContactStatistics total = total_of(parts);
  check_same(total, whole.total);
  for (const auto& [part, V] : {std::pair(parts[0], left.V_TC_C), {parts[1], right.V_TC_C}}) {
    const Twist V_TB_B = velocity_in_total(part, V);
    CHECK((V_TB_B.angular - cut.V_TB_B.angular).norm() < 1e-14);
    CHECK((V_TB_B.linear - cut.V_TB_B.linear).norm() < 1e-14);
  }
  REQUIRE(whole.total.friction_force.norm() > 0.1);
  const Sliding sliding = sliding_of(total, cut.V_TB_B), same = sliding_of(whole.total, cut.V_TB_B);
  CHECK(sliding.friction_power == Approx(same.friction_power).epsilon(1e-10));
}

TEST_CASE("a part in which the other body casts counts the other way", "[contact][total]") {
  const CutBall cut;
  const ContactResult left = cut.result(-1, cut.X_BL);
  const std::vector<ContactPart> first = {{left.total, cut.X_BL}},
                                 second = {{left.total, cut.X_BL, true}};
  const ContactStatistics a = total_of(first), b = total_of(second);
  CHECK(a.contact_force == -b.contact_force);
  CHECK((a.contact_moment + b.contact_moment).norm() < 1e-12 * a.contact_moment.norm());
  CHECK(a.friction_moment.norm() > 0);
  CHECK(a.center_of_pressure == b.center_of_pressure);
  const Twist V = velocity_in_total(second[0], left.V_TC_C);
  CHECK((V.angular + cut.V_TB_B.angular).norm() < 1e-14);
  CHECK((V.linear + cut.V_TB_B.linear).norm() < 1e-14);
}

TEST_CASE("a sum of what does not touch is none", "[contact][total]") {
  const std::vector<ContactPart> parts(2);
  CHECK(total_of(parts).center_of_pressure == ContactStatistics{}.center_of_pressure);
  CHECK(total_of({}).contact_area == 0);
}

}  // namespace condyle::test::contact_total_tests
