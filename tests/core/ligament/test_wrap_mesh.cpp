// Wraps over meshes, compared with closed forms, with the exact geodesics of convex hulls, with
// shortened chains of points, and with the properties of any taut string.
#include <algorithm>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/geodesic.h"
#include "condyle/mesh/primitives.h"
#include "core/ligament/path_fixture.h"
#include "core/ligament/wrap_oracles.h"
#include "core/src/ligament/mesh_node.h"
#include "core/src/ligament/wrap_touch.h"
#include "support/allocation_counter.h"
#include "support/few_or_all.h"

namespace condyle::test::wrap_mesh_tests {

using Eigen::Vector3d;
using std::numbers::pi;

namespace {

struct Traced {
  ligament::TracedPath traced;
  ligament::PathMemory memory;
};

/// A path with both points and the mesh on bodies at the origin.
ligament::StrandPath path_over(const geometry::Shape& shape, const Vector3d& A, const Vector3d& B) {
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = A}, {.body = 0, .p_B = B}};
  path.obstacles.push_back({.name = "mesh", .body = 1, .shape = shape, .side = {}});
  return path;
}

void go_on(const geometry::Shape& shape, const Vector3d& A, const Vector3d& B, Traced& traced) {
  const std::vector<Pose> X_WB(2, Pose::Identity());
  trace(path_over(shape, A, B), X_WB, {}, traced.memory, traced.traced);
}

Traced traced(const geometry::Shape& shape, const Vector3d& A, const Vector3d& B) {
  Traced result;
  go_on(shape, A, B, result);
  return result;
}

const std::vector<ligament::MeshNode>& nodes_of(const Traced& t) {
  return t.memory.wraps[0].mesh.nodes;
}

std::vector<Vector3d> points_of(const Traced& t, const Vector3d& A, const Vector3d& B) {
  std::vector<Vector3d> points{A};
  for (const ligament::MeshNode& node : nodes_of(t)) points.push_back(node.point);
  points.push_back(B);
  return points;
}

/// Checks that the string is nowhere inside and that at each node it presses on the edge and meets
/// it at equal angles on both sides, as a straight line across the unfolded triangles. Returns the
/// number of nodes at vertices, where the angles may differ.
int check_taut(const geometry::MeshSolid& solid, const Traced& t, const Vector3d& A,
               const Vector3d& B) {
  CHECK(t.traced.status == ligament::PathStatus::complete);
  const double size = solid.bounds().diagonal().norm();
  const std::vector<Vector3d> points = points_of(t, A, B);
  double length = 0, deepest = 0, crooked = 0, away = 0;
  int at_vertices = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    length += (points[i + 1] - points[i]).norm();
    for (const double u : {0.03, 0.25, 0.5, 0.8}) {
      deepest =
          std::min(deepest, nearest(solid, points[i] + u * (points[i + 1] - points[i])).distance);
    }
    if (i == 0) continue;
    const Vector3d in = (points[i] - points[i - 1]).normalized(),
                   out = (points[i + 1] - points[i]).normalized();
    const ligament::MeshNode& node = nodes_of(t)[i - 1];
    const auto& corners = solid.mesh().triangles[node.side / 3];
    const Vector3d edge = solid.mesh().vertices[corners[(node.side % 3 + 1) % 3]] -
                          solid.mesh().vertices[corners[node.side % 3]];
    const Vector3d normal =
        solid.face_normal(node.side / 3) + solid.face_normal(solid.across(node.side) / 3);
    CHECK(node.place >= 0);
    CHECK(node.place <= edge.norm() * (1 + 1e-15));
    if (node.place == 0 || node.place == edge.norm()) {
      ++at_vertices;
      continue;
    }
    crooked = std::max(crooked, std::abs((out - in).dot(edge.normalized())));
    away = std::max(away, (out - in).dot(normal));
  }
  CHECK(length == Approx(t.traced.length).epsilon(1e-13));
  CHECK(deepest > -3e-10 * size);  // within 1e-10 of the size counts as lying on the mesh
  CHECK(crooked < 1e-9);           // equal angles, to the residual of the iteration
  CHECK(away < 1e-9);
  return at_vertices;
}

