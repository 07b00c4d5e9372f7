#include "view/place_menu.h"

#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "view/pinned_marks.h"

namespace condyle {
namespace {

constexpr const char* k_place_menu = "place";

PlaceOfMenu place_at(const ViewerState& state, ViewSize size, double x, double y) {
  const CameraRay ray = ray_through(state.camera, size, x, y);
  return {pinned_at(*state.world, state.pinned, state.camera, size, x, y),
          place_to_pin(*state.world, state.view, state.drawing->maps(), ray),
          pick(*state.world, state.view.opacity, ray, state.view.cut.active())};
}

void pin_or_remove(ViewerState& state, const PlaceOfMenu& place) {
  std::vector<PinnedProbe>& probes = state.pinned.probes;
  if (place.pinned >= 0)
    probes.erase(probes.begin() + place.pinned);
  else if (place.to_pin)
    pin(*place.to_pin, state.pinned);
  else
    say(state, "nothing to probe here: point at a surface in contact");
}

void probe_item(ViewerState& state, const PlaceOfMenu& place) {
  const std::string words =
      place.pinned >= 0 ? fmt::format("Remove probe {}", state.pinned.probes[place.pinned].number)
                        : "Pin a probe here";
  const bool has_place = place.pinned >= 0 || place.to_pin;
  if (ImGui::MenuItem(words.c_str(), "I", false, has_place)) pin_or_remove(state, place);
}

/// Holds the body or lets it go, as the group Drive does.
void hold_item(ViewerState& state, int body) {
  if (body < 0 || !state.live) return;
  const WorldBody& entry = state.world->bodies()[body];
  if (entry.kind != scene::BodyKind::dynamic) return;
  const std::string words =
      entry.is_held ? "Let " + entry.name + " go" : "Hold " + entry.name + " where it is";
  if (!ImGui::MenuItem(words.c_str())) return;
  const Parameters before = parameters_of(*state.world);
  state.world->set_held(body, !entry.is_held);
  state.undo.track(before, true, false);
}

}  // namespace

void pin_or_remove(ViewerState& state, ViewSize size, double x, double y) {
  pin_or_remove(state, place_at(state, size, x, y));
}

void follow_or_stay(ViewerState& state, int body) {
  follow(state.follow, *state.world, body == state.follow.body ? -1 : body);
  say(state, state.follow.body < 0
                 ? "the camera stays"
                 : "the camera follows " + state.world->bodies()[state.follow.body].name);
}

void cut_or_whole(ViewerState& state, const Pick& place) {
  Cut& cut = state.view.cut;
  const Eigen::Vector3d p_W = place.body < 0 ? state.camera.target : place.p_W;
  if (cut.active())
    cut = {};
  else
    cut = cut_through(p_W, CutAcross::view, state.camera);
}

void open_place_menu(ViewerState& state, ViewSize size, double x, double y) {
  state.menu = place_at(state, size, x, y);
  state.opens_menu = true;
}

void place_menu(ViewerState& state) {
  if (std::exchange(state.opens_menu, false)) ImGui::OpenPopup(k_place_menu);
  if (!ImGui::BeginPopup(k_place_menu)) return;
  const PlaceOfMenu place = state.menu;
  probe_item(state, place);
  const bool has_point = place.found.body >= 0;
  if (ImGui::MenuItem("Turn about this point", "double click", false, has_point))
    state.camera.target = place.found.p_W;
  const bool is_followed = has_point && place.found.body == state.follow.body;
  const std::string name = has_point ? state.world->bodies()[place.found.body].name : "this body";
  if (ImGui::MenuItem(("Follow " + name).c_str(), "C", is_followed, has_point))
    follow_or_stay(state, place.found.body);
  const bool is_cut = state.view.cut.active().has_value();
  if (ImGui::MenuItem(is_cut ? "Show the whole scene" : "Cut through this point", "K", false,
                      is_cut || has_point))
    cut_or_whole(state, place.found);
  hold_item(state, place.found.body);
  ImGui::EndPopup();
}

}  // namespace condyle
