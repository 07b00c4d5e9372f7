#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "condyle/geometry/curvature.h"
#include "core/src/base/checks.h"
#include "core/src/base/natural_spline.h"
#include "core/src/geometry/smallest_sphere.h"
#include "core/src/mesh/mesh_source.h"
#include "core/src/mesh/topology.h"

// Preconditions are checked in builds with tests, and say what is not so.

namespace condyle::test::preconditions_tests {
namespace {

using Catch::Contains;

/// While it lives, a check that fails throws its message.
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
  CHECK_THAT(message_of([] { smallest_sphere({}); }),
             Contains("smallest_sphere.cpp:") && Contains("!points.empty()"));
  CHECK_THAT(message_of([] { curvature(SurfaceJet{}); }), Contains("curvature.cpp:"));
  CHECK_THAT(
      message_of([] { fit_natural_spline(Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 0), 0); }),
      Contains("natural_spline.cpp:"));
  CHECK_THAT(message_of([] {
               std::vector<std::array<int, 3>> triangles;
               append_fan({1, 2}, triangles);
             }),
             Contains("polygon.size() >= 3"));
  CHECK(message_of([] { smallest_sphere(std::vector{Eigen::Vector3d(1, 2, 3)}); }).empty());
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
  CHECK(are_mutual(pair));
  const std::vector<std::array<int, 3>> one_sided{{1, -1, -1}, {-1, -1, -1}};
  CHECK_FALSE(are_mutual(one_sided));
  CHECK(has_valid_indices({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}));
  CHECK_FALSE(has_valid_indices({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}}));
}

}  // namespace condyle::test::preconditions_tests