/// The convex hull: every triangle that has all points on one side. Precondition: the points are in
/// general position.
TriangleMesh hull_of(const std::vector<Vector3d>& points) {
  TriangleMesh mesh;
  mesh.vertices = points;
  const int n = static_cast<int>(points.size());
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        const Vector3d normal = (points[j] - points[i]).cross(points[k] - points[i]);
        bool above = false, below = false;
        for (int m = 0; m < n && !(above && below); ++m) {
          if (m == i || m == j || m == k) continue;
          (normal.dot(points[m] - points[i]) > 0 ? above : below) = true;
        }
        if (above && below) continue;
        if (above) {
          mesh.triangles.push_back({i, k, j});
        } else {
          mesh.triangles.push_back({i, j, k});
        }
      }
    }
  }
  return mesh;
}

/// The mesh without unused vertices.
TriangleMesh compacted(const TriangleMesh& mesh) {
  TriangleMesh result;
  std::vector<int> number(mesh.vertices.size(), -1);
  for (auto triangle : mesh.triangles) {
    for (int& v : triangle) {
      if (number[v] < 0) {
        number[v] = static_cast<int>(result.vertices.size());
        result.vertices.push_back(mesh.vertices[v]);
      }
      v = number[v];
    }
    result.triangles.push_back(triangle);
  }
  return result;
}

/// A ball with bumps and dents.
TriangleMesh bumpy(Random& random, int subdivisions, double height) {
  TriangleMesh mesh = mesh::make_icosphere(0.02, subdivisions);
  const Vector3d a = 3 * random.direction(), b = 4 * random.direction();
  const double p = random.between(0, 6), q = random.between(0, 6);
  for (Vector3d& v : mesh.vertices) {
    v *= 1 + height * (std::sin(a.dot(v) / 0.02 + p) + std::sin(b.dot(v) / 0.02 + q));
  }
  return mesh;
}

geometry::MeshPoint at_vertex(const TriangleMesh& mesh, const Vector3d& p) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      if (mesh.vertices[mesh.triangles[t][k]] == p) {
        return {static_cast<int>(t), Vector3d::Unit(k)};
      }
    }
  }
  FAIL("no such vertex");
  return {};
}

}  // namespace

TEST_CASE(
    "mesh: on finer and finer balls and cylinders the length goes to the closed form by the "
    "square of the triangles' size",
    "[ligament][path][wrap][mesh]") {
  const auto mean_error = [](const geometry::Shape& mesh, const geometry::Shape& smooth,
                             bool is_cylinder) {
    Random random{5};
    double sum = 0;
    int touched = 0;
    for (int i = 0; i < 30; ++i) {
      Vector3d A = random.between(1.1, 3) * 0.02 * random.direction();
      Vector3d B =
          random.between(1.1, 3) * 0.02 * (-A.normalized() + random.direction()).normalized();
      if (is_cylinder) {
        A = {0.02 * random.between(1.1, 2), 0, random.between(-0.04, 0.04)};
        const double turn = random.between(2, 3);
        B = {0.03 * std::cos(turn), 0.03 * std::sin(turn), random.between(-0.04, 0.04)};
      }
      const Traced on_mesh = traced(mesh, A, B), exact = traced(smooth, A, B);
      CHECK(on_mesh.traced.status == ligament::PathStatus::complete);
      if (exact.traced.wraps.empty()) continue;
      ++touched;
      CHECK(on_mesh.traced.length <= exact.traced.length);  // the mesh is inside the surface
      sum += 1 - on_mesh.traced.length / exact.traced.length;
    }
    REQUIRE(touched > 15);
    return sum / touched;
  };
  double ball = 0, wall = 0;
  for (const int level : {2, 3, 4, 5}) {
    const double finer_ball = mean_error(geometry::MeshSolid(mesh::make_icosphere(0.02, level)),
                                         geometry::Sphere{0.02}, false);
    const double finer_wall =
        mean_error(geometry::MeshSolid(mesh::make_cylinder(0.02, 0.2, 8 << level, 1 << level)),
                   geometry::InfiniteCylinder{0.02}, true);
    // The facets of different balls have different directions to the strands, hence a tenth.
    if (ball > 0) CHECK(ball / finer_ball == Approx(4).epsilon(0.1));
    if (wall > 0) CHECK(wall / finer_wall == Approx(4).epsilon(0.1));
    ball = finer_ball;
    wall = finer_wall;
  }
  CHECK(ball < 3e-5);  // a mean edge of 1/27 radius: (1/27)^2 / 50
}

