// A plane that cuts the scene: what it leaves out, and the faces of what is cut.
#include <algorithm>
#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "demo/view/drawn_picture.h"
#include "demo/view/viewer_in_window.h"
#include "view/cut.h"
#include "view/place_menu.h"
#include "view/probe.h"

namespace condyle::test::cut_tests {
namespace {

const Look k_red{{0.8f, 0.02f, 0.02f}, 0.8f, 0, 1}, k_pale{{0.5f, 0.5f, 0.5f}, 0.8f, 0};

DrawList seen_from_z() {
  DrawList list;
  list.camera = look_at({0, 0.001, 4}, {0, 0, 0}, {0, 1, 0}, 0.6);
  list.effects = {false, false, false, false};
  return list;
}

bool is_red(const DrawnPicture& picture, const DrawList& list, const Eigen::Vector3d& p_W) {
  const Eigen::Vector3d pixel = project(list.camera, k_picture_size, p_W);
  const Rgb8 color = picture.at(static_cast<int>(pixel.x()), static_cast<int>(pixel.y()));
  return color[0] > 3 * color[1] + 20;
}

}  // namespace

TEST_CASE("cut: its plane leaves out the side of the eye, or what is named", "[cut]") {
  const Camera camera = look_at({-1, 0.2, 0.1}, {0, 0, 0}, {0, 1, 0}, 0.6);
  const Eigen::Vector3d p(0.1, 0.2, 0.3);
  const Cut across_x = cut_through(p, CutAcross::x, camera);
  CHECK((across_x.plane.normal + Eigen::Vector3d::UnitX()).norm() == 0);
  CHECK(across_x.plane.leaves_out({0.09, 0, 0}));
  CHECK_FALSE(across_x.plane.leaves_out({0.11, 0, 0}));
  CHECK(across_x.plane.turned_round().leaves_out({0.11, 0, 0}));
  const Cut facing = cut_through(p, CutAcross::view, camera);
  CHECK(facing.plane.leaves_out(p - 0.01 * view_direction(camera)));
  CHECK_FALSE(facing.plane.leaves_out(p + 0.01 * view_direction(camera)));
  CHECK_FALSE(cut_through(p, CutAcross::nothing, camera).active());

  CHECK(named_cut("y=12.5").plane.offset == Approx(0.0125));
  CHECK(named_cut("y=12.5").across == CutAcross::y);
  CHECK(named_cut("-z=-3").plane.leaves_out({0, 0, -0.004}));
  CHECK_FALSE(named_cut("-z=-3").plane.leaves_out({0, 0, -0.002}));
  for (const char* wrong : {"", "x", "x=", "w=1", "x=1mm", "x=nan", "--x=1"})
    CHECK_THROWS_AS(named_cut(wrong), InputError);
}

TEST_CASE("cut: a mesh is closed if each side has its like, whoever shares its vertices", "[cut]") {
  TriangleMesh sphere = mesh::make_icosphere(0.5, 2);
  CHECK(is_closed(sphere));
  TriangleMesh apart;  // each triangle with vertices of its own
  for (const auto& corners : sphere.triangles) {
    const int n = static_cast<int>(apart.vertices.size());
    for (const int v : corners) apart.vertices.push_back(sphere.vertices[v]);
    apart.triangles.push_back({n, n + 1, n + 2});
  }
  CHECK(is_closed(apart));
  sphere.triangles.pop_back();
  CHECK_FALSE(is_closed(sphere));
  CHECK_FALSE(is_closed(mesh::make_plane_grid(1, 1, 3, 3)));
}

TEST_CASE("cut: what is cut off shows what was behind it, a cut body is closed by a face",
          "[cut][picture]") {
  const auto window = hidden_window();
  if (!window) return;
  const bool smooth = GENERATE(true, false);
  Renderer renderer(smooth ? 4 : 0);
  const GpuMesh box(mesh::make_box({1.6, 1.6, 1.6})), ball(mesh::make_icosphere(0.3, 3));
  const GpuMesh cover(mesh::make_box({3, 3, 0.1}));
  Pose behind = Pose::Identity(), before = Pose::Identity(), beside = Pose::Identity();
  behind.translation().z() = -0.4;  // inside of the box
  before.translation().z() = 1.2;
  beside.translation() = Eigen::Vector3d(1.3, 0, 0);
  DrawList list = seen_from_z();
  const auto add = [&](const GpuMesh& mesh, const Pose& X, const Look& look, bool is_closed) {
    list.meshes.push_back({const_cast<GpuMesh*>(&mesh), X, look, 1, is_closed});
  };
  add(cover, before, k_pale, true);
  add(ball, beside, k_red, true);
  add(ball, behind, k_red, true);
  add(box, Pose::Identity(), k_pale, true);
  const Eigen::Vector3d inside(0, 0, -0.4), aside(1.3, 0, 0.3);
  CHECK_FALSE(is_red(drawn(renderer, list), list, aside));  // behind the cover
  list.cut = CutPlane{Eigen::Vector3d::UnitZ(), 0.5};
  CHECK(is_red(drawn(renderer, list), list, aside));
  CHECK_FALSE(is_red(drawn(renderer, list), list, inside));  // behind the face of the cut
  list.meshes.back().is_closed = false;                      // of a shell one sees the inside
  CHECK(is_red(drawn(renderer, list), list, inside));
  list.meshes.back().opacity = 0.3f;  // as of glass
  CHECK(is_red(drawn(renderer, list), list, inside));
  // A face is no larger than the body.
  list.meshes.back() = {const_cast<GpuMesh*>(&ball), Pose::Identity(), k_pale, 1, true};
  list.cut = CutPlane{Eigen::Vector3d::UnitZ(), 0};
  list.meshes[1].X_WM.translation() = Eigen::Vector3d(0.4, 0, -0.2);
  CHECK(is_red(drawn(renderer, list), list, {0.4, 0, 0.1}));
}

TEST_CASE("wires: what is inside of a mesh shows between them", "[cut][picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  GpuMesh box(mesh::make_box({1.6, 1.6, 1.6})), ball(mesh::make_icosphere(0.3, 5));
  Pose inside = Pose::Identity();
  inside.translation() = Eigen::Vector3d(0.4, 0.1, 0);
  DrawList list = seen_from_z();
  list.meshes.push_back({&ball, inside, k_red, 1, true});
  list.meshes.push_back({&box, Pose::Identity(), k_pale, 1, true});
  CHECK_FALSE(is_red(drawn(renderer, list), list, inside.translation()));
  list.effects.wireframe = true;
  const DrawnPicture wires = drawn(renderer, list);
  int red = 0;
  for (double x = 0.3; x < 0.5; x += 0.01) red += is_red(wires, list, {x, 0.1, 0});
  CHECK(red > 3);  // of the fine wires of the ball
  list.cut = CutPlane{Eigen::Vector3d::UnitZ(), 0};
  CHECK_FALSE(is_red(drawn(renderer, list), list, {-0.5, 0.1, 0}));
}

TEST_CASE("cut: a map ends at it, and so do the cursor's probe and what is met", "[cut][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(1.0 / 240);
  state.view.on_target = false;
  viewer->lay_out(1);
  const ViewSize size = scene_size(state, viewer->window->frame_buffer_size());
  const WorldContact& contact = state.world->contacts()[0];
  const auto& regions = contact.report->result().regions;
  const Eigen::Vector3d middle =
      contact.report->X_WC * regions.back().statistics.center_of_pressure;
  const Eigen::Vector3d pixel = project(state.camera, size, middle);
  const CameraRay ray = ray_through(state.camera, size, pixel.x(), pixel.y());
  const auto found = [&] { return probe(*state.world, state.view, state.drawing->maps(), ray); };
  const auto met = [&] { return pick(*state.world, {}, ray, state.view.cut.active()); };
  REQUIRE(found());
  const Pick whole = met();
  REQUIRE(whole.body >= 0);

  state.view.cut =
      cut_through(middle + 0.004 * view_direction(state.camera), CutAcross::view, state.camera);
  viewer->lay_out(1);
  CHECK(state.list.cut);
  CHECK_FALSE(found());
  const Pick cut = met();
  REQUIRE(cut.body >= 0);
  CHECK((cut.p_W - ray.origin).norm() > (whole.p_W - ray.origin).norm());
  // The ray enters the insert by the face of the cut, where there is no triangle to probe.
  CHECK(cut.triangle == -1);
  CHECK(state.view.cut.plane.normal.dot(cut.p_W) == Approx(state.view.cut.plane.offset));
  state.view.cut.plane = state.view.cut.plane.turned_round();
  viewer->lay_out(1);
  CHECK(found());

  // A scene opened again stays cut, another one is whole.
  open_scene(state, find_scene("knee_replacement"));
  CHECK(state.view.cut.active());
  cut_or_whole(state, whole);
  CHECK_FALSE(state.view.cut.active());
  cut_or_whole(state, whole);
  CHECK(state.view.cut.plane.normal.dot(whole.p_W) == Approx(state.view.cut.plane.offset));
  open_scene(state, find_scene("hip"));
  CHECK_FALSE(state.view.cut.active());
}

}  // namespace condyle::test::cut_tests
