#include "view/scene_painter.h"

#include <nettle/base64.h>

#include "view/png_file.h"
#include "view/renderer.h"
#include "view/scene_camera.h"
#include "view/scene_drawing.h"
#include "view/scene_view.h"
#include "view/window.h"

namespace condyle {
namespace {

std::string base64_of(const std::string& bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return text;
}

}  // namespace

ScenePainter::ScenePainter(ViewSize size)
    : size_(size),
      window_(std::make_unique<Window>("condyle", size, Window::Visibility::hidden)),
      renderer_(std::make_unique<Renderer>()) {}

ScenePainter::~ScenePainter() = default;

std::string ScenePainter::picture(const ShownWorld& world) {
  ViewOptions options = scene_view_options(world);
  options.backdrop = Backdrop::light;
  SceneDrawing drawing(world);
  DrawList list;
  list.camera = scene_camera(world.scene(), drawing.bounds(world), size_);
  list.size = size_;
  drawing.update(world, options, list);
  const FrameBuffer frame(FrameBuffer::Kind::picture, size_);
  renderer_->draw(list, {frame.id(), 0, 0, size_});
  frame.bind();
  return "data:image/png;base64," + base64_of(png_bytes(read_pixels(size_), size_));
}

}  // namespace condyle
