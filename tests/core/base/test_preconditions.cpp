#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "condyle/contact/contact_pair.h"
#include "condyle/geometry/curvature.h"
#include "condyle/mesh/primitives.h"
#include "core/src/base/checks.h"
#include "core/src/base/natural_spline.h"
#include "core/src/base/symmetric.h"
#include "core/src/contact/result_checks.h"
#include "core/src/geometry/smallest_sphere.h"
#include "core/src/mesh/polygon_cut.h"
#include "core/src/mesh/topology.h"

// Preconditions are checked in builds with tests, and a failure names the condition.

namespace condyle::test::preconditions_tests {
namespace {

using Catch::Contains;

/// While an instance lives, a check that fails throws its message as std::logic_error.
struct Throwing {
  Throwing() {
    checks::set_handler([](const char* message) { throw std::logic_error(message); });
  }
  ~Throwing() { checks::set_handler(nullptr); }
};

template <class Call>
std::string message_of(const Call& call) {
  const Throwing throwing;
  try {
    call();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a precondition that does not hold is named with its place", "[checks]") {
  CHECK_THAT(message_of([] { geometry::smallest_sphere({}); }),
             Contains("smallest_sphere.cpp:") && Contains("!points.empty()"));
  CHECK_THAT(message_of([] { curvature(geometry::SurfaceJet{}); }), Contains("curvature.cpp:"));
  CHECK_THAT(
      message_of([] { fit_natural_spline(Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 0), 0); }),
      Contains("natural_spline.cpp:"));
  CHECK_THAT(message_of([] {
               std::vector<std::array<int, 3>> triangles;
               const mesh::MeshSource source{"a.obj", {}};
               mesh::PolygonCutter(source).cut({}, std::array{1, 2}, triangles);
             }),
             Contains("polygon.size() >= 3"));
  CHECK(
      message_of([] { geometry::smallest_sphere(std::vector{Eigen::Vector3d(1, 2, 3)}); }).empty());
}

TEST_CASE("structures are looked over where tests ask for it", "[checks]") {
  CHECK(checks::validates_structures());
  int looked = 0;
  const auto is_fine = [&](bool fine) {
    ++looked;
    return fine;
  };
  CHECK(message_of([&] { CONDYLE_VALIDATE(is_fine(true)); }).empty());
  CHECK_THAT(message_of([&] { CONDYLE_VALIDATE(is_fine(false)); }), Contains("is_fine(false)"));
  checks::validate_structures(false);
  CHECK(message_of([&] { CONDYLE_VALIDATE(is_fine(false)); }).empty());
  checks::validate_structures(true);
  CHECK(looked == 2);
}

TEST_CASE("neighbours are mutual or the check sees it", "[checks]") {
  const std::vector<std::array<int, 3>> pair{{1, -1, -1}, {-1, 0, -1}};
  CHECK(mesh::are_mutual(pair));
  const std::vector<std::array<int, 3>> one_sided{{1, -1, -1}, {-1, -1, -1}};
  CHECK_FALSE(mesh::are_mutual(one_sided));
  CHECK(mesh::has_valid_indices({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}));
  CHECK_FALSE(mesh::has_valid_indices({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}}));
}

TEST_CASE("a matrix that is not symmetric is seen, rounding is not", "[checks]") {
  Eigen::Matrix3d m = Eigen::Matrix3d::Identity();
  m(0, 1) = 1e-13;
  CHECK(is_symmetric(m));
  m(2, 0) = 1e-9;
  CHECK_FALSE(is_symmetric(m));
  m(1, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(is_symmetric(m));
  CHECK(is_symmetric(Eigen::MatrixXd()));
}

TEST_CASE("a result whose halves are not the total is seen", "[checks]") {
  const auto surface =
      std::make_shared<ContactSurface>(mesh::make_icosphere(0.02, 3), Layer{1e6, 0.4, 3e-3});
  ContactPair pair(surface, surface, {});
  Pose X_CT = Pose::Identity();
  X_CT.translation() = Eigen::Vector3d(0.039, 0.001, 0);
  const ContactResult& result = pair.evaluate(X_CT, {});
  REQUIRE(result.total.n_contacting > 10);
  CHECK(halves_make_the_total(result));
  const auto is_seen = [&](auto spoil) {
    ContactResult spoilt = result;
    spoil(spoilt);
    return !halves_make_the_total(spoilt);
  };
  CHECK(is_seen([](ContactResult& r) { r.regions[2].statistics.contact_area *= 1 + 1e-6; }));
  CHECK(is_seen([](ContactResult& r) { ++r.regions[5].statistics.n_contacting; }));
  CHECK(is_seen([](ContactResult& r) { r.total.potential_energy *= 1 + 1e-6; }));
  CHECK(is_seen([](ContactResult& r) { r.F_target_C.moment.x() += 1e-12; }));
}

}  // namespace condyle::test::preconditions_tests
