#include "view/panels.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>

#include "condyle/error.h"
#include "view/axis_cross.h"
#include "view/mouse_pull.h"
#include "view/new_joint_window.h"
#include "view/panel_groups.h"
#include "view/pinned_marks.h"
#include "view/place_menu.h"
#include "view/probe.h"
#include "view/scene_labels.h"
#include "view/start_page.h"
#include "view/theme.h"
#include "view/widgets.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

// In text heights.
constexpr float k_caption_beside_button = 3.6f, k_corner_button = 2.6f, k_edge = 0.6f,
                k_touch = 0.4f;

const std::vector<std::string> k_mouse_hints = {
    "left: turn   right: pull a body   middle: shift   wheel: zoom   H: help", "H: help"};
const std::vector<std::string> k_replay_hints = {
    "left: turn   middle: shift   wheel: zoom   space: pause   arrows: frames   H: help",
    "H: help"};

constexpr ImGuiWindowFlags k_fixed = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoTitleBar |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr ImGuiWindowFlags k_bare = k_fixed | ImGuiWindowFlags_NoScrollbar |
                                    ImGuiWindowFlags_NoBackground |
                                    ImGuiWindowFlags_NoSavedSettings;

void begin_panel(const char* name, const ScreenArea& area) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::Begin(name, nullptr, k_fixed);
}

// The button is in the corner of an open panel, or of the scene if the panel is folded.
void fold_button(ViewerState& state, Side side, bool is_open) {
  const bool left = side == Side::left;
  const ImGuiDir direction = left == is_open ? ImGuiDir_Left : ImGuiDir_Right;
  if (ImGui::ArrowButton(left ? "fold controls" : "fold results", direction))
    state.requests.toggle = side;
  if (!ImGui::IsItemHovered()) return;
  ImGui::SetTooltip("%s the %s (%s)", is_open ? "fold" : "open", left ? "controls" : "results",
                    left ? "1" : "2");
}

