// Zoom to the cursor within limits, views along axes, a camera that follows a body.
#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/scene/scene_file.h"
#include "demo/view/viewer_in_window.h"
#include "view/axis_cross.h"
#include "view/camera_moves.h"
#include "view/place_menu.h"

namespace condyle::test::camera_move_tests {
namespace {

constexpr ViewSize k_zoomed_size{1200, 800};

Camera zoom_camera() { return look_at({0.3, 0.2, -0.1}, {0.01, 0.02, 0.03}, {0, 1, 0}, 0.5); }

Eigen::AlignedBox3d zoom_box() {
  return {Eigen::Vector3d(-0.05, 0, -0.1), Eigen::Vector3d(0.05, 0.1, 0.1)};
}

}  // namespace

TEST_CASE("camera: the wheel keeps what is under the cursor at its place", "[camera]") {
  const CameraLimits limits = limits_around(zoom_box());
  const Eigen::Vector3d anchor(0.03, 0.05, -0.04);
  Camera camera = zoom_camera();
  const Eigen::Vector3d before = project(camera, k_zoomed_size, anchor);
  for (const double steps : {1.0, 5.0, -3.0}) {
    const double distance = camera.distance;
    zoom(camera, steps, anchor, limits);
    CHECK(camera.distance == Approx(distance * std::pow(0.9, steps)));
    const Eigen::Vector3d after = project(camera, k_zoomed_size, anchor);
    CHECK((after - before).head<2>().norm() < 1e-6);
  }
  CHECK((view_direction(camera) - view_direction(zoom_camera())).norm() < 1e-12);
}

TEST_CASE("camera: the zoom ends before the scene is lost or passed", "[camera]") {
  const Eigen::AlignedBox3d box = zoom_box();
  const CameraLimits limits = limits_around(box);
  const double size = box.diagonal().norm();
  Camera camera = zoom_camera();
  const Eigen::Vector3d anchor(0.03, 0.05, -0.04);
  for (int k = 0; k < 500; ++k) zoom(camera, 1, anchor, limits);
  CHECK(camera.distance == Approx(1e-3 * size));
  // What is under the cursor is still in front of the near plane.
  const Eigen::Vector4d clip =
      projection_matrix(camera, k_zoomed_size) * view_matrix(camera) * anchor.homogeneous();
  CHECK(clip.z() > -clip.w());
  CHECK(clip.w() > 0);
  for (int k = 0; k < 500; ++k) zoom(camera, -1, Eigen::Vector3d(0.05, 0.1, 0.1), limits);
  CHECK(camera.distance == Approx(20 * size));
  const Eigen::Vector3d pixel = project(camera, k_zoomed_size, box.center());
  CHECK(std::abs(pixel.x() - k_zoomed_size.width / 2.0) < k_zoomed_size.width / 4.0);
  CHECK(std::abs(pixel.y() - k_zoomed_size.height / 2.0) < k_zoomed_size.height / 4.0);
}

TEST_CASE("camera: views along the axes, from both sides, and from above", "[camera]") {
  Camera camera = zoom_camera();  // y is up
  const double distance = camera.distance;
  const Eigen::Vector3d target = camera.target;
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::Vector3d side = Eigen::Vector3d::Unit(axis);
    view_along(camera, side);
    CHECK((view_direction(camera) + side).norm() < 1e-9);
    CHECK(end_of_axis(camera, axis, true).norm() < 1e-9);
    if (axis != 1) CHECK((up_direction(camera) - Eigen::Vector3d::UnitY()).norm() < 1e-9);
    // All axes are along the picture or across it.
    CHECK(right_direction(camera).cwiseAbs().maxCoeff() == Approx(1));
    CHECK(up_direction(camera).cwiseAbs().maxCoeff() == Approx(1));
    view_along(camera, side);
    CHECK((view_direction(camera) - side).norm() < 1e-9);
    view_along(camera, side);
    CHECK((view_direction(camera) + side).norm() < 1e-9);
  }
  CHECK(camera.distance == distance);
  CHECK((camera.target == target));
}

TEST_CASE("camera: it follows a body without turning, and stays with a scene opened again",
          "[camera][viewer]") {
  const auto viewer = open_viewer("bouncing_balls", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  viewer->lay_out(1);
  int ball = -1;
  for (int b = 0; b < static_cast<int>(state.world->bodies().size()); ++b)
    if (state.world->bodies()[b].kind == scene::BodyKind::dynamic) ball = b;
  REQUIRE(ball >= 0);
  const ViewSize size = scene_size(state, viewer->window->frame_buffer_size());
  const auto place = [&] {
    return project(state.camera, size, state.world->bodies()[ball].X_WB.translation());
  };
  follow_or_stay(state, ball);
  const Eigen::Vector3d before = place(), p_W = state.world->bodies()[ball].X_WB.translation();
  const double azimuth = state.camera.azimuth;
  for (int k = 0; k < 40; ++k) state.live->step(1.0 / 240);
  viewer->lay_out(1);
  CHECK((state.world->bodies()[ball].X_WB.translation() - p_W).norm() > 0.02);
  CHECK((place() - before).head<2>().norm() < 1e-6);
  CHECK(state.camera.azimuth == azimuth);

  orbit(state.camera, size, 100, 30);
  const Camera turned = state.camera;
  open_scene(state, find_scene("bouncing_balls"));
  viewer->lay_out(1);
  CHECK(state.camera.azimuth == turned.azimuth);
  CHECK(state.camera.distance == turned.distance);
  CHECK(state.follow.body == ball);
  CHECK((place() - before).head<2>().norm() > 0);

  follow_or_stay(state, ball);
  const Eigen::Vector3d target = state.camera.target;
  for (int k = 0; k < 20; ++k) state.live->step(1.0 / 240);
  viewer->lay_out(1);
  CHECK((state.camera.target == target));

  follow_or_stay(state, ball);
  open_scene(state, find_scene("hip"));
  viewer->lay_out(1);
  CHECK(state.follow.body == -1);
  CHECK(state.camera.distance == home_camera(state, viewer->window->frame_buffer_size()).distance);
}

}  // namespace condyle::test::camera_move_tests
