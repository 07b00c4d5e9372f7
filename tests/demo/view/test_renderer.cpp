#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "condyle/contact/patch_surface.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_file.h"
#include "demo/view/drawn_picture.h"
#include "view/scene_view.h"
#include "world/scene_world.h"

namespace condyle::test::renderer_tests {

namespace {

constexpr ViewSize k_size = k_picture_size;

// A square of 1 m in the plane z = 0, seen obliquely from above, with values from 0 at its left
// side to 1 at its right side.
struct Ramp {
  TriangleMesh square;
  std::vector<PatchPiece> pieces;

  Ramp() {
    square.vertices = {{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    for (int t = 0; t < 2; ++t) {
      PatchPiece piece{t, {}};
      for (std::size_t k = 0; k < 3; ++k) {
        const Eigen::Vector3d& p = square.vertices[square.triangles[t][k]];
        piece.corners[k] = {Eigen::Vector3d::Unit(static_cast<int>(k)), p.x() + 0.5};
      }
      pieces.push_back(piece);
    }
  }
};

DrawList seen_at_a_slant() {
  DrawList list;
  list.camera = look_at({0.3, -1.2, 1.6}, {0, 0, 0}, {0, 0, 1}, 0.7);
  return list;
}

}  // namespace

TEST_CASE("renderer: a frame buffer that the driver refuses leaves nothing behind", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  const auto objects = [] {
    int count = 0;
    for (GLuint name = 1; name < 1000; ++name) {
      count += glIsFramebuffer(name) + glIsTexture(name) + glIsRenderbuffer(name);
    }
    return count;
  };
  const int before = objects();
  constexpr ViewSize k_too_large{1 << 24, 1 << 24};
  for (const auto kind : {FrameBuffer::Kind::scene, FrameBuffer::Kind::picture}) {
    CHECK_THROWS_AS(FrameBuffer(kind, k_too_large), std::runtime_error);
  }
  CHECK(objects() == before);
}

TEST_CASE("renderer: a map has the bar's colours, before glass and behind it", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  const Ramp ramp;
  GpuMesh body(ramp.square), sphere(mesh::make_icosphere(0.8, 4)), box(mesh::make_box({3, 3, 0.1}));
  GpuPatch patch;
  patch.set(ramp.pieces, ramp.square);
  for (const ColorScale& colors :
       {ColorScale{ColorMap::viridis}, ColorScale{ColorMap::inferno}, ColorScale{ColorMap::cividis},
        ColorScale{ColorMap::batlow}, ColorScale{ColorMap::grey},
        ColorScale{ColorMap::viridis, true}, ColorScale{ColorMap::batlow, false, 0.22},
        ColorScale{ColorMap::inferno, true, 0.23}}) {
    INFO(word_of(colors.map) << (colors.reversed ? " reversed" : "") << " " << colors.band);
    DrawList list = seen_at_a_slant();
    list.paint.colors = colors;
    list.meshes.push_back({&body, Pose::Identity(), {}, 1});
    list.patches.push_back({&patch, Pose::Identity()});
    CHECK(worst_map_difference(drawn(renderer, list), list) <= 2);

    Pose above = Pose::Identity();
    above.translation().z() = 0.4;
    list.meshes.push_back({&sphere, Pose::Identity(), {{0.9f, 0.1f, 0.1f}, 0.1f, 1}, 0.5f});
    list.meshes.push_back({&box, above, {{0.9f, 0.9f, 0.9f}, 0.05f, 0}, 0.8f});
    CHECK(worst_map_difference(drawn(renderer, list), list) <= 2);
  }
}

TEST_CASE("renderer: a white line divides a map at a value, and stripes what is flat above it",
          "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  Ramp ramp;
  const auto image_of = [&] {
    GpuPatch patch;
    patch.set(ramp.pieces, ramp.square);
    DrawList list = seen_at_a_slant();
    list.patches.push_back({&patch, Pose::Identity(), 0.5});
    return drawn(renderer, list);
  };
  const DrawList view = seen_at_a_slant();
  // Among ten pixels side by side about (x, y): the number of white ones, and of those in the bar's
  // colour of `value`.
  const auto count_at = [&](const DrawnPicture& image, double x, double y, double value) {
    const Eigen::Vector3d pixel = project(view.camera, k_size, {x, y, 0});
    std::pair<int, int> white_and_plain;
    for (int i = 0; i < 10; ++i) {
      const Rgb8 color = image.at(static_cast<int>(pixel.x()) - 5 + i, static_cast<int>(pixel.y()));
      white_and_plain.first += color_distance(color, {255, 255, 255}) <= 2;
      white_and_plain.second += color_distance(color, color_at(view.paint.colors, value)) <= 2;
    }
    return white_and_plain;
  };
  const DrawnPicture smooth = image_of();
  for (const double y : {-0.3, 0.0, 0.3}) {
    CHECK(count_at(smooth, 0, y, 0).first >= 1);
    CHECK(count_at(smooth, 0.3, y, 0).first == 0);
    CHECK(count_at(smooth, -0.3, y, 0).first == 0);
  }
  for (PatchPiece& piece : ramp.pieces)
    for (PatchCorner& corner : piece.corners) corner.value = piece.triangle == 0 ? 0.8 : 0.3;
  const DrawnPicture flat = image_of();
  const auto [striped_white, striped_plain] = count_at(flat, 0.3, -0.3, 0.8);
  CHECK((striped_white >= 1 && striped_plain >= 4));
  CHECK(count_at(flat, -0.3, 0.3, 0.3) == std::pair(0, 10));
}

TEST_CASE("renderer: a map above its range has the colour that says so, and a solid body hides it",
          "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  const Ramp ramp;
  GpuMesh body(ramp.square);
  GpuPatch patch;
  patch.set(ramp.pieces, ramp.square);
  DrawList list = seen_at_a_slant();
  list.paint.range = 0.25;
  list.patches.push_back({&patch, Pose::Identity()});
  const Eigen::Vector3d pixel = project(list.camera, k_size, {0.2, 0, 0});
  const int x = static_cast<int>(pixel.x()), y = static_cast<int>(pixel.y());
  CHECK(color_distance(drawn(renderer, list).at(x, y), k_over_range_color) <= 2);
  Pose above = Pose::Identity();
  above.translation().z() = 0.05;
  list.meshes.push_back({&body, above, {{0.2f, 0.2f, 0.2f}, 1, 0}, 1});
  CHECK(color_distance(drawn(renderer, list).at(x, y), k_over_range_color) > 50);
}

TEST_CASE("renderer: nothing of a map is drawn below its threshold", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  const int samples = GENERATE(0, 4);
  Renderer renderer(samples);
  const Ramp ramp;
  GpuMesh body(ramp.square);
  GpuPatch patch;
  patch.set(ramp.pieces, ramp.square);
  DrawList list = seen_at_a_slant();
  list.meshes.push_back({&body, Pose::Identity(), {}, 1});
  const DrawnPicture bare = drawn(renderer, list);
  list.patches.push_back({&patch, Pose::Identity()});
  list.paint.threshold = 0.4;
  const DrawnPicture image = drawn(renderer, list);
  for (double x = -0.45; x < 0.46; x += 0.02) {
    if (std::abs(x + 0.1) < 0.02) continue;  // the threshold itself
    const Eigen::Vector3d pixel = project(list.camera, k_size, {x, 0.1, 0});
    const int column = static_cast<int>(pixel.x()), row = static_cast<int>(pixel.y());
    INFO(x);
    if (x < -0.1) {
      CHECK(color_distance(image.at(column, row), bare.at(column, row)) <= 1);
    } else {
      CHECK(color_distance(image.at(column, row), color_at(list.paint.colors, x + 0.5)) <= 6);
    }
  }
}

// At the edge of a piece the value of a pixel's centre may be that of a place beyond the piece.
TEST_CASE("renderer: a valley of a map that ends at 0 has no gaps", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  const int samples = GENERATE(0, 4);
  Renderer renderer(samples);
  TriangleMesh halves;
  halves.vertices = {{-0.5, -0.5, 0}, {0, -0.5, 0}, {0.5, -0.5, 0},
                     {-0.5, 0.5, 0},  {0, 0.5, 0},  {0.5, 0.5, 0}};
  halves.triangles = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
  std::vector<PatchPiece> pieces;
  for (int t = 0; t < 4; ++t) {
    PatchPiece piece{t, {}};
    for (std::size_t k = 0; k < 3; ++k)
      piece.corners[k] = {Eigen::Vector3d::Unit(static_cast<int>(k)),
                          2 * std::abs(halves.vertices[halves.triangles[t][k]].x())};
    pieces.push_back(piece);
  }
  GpuPatch patch;
  patch.set(pieces, halves);
  DrawList list = seen_at_a_slant();
  list.patches.push_back({&patch, Pose::Identity()});
  const DrawnPicture image = drawn(renderer, list);
  for (double y = -0.45; y < 0.46; y += 0.004) {
    const Eigen::Vector3d pixel = project(list.camera, k_size, {0, y, 0});
    const Rgb8 color = image.at(static_cast<int>(pixel.x()), static_cast<int>(pixel.y()));
    CHECK(color_distance(color, color_at(list.paint.colors, 0)) <= 10);
  }
}

TEST_CASE("renderer: contours have the spacing and the width that were asked for", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  const Ramp ramp;
  GpuPatch patch;
  patch.set(ramp.pieces, ramp.square);
  DrawList list = seen_at_a_slant();
  list.patches.push_back({&patch, Pose::Identity()});
  const DrawnPicture plain = drawn(renderer, list);
  // Lines across the row through the middle, and the pixels that they darken.
  const auto count = [&](double step, double width) {
    list.paint.contour_step = step;
    list.paint.line_width = width;
    const DrawnPicture image = drawn(renderer, list);
    const int row = static_cast<int>(project(list.camera, k_size, {0, 0, 0}).y());
    std::pair<int, int> lines_and_pixels;
    bool in_line = false;
    for (int x = 0; x < k_size.width; ++x) {
      const bool dark = lightness(image.at(x, row)) < lightness(plain.at(x, row)) - 4;
      lines_and_pixels.first += dark && !in_line;
      lines_and_pixels.second += dark;
      in_line = dark;
    }
    return lines_and_pixels;
  };
  CHECK(count(0, 1).first == 0);
  CHECK(count(0.22, 1).first == 4);
  CHECK(count(0.3, 1).first == 3);
  CHECK(count(0.3, 4).first == 3);
  CHECK(count(0.3, 4).second >= 3 * count(0.3, 1).second);
}

TEST_CASE("renderer: the outline of a map lies beside it, and not around what is over it",
          "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  const int samples = GENERATE(0, 4);
  Renderer renderer(samples);
  const Ramp ramp;
  TriangleMesh ground = ramp.square;
  for (Eigen::Vector3d& vertex : ground.vertices) vertex *= 2;
  GpuMesh body(ground);
  GpuPatch patch;
  patch.set(ramp.pieces, ramp.square);
  DrawList list = seen_at_a_slant();
  list.effects = {false, false, false};
  list.meshes.push_back({&body, Pose::Identity(), {{0.7f, 0.7f, 0.7f}, 0.7f, 0}, 1});
  list.patches.push_back({&patch, Pose::Identity()});
  DrawnArrow arrow;
  arrow.p_WTail = {0.2, 0, 0};
  arrow.p_WTip = {0.2, 0, 0.3};
  arrow.radius = 0.01;
  list.arrows.push_back(arrow);
  const DrawnPicture without = drawn(renderer, list);
  list.paint.outline = true;
  list.paint.line_width = 1.5;
  const DrawnPicture with = drawn(renderer, list);
  const auto darkened = [&](const Eigen::Vector3d& p, int reach) {
    const Eigen::Vector3d pixel = project(list.camera, k_size, p);
    int count = 0;
    for (int y = -reach; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x) {
        const int column = static_cast<int>(pixel.x()) + x, row = static_cast<int>(pixel.y()) + y;
        count += lightness(with.at(column, row)) < lightness(without.at(column, row)) - 10;
      }
    return count;
  };
  for (const Eigen::Vector3d& side : {Eigen::Vector3d(0, -0.5, 0), {0.5, 0.1, 0}, {-0.5, -0.1, 0}})
    CHECK(darkened(side, 4) >= 6);
  CHECK(darkened({0.7, 0, 0}, 4) == 0);
  CHECK(darkened({-0.2, 0.2, 0}, 4) == 0);
  CHECK(darkened({0.2, 0, 0.05}, 6) == 0);
  list.arrows.clear();
  CHECK(worst_map_difference(drawn(renderer, list), list) <= 2);
}

TEST_CASE("renderer: glass looks the same in whatever order it is drawn", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  Renderer renderer;
  GpuMesh ball(mesh::make_icosphere(0.4, 4)), box(mesh::make_box({0.7, 0.5, 0.6}));
  Pose aside = Pose::Identity();
  aside.translation().x() = 0.3;
  DrawList list = seen_at_a_slant();
  list.meshes.push_back({&ball, Pose::Identity(), {{0.9f, 0.1f, 0.1f}, 0.2f, 0}, 0.4f});
  list.meshes.push_back({&box, aside, {{0.1f, 0.2f, 0.9f}, 0.2f, 1}, 0.6f});
  const DrawnPicture first = drawn(renderer, list);
  std::swap(list.meshes[0], list.meshes[1]);
  const DrawnPicture second = drawn(renderer, list);
  int worst = 0;
  for (int y = 0; y < k_size.height; ++y)
    for (int x = 0; x < k_size.width; ++x)
      worst = std::max(worst, color_distance(first.at(x, y), second.at(x, y)));
  CHECK(worst <= 1);  // half floats are summed in another order
  list.meshes.clear();
  CHECK(first.rgb != drawn(renderer, list).rgb);
}

// Seen from so far away that lines of sight are nearly parallel. Pixels at the border are half
// covered on average and count by their blending.
TEST_CASE("renderer: as many pixels are coloured as the contact's area has", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  SceneWorld world(scene::read_scene(find_scene("ball_on_plate")));
  for (int k = 0; k < 120; ++k) world.step(1.0 / 240);
  const WorldContact& contact = world.contacts()[0];
  const ContactStatistics& total = contact.report->result().total;
  REQUIRE(total.n_contacting > 10);
  const Eigen::Vector3d p_W = contact.report->X_WC * total.center_of_pressure;
  const Eigen::Vector3d up = -(contact.report->X_WC.linear() * total.contact_force).normalized();
  const double height = 4 * std::sqrt(total.contact_area), far = 100 * height;
  ViewOptions options = scene_view_options(world);
  options.contours = options.outline = options.forces = options.floor = false;
  DrawList list;
  for (const double side : {1.0, -1.0}) {
    list.camera = look_at(p_W + side * far * up, p_W, up.unitOrthogonal(), height / far);
    for (const bool smooth : {true, false}) {
      options.smooth = smooth;
      Renderer renderer(0);
      SceneDrawing drawing(world);
      drawing.update(world, options, list);
      list.meshes.clear();
      REQUIRE(list.patches.size() == 2);
      const DrawnPicture with = drawn(renderer, list);
      list.patches.clear();
      const DrawnPicture without = drawn(renderer, list);
      int pixels = 0;
      for (int y = 0; y < k_size.height; ++y)
        for (int x = 0; x < k_size.width; ++x)
          pixels += color_distance(with.at(x, y), without.at(x, y)) > 3;
      const double pixel_area = std::pow(height / k_size.height, 2);
      CHECK(pixels * pixel_area == Approx(total.contact_area).epsilon(0.02));
    }
  }
}

}  // namespace condyle::test::renderer_tests
