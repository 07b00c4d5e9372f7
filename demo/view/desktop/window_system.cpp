#include "view/window_system.h"

#include <GLFW/glfw3.h>

namespace condyle {

std::string window_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "unknown cause";
}

void ask_for_context(bool is_shown) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene is drawn into a separate frame buffer
  glfwWindowHint(GLFW_VISIBLE, is_shown ? GLFW_TRUE : GLFW_FALSE);
}

void follow_display_scale(GLFWwindow* window, void (*changed)(GLFWwindow*, float x, float y)) {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  changed(window, x, y);
  glfwSetWindowContentScaleCallback(window, changed);
}

const char* typed_by(int place, int scan_code) { return glfwGetKeyName(place, scan_code); }

bool take_news() { return true; }

}  // namespace condyle
