#include "demo/view/random_user.h"

#include <GLFW/glfw3.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

namespace condyle::test {
namespace {

// Chances per frame.
constexpr double k_moves = 0.5, k_jumps = 0.5, k_clicks = 0.45, k_scrolls = 0.08, k_presses = 0.2,
                 k_types = 0.05, k_resizes = 0.01, k_drops = 0.01, k_quits = 0.02,
                 k_holds_key = 0.2;
constexpr int k_longest_drag = 12;  // [frames]
constexpr double k_near = 30;       // a small movement [pixels]
constexpr int k_last_button = 2;    // left, right, middle

constexpr std::array k_keys = {GLFW_KEY_SPACE,
                               GLFW_KEY_RIGHT,
                               GLFW_KEY_LEFT,
                               GLFW_KEY_UP,
                               GLFW_KEY_DOWN,
                               GLFW_KEY_ENTER,
                               GLFW_KEY_TAB,
                               GLFW_KEY_ESCAPE,
                               GLFW_KEY_HOME,
                               GLFW_KEY_END,
                               GLFW_KEY_F1,
                               GLFW_KEY_F5,
                               GLFW_KEY_BACKSPACE,
                               GLFW_KEY_LEFT_BRACKET,
                               GLFW_KEY_RIGHT_BRACKET,
                               GLFW_KEY_0,
                               GLFW_KEY_1,
                               GLFW_KEY_2,
                               GLFW_KEY_3,
                               GLFW_KEY_DELETE};

int any_key(int place) {
  constexpr int k_letters = GLFW_KEY_Z - GLFW_KEY_A + 1;
  return place < k_letters ? GLFW_KEY_A + place : k_keys[place - k_letters];
}
constexpr int k_all_keys = GLFW_KEY_Z - GLFW_KEY_A + 1 + static_cast<int>(k_keys.size());

void APIENTRY on_gl_message(GLenum, GLenum type, GLuint, GLenum, GLsizei, const char* text,
                            const void* errors) {
  if (type != GL_DEBUG_TYPE_ERROR) return;
  auto& all = *static_cast<std::vector<std::string>*>(const_cast<void*>(errors));
  all.emplace_back(text);
}

/// Calls what the window calls for a key.
void tell_key(GLFWwindow* window, int key, int action, int modifiers) {
  const GLFWkeyfun called = glfwSetKeyCallback(window, nullptr);
  glfwSetKeyCallback(window, called);
  if (called) called(window, key, glfwGetKeyScancode(key), action, modifiers);
}

}  // namespace

RandomUser::RandomUser(unsigned seed, Habits habits) : habits_(std::move(habits)), random_(seed) {}

void RandomUser::act(GLFWwindow* window) {
  if (frame_ == 0 && epoxy_has_gl_extension("GL_KHR_debug")) {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(on_gl_message, &gl_errors_);
  }
  note_gl_errors();
  if (++frame_ >= habits_.frames) glfwSetWindowShouldClose(window, GLFW_TRUE);
  if (with_chance(k_moves)) move(window);
  press_buttons();
  if (with_chance(k_scrolls)) ImGui::GetIO().MouseWheel = static_cast<float>(between(-3, 3));
  if (with_chance(k_presses)) press_keys(window);
  if (with_chance(k_types)) type();
  if (with_chance(k_resizes)) resize(window);
  if (with_chance(k_drops)) drop(window);
  glfwPostEmptyEvent();  // the viewer waits for events where nothing moves
}

void RandomUser::note_gl_errors() {
  for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError())
    gl_errors_.push_back(fmt::format("GL error {:#x} before frame {}", error, frame_));
}

/// Anywhere in the window, or nearby as in a drag.
void RandomUser::move(GLFWwindow* window) {
  int width = 0, height = 0;
  glfwGetWindowSize(window, &width, &height);
  if (held_ < 0 && with_chance(k_jumps)) {
    x_ = between(0, width);
    y_ = between(0, height);
  } else {
    x_ = std::clamp(x_ + between(-k_near, k_near), 0.0, static_cast<double>(width));
    y_ = std::clamp(y_ + between(-k_near, k_near), 0.0, static_cast<double>(height));
  }
}

void RandomUser::press_buttons() {
  ImGuiIO& io = ImGui::GetIO();
  if (held_ < 0 && with_chance(k_clicks)) {
    held_ = with_chance(0.75) ? 0 : one_of(k_last_button + 1);
    held_frames_ = with_chance(0.6) ? 1 : 1 + one_of(k_longest_drag);
  }
  io.MousePos = {static_cast<float>(x_), static_cast<float>(y_)};
  for (int button = 0; button <= k_last_button; ++button) io.MouseDown[button] = button == held_;
  if (held_ >= 0 && --held_frames_ < 0) {
    io.MouseDown[held_] = false;
    held_ = -1;
  }
}

/// With a modifier at times. The keys that quit and close are rare.
void RandomUser::press_keys(GLFWwindow* window) {
  const int key = any_key(one_of(k_all_keys));
  const bool control = with_chance(0.25), shift = with_chance(0.1);
  if (control && key == GLFW_KEY_Q && !with_chance(k_quits)) return;
  const int modifiers = (control ? GLFW_MOD_CONTROL : 0) | (shift ? GLFW_MOD_SHIFT : 0);
  if (control) tell_key(window, GLFW_KEY_LEFT_CONTROL, GLFW_PRESS, modifiers);
  tell_key(window, key, GLFW_PRESS, modifiers);
  if (with_chance(k_holds_key)) tell_key(window, key, GLFW_REPEAT, modifiers);
  tell_key(window, key, GLFW_RELEASE, modifiers);
  if (control) tell_key(window, GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE, 0);
}

void RandomUser::type() {
  constexpr std::string_view k_typed = "0123456789.-+e abcxyz/\\\"%'";
  for (int i = 1 + one_of(6); i > 0; --i)
    ImGui::GetIO().AddInputCharacter(
        static_cast<unsigned char>(k_typed[one_of(static_cast<int>(k_typed.size()))]));
}

void RandomUser::resize(GLFWwindow* window) {
  const auto side = [&] { return static_cast<int>(between(habits_.narrowest, habits_.widest)); };
  const int width = side();
  glfwSetWindowSize(window, width, side());
}

void RandomUser::drop(GLFWwindow* window) {
  if (habits_.dropped.empty()) return;
  const GLFWdropfun called = glfwSetDropCallback(window, nullptr);
  glfwSetDropCallback(window, called);
  if (!called) return;
  const std::string file =
      habits_.dropped[one_of(static_cast<int>(habits_.dropped.size()))].string();
  const char* paths[] = {file.c_str()};
  called(window, 1, paths);
}

}  // namespace condyle::test
