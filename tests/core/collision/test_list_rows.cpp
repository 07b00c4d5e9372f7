// The test in float (list_rows.h): it lets through whatever the exact test finds, and little else.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "condyle/mesh/primitives.h"
#include "core/collision/attack_meshes.h"
#include "core/collision/listed_group.h"
#include "support/few_or_all.h"

namespace condyle::test::list_rows_tests {
namespace {

/// Requires that the candidates include every crossing; returns the number of crossings.
std::size_t require_complete(const ListedGroups& groups,
                             const std::vector<ListedCandidate>& candidates) {
  std::set<std::pair<int, int>> known;
  for (const ListedCandidate& candidate : candidates)
    known.insert({candidate.ray, candidate.triangle});
  const std::vector<ListedCandidate> crossings = groups.crossings();
  for (const auto& [ray, triangle, leaves] : crossings) {
    INFO("ray " << ray << ", triangle " << triangle);
    REQUIRE(known.count({ray, triangle}) == 1);
  }
  return crossings.size();
}

/// Requires that the candidates include every crossing of the rays that leave the target somewhere;
/// returns the number of these crossings.
std::size_t require_complete_where_rays_leave(const ListedGroups& groups,
                                              const std::vector<ListedCandidate>& candidates) {
  std::set<std::pair<int, int>> known;
  for (const ListedCandidate& candidate : candidates)
    known.insert({candidate.ray, candidate.triangle});
  const std::vector<ListedCandidate> crossings = groups.crossings();
  std::set<int> leaving;
  for (const ListedCandidate& crossing : crossings)
    if (crossing.leaves) leaving.insert(crossing.ray);
  std::size_t count = 0;
  for (const auto& [ray, triangle, leaves] : crossings) {
    if (leaving.count(ray) == 0) continue;
    INFO("ray " << ray << ", triangle " << triangle);
    REQUIRE(known.count({ray, triangle}) == 1);
    ++count;
  }
  return count;
}

Pose moved(Pose X, double fraction, const Eigen::Vector3d& turn, const Eigen::Vector3d& shift) {
  X.translate(fraction * shift);
  X.rotate(Eigen::AngleAxisd(fraction * turn.norm(), turn.normalized()));
  return X;
}

/// Takes some steady steps, for which lists are laid ahead, then goes to the last pose for which
/// the lists hold. Returns the number of crossings there.
template <class At>
std::size_t go_as_far_as_lists_hold(ListedGroups& groups, const At& at) {
  for (int i = 0; i < 3; ++i) groups.candidates(at(i));
  double holds = 2, fails = 200;
  REQUIRE(!groups.hold(at(fails)));
  for (double middle = 101; holds < middle && middle < fails; middle = 0.5 * (holds + fails))
    (groups.hold(at(middle)) ? holds : fails) = middle;
  REQUIRE(holds > 5);
  return require_complete(groups, groups.candidates(at(holds)));
}

}  // namespace

TEST_CASE("The rows of lists let every crossing through, of slivers, walls and dust, at any size",
          "[rows][rounds]") {
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  std::size_t crossings = 0;
  for (unsigned seed = 1; seed <= few_or_all(10U, 25U); ++seed) {
    INFO("scale " << scale << ", seed " << seed);
    RandomGeometry random(seed);
    const TriangleMesh target = any_mesh(random);
    const TriangleMesh casting = aimed_at(target, random, 200);
    const Eigen::Vector3d size = Eigen::Vector3d::Constant(scale);
    const RayReach reach{scale * std::pow(10, random.uniform(-2, 0)),
                         random.integer(0, 1) == 0 ? 0 : 0.1 * scale};
    ListedGroups groups(scaled(casting, size), scaled(target, size), reach);
    // Reaches the pose at which the rays are aimed by steady steps, for which lists are laid ahead,
    // and by jumps.
    const double pace = std::pow(10, random.uniform(-8, -2));
    const Eigen::Vector3d turn = random.vector(pace), shift = random.vector(scale * pace);
    for (const int i : {-3, -2, -1, 0, 1, 2, 40, 0}) {
      INFO("step " << i);
      const auto& candidates = groups.candidates(moved(Pose::Identity(), i, turn, shift));
      crossings += require_complete(groups, candidates);
    }
  }
  CHECK(crossings > 5000);
}

TEST_CASE("Of one side, rows let all crossings of a ray through that leaves the target somewhere",
          "[rows][rounds]") {
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  std::size_t crossings = 0;
  long rows_of_one_side = 0, rows_of_two = 0;
  for (unsigned seed = 101; seed <= few_or_all(112U, 130U); ++seed) {
    INFO("scale " << scale << ", seed " << seed);
    RandomGeometry random(seed);
    const TriangleMesh target = any_mesh(random);
    const TriangleMesh casting = aimed_at(target, random, 200);
    const Eigen::Vector3d size = Eigen::Vector3d::Constant(scale);
    const RayReach reach{scale * std::pow(10, random.uniform(-2, 0)),
                         random.integer(0, 1) == 0 ? 0 : 0.1 * scale};
    const TriangleMesh from = scaled(casting, size), to = scaled(target, size);
    ListedGroups one(from, to, reach, false), two(from, to, reach, true);
    const double pace = std::pow(10, random.uniform(-8, -2));
    const Eigen::Vector3d turn = random.vector(pace), shift = random.vector(scale * pace);
    for (const int i : {-3, -2, -1, 0, 1, 2, 40, 0}) {
      INFO("step " << i);
      const Pose X_TC = moved(Pose::Identity(), i, turn, shift);
      crossings += require_complete_where_rays_leave(one, one.candidates(X_TC));
      two.candidates(X_TC);
    }
    rows_of_one_side += one.rows();
    rows_of_two += two.rows();
  }
  CHECK(crossings > 2000);
  CHECK(rows_of_one_side < rows_of_two);
}

TEST_CASE("Rays that can only enter the target are tested against no row", "[rows]") {
  // The rays run from a plate down onto a plane that faces it.
  const TriangleMesh plate = mesh::make_plane_grid(0.5, 0.5, 6, 6),
                     plane = mesh::make_plane_grid(2, 2, 50, 50);
  Pose X_TC = Pose::Identity();
  X_TC.translation() = Eigen::Vector3d(1e-3, 2e-3, 0.05);
  for (const bool two_sided : {false, true}) {
    ListedGroups groups(plate, plane, {0.1, 0}, two_sided);
    groups.candidates(X_TC);
    REQUIRE(groups.crossings().size() == 72);
    CHECK((groups.rows() > 0) == two_sided);
  }
}

TEST_CASE("At the last pose for which a list holds it lets every crossing through", "[rows]") {
  std::size_t crossings = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    RandomGeometry random(seed);
    const TriangleMesh target = random.bumpy(mesh::make_torus(1, 0.4, 20, 12), 0.01);
    const TriangleMesh ball = random.bumpy(mesh::make_icosphere(0.6, 2), 0.01);
    ListedGroups groups(ball, target, {0.3, 0.02});
    const Eigen::Vector3d turn = random.vector(2e-3), shift = random.vector(2e-3);
    Pose start = Pose::Identity();
    start.translation() = Eigen::Vector3d(1, 0, 0.9);
    crossings += go_as_far_as_lists_hold(
        groups, [&](double steps) { return moved(start, steps, turn, shift); });
  }
  CHECK(crossings > 200);
}

