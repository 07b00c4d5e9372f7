#include <stb/stb_image.h>

#include <ctime>
#include <filesystem>

#include "condyle/contact/patch_surface.h"
#include "condyle/mesh/primitives.h"
#include "demo/view/drawn_picture.h"
#include "view/looks.h"
#include "view/sharp_sides.h"
#include "view/viewer.h"

namespace condyle::test::soft_light_tests {

namespace {

constexpr Effects k_none{.occlusion = false, .shadow = false, .lines = false};
constexpr Effects k_occlusion{.shadow = false, .lines = false};
constexpr Effects k_shadow{.occlusion = false, .lines = false};
constexpr Effects k_lines{.occlusion = false, .shadow = false};

Pose at(const Eigen::Vector3d& p) {
  Pose X = Pose::Identity();
  X.translation() = p;
  return X;
}

// Seen obliquely from above; the floor, if there is one, is the plane z = 0.
DrawList seen_from_above(bool has_floor) {
  DrawList list;
  list.camera = look_at({0.4, -2.0, 1.6}, {0, 0, 0.2}, {0, 0, 1}, 0.7);
  if (has_floor) list.floor = {Eigen::Vector3d::Zero(), 0.3};
  return list;
}

DrawList with(DrawList list, const Effects& effects) {
  list.effects = effects;
  return list;
}

}  // namespace

TEST_CASE("light: the floor is darker below a body than beside it, and less below glass",
          "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  for (const int samples : {0, 4}) {
    Renderer renderer(samples);
    GpuMesh box(mesh::make_box({0.5, 0.5, 0.1}));
    DrawList list = seen_from_above(true);
    list.meshes.push_back({&box, at({0, 0, 0.5}), {}, 1});
    const auto darker_below = [&](const Effects& effects) {
      const DrawnPicture picture = drawn(renderer, with(list, effects));
      // Between lines of the floor.
      return lightness_at(picture, list.camera, {0.75, 0.15, 0}) -
             lightness_at(picture, list.camera, {0.15, 0.15, 0});
    };
    const double solid = darker_below(k_shadow);
    list.meshes[0].opacity = 0.3f;
    const double glass = darker_below(k_shadow);
    CHECK(std::abs(darker_below(k_none)) < 2);
    CHECK(solid > 7);
    CHECK((glass > 2 && glass < 0.8 * solid));
  }
}

TEST_CASE("light: a corner between bodies is darker, open faces are not", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  for (const int samples : {0, 4}) {
    Renderer renderer(samples);
    GpuMesh plate(mesh::make_box({2, 2, 0.1})), wall(mesh::make_box({0.8, 0.1, 0.5}));
    DrawList list = seen_from_above(false);
    list.meshes.push_back({&plate, at({0, 0, -0.05}), {}, 1});
    list.meshes.push_back({&wall, at({0, 0.3, 0.25}), {}, 1});
    const DrawnPicture plain = drawn(renderer, with(list, k_none));
    const DrawnPicture picture = drawn(renderer, with(list, k_occlusion));
    const auto darker = [&](const Eigen::Vector3d& p_W) {
      return lightness_at(plain, list.camera, p_W) - lightness_at(picture, list.camera, p_W);
    };
    CHECK(darker({0, 0.22, 0}) > 5);  // at the foot of the wall
    CHECK(darker({0, 0.25, 0.03}) > 5);
    CHECK(std::abs(darker({0.5, -0.6, 0})) < 1);
    CHECK(std::abs(darker({0, 0.25, 0.4})) < 1.5);
  }
}

