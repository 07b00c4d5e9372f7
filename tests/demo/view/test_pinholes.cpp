// Pressure maps of concave casting meshes, pixel by pixel.
#include <catch2/catch.hpp>

#include "condyle/scene/scene_file.h"
#include "view/no_window.h"
#include "view/png_file.h"
#include "view/renderer.h"
#include "view/scene_camera.h"
#include "view/scene_view.h"
#include "view/window.h"
#include "world/scene_world.h"

namespace condyle::test::pinhole_tests {

namespace {

constexpr ViewSize k_size{600, 450};
constexpr std::size_t k_pixels = static_cast<std::size_t>(k_size.width) * k_size.height;

// Marks the pixels that a picture of the maps alone colours.
std::vector<bool> coloured(Renderer& renderer, DrawList list) {
  const FrameBuffer picture(FrameBuffer::Kind::picture, k_size);
  const auto pixels = [&] {
    renderer.draw(list, {picture.id(), 0, 0, k_size});
    picture.bind();
    return read_pixels(k_size);
  };
  list.meshes.clear();
  const std::vector<std::uint8_t> with = pixels();
  list.patches.clear();
  const std::vector<std::uint8_t> without = pixels();
  std::vector<bool> marks(k_pixels);
  for (std::size_t i = 0; i < k_pixels; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (std::abs(with[3 * i + k] - without[3 * i + k]) > 3) marks[i] = true;
  return marks;
}

// The number of connected groups of pixels that are marked, or of those that are not. Groups that
// meet only at corners are one.
int groups(const std::vector<bool>& marks, bool of) {
  std::vector<bool> seen(marks.size());
  std::vector<std::size_t> front;
  int count = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] != of || seen[i]) continue;
    ++count;
    seen[i] = true;
    front.push_back(i);
    while (!front.empty()) {
      const int x = static_cast<int>(front.back()) % k_size.width;
      const int y = static_cast<int>(front.back()) / k_size.width;
      front.pop_back();
      for (int v = std::max(y - 1, 0); v <= std::min(y + 1, k_size.height - 1); ++v) {
        for (int u = std::max(x - 1, 0); u <= std::min(x + 1, k_size.width - 1); ++u) {
          const auto next = static_cast<std::size_t>(v * k_size.width + u);
          if (marks[next] != of || seen[next]) continue;
          seen[next] = true;
          front.push_back(next);
        }
      }
    }
  }
  return count;
}

// The camera of the scene, turned to the contact and `wide` times as wide as that.
Camera camera_on(const SceneWorld& world, const WorldContact& contact, double wide) {
  const ContactPair& pair = contact.report->pair();
  Eigen::AlignedBox3d box;
  for (const ProximityHit& hit : pair.result().hits)
    if (hit.proximity > 0)
      box.extend(contact.report->X_WC * pair.casting().centroids()[hit.casting_triangle]);
  const Camera scenes = scene_camera(world.scene(), box, k_size);
  const double away = (eye(scenes) - box.center()).norm();
  return look_at(eye(scenes), box.center(), up_direction(scenes),
                 wide * box.diagonal().norm() / away);
}

// Draws the target's smooth maps of a scene at several times.
void check_maps(const std::string& name, Field field, int patches, double wide = 0.7) {
  std::unique_ptr<Window> window;
  try {
    window = std::make_unique<Window>("test", k_size, Window::Visibility::hidden);
  } catch (const NoWindow& error) {
    WARN("SKIPPED: " << error.what());
    return;
  }
  SceneWorld world(scene::read_scene(find_scene(name)));
  Renderer renderer(0);
  SceneDrawing drawing(world);
  ViewOptions options = scene_view_options(world);
  options.smooth = true;
  options.field = field;
  options.forces = options.floor = options.strands = options.on_casting = false;
  DrawList list;
  for (const double time : {0.05, 0.2}) {
    while (world.time() < time) world.step(1 / world.scene().rate);
    list.camera = camera_on(world, world.contacts()[0], wide);
    drawing.update(world, options, list);
    const std::vector<bool> marks = coloured(renderer, list);
    INFO(name << " at " << world.time() << " s");
    CHECK(groups(marks, true) == patches);
    CHECK(groups(marks, false) == 1);  // the background, and no holes
  }
}

}  // namespace

TEST_CASE("pinholes: the head in its socket has one map without holes", "[picture]") {
  check_maps("hip", Field::pressure, 1);
}

TEST_CASE("pinholes: the condyles on their insert have two maps without holes", "[picture]") {
  check_maps("knee_replacement", Field::pressure, 2);
}

// The gap is 0 in the area of contact, which has corners of its own there.
TEST_CASE("pinholes: the gap in the socket has one map without holes", "[picture]") {
  check_maps("hip", Field::gap, 1, 2.5);
}

}  // namespace condyle::test::pinhole_tests
