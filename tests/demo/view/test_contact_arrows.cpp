// Arrows of forces, friction and moments: what they stand for, how long they are, where they show.
#include <algorithm>
#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_file.h"
#include "demo/view/drawn_picture.h"
#include "demo/view/viewer_in_window.h"
#include "view/contact_arrows.h"
#include "world/scene_figures.h"

namespace condyle::test::contact_arrows_tests {

namespace {

std::unique_ptr<SceneWorld> world_at(const std::string& name, double time) {
  auto world = std::make_unique<SceneWorld>(scene::read_scene(find_scene(name)));
  while (world->time() < time) world->step(1 / world->scene().rate);
  return world;
}

/// Length of an arrow in the picture over the picture's smaller side.
double length_in_picture(const DrawnArrow& arrow, const DrawList& list) {
  const Eigen::Vector3d tail = project(list.camera, list.size, arrow.p_WTail);
  const Eigen::Vector3d tip = project(list.camera, list.size, arrow.p_WTip);
  return (tip - tail).head<2>().norm() / std::min(list.size.width, list.size.height);
}

bool starts_in_picture(const DrawnArrow& arrow, const DrawList& list) {
  const Eigen::Vector3d tail = project(list.camera, list.size, arrow.p_WTail);
  return tail.z() > 0 && tail.x() > 0 && tail.x() < list.size.width && tail.y() > 0 &&
         tail.y() < list.size.height;
}

}  // namespace

TEST_CASE(
    "arrows: a load is the contact's force with its friction, and its moment about the centre",
    "[arrows]") {
  // Flat pads hold a block: their pressures are parallel, so the moment about the centre of
  // pressure is that of friction about the normal.
  const auto world = world_at("gripper", 1.5);
  const std::vector<ContactLoad> loads = contact_loads(*world);
  REQUIRE(!loads.empty());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const ContactLoad& load = loads[i];
    const Eigen::Vector3d normal_part = load.force_W - load.friction_W;
    const Eigen::Vector3d n = normal_part.normalized();
    CHECK(std::abs(load.friction_W.dot(n)) < 1e-3 * load.friction_W.norm());
    const Eigen::Vector3d across = load.moment_W - load.moment_W.dot(n) * n;
    CHECK(across.norm() < 0.01 * load.force_W.norm() * contact_size(*world));
  }
  double largest = 0;
  for (const ContactLoad& load : loads)
    largest = std::max(largest, load.friction_W.norm() / load.force_W.norm());
  CHECK(largest > 0.1);  // friction carries the block
}

TEST_CASE("arrows: their size is that of the meshes in contact, whatever else is in the scene",
          "[arrows]") {
  const auto world = world_at("knee_extension", 0);
  double tendon = 0;
  for (int i = 0; i < static_cast<int>(world->strands().size()); ++i)
    tendon = std::max(tendon, world->strand_length(i));
  double largest = 0;
  for (const WorldContact& contact : world->contacts())
    largest = std::max(largest, mesh_diagonal(*world, contact.target));
  CHECK(tendon > 2 * contact_size(*world));
  CHECK(contact_size(*world) <= largest);
  CHECK(contact_size(*world) > 0.02);
}

TEST_CASE(
    "arrows: none is longer than a quarter of the picture, near or far, at any length asked for",
    "[arrows][viewer]") {
  for (const char* scene : {"knee_replacement", "springs_and_layer", "cam_follower", "hip"}) {
    const auto viewer = open_viewer(scene, {900, 600}, 1);
    if (!viewer) return;
    ViewerState& state = viewer->state;
    for (int k = 0; k < 60; ++k) state.live->step(1 / state.world->scene().rate);
    viewer->lay_out(1);
    const double distance = state.camera.distance;
    double longest = 0;
    for (const double longer : {1.0, 10.0}) {
      state.view.arrow_length = longer;
      for (const double nearer : {1.0, 0.3, 0.1, 3.0}) {
        state.camera.distance = nearer * distance;
        viewer->lay_out(1);
        INFO(scene << " " << longer << " " << nearer);
        for (const DrawnArrow& arrow : state.list.arrows) {
          if (!starts_in_picture(arrow, state.list)) continue;
          CHECK(length_in_picture(arrow, state.list) <= 0.25);
          longest = std::max(longest, length_in_picture(arrow, state.list));
        }
      }
    }
    CHECK(longest > 0.1);  // they can be read
  }
}

