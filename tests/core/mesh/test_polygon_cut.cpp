// Polygons of mesh files: their triangles cover them once, whatever their shape.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>
#include <numeric>
#include <random>

#include "core/src/mesh/polygon_cut.h"

namespace condyle::test::polygon_cut_tests {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Triangles = std::vector<std::array<int, 3>>;
using Outline = std::vector<Vector2d>;

double turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

double doubled_area(const Outline& outline) {
  double sum = 0;
  for (std::size_t i = 2; i < outline.size(); ++i) {
    sum += turn(outline[0], outline[i - 1], outline[i]);
  }
  return sum;
}

struct Cut {
  Triangles triangles;
  std::vector<mesh::MeshFinding> findings;
};

Cut cut(const std::vector<Vector3d>& corners) {
  const mesh::MeshSource source{"a.obj", {}};
  mesh::PolygonCutter cutter(source);
  std::vector<int> polygon(corners.size());
  std::iota(polygon.begin(), polygon.end(), 0);
  Cut result;
  cutter.cut(corners, polygon, result.triangles);
  result.findings = cutter.findings();
  return result;
}

std::vector<Vector3d> placed(const Outline& outline, const Eigen::Isometry3d& X) {
  std::vector<Vector3d> corners;
  for (const Vector2d& p : outline) corners.push_back(X * Vector3d(p.x(), p.y(), 0));
  return corners;
}

/// Checks that the triangles cover the outline once: there are two less than corners, each turns as
/// the outline, their areas add up to its own, and each of its sides belongs to one triangle and
/// each other side to two, which pass it in opposite directions.
void check_cover(const Outline& outline, const Triangles& triangles) {
  const int n = static_cast<int>(outline.size());
  REQUIRE(static_cast<int>(triangles.size()) == n - 2);
  const double whole = doubled_area(outline);
  double sum = 0;
  std::vector<std::array<int, 2>> sides;
  for (const auto& [a, b, c] : triangles) {
    const double part = turn(outline[a], outline[b], outline[c]);
    // Rounding of coordinates of size 1 turned into a plane and back.
    REQUIRE(part * whole >= -1e-13);
    sum += std::abs(part);
    sides.insert(sides.end(), {{a, b}, {b, c}, {c, a}});
  }
  CHECK(sum == Approx(std::abs(whole)).epsilon(1e-11));
  for (const auto& [a, b] : sides) {
    const auto back = std::ranges::count(sides, std::array{b, a});
    REQUIRE(back == ((a + 1) % n == b ? 0 : 1));
  }
}

/// A closed walk through random points, freed of crossings by turning parts of it round.
Outline random_simple(std::mt19937& random, int n) {
  std::uniform_real_distribution<double> position(0, 1);
  Outline outline;
  for (int i = 0; i < n; ++i) outline.emplace_back(position(random), position(random));
  const auto crosses = [&](int i, int j) {
    const Vector2d &a = outline[i], &b = outline[(i + 1) % n], &c = outline[j],
                   &d = outline[(j + 1) % n];
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  };
  for (bool again = true; again;) {
    again = false;
    for (int i = 0; i < n; ++i) {
      for (int j = i + 2; j < n; ++j) {
        if (!crosses(i, j)) continue;
        std::reverse(outline.begin() + i + 1, outline.begin() + j + 1);
        again = true;
      }
    }
  }
  return outline;
}

Eigen::Isometry3d random_place(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond turn(normal(random), normal(random), normal(random), normal(random));
  return Eigen::Translation3d(normal(random), normal(random), normal(random)) * turn.normalized();
}

Outline regular(int n) {
  Outline outline;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    outline.emplace_back(std::cos(angle), std::sin(angle));
  }
  return outline;
}

Triangles fan(int n) {
  Triangles triangles;
  for (int i = 2; i < n; ++i) triangles.push_back({0, i - 1, i});
  return triangles;
}

std::string kinds(const Cut& result) {
  std::string text;
  for (const mesh::MeshFinding& finding : result.findings) text += finding.kind + " ";
  return text;
}

const Outline k_angle = {{0, 0}, {20, 0}, {20, 10}, {10, 10}, {10, 20}, {0, 20}};

}  // namespace

TEST_CASE("random simple polygons in random planes are covered once", "[mesh][polygon]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 400; ++trial) {
    const int n = std::uniform_int_distribution<int>(4, trial < 350 ? 16 : 80)(random);
    Outline outline = random_simple(random, n);
    if (trial % 2 == 0) std::reverse(outline.begin(), outline.end());
    const Cut result = cut(placed(outline, random_place(random)));
    INFO("trial " << trial << ", corners " << n);
    check_cover(outline, result.triangles);
    CHECK(kinds(result).empty());
  }
}

TEST_CASE("an angle is covered once from each of its corners, both ways", "[mesh][polygon]") {
  for (const bool is_reversed : {false, true}) {
    Outline outline = k_angle;
    if (is_reversed) std::reverse(outline.begin(), outline.end());
    for (std::size_t first = 0; first < outline.size(); ++first) {
      std::rotate(outline.begin(), outline.begin() + 1, outline.end());
      const Cut result = cut(placed(outline, Eigen::Isometry3d::Identity()));
      check_cover(outline, result.triangles);
      CHECK(kinds(result).empty());
    }
  }
}

