#include <catch2/catch.hpp>
#include <random>

#include "view/camera.h"

namespace condyle::test::camera_tests {

namespace {

constexpr ViewSize k_size{1200, 800};

Camera some_camera() { return look_at({0.3, 0.2, -0.1}, {0.01, 0.02, 0.03}, {0, 1, 0}, 0.5); }

}  // namespace

TEST_CASE("camera: stands where it was put, upright, looking at its target") {
  const Camera camera = some_camera();
  CHECK((eye(camera) - Eigen::Vector3d(0.3, 0.2, -0.1)).norm() < 1e-12);
  CHECK(right_direction(camera).y() == Approx(0).margin(1e-12));
  CHECK(up_direction(camera).y() > 0);
  const Eigen::Vector3d centre = project(camera, k_size, camera.target);
  CHECK(centre.x() == Approx(600));
  CHECK(centre.y() == Approx(400));
  CHECK(centre.z() == Approx(camera.distance));
}

TEST_CASE("camera: a ray through the pixel of a point meets the point") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> coordinate(-0.05, 0.05);
  const Camera camera = some_camera();
  for (int i = 0; i < 100; ++i) {
    const Eigen::Vector3d point(coordinate(random), coordinate(random), coordinate(random));
    const Eigen::Vector3d pixel = project(camera, k_size, point);
    const CameraRay ray = ray_through(camera, k_size, pixel.x(), pixel.y());
    CHECK((point - ray.origin).cross(ray.direction).norm() < 1e-12);
  }
}

TEST_CASE("camera: the matrices for the graphics card agree with project()") {
  const Camera camera = some_camera();
  const Eigen::Vector3d point(0.02, -0.01, 0.04);
  const Eigen::Vector4d clip =
      projection_matrix(camera, k_size) * view_matrix(camera) * point.homogeneous();
  const Eigen::Vector3d pixel = project(camera, k_size, point);
  CHECK((clip.x() / clip.w() + 1) / 2 * k_size.width == Approx(pixel.x()));
  CHECK((1 - clip.y() / clip.w()) / 2 * k_size.height == Approx(pixel.y()));
  CHECK(std::abs(clip.z() / clip.w()) < 1);
}

TEST_CASE("camera: pan moves the point at the target with the cursor") {
  Camera camera = some_camera();
  const Eigen::Vector3d grabbed = camera.target;
  pan(camera, k_size, 70, -30);
  const Eigen::Vector3d pixel = project(camera, k_size, grabbed);
  CHECK(pixel.x() == Approx(670));
  CHECK(pixel.y() == Approx(370));
}

TEST_CASE("camera: orbit keeps distance and horizon, and stops short of the pole") {
  Camera camera = some_camera();
  orbit(camera, k_size, 311, 100);
  CHECK((eye(camera) - camera.target).norm() == Approx(some_camera().distance));
  CHECK(right_direction(camera).y() == Approx(0).margin(1e-12));
  orbit(camera, k_size, 0, 1e5);
  CHECK(camera.elevation == k_max_elevation);
  CHECK(up_direction(camera).norm() == Approx(1));
}

TEST_CASE("camera: a narrow picture shows as much across as one of 4:3") {
  const Camera camera = some_camera();
  const Eigen::Vector3d edge = camera.target + 0.08 * right_direction(camera);
  const auto part_across = [&](ViewSize size) {
    return project(camera, size, edge).x() / size.width;
  };
  CHECK(part_across({400, 300}) < 1);
  CHECK(part_across({300, 900}) == Approx(part_across({400, 300})));
  CHECK(part_across({100, 500}) == Approx(part_across({400, 300})));
  CHECK(part_across({800, 300}) < part_across({400, 300}));  // a wide picture shows more
  const ViewSize size = GENERATE(ViewSize{800, 300}, ViewSize{300, 900});
  const Eigen::Vector3d centre = project(camera, size, camera.target);
  CHECK(pixels_per_metre(camera, size) ==
        Approx((project(camera, size, edge).x() - centre.x()) / 0.08));
}

TEST_CASE("camera: a framed box fills the picture without leaving it") {
  Camera camera = some_camera();
  const Eigen::AlignedBox3d box(Eigen::Vector3d(-0.2, 0.1, 0), Eigen::Vector3d(0.3, 0.15, 0.1));
  const ViewSize size = GENERATE(ViewSize{1200, 800}, ViewSize{300, 900});
  frame(camera, size, box);
  double farthest = 0;
  for (int k = 0; k < 8; ++k) {
    const Eigen::Vector3d p = project(camera, size, box.corner(Eigen::AlignedBox3d::CornerType(k)));
    const double x = std::abs(2 * p.x() / size.width - 1);
    const double y = std::abs(2 * p.y() / size.height - 1);
    farthest = std::max({farthest, x, y});
  }
  CHECK(farthest < 1);
  CHECK(farthest > 0.6);
}

}  // namespace condyle::test::camera_tests
