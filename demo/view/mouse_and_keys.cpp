#include "view/mouse_and_keys.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "view/picking.h"
#include "view/place_menu.h"
#include "view/start_page.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr double k_faster = 1.25;                  // factor for each press of ]
constexpr double k_slowest = 0.01, k_fastest = 4;  // the limits of the panel's slider

struct Cursor {
  ViewSize size;
  double x, y;  // relative to the scene's area
};

Cursor cursor_in(const ScreenArea& area, const ImVec2& mouse) {
  return {{static_cast<int>(area.width), static_cast<int>(area.height)},
          mouse.x - area.x,
          mouse.y - area.y};
}

// The cursor's point in the plane through p_W that faces the camera.
Eigen::Vector3d in_plane_of(const Eigen::Vector3d& p_W, const Camera& camera,
                            const Cursor& cursor) {
  const CameraRay ray = ray_through(camera, cursor.size, cursor.x, cursor.y);
  const Eigen::Vector3d n = view_direction(camera);
  return ray.origin + ray.direction * (n.dot(p_W - ray.origin) / n.dot(ray.direction));
}

Pick pick_under(const ViewerState& state, const Cursor& cursor) {
  return pick(*state.world, state.view.opacity,
              ray_through(state.camera, cursor.size, cursor.x, cursor.y), state.view.cut.active());
}

void grab(ViewerState& state, const Cursor& cursor) {
  const Pick found = pick_under(state, cursor);
  if (found.body < 0) return;
  const WorldBody& body = state.world->bodies()[found.body];
  if (state.replay) {
    say(state, body.name + " cannot be pulled: its motion is recorded");
    return;
  }
  if (body.kind != scene::BodyKind::dynamic) {
    say(state, body.name + " cannot be pulled: the scene fixes or drives it");
    return;
  }
  if (body.is_held) {
    say(state, body.name + " cannot be pulled: it is held (Drive)");
    return;
  }
  state.pull = {found.body, body.X_WB.inverse() * found.p_W, found.p_W};
  if (ImGui::GetIO().KeyShift) state.pull.R_WB = body.X_WB.linear();
}

// A drag turns the body as if the cursor rolled it.
void drag_twist(ViewerState& state, const Cursor& cursor) {
  constexpr double k_pi = 3.141592653589793;
  const double turn_of_pixel = k_pi / cursor.size.height;
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  Eigen::Matrix3d& R_WB = *state.pull.R_WB;
  R_WB = Eigen::AngleAxisd(turn_of_pixel * moved.x, up_direction(state.camera)) *
         Eigen::AngleAxisd(turn_of_pixel * moved.y, right_direction(state.camera)) * R_WB;
  const double stiffness = state.pull_stiffness * state.pull_arm * state.pull_arm;
  state.live->twist(state.pull.body, R_WB, stiffness);
}

void drag_pull(ViewerState& state, const Cursor& cursor) {
  if (state.pull.R_WB) return drag_twist(state, cursor);
  Pull& pull = state.pull;
  const Eigen::Vector3d p_W = state.world->bodies()[pull.body].X_WB * pull.p_B;
  pull.p_W = in_plane_of(p_W, state.camera, cursor);
  state.live->pull(pull.body, pull.p_B, pull.p_W, state.pull_stiffness);
}

void let_go(ViewerState& state) {
  state.live->release();
  state.pull = {};
}

bool was_dragged(ImGuiMouseButton button) {
  const ImVec2 delta = ImGui::GetMouseDragDelta(button);
  return delta.x != 0 || delta.y != 0;
}

/// A drag pulls from where the button was pressed. A press without a drag does not pull.
void begin_pull(ViewerState& state, const ScreenArea& area) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool by_left = ImGui::IsMouseDragging(ImGuiMouseButton_Left) && io.KeyCtrl;
  if (!by_left && !ImGui::IsMouseDragging(ImGuiMouseButton_Right)) return;
  if (std::exchange(state.pull_is_tried, true)) return;
  const auto button = by_left ? ImGuiMouseButton_Left : ImGuiMouseButton_Right;
  grab(state, cursor_in(area, io.MouseClickedPos[button]));
}