TEST_CASE("combs and spirals are covered once", "[mesh][polygon]") {
  Outline comb;
  for (int i = 0; i < 100; ++i) comb.emplace_back(0.01 * i, i % 2 == 0 ? 0.0 : 0.9);
  comb.insert(comb.end(), {{0.99, 1}, {0, 1}});
  Outline spiral;
  for (int i = 0; i <= 200; ++i) {
    const double angle = 0.1 * i;
    spiral.push_back((0.1 + 0.04 * angle) * Vector2d(std::cos(angle), std::sin(angle)));
  }
  for (int i = 200; i >= 0; --i) {
    const double angle = 0.1 * i;
    spiral.push_back((0.07 + 0.04 * angle) * Vector2d(std::cos(angle), std::sin(angle)));
  }
  for (const Outline& outline : {comb, spiral}) {
    const Cut result = cut(placed(outline, Eigen::Isometry3d::Identity()));
    check_cover(outline, result.triangles);
    CHECK(kinds(result).empty());
  }
}

TEST_CASE("convex polygons keep their fan", "[mesh][polygon]") {
  std::mt19937 random(1);
  for (const int n : {3, 4, 5, 12, 1000}) {
    CHECK(cut(placed(regular(n), random_place(random))).triangles == fan(n));
  }
}

TEST_CASE("corners on a straight side leave no triangle without area", "[mesh][polygon]") {
  const Outline outline = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  const Cut result = cut(placed(outline, Eigen::Isometry3d::Identity()));
  check_cover(outline, result.triangles);
  for (const auto& [a, b, c] : result.triangles) {
    CHECK(turn(outline[a], outline[b], outline[c]) > 0.5);
  }
}

TEST_CASE("a slit that leads to a hole is passed both ways", "[mesh][polygon]") {
  const Outline outline = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0},
                           {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
  const Cut result = cut(placed(outline, Eigen::Isometry3d::Identity()));
  CHECK(kinds(result).empty());
  CHECK(result.triangles.size() == outline.size() - 2);
  double sum = 0;
  for (const auto& [a, b, c] : result.triangles) {
    const double part = turn(outline[a], outline[b], outline[c]);
    CHECK(part >= 0);
    sum += part;
  }
  CHECK(sum == 2 * (16 - 4));
}

TEST_CASE("corners at one place in a row count once", "[mesh][polygon]") {
  const Outline outline = {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  CHECK(cut(placed(outline, Eigen::Isometry3d::Identity())).triangles ==
        Triangles{{0, 1, 3}, {0, 3, 4}});
}

TEST_CASE("polygons that cross themselves are reported", "[mesh][polygon]") {
  std::mt19937 random(2);
  const Outline star = {regular(5)[0], regular(5)[2], regular(5)[4], regular(5)[1], regular(5)[3]};
  const std::vector<Outline> crossing = {
      {{0, 0}, {1, 1}, {1, 0}, {0, 1}},           // as much turns left as right
      {{0, 0}, {2, 2}, {2, 0}, {0, 1}},           // a bow
      star,                                       // goes round twice
      {{0, 0}, {4, 0}, {4, 4}, {2, -1}, {0, 4}},  // a tip sticks out
      {{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}};  // a tip touches a side
  for (const Outline& outline : crossing) {
    const Cut result = cut(placed(outline, Eigen::Isometry3d::Identity()));
    CHECK(kinds(result) == "crossing_polygons ");
    CHECK(result.triangles.size() == outline.size() - 2);
  }
  CHECK(kinds(cut(placed(star, random_place(random)))) == "crossing_polygons ");
}

TEST_CASE("polygons that are not plane are reported from one hundredth of their size",
          "[mesh][polygon]") {
  const auto quad = [](double height) {
    return cut({{0, 0, 0}, {1, 0, 0}, {1, 1, height}, {0, 1, 0}});
  };
  CHECK(kinds(quad(1e-7)).empty());  // coordinates stored as floats
  CHECK(kinds(quad(0.01)).empty());
  CHECK(kinds(quad(0.03)) == "bent_polygons ");
  CHECK(kinds(quad(-0.3)) == "bent_polygons ");
  CHECK(quad(0.3).triangles == fan(4));
}

TEST_CASE("a polygon with too many corners to cut is refused", "[mesh][polygon]") {
  std::vector<Vector3d> comb;
  for (int i = 0; i < 5'001; ++i) comb.emplace_back(i, i % 2, 0);
  comb.emplace_back(0, 10, 0);
  CHECK_THROWS_WITH(cut(comb),
                    "a.obj: polygon 1 is not convex and has 5002 corners, more than 5000; export "
                    "the mesh as triangles");
}

TEST_CASE("strips wind every second triangle back and drop the flat ones", "[mesh][polygon]") {
  Triangles triangles;
  mesh::append_strip(std::array{0, 1, 2, 3, 3, 4, 4, 5, 6}, triangles);
  CHECK(triangles == Triangles{{0, 1, 2}, {1, 3, 2}, {4, 5, 6}});
}

}  // namespace condyle::test::polygon_cut_tests
