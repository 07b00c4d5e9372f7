// What a new joint reads off the shapes of its parts, wherever and however they lie in their files.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "new_joint/ball_fit.h"
#include "new_joint/femoral_shape.h"
#include "new_joint/insert_shape.h"
#include "new_joint/mirror_plane.h"
#include "new_joint/patella_shape.h"
#include "support/few_or_all.h"
#include "world/scene_world.h"

namespace condyle::test::new_joint_shapes {
namespace {

constexpr double k_degree = std::numbers::pi / 180;

TriangleMesh shipped_mesh(const char* name) {
  return mesh::read_mesh(shipped_scenes().parent_path() / "meshes" / name, mesh::LengthUnit::metre);
}

Pose random_pose(unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Pose X = Pose::Identity();
  X.linear() = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
                   .normalized()
                   .toRotationMatrix();
  X.translation() = 0.2 * Eigen::Vector3d(normal(random), normal(random), normal(random));
  return X;
}

/// The angle between two directions [degree].
double degrees_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b)) / k_degree;
}

}  // namespace

TEST_CASE("new joint: the mirror plane of a part is found in any pose", "[new_joint][rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 4u)));
  CAPTURE(seed);
  const Pose X = random_pose(seed);
  const MirrorPlane plane =
      find_mirror_plane(transformed(shipped_mesh("knee_femoral_component.ply"), X));
  const Eigen::Vector3d expected = X.linear().col(2);
  // The distance between the drawn points, a hundredth of the size, leaves some tenths of a degree.
  CHECK(std::min(degrees_between(plane.normal, expected),
                 degrees_between(-plane.normal, expected)) < 1.0);
  CHECK(std::abs(std::abs(plane.offset) - std::abs(expected.dot(X.translation()))) < 1e-3);
}

TEST_CASE("new joint: a femoral component's frame is found in any pose", "[new_joint][rounds]") {
  const unsigned seed = GENERATE(range(11u, few_or_all(13u, 15u)));
  CAPTURE(seed);
  // In its file the origin is on the axis of the circle of 20 mm, x is forward and y up.
  const Pose X = random_pose(seed);
  const FemoralShape shape =
      find_femoral_shape(transformed(shipped_mesh("knee_femoral_component.ply"), X), "femur");
  const Pose off = shape.X_FM * X;  // identity, but for the zero of flexion
  CHECK(degrees_between(off.linear().col(2), Eigen::Vector3d::UnitZ()) < 1.0);
  CHECK(degrees_between(off.linear().col(1), Eigen::Vector3d::UnitY()) < 10);
  CHECK(off.translation().head<2>().norm() < 5e-4);
  CHECK(std::abs(off.translation().z()) < 5e-4);
  CHECK(shape.posterior_radius == Approx(0.020).margin(4e-4));
  CHECK(shape.width == Approx(0.068).margin(1e-3));
  CHECK(shape.condyle_spacing == Approx(0.044).margin(1e-3));
}

TEST_CASE("new joint: an insert's frame is found in any pose", "[new_joint]") {
  const unsigned seed = GENERATE(21u, 22u, 23u);
  CAPTURE(seed);
  const Pose X = random_pose(seed);
  const InsertShape shape = find_insert_shape(
      transformed(shipped_mesh("knee_tibial_insert.ply"), X), true, 0.044, "insert");
  const Pose off = shape.X_IM * X;  // identity, or turned about y: front and back are alike
  CHECK(degrees_between(off.linear().col(1), Eigen::Vector3d::UnitY()) < 0.1);
  CHECK(std::abs(off.linear()(2, 2)) > std::cos(2.0 * k_degree));
  CHECK(off.translation().norm() < 6e-4);
  CHECK(shape.front_from == FrontFrom::nothing);
  REQUIRE(shape.thickness);
  CHECK(*shape.thickness == Approx(0.008).margin(2e-4));
  CHECK(shape.width == Approx(0.070).margin(1e-3));
}

TEST_CASE("new joint: an insert's front is where its notch is not", "[new_joint]") {
  // Cut a notch into the open upper side, behind the middle.
  TriangleMesh insert = shipped_mesh("knee_tibial_insert.ply");
  std::erase_if(insert.triangles, [&](const std::array<int, 3>& triangle) {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero(), n;
    for (const int v : triangle) middle += insert.vertices[v] / 3;
    n = (insert.vertices[triangle[1]] - insert.vertices[triangle[0]])
            .cross(insert.vertices[triangle[2]] - insert.vertices[triangle[0]]);
    return n.y() < 0.3 * n.norm() || (std::abs(middle.z()) < 0.008 && middle.x() < -0.010);
  });
  const Pose X = random_pose(31);
  const InsertShape shape = find_insert_shape(transformed(insert, X), false, 0.044, "insert");
  CHECK(shape.front_from == FrontFrom::notch);
  CHECK(degrees_between((shape.X_IM * X).linear().col(0), Eigen::Vector3d::UnitX()) < 1.5);
  CHECK_FALSE(shape.thickness);
}