TEST_CASE("mesh: over a box as its faces laid flat say", "[ligament][path][wrap][mesh]") {
  Random random{GENERATE(1u, 2u)};
  CAPTURE(random.seed);
  const Vector3d half(0.02, 0.05, 0.015);
  for (const int segments : {1, 4}) {
    const geometry::MeshSolid box(mesh::make_box(2 * half, {segments, segments, segments}));
    for (int i = 0; i < 40; ++i) {
      // From one long face to the other; the path around the ends is longer.
      const Vector3d A(-half.x() - random.between(1e-3, 0.02), random.between(-0.01, 0.01),
                       random.between(-0.005, 0.014));
      const Vector3d B(half.x() + random.between(1e-3, 0.02), random.between(-0.01, 0.01),
                       random.between(-0.005, 0.014));
      const auto over = [&](double edge) {  // the top or the bottom
        const double near_a = std::hypot(-half.x() - A.x(), edge - A.z());
        const double near_b = std::hypot(B.x() - half.x(), edge - B.z());
        return std::hypot(near_a + 2 * half.x() + near_b, B.y() - A.y());
      };
      const double expected = std::min(over(half.z()), over(-half.z()));
      CAPTURE(segments, i);
      const Traced t = traced(box, A, B);
      check_taut(box, t, A, B);
      CHECK(t.traced.length == Approx(expected).epsilon(1e-12));
    }
  }
}

TEST_CASE("mesh: over a convex one the path is a geodesic of the hull around it and its ends",
          "[ligament][path][wrap][mesh][rounds]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  int touched = 0, shortest = 0, at_vertices = 0;
  for (int i = 0; i < few_or_all(24, 40); ++i) {
    std::vector<Vector3d> points;
    for (int k = 0; k < 24; ++k) points.push_back(random.between(0.015, 0.02) * random.direction());
    const geometry::MeshSolid solid(compacted(hull_of(points)));
    const Vector3d A = random.between(1.2, 2) * 0.02 * random.direction();
    const Vector3d B =
        random.between(1.2, 2) * 0.02 * (random.direction() - A.normalized()).normalized();
    const Traced t = traced(solid, A, B);
    CAPTURE(i);
    at_vertices += check_taut(solid, t, A, B);
    if (t.traced.wraps.empty()) continue;
    ++touched;
    points.push_back(A);
    points.push_back(B);
    const TriangleMesh around = compacted(hull_of(points));
    const geometry::MeshGeodesic exact =
        geometry::MeshGeodesics(around).shortest(at_vertex(around, A), at_vertex(around, B));
    CHECK(t.traced.length > exact.length * (1 - 1e-12));
    // A longer path is the shortest only among its neighbours; so coarse a polyhedron has many such
    // paths.
    CHECK(t.traced.length < exact.length * 1.05);
    shortest += t.traced.length < exact.length * (1 + 1e-12) ? 1 : 0;
  }
  CAPTURE(touched, shortest);
  CHECK(touched >= few_or_all(10, 25));
  CHECK(shortest >= touched * 9 / 10);
  CHECK(at_vertices == 0);  // no shortest path passes over a convex vertex
}

