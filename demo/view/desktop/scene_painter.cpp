#include "view/scene_painter.h"

#include <imgui.h>
#include <nettle/base64.h>

#include "view/png_file.h"
#include "view/renderer.h"
#include "view/scene_camera.h"
#include "view/scene_drawing.h"
#include "view/scene_view.h"
#include "view/window.h"

namespace condyle {
namespace {

constexpr double k_height_at_unit_scale = 720;  // text scales with the height of the picture

}  // namespace

std::string png_address(const std::string& bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return "data:image/png;base64," + text;
}

ScenePainter::ScenePainter(ViewSize size)
    : size_(size),
      window_(std::make_unique<Window>("condyle", size, Window::Visibility::hidden,
                                       size.height / k_height_at_unit_scale)),
      renderer_(std::make_unique<Renderer>()) {}

ScenePainter::~ScenePainter() = default;

std::vector<std::uint8_t> ScenePainter::paint(const ShownWorld& world, PictureStyle style) {
  const bool is_labelled = style == PictureStyle::labelled;
  window_->begin_frame();
  const float text_size = ImGui::GetFontSize();
  const PictureParts parts = split_picture(
      {0, 0, static_cast<float>(size_.width), static_cast<float>(size_.height)}, text_size);
  const ViewSize scene =
      is_labelled ? ViewSize{static_cast<int>(parts.scene.width), size_.height} : size_;
  ViewOptions view = scene_view_options(world);
  if (!is_labelled) view.backdrop = Backdrop::light;
  SceneDrawing drawing(world);
  DrawList list;
  list.camera = scene_camera(world.scene(), drawing.bounds(world), scene);
  list.size = scene;
  drawing.update(world, view, list);

  const FrameBuffer frame(FrameBuffer::Kind::picture, size_);
  renderer_->draw(list, {frame.id(), 0, 0, scene});
  if (is_labelled) {
    const ShownPicture shown{world, drawing, view, list};
    ImDrawList& front = *ImGui::GetForegroundDrawList();
    draw_labels(front, parts.scene, shown,
                draw_overlay(front, parts, shown, k_caption_indent * text_size));
  }
  frame.bind();
  draw_user_interface();
  return read_pixels(size_);
}

std::string ScenePainter::picture(const ShownWorld& world) {
  return png_address(png_bytes(paint(world, PictureStyle::plain), size_));
}

}  // namespace condyle