TEST_CASE("Parallel rays that slide as far as their list holds lose no crossing", "[rows]") {
  // There is no slack: all rays move exactly as far as the bound allows, onto triangles that are
  // much smaller than the margin.
  std::size_t crossings = 0;
  for (int direction = 0; direction < 16; ++direction) {
    INFO("direction " << direction);
    ListedGroups groups(mesh::make_plane_grid(0.5, 0.5, 6, 6), mesh::make_plane_grid(2, 2, 50, 50),
                        {0.1, 0});
    const double angle = M_PI / 8 * direction;
    const Eigen::Vector3d shift = 3e-3 * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0);
    Pose start = Pose::Identity();
    start.translation() = Eigen::Vector3d(1e-3, 2e-3, 0.05);
    crossings += go_as_far_as_lists_hold(groups, [&](double steps) {
      return moved(start, steps, Eigen::Vector3d(1e-12, 0, 0), shift);
    });
  }
  CHECK(crossings >= 16 * 72);
}

TEST_CASE("Few candidates pass the rows beside those that cross", "[rows]") {
  // A bug that lets all rays pass would make the search slow, but its results would stay right.
  RandomGeometry random(1);
  const TriangleMesh dish = random.bumpy(mesh::make_torus(1, 0.4, 100, 60), 5e-4);
  const TriangleMesh ball = mesh::make_icosphere(0.6, 4);
  Pose X_TC = Pose::Identity();
  X_TC.translation() = Eigen::Vector3d(1, 0, 0.97);
  ListedGroups groups(ball, dish, {0.1, 0});
  std::size_t candidates = 0;
  long rows = 0;
  for (int i = 0; i < 12; ++i) {
    X_TC.translation().x() -= 1e-3;
    rows = -groups.rows();
    candidates = groups.candidates(X_TC).size();
    rows += groups.rows();
  }
  const std::size_t crossings = groups.crossings().size();
  CAPTURE(candidates, crossings, rows);
  REQUIRE(crossings > 50);
  CHECK(static_cast<double>(candidates) < 1.6 * static_cast<double>(crossings));
  CHECK(static_cast<double>(candidates) < 0.2 * 16 * static_cast<double>(rows));
}