TEST_CASE(
    "mesh: hollow in places, the string is taut, clear of the hollows, and as short as a "
    "chain that is shortened",
    "[ligament][path][wrap][mesh]") {
  Random random{GENERATE(1u, 2u)};
  CAPTURE(random.seed);
  int touched = 0, lifted = 0;
  for (int i = 0; i < 25; ++i) {
    const geometry::MeshSolid solid(bumpy(random, 3, 0.08));
    const Vector3d A = random.between(1.4, 2) * 0.02 * random.direction();
    const Vector3d B =
        random.between(1.4, 2) * 0.02 * (random.direction() - A.normalized()).normalized();
    const Traced t = traced(solid, A, B);
    CAPTURE(i);
    check_taut(solid, t, A, B);
    if (t.traced.wraps.empty()) continue;
    ++touched;
    const std::vector<Vector3d> points = points_of(t, A, B);
    for (std::size_t k = 1; k + 2 < points.size(); ++k) {
      lifted += nearest(solid, 0.5 * (points[k] + points[k + 1])).distance > 1e-6 ? 1 : 0;
    }
    if (i % 8 != 0) continue;
    // The chain cuts through edges between its points, which makes it shorter by the square of
    // their distance.
    const Vector3d middle = points[points.size() / 2];
    const double chain = shortened_chain({{solid}}, {A, middle, B}, 5);
    CHECK(t.traced.length == Approx(chain).epsilon(2e-3));
    CHECK(t.traced.length > chain * (1 - 1e-4));
  }
  CHECK(touched >= 10);
  CHECK(lifted > 0);
}

TEST_CASE("mesh: balance, speed and gradient in any pose", "[ligament][path][wrap][mesh]") {
  Random random{GENERATE(1u, 2u, 3u)};
  CAPTURE(random.seed);
  int touched = 0;
  for (int i = 0; i < 30; ++i) {
    const geometry::MeshSolid solid(i % 2 == 0 ? mesh::make_icosphere(0.02, 3)
                                               : bumpy(random, 3, 0.06));
    const Vector3d A = random.between(1.4, 2) * 0.02 * random.direction();
    const Vector3d B =
        random.between(1.4, 2) * 0.02 * (random.direction() - A.normalized()).normalized();
    const Scene scene = one_obstacle(random, solid, A, B);
    const ligament::TracedPath traced = trace_cold(scene.path, scene.X_WB, scene.V_WB_W);
    CAPTURE(i);
    CHECK(traced.status == ligament::PathStatus::complete);
    check_balance(scene.path, traced, scene.X_WB);
    if (traced.wraps.empty()) continue;
    ++touched;
    // A step of 1e-6 s may take a node past a vertex: there the second derivative jumps.
    check_speed(scene, 1e-5);
  }
  CHECK(touched >= 10);
}

TEST_CASE("mesh: followed in small steps the length changes by its rate, and winds on past a turn",
          "[ligament][path][wrap][mesh]") {
  const geometry::MeshSolid solid(mesh::make_cylinder(0.02, 0.1, 64, 8));
  const Vector3d A(0.03, 0, -0.01);
  Traced t;
  double last = 0, last_speed = 0;
  int touched = 0;
  const int steps = 1500;
  const double step = 3 * 2 * pi / steps;  // three turns about the axis
  for (int i = 0; i <= steps; ++i) {
    const double angle = step * i;
    Pose X_WB = Pose::Identity();
    X_WB.linear() = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
    ligament::StrandPath path = path_over(solid, A, Vector3d::Zero());
    path.points[1] = {.body = 2, .p_B = {0.03, 0.001, 0.01}};
    const std::vector<Pose> X{Pose::Identity(), Pose::Identity(), X_WB};
    const std::vector<Twist> V{{}, {}, {.angular = Vector3d::UnitZ(), .linear = Vector3d::Zero()}};
    trace(path, X, V, t.memory, t.traced);
    REQUIRE(t.traced.status == ligament::PathStatus::complete);
    touched += t.traced.wraps.empty() ? 0 : 1;
    if (i > 0) {
      // By the trapezoidal rule: the rate bends by a radius per turn at most, and jumps by a
      // facet's share where a node comes or goes.
      const double by_rate = 0.5 * step * (t.traced.lengthening_speed + last_speed);
      CHECK(std::abs(t.traced.length - last - by_rate) < 0.02 * step * step);
    }
    last = t.traced.length;
    last_speed = t.traced.lengthening_speed;
  }
  CHECK(touched > 1300);
  // Three turns minus the free ends, as over the smooth wall, to the error of the facets.
  const double free = std::sqrt(0.03 * 0.03 - 0.02 * 0.02), off = std::acos(0.02 / 0.03);
  const double around = 0.02 * (6 * pi - 2 * off) + 2 * free;
  CHECK(last == Approx(std::hypot(around, 0.02)).epsilon(2e-3));
}