void unfold_window(ViewerState& state, Side side, const ScreenArea& scene) {
  const bool left = side == Side::left;
  ImGui::SetNextWindowPos({left ? scene.x : scene.right(), scene.y}, 0, {left ? 0.0f : 1.0f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      {0.5f * ImGui::GetFontSize(), 0.5f * ImGui::GetFontSize()});
  ImGui::Begin(left ? "open controls" : "open results", nullptr,
               k_bare | ImGuiWindowFlags_AlwaysAutoResize);
  fold_button(state, side, false);
  ImGui::End();
  ImGui::PopStyleVar();
}

// Makes the inner edge of a panel draggable.
void resize_edge(ViewerState& state, Side side, const ScreenArea& panel) {
  const float em = ImGui::GetFontSize(), width = k_edge * em;
  const bool left = side == Side::left;
  ImGui::SetNextWindowPos({(left ? panel.right() : panel.x) - width / 2, panel.y});
  ImGui::SetNextWindowSize({width, panel.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin(left ? "left edge" : "right edge", nullptr,
               k_bare & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::InvisibleButton("edge", {width, panel.height});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const float mouse = ImGui::GetMousePos().x;
    state.settings.panels.of(side).width = (left ? mouse - panel.x : panel.right() - mouse) / em;
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

bool draw_left(ViewerState& state, Parameters& edited, const ScreenArea& area) {
  begin_panel("controls", area);
  program_title();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::GetFrameHeight());
  fold_button(state, Side::left, true);
  scene_chooser(state);
  file_row(state);
  const bool changed = draw_groups(state, edited, Side::left);
  ImGui::End();
  return changed;
}

bool draw_right(ViewerState& state, Parameters& edited, const ScreenArea& area) {
  begin_panel("results", area);
  fold_button(state, Side::right, true);
  const bool changed = draw_groups(state, edited, Side::right);
  ImGui::End();
  return changed;
}

bool is_side_by_side(const ViewerState& state) {
  return state.compared && state.compared->by == CompareBy::side_by_side;
}

/// The captions and names of the world beside.
void draw_beside(const ViewerState& state, const WindowLayout& layout, WrittenTexts& texts) {
  if (!(layout.beside.width > 0)) return;
  const Comparison& other = *state.compared;
  const ShownPicture picture{other.world(), *other.drawing, other.view, other.list,
                             caption_of_b(other)};
  ImDrawList& back = *ImGui::GetBackgroundDrawList();
  back.AddLine({layout.beside.x, layout.beside.y}, {layout.beside.x, layout.beside.bottom()},
               ImGui::GetColorU32(ImGuiCol_Separator), 2);
  std::ranges::move(
      draw_overlay(back, {layout.beside, {}}, picture, k_caption_indent * ImGui::GetFontSize()),
      std::back_inserter(texts));
  std::ranges::move(draw_labels(back, layout.beside, picture, texts), std::back_inserter(texts));
}

std::string note(const ViewerState& state) {
  if (state.compared) return caption_of_a(*state.compared);
  const auto& settle = state.world->scene().settle;
  return state.live && settle ? settling_text(state.live->settling(), settle->limit) : "";
}

// The part of the scene below its title and the lines under it, and below the buttons in its
// corners.
ScreenArea below(const WrittenTexts& texts, const ScreenArea& scene) {
  float top = scene.y + k_corner_button * ImGui::GetFontSize();
  for (const WrittenText& text : texts)
    if (contains(scene, text.area)) top = std::max(top, text.area.bottom());
  top += k_edge * ImGui::GetFontSize();
  return {scene.x, top, scene.width, scene.bottom() - top};
}

// Draws the open panels and applies their edits to the world.
void edit_parameters(ViewerState& state, const WindowLayout& layout) {
  const Parameters before = parameters_of(*state.world);
  Parameters edited = before;
  bool changed = layout.left.width > 0 && draw_left(state, edited, layout.left);
  changed |= layout.right.width > 0 && draw_right(state, edited, layout.right);
  if (!state.film) changed |= draw_group_windows(state, edited);
  if (changed) try {
      apply(edited, *state.world);
      parameters_changed(state);
    } catch (const InputError& error) {
      apply(before, *state.world);
      say(state, error.what());
      changed = false;
    }
  state.undo.track(before, changed, ImGui::IsAnyItemActive());
}

// Tells what is under the cursor: how it pulls, a strand, or the place of a map.
void tell_what_is_touched(const ViewerState& state, const ScreenArea& scene) {
  if (state.pull.body >= 0) return tell_at_cursor(pull_text(state));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::GetIO().WantCaptureMouse || ImGui::IsAnyMouseDown()) return;
  if (!contains(scene, {mouse.x, mouse.y, 0, 0})) return;
  const double x = mouse.x - scene.x, y = mouse.y - scene.y;
  const ViewSize size{static_cast<int>(scene.width), static_cast<int>(scene.height)};
  const ShownWorld& world = *state.world;
  const double reach = state.view.strands ? k_touch * ImGui::GetFontSize() : -1;
  const int strand = strand_at(world, state.list.camera, size, x, y, reach);
  if (strand >= 0) return tell_at_cursor(strand_text(world.strands()[strand]));
  const CameraRay ray = ray_through(state.list.camera, size, x, y);
  const std::optional<Probe> place = probe(world, state.view, state.drawing->maps(), ray);
  if (!place) return;
  const FieldPaint& paint = state.list.paint;
  const FieldUnit unit = state.drawing->unit_of(state.view, paint.field, paint.range);
  GapFinder gaps;
  std::string text;
  for (const std::string& line : probe_lines(world, paint.field, unit, *place, gaps))
    text += (text.empty() ? "" : "\n") + line;
  tell_at_cursor(text);
}

void draw_sides(ViewerState& state, const WindowLayout& layout) {
  edit_parameters(state, layout);
  for (const Side side : {Side::left, Side::right}) {
    if (layout.panel(side).width > 0) {
      resize_edge(state, side, layout.panel(side));
    } else {
      ScreenArea both = layout.scene;
      if (layout.beside.width > 0) both.width = layout.beside.right() - both.x;
      unfold_window(state, side, both);
    }
  }
}

}  // namespace

bool section(ViewerState& state, const std::string& title, const std::string& key) {
  const std::string& name = key.empty() ? title : key;
  std::set<std::string>& folded = state.settings.folded;
  ImGui::Dummy({0, 0.25f * ImGui::GetFontSize()});
  ImGui::PushFont(fonts().title);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool was_open = !folded.contains(name);
  ImGui::SetNextItemOpen(was_open);
  bool open = ImGui::TreeNodeEx(
      name.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth, "%s",
      title.c_str());
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (state.dragged_group == name) open = was_open;
  move_group_by_title(state, name, title);
  ImGui::Separator();
  if (open) {
    folded.erase(name);
  } else {
    folded.insert(name);
  }
  return open;
}

Plot curve_over_time(const ViewerState& state, const std::string& title, const std::string& unit,
                     TimeSeries Curves::*series) {
  Plot plot = plot_over_time(title, unit, curves(state).*series);
  const bool compares = state.compared && state.compared->live;
  if (state.live) compare_with((compares ? state.compared->curves : state.last_run).*series, plot);
  if (state.compared && state.compared->replay) {
    const TimeSeries& of_b = state.compared->motion_curves->shown().*series;
    plot.before = of_b.lines();
    plot.before_x = of_b.times();
  }
  show_times(state, plot);
  return plot;
}

void show_times(const ViewerState& state, Plot& plot) {
  if (state.live && state.live->past().is_past()) plot.mark = state.live->time();
  if (!state.replay) return;
  plot.x_low = state.replay->recording().first_time();
  plot.x_high = std::max(state.replay->recording().last_time(), plot.x_low + 1e-3);
  plot.mark = state.replay->time();
}

WindowLayout window_layout(const ViewerState& state, ViewSize window) {
  if (!state.show_scales) {
    WindowLayout bare;
    bare.scene.width = static_cast<float>(window.width);
    bare.scene.height = static_cast<float>(window.height);
    if (is_side_by_side(state)) halve(bare);
    return bare;
  }
  WindowLayout layout = lay_out({window, ImGui::GetFontSize(),
                                 timeline_height(state) + lesson_height(state), state.show_panels},
                                state.settings.panels);
  if (is_side_by_side(state)) halve(layout);
  return layout;
}

WrittenTexts draw_panels(ViewerState& state, ViewSize window) {
  if (!state.show_scales) return {};
  draw_file_window(state, static_cast<float>(window.width), static_cast<float>(window.height));
  if (state.start_page) {
    draw_start_page(state, window);
    return {};
  }
  draw_new_joint_window(state, static_cast<float>(window.width), static_cast<float>(window.height));
  const WindowLayout layout = window_layout(state, window);
  const float em = ImGui::GetFontSize();
  ImDrawList& back = *ImGui::GetBackgroundDrawList();
  const bool has_button = state.show_panels && (layout.left.width == 0 || layout.right.width == 0);
  const ShownPicture picture{*state.world, *state.drawing, state.view, state.list, note(state)};
  WrittenTexts texts = draw_overlay(back, {layout.scene, layout.scales}, picture,
                                    (has_button ? k_caption_beside_button : k_caption_indent) * em);
  const ScreenArea free = below(texts, layout.scene);
  const TextGround below_texts{state.view.backdrop, state.view.plain_backdrop.has_value()};
  const bool tells = !state.film;  // a film shows no hints and no tooltips
  if (state.show_panels && tells)
    std::ranges::move(
        draw_hint(back, layout.scene, state.replay ? k_replay_hints : k_mouse_hints, below_texts),
        std::back_inserter(texts));
  std::ranges::move(draw_pinned(back, layout.scene, picture, state.pinned, texts),
                    std::back_inserter(texts));
  std::ranges::move(draw_labels(back, layout.scene, picture, texts), std::back_inserter(texts));
  draw_beside(state, layout, texts);
  if (tells) tell_what_is_touched(state, layout.scene);
  place_menu(state);
  if (state.show_panels) axis_cross(state, layout.scene);
  if (state.replay) timeline(state, layout.timeline);
  if (lesson_height(state) > 0) lesson_panel(state, layout.timeline);
  if (state.show_panels) draw_sides(state, layout);
  if (state.show_timings && state.live) timings_window(state, layout.scene);
  if (tells) findings_panel(state, free);
  log_window(state, window);
  if (state.show_help) help_window(state, window);
  if (ImGui::GetTime() <= state.message_until) {
    const ScreenArea all{0, 0, static_cast<float>(window.width), static_cast<float>(window.height)};
    draw_message(*ImGui::GetForegroundDrawList(), all, state.message);
  }
  return texts;
}

}  // namespace condyle
