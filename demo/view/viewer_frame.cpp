#include "view/viewer_frame.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "base/wall_timer.h"
#include "view/mouse_and_keys.h"
#include "view/mouse_pull.h"
#include "view/pressure_centres.h"
#include "view/window.h"

namespace condyle {
namespace {

/// Lines and balls on the surfaces in contact.
void add_marks(ViewerState& state) {
  const double size = contact_size(*state.world);
  add_trails(*state.world, curves(state), {state.view.trail_seconds}, size, state.list);
  add_divider(*state.world, state.divider, size, state.list);
  add_patch_border(*state.world, state.patch, size, state.list);
}

ViewSize size_of(const ScreenArea& area) {
  return {std::max(static_cast<int>(area.width), 1), std::max(static_cast<int>(area.height), 1)};
}

// The part of the window beside panels and scales. OpenGL counts rows from the bottom.
DrawTarget target_in(const ScreenArea& area, ViewSize window, GLuint frame_buffer) {
  const ViewSize size = size_of(area);
  return {frame_buffer, static_cast<int>(area.x),
          window.height - static_cast<int>(area.y) - size.height, size};
}

bool is_over(const ScreenArea& area) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return contains(area, {mouse.x, mouse.y, 0, 0});
}

}  // namespace

ViewSize scene_size(const ViewerState& state, ViewSize window) {
  return size_of(window_layout(state, window).scene);
}

Camera home_camera(const ViewerState& state, ViewSize window) {
  return scene_camera(state.world->scene(), framed_box(state), scene_size(state, window));
}

bool has_new_table(ViewerState& state) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  std::vector<ImGuiID> shown;
  for (int i = 0; i < context.Tables.GetMapSize(); ++i) {
    const ImGuiTable* table = context.Tables.TryGetMapData(i);
    if (table && table->LastFrameActive == context.FrameCount) shown.push_back(table->ID);
  }
  std::ranges::sort(shown);
  const bool has_rows =
      std::exchange(state.shown_strand_rows, state.strand_rows) != state.strand_rows;
  const bool is_new = has_rows || !std::ranges::includes(state.shown_tables, shown);
  state.shown_tables = std::move(shown);
  return is_new;
}

WrittenTexts draw_frame(ViewerState& state, Renderer* renderer, ViewSize window,
                        GLuint frame_buffer) {
  const WindowLayout layout = window_layout(state, window);
  const ScreenArea& area = layout.scene;
  if (std::exchange(state.view_is_new, false)) state.camera = home_camera(state, window);
  keep_up(state.follow, *state.world, state.camera);
  follow_mouse(state, is_over(layout.beside) ? layout.beside : area);
  state.list.camera = state.camera;
  state.list.size = size_of(area);
  WallTimer timer;
  state.drawing->update(*state.world, state.view, state.list);
  if (state.compared) update_comparison(state, size_of(layout.beside));
  average(state.draw_times.maps, timer.lap());
  state.draw_bytes.maps =
      state.list.bytes_sent + (state.compared ? state.compared->list.bytes_sent : 0);
  const std::size_t sent_before = renderer ? renderer->bytes_sent() : 0;
  add_pull_arrow(state, state.list);
  add_marks(state);
  if (renderer) renderer->draw(state.list, target_in(area, window, frame_buffer));
  if (renderer && layout.beside.width > 0)
    renderer->draw(state.compared->list, target_in(layout.beside, window, frame_buffer));
  average(state.draw_times.scene, timer.lap());
  state.draw_bytes.scene = renderer ? renderer->bytes_sent() - sent_before : 0;
  WrittenTexts texts = draw_panels(state, window);
  if (renderer)
    state.draw_bytes.panels = draw_user_interface();
  else
    leave_user_interface();
  average(state.draw_times.panels, timer.lap());
  return texts;
}

}  // namespace condyle