TEST_CASE("mesh: of the ways on which it would stay, a strand takes the one on the given side") {
  const auto length = [](const geometry::Shape& shape, std::optional<Vector3d> side) {
    ligament::StrandPath path = path_over(shape, {-0.2, 0, -0.01}, {0.2, 0, -0.01});
    path.obstacles[0].side = side;
    Traced t;
    trace(path, std::vector<Pose>(2, Pose::Identity()), {}, t.memory, t.traced);
    CHECK(t.traced.status == ligament::PathStatus::complete);
    return t.traced.length;
  };
  // Straight over the edges of a box, below or above.
  const geometry::MeshSolid box(mesh::make_box({0.1, 0.1, 0.06}, {1, 1, 1}));
  const auto way_at = [](double height) { return 0.1 + 2 * std::hypot(0.15, height + 0.01); };
  CHECK(length(box, {}) == Approx(way_at(-0.03)).epsilon(1e-9));
  CHECK(length(box, -Vector3d::UnitZ()) == Approx(way_at(-0.03)).epsilon(1e-9));
  CHECK(length(box, Vector3d::UnitZ()) == Approx(way_at(0.03)).epsilon(1e-9));
  // The longer way over a ball slips off.
  const geometry::MeshSolid ball(mesh::make_icosphere(0.05, 4));
  CHECK(length(ball, Vector3d::UnitZ()) == Approx(length(ball, {})).epsilon(1e-9));
}

TEST_CASE("mesh: an end on the surface, inside, and a strand that comes to touch and leaves",
          "[ligament][path][wrap][mesh]") {
  const geometry::MeshSolid ball(mesh::make_icosphere(0.02, 4));
  SECTION("between two points of the surface the path is the mesh's geodesic") {
    Random random{4};
    const geometry::MeshGeodesics geodesics(ball.mesh());
    int shortest = 0;
    const int count = 12;
    for (int i = 0; i < count; ++i) {
      const geometry::MeshPoint a = ball.nearest_point(random.direction()),
                                b = ball.nearest_point(random.direction());
      const Vector3d A = ball.position(a), B = ball.position(b);
      const Traced t = traced(ball, A, B);
      check_taut(ball, t, A, B);
      const double exact = geodesics.shortest(a, b).length;
      CHECK(t.traced.length > exact * (1 - 1e-12));
      CHECK(t.traced.length < exact * (1 + 1e-4));
      shortest += t.traced.length < exact * (1 + 1e-11) ? 1 : 0;
    }
    CHECK(shortest >= count / 2);
  }
  SECTION("inside: passed through, and said") {
    const Traced t = traced(ball, {0.01, 0, 0}, {-0.03, 0, 0});
    CHECK(t.traced.status == ligament::PathStatus::end_inside);
    CHECK(t.traced.length == Approx(0.04));
  }
  SECTION("it touches first on the side that it comes from, however long the step") {
    for (const double depth : {1e-5, 1e-3, 0.015}) {
      Traced t = traced(ball, {-0.03, 0, 0.021}, {0.03, 0, 0.021});
      CHECK(t.traced.wraps.empty());
      go_on(ball, {-0.03, 0, 0.02 - depth}, {0.03, 0, 0.02 - depth}, t);
      REQUIRE(t.traced.wraps.size() == 1);
      for (const ligament::MeshNode& node : nodes_of(t)) CHECK(node.point.z() > 0);
      // Up to the middle the strand stays there (beyond, it would slip off sideways), and it leaves
      // where it began to touch.
      go_on(ball, {-0.03, 0, 0.001}, {0.03, 0, 0.001}, t);
      REQUIRE(t.traced.wraps.size() == 1);
      for (const ligament::MeshNode& node : nodes_of(t)) CHECK(node.point.z() > 0);
      go_on(ball, {-0.03, 0, 0.0205}, {0.03, 0, 0.0205}, t);
      CHECK(t.traced.wraps.empty());
      CHECK(t.traced.length == Approx(0.06));
    }
  }
  SECTION("an open mesh is refused") {
    CHECK_THROWS_AS(geometry::MeshSolid(mesh::make_plane_grid(0.1, 0.1, 2, 2)), InputError);
  }
}

