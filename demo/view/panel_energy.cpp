#include <algorithm>
#include <cmath>

#include "base/figure_text.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

/// Rows of energies in one unit: joules, or millijoules if all are small.
class EnergyRows {
 public:
  explicit EnergyRows(const EnergyLedger& energy) {
    double largest = 0;
    for (const double value : {energy.stored(), energy.external, energy.by_joints, energy.by_moved,
                               energy.by_user, energy.dissipated()})
      largest = std::max(largest, std::abs(value));
    if (largest < 0.1) unit_ = {"mJ", 1e-3};
  }

  void add(const char* name, double energy) const {
    text_row(name, three_digits(energy / unit_.joules) + " " + unit_.name);
  }

  /// Adds a row unless the energy is 0, that is if this scene does not have it.
  void add_if_any(const char* name, double energy) const {
    if (energy != 0) add(name, energy);
  }

 private:
  struct {
    const char* name = "J";
    double joules = 1;
  } unit_;
};

}  // namespace

void energy_group(ViewerState& state) {
  if (!section(state, "Energy")) return;
  const EnergyLedger& energy = state.live->energy();
  if (!begin_rows("energy")) return;
  const EnergyRows rows(energy);
  rows.add("stored", energy.stored());
  rows.add_if_any("   kinetic", energy.kinetic);
  rows.add_if_any("   elastic, contacts", energy.elastic);
  rows.add_if_any("   elastic, ligaments", energy.ligaments);
  rows.add("added since the start", energy.added());
  rows.add_if_any("   gravity, loads", energy.external);
  rows.add_if_any("   joints, motors", energy.by_joints);
  rows.add_if_any("   moved bodies", energy.by_moved);
  rows.add_if_any("   by changes", energy.by_user);
  rows.add("dissipated", energy.dissipated());
  rows.add_if_any("   damping", energy.damping);
  rows.add_if_any("   friction", energy.friction);
  rows.add_if_any("   ligaments", energy.ligament_damping);
  rows.add_if_any("   drag", energy.drag);
  rows.add_if_any("   Bullet's contacts", energy.engine_contacts);
  rows.add("numerical error", energy.numbers);
  end_rows();
}

}  // namespace condyle
