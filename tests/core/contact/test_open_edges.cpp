// Contacts that reach an open edge of the mesh that casts, from its triangles or its nodes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/contact_cases.h"
#include "core/src/contact/range_watch.h"

namespace condyle::test::open_edge_tests {
namespace {

constexpr double k_radius = 0.02;

std::vector<RangeFault> found(const std::shared_ptr<const ContactSurface>& casting,
                              const std::shared_ptr<const ContactSurface>& target, const Pose& X_CT,
                              CastingElements elements, const std::string& kind) {
  ContactSettings settings;
  settings.casts_from = elements;
  ContactPair pair(casting, target, settings);
  pair.evaluate(X_CT);
  RangeWatch watch;
  watch.observe(pair);
  std::vector<RangeFault> faults = watch.faults();
  std::erase_if(faults, [&](const RangeFault& fault) { return fault.kind != kind; });
  return faults;
}

/// A plate with a hole of 0.8 mm radius, `away` from its middle [m].
std::shared_ptr<const ContactSurface> plate_with_hole(double away) {
  return surface(cropped(mesh::make_plane_grid(0.04, 0.04, 60, 60), [&](const Vector3d& p) {
    return (p - Vector3d(away, 0, 0)).norm() > 0.8e-3;
  }));
}

}  // namespace

TEST_CASE("open edges: a hole of a plate that casts, from triangles or nodes", "[contact][edges]") {
  const CastingElements elements = GENERATE(CastingElements::triangles, CastingElements::nodes);
  const unsigned seed = 58;
  CAPTURE(seed, elements == CastingElements::nodes);
  std::mt19937 random(seed);
  const auto ball = surface(mesh::make_icosphere(k_radius, 5));
  for (int i = 0; i < 20; ++i) {
    const double depth = std::uniform_real_distribution<double>(1e-4, 5e-4)(random);
    const double radius = std::sqrt(2 * k_radius * depth);
    CAPTURE(i, depth);
    const Pose X_CT = translation(0, 0, k_radius - depth);
    const auto reached = found(plate_with_hole(0.5 * radius), ball, X_CT, elements, "at_open_edge");
    REQUIRE(reached.size() == 1);
    // At the hole's edge: x, y and z are the last of the numbers.
    const auto& numbers = reached[0].numbers;
    const Vector3d at(numbers[2].second, numbers[3].second, numbers[4].second);
    CHECK((at - Vector3d(0.5 * radius, 0, 0)).norm() < 2e-3);
    CHECK(found(plate_with_hole(radius + 2e-3), ball, X_CT, elements, "at_open_edge").empty());
  }
}

TEST_CASE("open edges: a shape that casts from nodes has none, but may be coarse",
          "[contact][edges]") {
  const geometry::Shape wall = geometry::HalfSpace{};
  const auto half_space = std::make_shared<const ContactSurface>(
      wall, mesh::make_plane_grid(4e-3, 4e-3, 4, 4), k_layer, "half space");
  const auto ball = surface(mesh::make_icosphere(k_radius, 5));
  const Pose X_CT = translation(0, 0, k_radius - 5e-4);
  CHECK(found(half_space, ball, X_CT, CastingElements::nodes, "at_open_edge").empty());
  CHECK(found(half_space, ball, X_CT, CastingElements::triangles, "at_open_edge").empty());
  const auto coarse =
      std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{k_radius}),
                                             mesh::make_icosphere(k_radius, 2), k_layer, "ball");
  const auto floor = surface(mesh::make_plane_grid(0.04, 0.04, 20, 20));
  const Pose below = translation(0, 0, -(k_radius - 2e-3));
  CHECK(found(coarse, floor, below, CastingElements::triangles, "coarse_casting").size() == 1);
  CHECK(found(coarse, floor, below, CastingElements::nodes, "coarse_casting").size() == 1);
}

}  // namespace condyle::test::open_edge_tests
