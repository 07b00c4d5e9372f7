#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "view/no_window.h"
#include "view/viewer_frame.h"
#include "view/window.h"

namespace condyle::test {

inline constexpr int k_frames_to_settle = 4;  // frames until Dear ImGui knows all widths

/// A viewer of a scene in a hidden window, which lays out its frames and does not draw them.
struct Viewer {
  Viewer(const std::string& scene, ViewSize size, double scale) {
    open_window(size, scale);
    open_scene(state, find_scene(scene));
  }

  /// Opens a window in place of the one before, to which the drawing's meshes belong.
  void open_window(ViewSize size, double scale) {
    state.drawing.reset();
    window.reset();
    window = std::make_unique<Window>("condyle", size, Window::Visibility::hidden, scale);
    if (state.world) state.drawing = std::make_unique<SceneDrawing>(*state.world);
  }
  void lay_out(int frames = k_frames_to_settle) {
    for (int k = 0; k < frames; ++k) {
      window->begin_frame();
      texts = draw_frame(state, nullptr, window->frame_buffer_size());
    }
  }
  WindowLayout layout() const { return window_layout(state, window->frame_buffer_size()); }

  std::unique_ptr<Window> window;
  ViewerState state;
  WrittenTexts texts;
};

/// Opens the viewer. Empty, with a note, if there is no display.
inline std::unique_ptr<Viewer> open_viewer(const std::string& scene, ViewSize size,
                                           double scale) try {
  return std::make_unique<Viewer>(scene, size, scale);
} catch (const NoWindow& error) {
  WARN("SKIPPED: " << error.what());
  return nullptr;
}

}  // namespace condyle::test
