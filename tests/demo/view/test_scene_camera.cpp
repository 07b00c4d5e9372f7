// Where a scene's view starts: what the scene leaves open is chosen so that all of it stands
// upright in the picture.
#include <catch2/catch.hpp>
#include <random>

#include "view/scene_camera.h"

namespace condyle::test::scene_camera_tests {

using Eigen::Vector3d;

namespace {

constexpr ViewSize k_size{900, 600};

Eigen::AlignedBox3d box_at(const Vector3d& middle) {
  return {middle - Vector3d(0.1, 0.2, 0.3), middle + Vector3d(0.1, 0.2, 0.3)};
}

/// Whether all corners of the box are in the picture.
bool shows(const Camera& camera, const Eigen::AlignedBox3d& box) {
  for (int k = 0; k < 8; ++k) {
    const Vector3d p =
        project(camera, k_size, box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(k)));
    if (p.z() <= 0 || p.x() < 0 || p.y() < 0 || p.x() > k_size.width || p.y() > k_size.height)
      return false;
  }
  return true;
}

/// The way in which `up` points in the picture: (0, 1) if upward.
Eigen::Vector2d direction_in_picture(const Camera& camera, const Vector3d& up) {
  return Eigen::Vector2d(up.dot(right_direction(camera)), up.dot(up_direction(camera)))
      .normalized();
}

}  // namespace

TEST_CASE("scene camera: without one, the scene stands upright against gravity", "[camera]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int round = 0; round < 100; ++round) {
    scene::Scene scene;
    scene.gravity = Vector3d(number(random), number(random), number(random));
    if (round == 0) scene.gravity = {0, 0, -9.81};
    if (round == 1) scene.gravity = {0, 9.81, 0};
    if (round % 2 == 1) scene.camera.field_of_view = 0.4;  // says nothing of the rest
    const Eigen::AlignedBox3d box = box_at(Vector3d(number(random), 2, number(random)));
    const Camera camera = scene_camera(scene, box, k_size);
    CAPTURE(round, scene.gravity.transpose());
    CHECK(shows(camera, box));
    CHECK(direction_in_picture(camera, -scene.gravity).y() == Approx(1));
    CHECK(view_direction(camera).dot(scene.gravity) > 0);  // from above
    CHECK(camera.field_of_view == scene.camera.field_of_view);
  }
}

TEST_CASE("scene camera: each key leaves the others free", "[camera]") {
  scene::Scene scene;
  scene.gravity = {0, 0, -9.81};
  const Eigen::AlignedBox3d box = box_at({3, 0, 0});
  SECTION("up") {
    scene.camera.up = Vector3d(2, 0, 0);
    const Camera camera = scene_camera(scene, box, k_size);
    CHECK(shows(camera, box));
    CHECK(direction_in_picture(camera, Vector3d::UnitX()).y() == Approx(1));
  }
  SECTION("target") {
    scene.camera.target = Vector3d(3.2, 0.1, 0);
    const Camera camera = scene_camera(scene, box, k_size);
    CHECK(shows(camera, box));
    CHECK((camera.target - *scene.camera.target).norm() < 1e-12);
  }
  SECTION("eye") {
    scene.camera.eye = Vector3d(3, -5, 0.2);
    const Camera camera = scene_camera(scene, box, k_size);
    CHECK(shows(camera, box));
    CHECK((eye(camera) - *scene.camera.eye).norm() < 1e-9);
    CHECK((camera.target - box.center()).norm() < 1e-12);
  }
  SECTION("an eye straight above") {
    scene.camera.eye = Vector3d(3, 0, 4);
    const Camera camera = scene_camera(scene, box, k_size);
    CHECK(shows(camera, box));
    CHECK((eye(camera) - *scene.camera.eye).norm() < 1e-9);
  }
  SECTION("an eye in the middle") {
    scene.camera.eye = box.center();
    CHECK(scene_camera(scene, box, k_size).distance > 0);
  }
}

}  // namespace condyle::test::scene_camera_tests