TEST_CASE("mesh: a warm strand allocates nothing and repeats its bits",
          "[ligament][path][wrap][mesh]") {
  const geometry::MeshSolid ball(mesh::make_icosphere(0.02, 4));
  const Vector3d A(-0.03, 0.002, 0.004), B(0.03, 0.001, 0.005), step(0, 2e-4, 3e-4);
  const std::vector<Pose> X_WB(2, Pose::Identity());
  ligament::StrandPath path = path_over(ball, A, B);
  ligament::PathMemory memory;
  ligament::TracedPath traced;
  const auto run = [&](int i) {
    path.points[1].p_B = B + i * step;
    trace(path, X_WB, {}, memory, traced);
    return traced.length;
  };
  std::vector<double> lengths;
  for (int i = 0; i < 20; ++i) lengths.push_back(run(i));
  for (int i = 20; i-- > 0;) run(i);  // lists grow until both paths have occurred
  const long before = allocation_count();
  for (int i = 0; i < 20; ++i) run(i);
  for (int i = 20; i-- > 0;) run(i);
  CHECK(allocation_count() == before);
  memory = {};
  for (int i = 0; i < 20; ++i) CHECK(run(i) == lengths[i]);
}

TEST_CASE("mesh: several obstacles in one stretch", "[ligament][path][wrap][mesh]") {
  // One ball of each kind, compared with two smooth ones.
  const auto path = [](const geometry::Shape& first, const geometry::Shape& second) {
    ligament::StrandPath c;
    c.points = {{.body = 0, .p_B = {-0.06, 0, 0}}, {.body = 0, .p_B = {0.09, 0, 0.004}}};
    for (const auto& [shape, x, z] :
         {std::tuple{first, -0.02, -0.012}, std::tuple{second, 0.04, 0.013}}) {
      Pose X = Pose::Identity();
      X.translation() = Vector3d(x, 0.001, z);
      c.obstacles.push_back({.name = "ball", .body = 1, .X_BS = X, .shape = shape, .side = {}});
    }
    return c;
  };
  const std::vector<Pose> X_WB(2, Pose::Identity());
  const geometry::MeshSolid ball(mesh::make_icosphere(0.02, 5));
  const ligament::TracedPath smooth =
      trace_cold(path(geometry::Sphere{0.02}, geometry::Sphere{0.02}), X_WB);
  REQUIRE(smooth.wraps.size() == 2);
  for (const auto& [first, second] :
       {std::pair<geometry::Shape, geometry::Shape>{ball, geometry::Sphere{0.02}},
        std::pair<geometry::Shape, geometry::Shape>{geometry::Sphere{0.02}, ball},
        std::pair<geometry::Shape, geometry::Shape>{ball, ball}}) {
    const ligament::StrandPath c = path(first, second);
    ligament::PathMemory memory;
    ligament::TracedPath traced;
    trace(c, X_WB, {}, memory, traced);
    CHECK(traced.status == ligament::PathStatus::complete);
    CHECK(traced.wraps.size() == 2);
    CHECK(traced.length == Approx(smooth.length).epsilon(1e-4));  // the facets
    check_balance(c, traced, X_WB);
    const double cold = traced.length;
    trace(c, X_WB, {}, memory, traced);
    CHECK(traced.length == Approx(cold).epsilon(1e-12));
  }
}

}  // namespace condyle::test::wrap_mesh_tests