void drag_camera(ViewerState& state, const Cursor& cursor) {
  const ImGuiIO& io = ImGui::GetIO();
  const double dx = io.MouseDelta.x, dy = io.MouseDelta.y;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left) && !io.KeyCtrl;
  const bool middle = ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if (middle || (left && io.KeyShift)) {
    pan(state.camera, cursor.size, dx, dy);
  } else if (left) {
    orbit(state.camera, cursor.size, dx, dy);
  }
}

/// Drags the plane of two sides by its line. Returns whether the mouse is about that.
bool follow_divider(ViewerState& state, const Cursor& cursor) {
  const ImGuiIO& io = ImGui::GetIO();
  const PicturePlace place{cursor.size, cursor.x, cursor.y};
  if (!io.MouseDown[0] || state.divider.contact < 0) state.divider_drag.reset();
  if (!state.divider_drag) {
    if (io.KeyCtrl || io.KeyShift || io.MouseDown[1] || io.MouseDown[2] ||
        (io.MouseDown[0] && !ImGui::IsMouseClicked(ImGuiMouseButton_Left)))
      return false;
    const auto grabbed = grabbed_divider(*state.world, state.divider, state.camera, place);
    if (!grabbed) return false;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return false;
    state.divider_drag = grabbed;
  }
  drag_divider(*state.world, *state.divider_drag, state.camera, place, state.divider);
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tell_at_cursor(
      fmt::format("{} = {:.1f} mm", "xyz"[state.divider.axis], 1e3 * state.divider.offset));
  return true;
}

void move_cut(ViewerState& state, double steps) {
  constexpr double k_part = 0.005;  // of the scene's size, for each step of the wheel
  state.view.cut.plane.offset -= k_part * framed_box(state).diagonal().norm() * steps;
}

/// What is under the cursor stays there.
void zoom_at(ViewerState& state, const Cursor& cursor, double steps) {
  if (ImGui::GetIO().KeyShift && state.view.cut.active()) return move_cut(state, steps);
  const Pick found = pick_under(state, cursor);
  const Eigen::Vector3d anchor =
      found.body >= 0 ? found.p_W : in_plane_of(state.camera.target, state.camera, cursor);
  zoom(state.camera, steps, anchor, limits_around(framed_box(state)));
}

/// Closes the open lists, which Dear ImGui leaves open without its own control by keys; if there is
/// none, the help.
void escape(ViewerState& state) {
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) {
    ImGui::ClosePopupToLevel(0, true);
  } else if (state.start_page) {
    close_start_page(state);
  } else {
    state.show_help = state.log_window.is_open = false;
  }
}

/// Keys of the file window, also while a name is typed in it. Dear ImGui would miss quick ones.
bool follow_key_of_files(ViewerState& state, int key) {
  if (state.files.use == FileWindow::Use::closed) return false;
  if (key == GLFW_KEY_ESCAPE) state.files.use = FileWindow::Use::closed;
  const bool enters = key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER;
  if (enters) accept_name(state);
  return enters || key == GLFW_KEY_ESCAPE;
}

void follow_control_key(ViewerState& state, int key) {
  if (key == GLFW_KEY_Z) state.requests.undo = true;
  if (key == GLFW_KEY_Y) state.requests.redo = true;
  if (key == GLFW_KEY_O) open_file_window(state, FileWindow::Use::open);
  if (key == GLFW_KEY_S) open_file_window(state, FileWindow::Use::save);
  if (key == GLFW_KEY_Q) state.requests.quit = true;
}

/// Keys that act at the cursor, if that is over the scene.
void follow_key_at_cursor(ViewerState& state, int key) {
  if (ImGui::GetIO().WantCaptureMouse) return;
  const Cursor cursor = cursor_in(state.scene_area, ImGui::GetIO().MousePos);
  if (key == GLFW_KEY_I) pin_or_remove(state, cursor.size, cursor.x, cursor.y);
  if (key == GLFW_KEY_K) cut_or_whole(state, pick_under(state, cursor));
  if (key == GLFW_KEY_C) follow_or_stay(state, pick_under(state, cursor).body);
}

