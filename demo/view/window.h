#pragma once

#include <string>

#include "view/camera.h"

struct GLFWwindow;

namespace condyle {

/// A window with an OpenGL 3.3 core context, current while it lives, and a Dear ImGui context with
/// our theme. One at a time.
class Window {
 public:
  enum class Visibility { shown, hidden };

  /// `ui_scale` multiplies the size of text. Throws NoWindow where no display or no context can be
  /// had.
  Window(const std::string& title, ViewSize size, Visibility visibility, double ui_scale = 1);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const { return window_; }
  ViewSize frame_buffer_size() const;  ///< [pixels]
  bool wants_to_close() const;

  void begin_frame();  ///< events, then a new frame of Dear ImGui
  void end_frame();    ///< shows what was drawn

 private:
  GLFWwindow* window_ = nullptr;
};

/// Draws what was handed to Dear ImGui since begin_frame() into the frame buffer that is bound.
void draw_user_interface();

}  // namespace condyle
