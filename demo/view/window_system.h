#pragma once

#include <string>

struct GLFWwindow;

namespace condyle {

// Where GLFW on a desktop and Emscripten's GLFW in a browser differ: desktop/window_system.cpp and
// browser/window_system.cpp.

/// The last error of GLFW.
std::string window_error();

/// Has the next window made with the context of opengl.h. `is_shown`: the user sees the window.
void ask_for_context(bool is_shown);

/// Calls this at once and when the scale of texts on the window's display changes.
void follow_display_scale(GLFWwindow* window, void (*changed)(GLFWwindow*, float x, float y));

/// What the key at this place of the keyboard types; null if that is not known.
const char* typed_by(int place, int scan_code);

/// In a browser, which cannot wait for events: whether the window has had input or another size
/// since the last call. Elsewhere true.
bool take_news();

}  // namespace condyle