void follow_key(ViewerState& state, int key) {
  Playback& playback = state.playback;
  switch (key) {
    case GLFW_KEY_ESCAPE:
      escape(state);
      break;
    case GLFW_KEY_SPACE:
      play_or_pause(state);
      break;
    case GLFW_KEY_RIGHT_BRACKET:
      playback.speed = std::min(playback.speed * k_faster, k_fastest);
      break;
    case GLFW_KEY_LEFT_BRACKET:
      playback.speed = std::max(playback.speed / k_faster, k_slowest);
      break;
    case GLFW_KEY_R:
      state.requests.reset = true;
      break;
    case GLFW_KEY_F:
      state.requests.frame_all = true;
      break;
    case GLFW_KEY_HOME:
      state.requests.home = true;
      break;
    case GLFW_KEY_B:
      if (state.live) state.live->add_bookmark();
      break;
    case GLFW_KEY_X:
    case GLFW_KEY_Y:
    case GLFW_KEY_Z:
      view_along(state.camera, Eigen::Vector3d::Unit(key - GLFW_KEY_X));
      break;
    case GLFW_KEY_C:
    case GLFW_KEY_I:
    case GLFW_KEY_K:
      follow_key_at_cursor(state, key);
      break;
    case GLFW_KEY_P:
      state.requests.screenshot = true;
      break;
    case GLFW_KEY_1:
      state.requests.toggle = Side::left;
      break;
    case GLFW_KEY_2:
      state.requests.toggle = Side::right;
      break;
    case GLFW_KEY_TAB:
      state.show_panels = !state.show_panels;
      break;
    case GLFW_KEY_O:
      state.start_page ? close_start_page(state) : open_start_page(state);
      break;
    case GLFW_KEY_L: {
      SceneLabels& labels = state.view.labels;
      const bool shown = !labels.any();
      labels = {shown, shown, shown, shown};
      break;
    }
    case GLFW_KEY_F5:
      state.requests.reload = true;
      break;
    case GLFW_KEY_G:
      state.log_window.is_open = !state.log_window.is_open;
      break;
    case GLFW_KEY_T:
      state.show_timings = !state.show_timings;
      break;
    case GLFW_KEY_H:
    case GLFW_KEY_F1:
      state.show_help = !state.show_help;
      break;
    default:
      break;
  }
}

}  // namespace

void follow_mouse(ViewerState& state, const ScreenArea& area) {
  state.scene_area = area;
  const ImGuiIO& io = ImGui::GetIO();
  const Cursor cursor = cursor_in(area, io.MousePos);
  const bool pulling = ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
                       (ImGui::IsMouseDown(ImGuiMouseButton_Left) && io.KeyCtrl);
  if (state.pull.body >= 0) return pulling ? drag_pull(state, cursor) : let_go(state);
  if (!pulling) state.pull_is_tried = false;
  if (io.WantCaptureMouse && !state.divider_drag) return;
  if (follow_divider(state, cursor)) return;
  begin_pull(state, area);
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && !was_dragged(ImGuiMouseButton_Right))
    open_place_menu(state, cursor.size, cursor.x, cursor.y);
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    const Pick found = pick_under(state, cursor);
    if (found.body >= 0) state.camera.target = found.p_W;
  }
  drag_camera(state, cursor);
  if (io.MouseWheel != 0) zoom_at(state, cursor, static_cast<double>(io.MouseWheel));
}

void follow_keys(ViewerState& state, std::span<const KeyPress> presses) {
  for (const KeyPress& press : presses) {
    if (follow_key_of_files(state, press.key)) continue;
    if (ImGui::GetIO().WantTextInput) continue;
    if (press.key == GLFW_KEY_RIGHT) step_once(state, true);
    if (press.key == GLFW_KEY_LEFT) step_once(state, false);
    if (press.repeated) continue;
    if (press.control) {
      follow_control_key(state, press.key);
    } else {
      follow_key(state, press.key);
    }
  }
}

}  // namespace condyle
