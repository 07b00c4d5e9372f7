#include <fmt/core.h>
#include <imgui.h>

#include <cmath>

#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

/// In joules; small energies in millijoules.
std::string energy_text(double energy) {
  return std::abs(energy) < 0.1 ? fmt::format("{:.3f} mJ", 1e3 * energy)
                                : fmt::format("{:.4g} J", energy);
}

/// Adds a row unless the energy is 0, that is if this scene does not have it.
void row_of_some(const char* name, double energy) {
  if (energy != 0) text_row(name, energy_text(energy));
}

}  // namespace

void energy_group(ViewerState& state) {
  if (!section(state, "Energy")) return;
  const EnergyLedger& energy = state.live->energy();
  if (!begin_rows("energy")) return;
  text_row("stored", energy_text(energy.stored()));
  row_of_some("   kinetic", energy.kinetic);
  row_of_some("   elastic, contacts", energy.elastic);
  row_of_some("   elastic, ligaments", energy.ligaments);
  text_row("added since the start", energy_text(energy.added()));
  row_of_some("   gravity, loads", energy.external);
  row_of_some("   joints, motors", energy.by_joints);
  row_of_some("   moved bodies", energy.by_moved);
  row_of_some("   by changes", energy.by_user);
  text_row("dissipated", energy_text(energy.dissipated()));
  row_of_some("   damping", energy.damping);
  row_of_some("   friction", energy.friction);
  row_of_some("   ligaments", energy.ligament_damping);
  row_of_some("   drag", energy.drag);
  row_of_some("   Bullet's contacts", energy.engine_contacts);
  text_row("numerical error", energy_text(energy.numbers));
  end_rows();
}

}  // namespace condyle
