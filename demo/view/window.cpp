#include "view/window.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/system.h"
#include "view/no_window.h"
#include "view/opengl.h"
#include "view/theme.h"
#include "view/window_system.h"

namespace condyle {
namespace {

constexpr int k_frames_after_input = 4;  // Dear ImGui needs them to find all widths

/// Whether this frame of Dear ImGui has input from the mouse.
bool has_mouse_input() {
  const ImGuiIO& io = ImGui::GetIO();
  const auto any = [](const auto& buttons) {
    return std::any_of(std::begin(buttons), std::end(buttons), [](bool is_set) { return is_set; });
  };
  return io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || any(io.MouseDown) ||
         any(io.MouseReleased);
}

GLFWwindow* open(const std::string& title, ViewSize size, Window::Visibility visibility) {
  if (!glfwInit()) throw NoWindow("no display: " + window_error());
  keep_gamepad_libraries();
  ask_for_context(visibility == Window::Visibility::shown);
  GLFWwindow* window = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
  if (window) return window;
  const std::string why = window_error();
  glfwTerminate();
  throw NoWindow("no OpenGL 3.3: " + why);
}

}  // namespace

Window::Window(const std::string& title, ViewSize size, Visibility visibility, double ui_scale)
    : window_(open(title, size, visibility)), ui_scale_(ui_scale) {
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(visibility == Visibility::shown ? 1 : 0);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // leaves no file in the user's folder
  apply_theme(Theme::dark);
  glfwSetWindowUserPointer(window_, this);
  if (visibility == Visibility::shown) follow_display_scale(window_, on_display_scale);
  glfwSetKeyCallback(window_, on_key);
  glfwSetDropCallback(window_, on_drop);
  ImGui_ImplGlfw_InitForOpenGL(window_, true);  // its callbacks call ours too
  ImGui_ImplOpenGL3_Init(shader_version());
  follow_scale();
}

Window::~Window() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

ViewSize Window::frame_buffer_size() const {
  ViewSize size;
  glfwGetFramebufferSize(window_, &size.width, &size.height);
  return size;
}

ViewSize Window::size() const {
  ViewSize size;
  glfwGetWindowSize(window_, &size.width, &size.height);
  return size;
}

void Window::on_key(GLFWwindow* handle, int place, int scan_code, int action, int modifiers) {
  if (action == GLFW_RELEASE) return;
  const int key = command_key(place, typed_by(place, scan_code));
  auto* window = static_cast<Window*>(glfwGetWindowUserPointer(handle));
  window->key_presses_.push_back({key, (modifiers & GLFW_MOD_CONTROL) != 0, action == GLFW_REPEAT});
}

void Window::on_drop(GLFWwindow* handle, int count, const char** paths) {
  auto* window = static_cast<Window*>(glfwGetWindowUserPointer(handle));
  window->dropped_files_.insert(window->dropped_files_.end(), paths, paths + count);
}

void Window::on_display_scale(GLFWwindow* handle, float x, float) {
  static_cast<Window*>(glfwGetWindowUserPointer(handle))->display_scale_ = x;
}

void Window::begin_picture(ViewSize size, int scale) {
  const auto factor = static_cast<float>(scale) / static_cast<float>(picture_scale_);
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    window->Pos = {factor * window->Pos.x, factor * window->Pos.y};
  picture_ = size;
  picture_scale_ = scale;
}

/// Lets Dear ImGui count in pixels, as the scene does. Some systems count windows in larger units.
void Window::count_in_pixels() const {
  ImGuiIO& io = ImGui::GetIO();
  const ViewSize pixels = picture_.width > 0 ? picture_ : frame_buffer_size();
  const ImVec2 counted = std::exchange(
      io.DisplaySize, {static_cast<float>(pixels.width), static_cast<float>(pixels.height)});
  io.DisplayFramebufferScale = {1, 1};
  if (picture_.width > 0) {
    io.MousePos = {-FLT_MAX, -FLT_MAX};
    std::ranges::fill(io.MouseDown, false);
  } else if (ImGui::IsMousePosValid() && counted.x > 0 && counted.y > 0) {
    io.MousePos.x *= io.DisplaySize.x / counted.x;
    io.MousePos.y *= io.DisplaySize.y / counted.y;
  }
}

/// Loads the fonts anew if the scale has changed. Windows that the user sizes keep their size in
/// text heights.
void Window::follow_scale() {
  const double before = std::exchange(scale_, ui_scale_ * display_scale_ * picture_scale_);
  if (scale_ == before) return;
  apply_scale(scale_);
  if (!(before > 0)) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  const auto factor = static_cast<float>(scale_ / before);
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    window->SizeFull = {factor * window->SizeFull.x, factor * window->SizeFull.y};
}

std::vector<std::filesystem::path> Window::take_dropped_files() {
  return std::exchange(dropped_files_, {});
}

std::vector<KeyPress> Window::take_key_presses() { return std::exchange(key_presses_, {}); }

bool Window::wants_to_close() const { return glfwWindowShouldClose(window_); }

bool Window::is_unseen() const {
  const ViewSize size = frame_buffer_size();
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) ||
         !glfwGetWindowAttrib(window_, GLFW_VISIBLE) || size.width <= 0 || size.height <= 0;
}

void Window::wait_for_event() { glfwWaitEvents(); }

bool Window::rests(double still_for) {
  if (!k_in_browser) return false;
  const bool has_news = take_news();
  if (has_news) quiet_frames_ = 0;
  const double now = glfwGetTime();
  if (has_news || !(still_for > 0) || quiet_frames_ < k_frames_after_input) rest_began_ = now;
  return now - rest_began_ < still_for && rest_began_ < now;
}

void Window::begin_frame(double still_for) {
  if (!(still_for > 0) || quiet_frames_ < k_frames_after_input) {
    glfwPollEvents();
  } else {
    quiet_frames_ = 0;
    if (std::isfinite(still_for))
      glfwWaitEventsTimeout(still_for);
    else
      glfwWaitEvents();
  }
  follow_scale();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  count_in_pixels();
  if (user_ && picture_.width == 0) user_(window_);
  ImGui::NewFrame();
  ++quiet_frames_;
  if (!key_presses_.empty() || !dropped_files_.empty() || has_mouse_input()) quiet_frames_ = 0;
}

void Window::end_frame() { glfwSwapBuffers(window_); }

bool draws_in_software() {
  const std::string_view name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos;
}

void leave_user_interface() { ImGui::EndFrame(); }

std::size_t draw_user_interface() {
  ImGui::Render();
  const ImDrawData& data = *ImGui::GetDrawData();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return static_cast<std::size_t>(data.TotalVtxCount) * sizeof(ImDrawVert) +
         static_cast<std::size_t>(data.TotalIdxCount) * sizeof(ImDrawIdx);
}

}  // namespace condyle
