#pragma once

#include <string>
#include <vector>

#include "view/camera.h"

struct GLFWwindow;

namespace condyle {

/// A key was pressed (or repeats while held); `key` is GLFW's code.
struct KeyPress {
  int key = 0;
  bool control = false;
  bool repeated = false;
};

/// A window with an OpenGL 3.3 core context, current while the window lives, and a Dear ImGui
/// context with the program's theme. Only one may exist at a time.
class Window {
 public:
  enum class Visibility { shown, hidden };

  /// `ui_scale` multiplies the size of text; a visible window also applies the scale of the
  /// display. Throws NoWindow if there is no display or no context.
  Window(const std::string& title, ViewSize size, Visibility visibility, double ui_scale = 1);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  ViewSize frame_buffer_size() const;  ///< [pixels]
  bool wants_to_close() const;

  /// The keys pressed since the last call, in order. Dear ImGui 1.86 polls keys once per frame and
  /// misses a quick press during a slow frame.
  std::vector<KeyPress> take_key_presses();

  void begin_frame();  ///< handles events, then begins a frame of Dear ImGui
  void end_frame();    ///< shows the frame

 private:
  static void on_key(GLFWwindow* handle, int key, int scan_code, int action, int modifiers);

  GLFWwindow* window_ = nullptr;
  std::vector<KeyPress> key_presses_;
};

/// Whether OpenGL runs on the processor, for example with Mesa's llvmpipe.
bool draws_in_software();

/// Ends a frame's Dear ImGui output without drawing it.
void leave_user_interface();

/// Draws the Dear ImGui output since begin_frame() into the currently bound frame buffer.
void draw_user_interface();

}  // namespace condyle
