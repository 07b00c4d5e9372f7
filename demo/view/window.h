#pragma once

#include <string>
#include <vector>

#include "view/camera.h"

struct GLFWwindow;

namespace condyle {

/// A key went down (or repeats while held); `key` as GLFW names it.
struct KeyPress {
  int key = 0;
  bool control = false;
  bool repeated = false;
};

/// A window with an OpenGL 3.3 core context, current while it lives, and a Dear ImGui context with
/// our theme. One at a time.
class Window {
 public:
  enum class Visibility { shown, hidden };

  /// `ui_scale` multiplies the size of text, in a window that is shown on top of the display's own.
  /// Throws NoWindow where no display or no context can be had.
  Window(const std::string& title, ViewSize size, Visibility visibility, double ui_scale = 1);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const { return window_; }
  ViewSize frame_buffer_size() const;  ///< [pixels]
  bool wants_to_close() const;

  /// Keys pressed since the last call, in order. Dear ImGui 1.86 looks at keys once per frame and
  /// misses a quick press in a slow one.
  std::vector<KeyPress> take_key_presses();

  void begin_frame();  ///< events, then a new frame of Dear ImGui
  void end_frame();    ///< shows what was drawn

 private:
  static void on_key(GLFWwindow* handle, int key, int scan_code, int action, int modifiers);

  GLFWwindow* window_ = nullptr;
  std::vector<KeyPress> key_presses_;
};

/// True where OpenGL runs on the processor, as Mesa's llvmpipe does.
bool draws_in_software();

/// Draws what was handed to Dear ImGui since begin_frame() into the frame buffer that is bound.
void draw_user_interface();

}  // namespace condyle
