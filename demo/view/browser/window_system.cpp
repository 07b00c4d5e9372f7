#include "view/window_system.h"

#include <GLFW/glfw3.h>
#include <emscripten/html5.h>

#include <utility>

namespace condyle {
namespace {

void (*scale_changed)(GLFWwindow*, float, float) = nullptr;
bool has_news = true;

void tell_scale(void* window) {
  const auto scale = static_cast<float>(emscripten_get_device_pixel_ratio());
  scale_changed(static_cast<GLFWwindow*>(window), scale, scale);
}

EM_BOOL on_resize(int, const EmscriptenUiEvent*, void* window) {
  tell_scale(window);
  has_news = true;
  return EM_FALSE;  // others may use it too
}

EM_BOOL on_mouse(int, const EmscriptenMouseEvent*, void*) {
  has_news = true;
  return EM_FALSE;
}

EM_BOOL on_wheel(int, const EmscriptenWheelEvent*, void*) {
  has_news = true;
  return EM_FALSE;
}

EM_BOOL on_key(int, const EmscriptenKeyboardEvent*, void*) {
  has_news = true;
  return EM_FALSE;
}

}  // namespace

std::string window_error() { return "the browser has no WebGL 2"; }

void ask_for_context(bool) {
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene is drawn into a separate frame buffer
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_ALPHA_BITS, 0);  // else the page shows through
}

void follow_display_scale(GLFWwindow* window, void (*changed)(GLFWwindow*, float x, float y)) {
  scale_changed = changed;
  tell_scale(window);
  const char* const page = EMSCRIPTEN_EVENT_TARGET_WINDOW;
  emscripten_set_resize_callback(page, window, EM_TRUE, on_resize);
  emscripten_set_mousedown_callback(page, nullptr, EM_TRUE, on_mouse);
  emscripten_set_mouseup_callback(page, nullptr, EM_TRUE, on_mouse);
  emscripten_set_mousemove_callback(page, nullptr, EM_TRUE, on_mouse);
  emscripten_set_wheel_callback(page, nullptr, EM_TRUE, on_wheel);
  emscripten_set_keydown_callback(page, nullptr, EM_TRUE, on_key);
  emscripten_set_keyup_callback(page, nullptr, EM_TRUE, on_key);
}

// A browser's key events already carry the letter that is typed.
const char* typed_by(int, int) { return nullptr; }

bool take_news() { return std::exchange(has_news, false); }

}  // namespace condyle
