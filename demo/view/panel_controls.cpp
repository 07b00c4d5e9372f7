#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>

#include "core/src/base/enum_words.h"
#include "view/film_of_past.h"
#include "view/panels.h"
#include "view/start_page.h"
#include "view/theme.h"
#include "view/widgets.h"

namespace condyle {
namespace {

void film_row(ViewerState& state) {
  row("film",
      "of the past, or of the recorded motion, at the speed above: scene and scales, without "
      "panels, into the current folder");
  if (ImGui::Button(state.film ? "Stop##film" : "Film")) state.requests.film = true;
  if (!state.film) return;
  ImGui::SameLine();
  ImGui::ProgressBar(static_cast<float>(state.film->progress()), {-1, 0});
}

/// One of so many buttons in a row, with the key that does the same.
bool wide_button(const char* label, const char* key, int columns) {
  const float gaps = static_cast<float>(columns - 1) * ImGui::GetStyle().ItemSpacing.x;
  const float all = ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x;
  const bool is_pressed = ImGui::Button(label, {(all - gaps) / static_cast<float>(columns), 0});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("key: %s", key);
  return is_pressed;
}

void rate_row(Playback& playback) {
  row("step rate", "steps of the engine per simulated second");
  if (!ImGui::BeginCombo("##rate", fmt::format("{:g} Hz", playback.rate).c_str())) return;
  for (double rate : {60.0, 240.0, 1000.0}) {
    if (ImGui::Selectable(fmt::format("{:g} Hz", rate).c_str(), playback.rate == rate)) {
      playback.rate = rate;
    }
  }
  ImGui::EndCombo();
}

void at_end_row(ViewerState& state) {
  const std::string hint =
      state.live ? fmt::format("of the scene, at {:g} s", state.world->scene().duration)
                 : "of the recorded motion";
  const std::span words = words_of<AtEnd>();
  int chosen = static_cast<int>(state.playback.at_end);
  if (combo_row("at the end", chosen, words.first(words.size() - (state.live ? 0 : 1)), hint))
    state.playback.at_end = enumerator_at<AtEnd>(chosen);
}

void motion_row(ViewerState& state) {
  if (state.world->scene().motions.empty()) return;
  row("driven motion", "let the scene's driven bodies move, or hold them where they are");
  bool running = state.live->motion_running();
  if (ImGui::Checkbox(running ? "running##motion" : "held##motion", &running)) {
    state.live->set_motion_running(running);
  }
}

void arrow_rows(ViewOptions& view) {
  row("arrows", "of each contact and region, all to one scale; friction is part of the force");
  ImGui::Checkbox("force", &view.forces);
  ImGui::SameLine();
  ImGui::Checkbox("moment", &view.moments);
  row("");
  ImGui::BeginDisabled(!view.forces);
  ImGui::Checkbox("friction", &view.friction);
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::Checkbox("values", &view.figures);
  number_row("arrow length", view.arrow_length, {0.1, 10, 1, "%.2f x", true},
             "of the scene's own; no arrow is longer than a quarter of the picture");
}

void name_rows(SceneLabels& labels) {
  row("names", "in the scene; the cursor also tells the name of the strand that it touches");
  ImGui::Checkbox("bodies", &labels.bodies);
  ImGui::SameLine();
  ImGui::Checkbox("strands##names", &labels.ligaments);
  row("");
  ImGui::Checkbox("laws", &labels.laws);
  ImGui::SameLine();
  ImGui::Checkbox("regions", &labels.regions);
}

void held_row(Replay& replay) {
  row("held body", "this body stays still; the others move relative to it");
  const auto name = [&](int body) {
    return body < 0 ? std::string("ground") : replay.bodies()[body].name;
  };
  if (!ImGui::BeginCombo("##held", name(replay.held()).c_str())) return;
  for (int body = -1; body < static_cast<int>(replay.bodies().size()); ++body) {
    if (ImGui::Selectable(fmt::format("{}##{}", name(body), body).c_str(), body == replay.held())) {
      replay.hold(body);
    }
  }
  ImGui::EndCombo();
}

void screenshot_row(ScreenshotWish& wish) {
  row("screenshot", "times as many pixels as the window; with panels; cut out of its background");
  ImGui::SetNextItemWidth(4.5f * ImGui::GetFontSize());
  if (ImGui::BeginCombo("##screenshot", fmt::format("{} x", wish.scale).c_str())) {
    for (int scale = 1; scale <= 4; ++scale)
      if (ImGui::Selectable(fmt::format("{} x", scale).c_str(), scale == wish.scale))
        wish.scale = scale;
    ImGui::EndCombo();
  }
  ImGui::BeginDisabled(wish.transparent);
  bool has_panels = wish.panels && !wish.transparent;
  if (ImGui::Checkbox("panels##screenshot", &has_panels)) wish.panels = has_panels;
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::Checkbox("cut out", &wish.transparent);
}

/// The theme and the background, which changes with it; the size of text.
void look_rows(ViewerState& state) {
  ViewerSettings& settings = state.settings;
  if (combo_row("theme", settings.theme, "of panels and background; light for projectors")) {
    apply_theme(settings.theme);
    state.view.backdrop = settings.theme == Theme::light ? Backdrop::light : Backdrop::dark;
  }
  combo_row("background", state.view.backdrop, "light for papers");
  constexpr std::array k_scales = {0.8, 1.0, 1.25, 1.5, 2.0, 3.0};
  row("text", "its size, beside the scale of the display");
  if (!ImGui::BeginCombo("##text", fmt::format("{:g} x", settings.text_scale).c_str())) return;
  for (const double scale : k_scales)
    if (ImGui::Selectable(fmt::format("{:g} x", scale).c_str(), scale == settings.text_scale))
      settings.text_scale = scale;
  ImGui::EndCombo();
}

}  // namespace

void program_title() {
  ImGui::PushFont(fonts().title);
  ImGui::TextUnformatted("Condyle");
  ImGui::PopFont();
}

void scene_chooser(ViewerState& state) {
  const scene::Scene& scene = state.world->scene();
  const char* all = "All scenes";
  ImGui::SetNextItemWidth(-ImGui::CalcTextSize(all).x - 4 * ImGui::GetStyle().FramePadding.x);
  if (ImGui::BeginCombo("##scene", scene.file.stem().string().c_str())) {
    for (const std::filesystem::path& file : shipped_scene_files()) {
      const bool chosen = file.filename() == scene.file.filename();
      if (ImGui::Selectable(file.stem().string().c_str(), chosen)) state.requests.open_scene = file;
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  if (ImGui::Button(all)) open_start_page(state);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("pictures of all shipped scenes (O)");
  faint_text(scene.description);
}

void playback_group(ViewerState& state) {
  if (!section(state, "Time")) return;
  Playback& playback = state.playback;
  if (wide_button(playback.playing ? "Pause" : "Play", "Space", 3)) play_or_pause(state);
  ImGui::SameLine();
  if (wide_button("Step", "right arrow", 3)) step_once(state, true);
  ImGui::SameLine();
  if (wide_button("Reset", "R", 3)) state.requests.reset = true;
  if (!begin_rows("time")) return;
  number_row("speed", playback.speed, {0.01, 4, 1, "%.2f x real time", true}, "keys: [ and ]");
  at_end_row(state);
  if (state.live) {
    rate_row(playback);
    motion_row(state);
    number_row("pull spring", state.pull_stiffness, {1, 1e6, 1, "%.3g N/m", true},
               "of the mouse: right drag pulls a body");
    if (state.wake) past_rows(state);
  }
  if (state.replay || !state.live->past().is_empty()) film_row(state);
  end_rows();
}

void view_group(ViewerState& state) {
  if (!section(state, "View")) return;
  if (wide_button("Frame", "F", 3)) state.requests.frame_all = true;
  ImGui::SameLine();
  if (wide_button("Home", "Home", 3)) state.requests.home = true;
  ImGui::SameLine();
  if (wide_button("Screenshot", "P", 3)) state.requests.screenshot = true;
  ViewOptions& view = state.view;
  if (!begin_rows("view")) return;
  screenshot_row(state.screenshot);
  camera_rows(state);
  cut_rows(state);
  if (state.replay) held_row(*state.replay);
  field_rows(state);
  combo_row("colour map", view.colors.map);
  row("", "the map turned round; one colour from each tick of the bar to the next");
  ImGui::Checkbox("reversed", &view.colors.reversed);
  ImGui::SameLine();
  ImGui::Checkbox("bands", &view.colors.bands);
  bool flat = !view.smooth;
  if (choice_row("map", flat, "smooth", "flat", "interpolated, or one colour per triangle"))
    view.smooth = !flat;
  row("shown on");
  ImGui::Checkbox("casting", &view.on_casting);
  ImGui::SameLine();
  ImGui::Checkbox("target", &view.on_target);
  map_line_rows(state);
  arrow_rows(view);
  number_row("centre trail", view.trail_seconds, {0, 60, 1, "%.1f s"},
             "centres of pressure, and where they were so long before; 0: none");
  name_rows(view.labels);
  row("show");
  ImGui::Checkbox("strands", &view.strands);
  ImGui::SameLine();
  ImGui::Checkbox("floor", &view.floor);
  row("light", "shadow below bodies, and less light in corners and gaps");
  ImGui::Checkbox("shadow", &view.effects.shadow);
  ImGui::SameLine();
  ImGui::Checkbox("gaps", &view.effects.occlusion);
  row("lines", "along sharp edges and outlines; along all triangles");
  ImGui::Checkbox("edges", &view.effects.lines);
  ImGui::SameLine();
  ImGui::Checkbox("mesh", &view.effects.mesh_lines);
  row("mesh as", "sides of triangles alone; normals of casting triangles in contact");
  ImGui::Checkbox("wires", &view.effects.wireframe);
  ImGui::SameLine();
  ImGui::Checkbox("normals", &view.normals);
  int boxes = view.box_level + 1;
  const std::array<std::string, 5> levels = {"none", "of 16 triangles", "of 256", "of 4096",
                                             "of 65536"};
  if (combo_row("search boxes", boxes, levels, "levels of the hierarchy in which contact is found"))
    view.box_level = boxes - 1;
  look_rows(state);
  std::size_t part = 0;
  for (const WorldBody& body : state.world->bodies()) {
    for (const WorldMesh& mesh : body.meshes) {
      row(body.name + " " + mesh.name, "opacity of this mesh; 0 hides it");
      ImGui::SliderFloat(fmt::format("##opacity{}", part).c_str(), &view.opacity[part], 0, 1,
                         "opacity %.2f");
      ++part;
    }
  }
  end_rows();
}

}  // namespace condyle