TEST_CASE("new joint: balls and cups are fitted on their spheres alone", "[new_joint]") {
  const Pose X = random_pose(41);
  const BallFit ball = fit_ball(transformed(shipped_mesh("hip_femoral_head.ply"), X), false);
  const BallFit cup = fit_ball(transformed(shipped_mesh("hip_acetabulum.ply"), X), true);
  CHECK((ball.centre - X.translation()).norm() < 1e-4);
  CHECK(ball.coverage > 0.5);
  CHECK(cup.coverage > 0.25);
  CHECK(cup.radius > ball.radius);
  CHECK((cup.centre - ball.centre).norm() < 3e-4);

  const TriangleMesh box = mesh::make_box(Eigen::Vector3d(0.03, 0.02, 0.04), {8, 8, 8});
  CHECK(fit_ball(box, false).coverage < 0.25);
}

TEST_CASE("new joint: the rings of a turned cup do not shift its sphere", "[new_joint]") {
  // Both triangles of a quadrangle lie off its middle, to opposite sides.
  constexpr double radius = 0.018;
  constexpr int rings = 60, sectors = 140;
  TriangleMesh cup;
  for (int i = 0; i <= rings; ++i) {
    const double polar = (0.02 + 1.4 * i / rings);
    for (int k = 0; k < sectors; ++k) {
      const double around = 2 * std::numbers::pi * k / sectors;
      cup.vertices.push_back(radius * Eigen::Vector3d(std::sin(polar) * std::cos(around),
                                                      std::cos(polar),
                                                      std::sin(polar) * std::sin(around)));
    }
  }
  for (int i = 0; i < rings; ++i) {
    for (int k = 0; k < sectors; ++k) {
      const int a = i * sectors + k, b = i * sectors + (k + 1) % sectors;
      cup.triangles.push_back({a, b, b + sectors});
      cup.triangles.push_back({a, b + sectors, a + sectors});
    }
  }
  const bool is_hollow = GENERATE(true, false);
  CAPTURE(is_hollow);
  if (is_hollow != (area_vector_doubled(cup, 0).y() < 0))
    for (auto& triangle : cup.triangles) std::swap(triangle[0], triangle[1]);
  const BallFit fit = fit_ball(cup, is_hollow);
  // Centroids of facets lie within the sphere by up to a third of the square of half an edge, of
  // 0.8 mm, over the radius: 3e-6.
  CHECK(fit.radius == Approx(radius - 4e-6).margin(4e-6));
  CHECK(fit.centre.norm() < 4e-6);
}

TEST_CASE("new joint: what is no femoral component is refused by name", "[new_joint]") {
  const TriangleMesh ball = mesh::make_icosphere(0.025, 4);
  CHECK_THROWS_WITH(find_femoral_shape(ball, "ball.stl"),
                    Catch::Contains("ball.stl: does not look"));
}

TEST_CASE("new joint: a patella's frame is found in any pose", "[new_joint]") {
  const unsigned seed = GENERATE(31u, 32u, 33u);
  CAPTURE(seed);
  const TriangleMesh shipped = shipped_mesh("bone_patella.ply");  // x forward, y up, z to the right
  const Pose X = random_pose(seed);
  const PatellaShape shape = find_patella_shape(transformed(shipped, X), "patella");
  CHECK_FALSE(shape.is_button);
  const Eigen::Vector3d sizes = bounding_box(shipped).sizes();
  for (int i = 0; i < 3; ++i) CHECK(shape.sizes[i] == Approx(sizes[i]).epsilon(0.03));
  const Eigen::Matrix3d R = shape.X_PM.linear() * X.linear();  // of the shipped mesh in P
  CHECK(R.determinant() == Approx(1));
  CHECK(degrees_between(R.col(1), Eigen::Vector3d::UnitY()) < 5);
  // Its front and its back are alike.
  CHECK(std::abs(R(0, 0)) > std::cos(5 * k_degree));
}

TEST_CASE("new joint: a button's flat or open face is its front, in any pose",
          "[new_joint][rounds]") {
  const unsigned seed = GENERATE(range(41u, few_or_all(42u, 44u)));
  const bool is_open = GENERATE(false, true);
  CAPTURE(seed, is_open);
  const double radius = 0.015, thickness = 0.009;  // of half an ellipsoid
  TriangleMesh dome = mesh::make_icosphere(1, 4);
  for (Eigen::Vector3d& v : dome.vertices)
    v = {thickness * std::min(v.x(), 0.0), radius * v.y(), radius * v.z()};
  const auto is_flat = [&](const std::array<int, 3>& corners) {
    return std::ranges::all_of(corners, [&](int v) { return dome.vertices[v].x() == 0; });
  };
  if (is_open) std::erase_if(dome.triangles, is_flat);
  const Pose X = random_pose(seed);
  const PatellaShape shape = find_patella_shape(transformed(dome, X), "button");
  CHECK(shape.is_button);
  CHECK(shape.sizes.x() == Approx(thickness).epsilon(0.02));
  CHECK(degrees_between(shape.X_PM.linear() * X.linear().col(0), Eigen::Vector3d::UnitX()) < 2);
  CHECK_THROWS_WITH(
      find_patella_shape(mesh::make_icosphere(0.02, 4), "ball.stl"),
      Catch::Contains("ball.stl: does not look like a patella") && Catch::Contains("flatter"));
}

}  // namespace condyle::test::new_joint_shapes