TEST_CASE("light: sharp edges and outlines have lines, flat and round surfaces none", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  for (const int samples : {0, 4}) {
    Renderer renderer(samples);
    GpuMesh box(mesh::make_box({0.6, 0.6, 0.4})), ball(mesh::make_icosphere(0.3, 4));
    DrawList list = seen_from_above(false);
    const auto darkest_by_lines = [&](const Effects& effects, int x, int y, int half) {
      const DrawnPicture plain = drawn(renderer, with(list, k_none));
      const DrawnPicture picture = drawn(renderer, with(list, effects));
      double most = 0;
      for (int i = -half; i <= half; ++i)
        most = std::max(most, lightness(plain.at(x, y + i)) - lightness(picture.at(x, y + i)));
      return most;
    };
    const auto pixel = [&](const Eigen::Vector3d& p_W) {
      const Eigen::Vector3d p = project(list.camera, k_picture_size, p_W);
      return std::pair(static_cast<int>(p.x()), static_cast<int>(p.y()));
    };
    Effects mesh_lines = k_none;
    mesh_lines.mesh_lines = true;
    for (const float opacity : {1.0f, 0.5f}) {
      list.meshes = {{&box, at({0, 0, 0.2}), {}, opacity}};
      const auto [edge_x, edge_y] = pixel({0, -0.3, 0.4});
      CHECK(darkest_by_lines(k_lines, edge_x, edge_y, 3) > 8);
      const auto [face_x, face_y] = pixel({0.1, 0, 0.4});
      CHECK(darkest_by_lines(k_lines, face_x, face_y, 3) < 1);
      // The top consists of two triangles with a common side through its middle.
      const auto [side_x, side_y] = pixel({0, 0, 0.4});
      CHECK(darkest_by_lines(mesh_lines, side_x, side_y, 3) > 4);
    }
    list.meshes = {{&ball, at({0, 0, 0.3}), {}, 1}};
    const auto [ball_x, ball_y] = pixel({0, 0, 0.3});
    CHECK(darkest_by_lines(k_lines, ball_x, ball_y, 20) < 1);
    CHECK(darkest_by_lines(k_lines, ball_x, ball_y, 150) > 8);
  }
}

TEST_CASE("light: no effect changes the colours of a map", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  TriangleMesh square;
  square.vertices = {{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}};
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  std::vector<PatchPiece> pieces;
  for (int t = 0; t < 2; ++t) {
    PatchPiece piece{t, {}};
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Vector3d& p = square.vertices[square.triangles[t][k]];
      piece.corners[k] = {Eigen::Vector3d::Unit(static_cast<int>(k)), p.x() + 0.5};
    }
    pieces.push_back(piece);
  }
  GpuPatch patch;
  patch.set(pieces, square);
  GpuMesh body(square), roof(mesh::make_box({0.6, 0.6, 0.02})),
      wall(mesh::make_box({1, 0.05, 0.4}));
  DrawList list = seen_from_above(true);
  list.effects.mesh_lines = true;
  list.floor.centre.z() = -0.2;
  list.meshes.push_back({&body, Pose::Identity(), {}, 1});
  list.meshes.push_back({&wall, at({0, 0.53, 0.2}), {}, 1});   // a corner beside the map
  list.meshes.push_back({&roof, at({0, 0, 1.2}), {}, 0.99f});  // and something that covers it
  list.patches.push_back({&patch, Pose::Identity()});
  for (const int samples : {0, 4}) {
    Renderer renderer(samples);
    const DrawnPicture picture = drawn(renderer, list);
    CHECK(worst_map_difference(picture, list) <= 2);
  }
}

// Eight times as bright as white, so that samples averaged before highlights are compressed give
// white where a quarter of a pixel is covered.
TEST_CASE("light: edges of bright bodies are smooth, with samples and without", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  GpuMesh box(mesh::make_box({0.8, 0.8, 0.4}));
  DrawList list = seen_from_above(false);
  list.effects = k_none;
  list.meshes.push_back({&box, at({0, 0, 0.2}), {{8, 8, 8}, 1, 0}, 1});
  for (const int samples : {0, 4}) {
    Renderer renderer(samples);
    const DrawnPicture picture = drawn(renderer, list);
    int rows = 0, smooth_rows = 0;
    for (int y = 120; y < 240; ++y) {
      bool crosses = false, is_smooth = false;
      for (int x = 1; x < k_picture_size.width; ++x) {
        const int value = picture.at(x, y)[1];
        crosses = crosses || (picture.at(x - 1, y)[1] < 110 && value > 220) ||
                  (value > 110 && value < 220);
        is_smooth = is_smooth || (value > 110 && value < 220);
      }
      rows += crosses;
      smooth_rows += is_smooth;
    }
    CHECK(rows > 60);
    CHECK(smooth_rows > 0.5 * rows);
  }
}