TEST_CASE("arrows: each has its value at its tip, and can be switched off", "[arrows][viewer]") {
  const auto viewer = open_viewer("gripper", {1200, 800}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 360; ++k) state.live->step(1.0 / 240);
  const auto count = [&](ArrowKind kind) {
    viewer->lay_out(1);
    return std::ranges::count(state.list.arrows, kind, &DrawnArrow::kind);
  };
  const auto written = [&](ArrowKind kind) {
    return std::ranges::any_of(viewer->texts, [&](const WrittenText& text) {
      return std::ranges::any_of(state.list.arrows, [&](const DrawnArrow& arrow) {
        return arrow.kind == kind && arrow.figure == text.text;
      });
    });
  };
  CHECK(count(ArrowKind::force) >= 2);
  CHECK(count(ArrowKind::friction) >= 2);
  CHECK(count(ArrowKind::moment) == 0);
  CHECK(written(ArrowKind::force));
  CHECK(written(ArrowKind::friction));
  state.view.moments = true;
  CHECK(count(ArrowKind::moment) >= 2);
  CHECK(std::ranges::all_of(state.list.arrows, [](const DrawnArrow& arrow) {
    return arrow.figure.ends_with(arrow.kind == ArrowKind::moment ? " N m" : " N");
  }));
  state.view.figures = false;
  viewer->lay_out(1);
  CHECK_FALSE(written(ArrowKind::force));
  state.view.friction = false;
  CHECK(count(ArrowKind::friction) == 0);
  state.view.forces = state.view.moments = false;
  viewer->lay_out(1);
  CHECK(state.list.arrows.empty());
  CHECK(state.list.newtons_per_metre == 0);
}

TEST_CASE("arrows: a body dims an arrow and does not hide it, a map keeps its colours",
          "[arrows][picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  TriangleMesh square;
  square.vertices = {{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}};
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  GpuMesh wall(square);
  DrawList list;
  list.camera = look_at({0.3, -1.2, 1.6}, {0, 0, 0}, {0, 0, 1}, 0.7);
  list.effects = {false, false, false};
  list.meshes.push_back({&wall, Pose::Identity(), {{0.5f, 0.5f, 0.5f}, 0.7f, 0}, 1});
  const DrawnPicture without = drawn(renderer, list);
  DrawnArrow arrow;
  arrow.p_WTail = {-0.3, 0, -0.1};
  arrow.p_WTip = {0.3, 0, -0.1};
  arrow.radius = 0.02;
  arrow.look = {{0.95f, 0.1f, 0.02f}, 0.5f, 0};
  list.arrows.push_back(arrow);
  const DrawnPicture hidden = drawn(renderer, list);
  list.arrows[0].p_WTail.z() = list.arrows[0].p_WTip.z() = 0.1;
  const DrawnPicture shown = drawn(renderer, list);
  const auto difference = [&](const DrawnPicture& picture, double z) {
    const Eigen::Vector3d pixel = project(list.camera, k_picture_size, {0, 0, z});
    const int x = static_cast<int>(pixel.x()), y = static_cast<int>(pixel.y());
    return color_distance(picture.at(x, y), without.at(x, y));
  };
  CHECK(difference(shown, 0.1) > 80);
  CHECK(difference(hidden, -0.1) > 20);
  CHECK(difference(hidden, -0.1) < 0.7 * difference(shown, 0.1));

  std::vector<PatchPiece> pieces;
  for (int t = 0; t < 2; ++t) {
    PatchPiece piece{t, {}};
    for (std::size_t k = 0; k < 3; ++k)
      piece.corners[k] = {Eigen::Vector3d::Unit(static_cast<int>(k)),
                          square.vertices[square.triangles[t][k]].x() + 0.5};
    pieces.push_back(piece);
  }
  GpuPatch patch;
  patch.set(pieces, square);
  list.patches.push_back({&patch, Pose::Identity()});
  list.arrows[0].p_WTail.z() = list.arrows[0].p_WTip.z() = -0.1;
  CHECK(worst_map_difference(drawn(renderer, list), list) <= 2);
}

}  // namespace condyle::test::contact_arrows_tests
