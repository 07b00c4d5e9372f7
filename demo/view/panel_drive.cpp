// The group Drive: motions and loads by hand, and bodies that are held.
#include <fmt/core.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

std::string source_of(const Drive& drive) {
  return drive.by_hand ? fmt::format("now {:.4g} {}", drive.amount / drive.one_unit, drive.unit)
                       : std::string("the scene's own");
}

/// The amount, of what turns for ever within its turn.
double within_turn(const Drive& drive) {
  return drive.turns_round ? drive.amount - drive.high * std::floor(drive.amount / drive.high)
                           : drive.amount;
}

/// A box that gives the drive to the user where it is, or back to the scene, and its slider.
bool drive_row(const Drive& drive, std::optional<double>& by_hand) {
  row(drive.name, source_of(drive) + "; drag to take it over, untick to give it back to the scene");
  const std::optional<double> before = by_hand;
  double amount = by_hand.value_or(within_turn(drive));
  bool is_taken = by_hand.has_value();
  const std::string id = fmt::format("drive {} {}", static_cast<int>(drive.kind), drive.index);
  if (ImGui::Checkbox(("##take " + id).c_str(), &is_taken))
    by_hand = is_taken ? std::optional(std::clamp(amount, drive.low, drive.high)) : std::nullopt;
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", is_taken ? "back to the scene's own" : "set it by hand");
  ImGui::SameLine();
  const std::string format = fmt::format("%.4g {}", drive.unit);
  if (number_field(id, amount, {drive.low, drive.high, drive.one_unit, format.c_str()}))
    by_hand = amount;
  return by_hand != before;
}

bool held_rows(const ShownWorld& world, std::vector<bool>& held) {
  bool changed = false;
  const std::span<const WorldBody> bodies = world.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].kind != scene::BodyKind::dynamic) continue;
    row(bodies[i].name, "hold this body where it is, or let it go");
    bool is_held = held[i];
    if (ImGui::Checkbox(fmt::format("{}##hold {}", is_held ? "held" : "free", i).c_str(),
                        &is_held)) {
      held[i] = is_held;
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool drive_group(ViewerState& state, Parameters& edited) {
  if (!section(state, "Drive")) return false;
  if (!begin_rows("drive")) return false;
  bool changed = false;
  const std::span<const Drive> drives = state.world->drives();
  for (std::size_t i = 0; i < drives.size(); ++i) changed |= drive_row(drives[i], edited.drives[i]);
  changed |= held_rows(*state.world, edited.held);
  end_rows();
  return changed;
}

}  // namespace condyle
