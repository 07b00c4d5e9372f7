#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "view/camera.h"

namespace condyle {

class Renderer;
class ShownWorld;
class Window;

/// How a picture of a world looks.
enum class PictureStyle {
  labelled,  ///< on the viewer's own ground, with title, time, readings, scales and labels
  plain      ///< over a light ground, for pages that say the rest
};

/// The bytes of a PNG file as a "data:" address.
std::string png_address(const std::string& bytes);

/// Draws pictures of worlds without a window on the screen, from the scene's own camera. Colours
/// reach to the scene's own range or, without one, to the largest pressure now. For one thread.
class ScenePainter {
 public:
  /// Throws NoWindow if the computer has no display to draw with. Text has its usual size in
  /// pictures 720 pixels high and grows with `size`.
  explicit ScenePainter(ViewSize size);
  ~ScenePainter();
  ScenePainter(const ScenePainter&) = delete;
  ScenePainter& operator=(const ScenePainter&) = delete;

  /// The world as it is now: pixels as write_png() takes them.
  std::vector<std::uint8_t> paint(const ShownWorld& world, PictureStyle style);

  /// A plain picture, a PNG file as a "data:" address.
  std::string picture(const ShownWorld& world);

 private:
  ViewSize size_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace condyle