TEST_CASE("light: a light background is bright, and a map on it keeps its colours", "[picture]") {
  const auto window = hidden_window();
  if (!window) return;
  GpuMesh box(mesh::make_box({0.5, 0.5, 0.1}));
  for (const int samples : {0, 4}) {
    Renderer renderer(samples);
    DrawList list = seen_from_above(true);
    list.meshes.push_back({&box, at({0, 0, 0.5}), {}, 1});
    const auto corner = [&](Backdrop backdrop) {
      ViewOptions options;
      options.backdrop = backdrop;
      list.backdrop = backdrop_colors(options);
      return lightness(drawn(renderer, list).at(4, 4));
    };
    CHECK(corner(Backdrop::dark) < 30);
    CHECK(corner(Backdrop::light) > 80);
    // The shadow is seen on the bright floor too.
    const DrawnPicture picture = drawn(renderer, list);
    CHECK(lightness_at(picture, list.camera, {0.75, 0.15, 0}) >
          10 + lightness_at(picture, list.camera, {0.15, 0.15, 0}));
  }
}

TEST_CASE("picture: what differs over black and grey is cut out") {
  const double grey = 0.8;
  // An opaque pixel, nothing, and a red glass that lets half of the light through.
  const std::vector<std::uint8_t> over_black{10, 200, 30, 0, 0, 0, 60, 0, 0};
  const std::vector<std::uint8_t> over_grey{10, 200, 31, 204, 204, 204, 162, 102, 102};
  const std::vector<std::uint8_t> expected{10, 200, 30, 255, 0, 0, 0, 0, 120, 0, 0, 128};
  CHECK(cut_out(over_black, over_grey, grey) == expected);
}

TEST_CASE("picture: without panels, larger and without a background", "[picture]") {
  if (!hidden_window()) return;
  const auto file = std::filesystem::temp_directory_path() / "condyle_test_cut_out.png";
  ViewerOptions options;
  options.scene = "ball_on_plate";
  options.size = {400, 300};
  options.frames = 3;
  options.screenshot = file;
  options.panels = false;
  options.picture_scale = 2;
  options.transparent = true;
  run_viewer(options);
  int width = 0, height = 0, channels = 0;
  const std::shared_ptr<unsigned char> pixels(
      stbi_load(file.c_str(), &width, &height, &channels, 4), stbi_image_free);
  REQUIRE((width == 800 && height == 600 && channels == 4));
  int clear = 0, opaque = 0;
  for (int i = 0; i < width * height; ++i) {
    clear += pixels.get()[4 * i + 3] == 0;
    opaque += pixels.get()[4 * i + 3] == 255;
  }
  CHECK(pixels.get()[4 * (width / 2) + 3] == 0);  // above the scene
  CHECK(clear > width * height / 3);
  CHECK(opaque > width * height / 50);
  std::filesystem::remove(file);
}

TEST_CASE("light: a side is sharp at a bend and where the mesh ends") {
  const auto count = [](const TriangleMesh& mesh) {
    return std::ranges::count(sharp_sides(mesh, 0.6), true);
  };
  CHECK(count(mesh::make_box({1, 2, 3})) == 2 * 12);  // of each edge, on both sides
  CHECK(count(mesh::make_icosphere(1, 4)) == 0);
  TriangleMesh square;
  square.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  CHECK(count(square) == 4);
}

// Run by hand: the time of all processors for a picture by effect [ms], which other programs that
// run at the same time change little.
TEST_CASE("frame times by effect", "[.][speed]") {
  const auto window = hidden_window();
  if (!window) return;
  GpuMesh ball(mesh::make_icosphere(0.4, 5)), plate(mesh::make_box({2, 2, 0.1}));
  DrawList list = seen_from_above(true);
  list.meshes.push_back({&ball, at({0, 0, 0.5}), {}, 1});
  list.meshes.push_back({&plate, at({0, 0, 0.05}), {}, 1});
  constexpr ViewSize k_large{1600, 1000};
  const FrameBuffer target(FrameBuffer::Kind::picture, k_large);
  for (const int samples : {0, 4}) {
    for (const Effects& effects : {k_none, k_lines, k_shadow, k_occlusion, Effects{}}) {
      Renderer renderer(samples);
      const DrawList shown = with(list, effects);
      double least = 1e9;
      for (int k = 0; k < 6; ++k) {
        const std::clock_t start = std::clock();
        renderer.draw(shown, {target.id(), 0, 0, k_large});
        glFinish();
        least = std::min(least, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
      }
      WARN("samples " << samples << " occlusion " << effects.occlusion << " shadow "
                      << effects.shadow << " lines " << effects.lines << ": " << least << " ms");
    }
  }
}

}  // namespace condyle::test::soft_light_tests
