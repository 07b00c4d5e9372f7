#include "view/picture.h"

#include <fmt/core.h>
#include <imgui.h>

#include "condyle/error.h"
#include "view/no_window.h"
#include "view/png_file.h"
#include "view/renderer.h"
#include "view/scene_view.h"
#include "view/window.h"

namespace condyle {
namespace {

constexpr int k_smallest = 64, k_largest = 8192;  // [pixels]
constexpr double k_height_at_unit_scale = 720;    // text scales with the height of the picture

void require_size(int value, const char* what) {
  if (value >= k_smallest && value <= k_largest) return;
  throw InputError(fmt::format("picture: its {} of {} pixels is out of range; use {} to {}", what,
                               value, k_smallest, k_largest));
}

std::vector<std::uint8_t> draw(Window& window, const ShownWorld& world, ViewSize size) {
  Renderer renderer;
  SceneDrawing drawing(world);
  DrawList list;
  window.begin_frame();
  const float text_size = ImGui::GetFontSize();
  const PictureParts parts = split_picture(
      {0, 0, static_cast<float>(size.width), static_cast<float>(size.height)}, text_size);
  const ViewSize scene{static_cast<int>(parts.scene.width), size.height};
  const ViewOptions view = scene_view_options(world);
  list.camera = scene_camera(world.scene(), drawing.bounds(world), scene);
  list.size = scene;
  drawing.update(world, view, list);

  const FrameBuffer picture(FrameBuffer::Kind::picture, size);
  renderer.draw(list, {picture.id(), 0, 0, scene});
  const ShownPicture shown{world, drawing, view, list};
  ImDrawList& front = *ImGui::GetForegroundDrawList();
  draw_labels(front, parts.scene, shown,
              draw_overlay(front, parts, shown, k_caption_indent * text_size));
  picture.bind();
  draw_user_interface();
  return read_pixels(size);
}

}  // namespace

bool draw_picture(const ShownWorld& world, const std::filesystem::path& png, int width, int height,
                  std::string& why_not) try {
  require_size(width, "width");
  require_size(height, "height");
  const ViewSize size{width, height};
  Window window("condyle", size, Window::Visibility::hidden, height / k_height_at_unit_scale);
  write_png(png, draw(window, world, size), size);
  return true;
} catch (const NoWindow& error) {
  why_not = error.what();
  return false;
}

}  // namespace condyle
