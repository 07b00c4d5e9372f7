#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "view/camera.h"
#include "view/keys.h"

struct GLFWwindow;

namespace condyle {

/// A window with an OpenGL 3.3 core context, current while the window lives, and a Dear ImGui
/// context with the program's theme. Only one may exist at a time.
class Window {
 public:
  enum class Visibility { shown, hidden };

  /// `ui_scale` multiplies the size of text; a visible window also applies the scale of the
  /// display that it is on, also when it moves to another one. Throws NoWindow if there is no
  /// display or no context.
  Window(const std::string& title, ViewSize size, Visibility visibility, double ui_scale = 1);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  ViewSize frame_buffer_size() const;  ///< [pixels]
  ViewSize size() const;               ///< as --size and the system count it
  /// From the next frame on; see the constructor. Panels keep their widths in text heights.
  void set_ui_scale(double ui_scale) { ui_scale_ = ui_scale; }
  /// From the next frame on, Dear ImGui lays out a picture of this size with larger text, without
  /// input, instead of the window.
  void begin_picture(ViewSize size, int scale);
  void end_picture() { begin_picture({0, 0}, 1); }
  bool wants_to_close() const;
  bool is_unseen() const;  ///< minimised, hidden, or of size 0
  void wait_for_event();   ///< takes no processor time

  /// The keys pressed since the last call, in order. Dear ImGui 1.86 polls keys once per frame and
  /// misses a quick press during a slow frame.
  std::vector<KeyPress> take_key_presses();

  /// The files that were dropped on the window since the last call.
  std::vector<std::filesystem::path> take_dropped_files();

  /// Handles events, then begins a frame of Dear ImGui. If the picture stays the same for
  /// `still_for` seconds unless there is input, and a few frames were drawn since the last input,
  /// it first waits so long for an event, which takes no processor time.
  void begin_frame(double still_for = 0);
  /// In a browser, where begin_frame() cannot wait: whether the next frame is not needed yet.
  bool rests(double still_for);
  void end_frame();  ///< shows the frame

  /// From now on begin_frame() calls this with the input of the system, which it may change, before
  /// Dear ImGui takes it: a test that acts in place of a person.
  void set_user(std::function<void(GLFWwindow*)> user) { user_ = std::move(user); }

 private:
  static void on_key(GLFWwindow* handle, int place, int scan_code, int action, int modifiers);
  static void on_drop(GLFWwindow* handle, int count, const char** paths);
  static void on_display_scale(GLFWwindow* handle, float x, float y);
  void follow_scale();
  void count_in_pixels() const;

  GLFWwindow* window_ = nullptr;
  double ui_scale_ = 1, display_scale_ = 1;
  double scale_ = 0;        ///< at which texts are drawn
  ViewSize picture_{0, 0};  ///< see begin_picture(); 0: the window
  int picture_scale_ = 1;
  std::function<void(GLFWwindow*)> user_;
  std::vector<std::filesystem::path> dropped_files_;
  std::vector<KeyPress> key_presses_;
  int quiet_frames_ = 0;   ///< frames since the last input
  double rest_began_ = 0;  ///< [s]
};

/// Whether OpenGL runs on the processor, for example with Mesa's llvmpipe.
bool draws_in_software();

/// Ends a frame's Dear ImGui output without drawing it.
void leave_user_interface();

/// Draws the Dear ImGui output since begin_frame() into the currently bound frame buffer. Returns
/// the bytes that it sends to the graphics card.
std::size_t draw_user_interface();

}  // namespace condyle
