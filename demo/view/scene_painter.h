#pragma once

#include <memory>
#include <string>

#include "view/camera.h"

namespace condyle {

class Renderer;
class ShownWorld;
class Window;

/// Draws pictures of worlds for pages: as the viewer shows them, without panels, over a light
/// ground, from the scene's own camera. For one thread.
class ScenePainter {
 public:
  /// Throws NoWindow if the computer has no display to draw with.
  explicit ScenePainter(ViewSize size);
  ~ScenePainter();
  ScenePainter(const ScenePainter&) = delete;
  ScenePainter& operator=(const ScenePainter&) = delete;

  /// The world as it is now, a PNG file as a "data:" address. Colours reach to the scene's own
  /// range or, without one, to the largest pressure now.
  std::string picture(const ShownWorld& world);

 private:
  ViewSize size_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace condyle