TEST_CASE("Lists are shorter where the mesh moves by fits and starts", "[rows]") {
  // Moves in equal steps, and makes `calls` calls at each place, which differ by corrections of
  // 1e-7 alone.
  const auto rows_per_call = [](int calls) {
    constexpr int k_places = 60, k_first = 20;  // before that the pace is not known
    ListedGroups groups(mesh::make_plane_grid(1, 1, 50, 50), mesh::make_icosphere(0.5, 4),
                        {0.1, 0});
    long before = 0;
    for (int i = 0; i < calls * k_places; ++i) {
      if (i == calls * k_first) before = groups.rows();
      Pose X_TC = Pose::Identity();
      X_TC.translation() = Eigen::Vector3d(3e-3 * (i / calls) + 1e-7 * (i % calls) - 0.1, 0, 0.45);
      groups.candidates(X_TC);
    }
    return static_cast<double>(groups.rows() - before) / (calls * (k_places - k_first));
  };
  const double evenly = rows_per_call(1), by_fits = rows_per_call(3);
  CAPTURE(evenly, by_fits);
  CHECK(by_fits > 0);
  CHECK(by_fits < 0.7 * evenly);  // without the rule the two are equal
}

TEST_CASE("A ray passes beside a side's end by little more than the rounding", "[rows]") {
  // Parallel rays beside one side of a level triangle, at distances by powers of two.
  const double scale = GENERATE(1e-6, 1.0, 1e6);
  RandomGeometry random(3);
  for (int round = 0; round < 20; ++round) {
    INFO("scale " << scale << ", round " << round);
    const double edge = random.uniform(0.4, 1);
    const TriangleMesh target{{{-1, 0, 0}, {-1, edge, 0}, {1, 0, 0}}, {{0, 1, 2}}};
    TriangleMesh casting;  // sixteen rays down, half of them inside, by the side y = 0
    for (int i = 0; i < 16; ++i) {
      const double away = std::ldexp(i < 8 ? 1.0 : -1.0, -24 + 3 * (i % 8));
      const Eigen::Vector3d at(-0.5 + 0.02 * i, away, 0.1);
      const double size = 1e-3;
      const int first = static_cast<int>(casting.vertices.size());
      for (int k = 0; k < 3; ++k)
        casting.vertices.push_back(
            at + size * Eigen::Vector3d(std::cos(2 * M_PI * k / 3), std::sin(2 * M_PI * k / 3), 0));
      casting.triangles.push_back({first, first + 1, first + 2});
    }
    const Pose turned = random.pose(M_PI, 1);
    const Eigen::Vector3d size = Eigen::Vector3d::Constant(scale);
    TriangleMesh turned_target = target;
    for (auto& v : casting.vertices) v = turned * v;
    for (auto& v : turned_target.vertices) v = turned * v;
    ListedGroups groups(scaled(casting, size), scaled(turned_target, size), {scale, 0});
    const auto& candidates = groups.candidates(Pose::Identity());
    const auto passes = [&](int ray) {
      return std::any_of(candidates.begin(), candidates.end(),
                         [&](const auto& one) { return one.ray == ray; });
    };
    for (int i = 0; i < 8; ++i) CHECK(passes(i));
    const double widest = 16 * groups.rounding() / scale;
    REQUIRE(widest < 0x1p-10);
    for (int i = 8; i < 16; ++i)
      if (std::ldexp(1.0, -24 + 3 * (i % 8)) > widest) CHECK(!passes(i));
  }
}

TEST_CASE("Rays that start far above a large triangle are not tested exactly, however steep it is",
          "[rows]") {
  constexpr double k_radius = 0.02, k_depth = 500e-6;
  const RayReach reach{0.01, 16e-6};
  ListedGroups groups(mesh::make_icosphere(k_radius, 3),
                      mesh::make_box({0.08, 0.08, 0.01}, {2, 2, 1}), reach);
  Pose X_TC = Pose::Identity();
  X_TC.translation() = Eigen::Vector3d(1e-3, 2e-3, 0.005 + k_radius - k_depth);
  const auto& candidates = groups.candidates(X_TC);
  const std::size_t crossings = require_complete(groups, candidates);
  CAPTURE(crossings, candidates.size());
  CHECK(crossings > 0);
  // A test that counts steep triangles from their lowest corner on lets seven times as many
  // through.
  CHECK(candidates.size() < 4 * crossings);
}

}  // namespace condyle::test::list_rows_tests
