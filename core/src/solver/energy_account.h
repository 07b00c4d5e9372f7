#pragma once

#include <limits>
#include <vector>

#include "core/src/solver/available_energy.h"
#include "core/src/solver/island.h"

namespace condyle {

// Contact gives no more energy than it was given: each pair keeps an account of energy, unless
// Island::is_motion is off.

/// Whether the energy that the pair's forces give follows from the pressures alone and must be
/// bounded. A user's law may drive bodies, and forces along the casting normal do not follow from
/// an energy.
bool is_bounded(const PairStep& pair);

/// Opens accounts at the start of a sub-step. A pair that was placed in contact may give the energy
/// that its layers store there. If a pair's stored energy is unknown, records it for the ledger.
void open_accounts(Island& island);

/// Takes the `energy` [J] that bodies were given because a sub-step found no balance out of the
/// accounts that the sub-step is about to credit: pressing the bodies together has cost them that
/// much less. Call before update_account().
void refuse_credit(Island& island, double energy);

/// Updates an account at the end of a sub-step of `h` [s]. Energy that the integration dissipated
/// stays in the account, which may give it back to the bodies, but only as far as the layers
/// could store it: triangles that roll into and out of contact change the energy that layers of a
/// coarse mesh store, by up to all of it or by the energy that the bodies' loads alone would store.
/// `is_driven`: joints or strands act on the bodies and have energy of their own to give.
void update_account(const Island& island, std::size_t pair, bool is_driven, double h);

/// Whether a strand gives bodies notably more energy in a sub-step of `h` [s] than it released: if
/// a body turns far, the work of the force is not that of the change of length.
bool strands_gain(const Island& island, double h);

/// Two parts of their depth by which triangles of a pair may press (LinearisedContact::press_by):
/// one that gives no more energy than is available, and one that gives more; with the energies that
/// they give [J].
struct PairBracket {
  bool is_open = false;
  double enough = 0, too_much = 1;
  double given_by_enough = std::numeric_limits<double>::quiet_NaN(), given_by_too_much = 0;
};

/// Holds back pairs that give more energy than they have.
class PairBrackets {
 public:
  void begin(const Island& island) { brackets_.assign(island.pairs.size(), {}); }

  /// Makes one step of a search for the greatest part of its depth by which each pair may press,
  /// after passes over a sub-step of `h` [s]. `is_far`: the passes found no balance. `is_last`:
  /// takes the greatest part found that gives no more than is available. Returns whether anything
  /// must be solved again.
  bool hold_back(Island& island, bool is_far, double h, bool is_last);

  /// Whether a pair gave more energy than is available while it pressed by a part of its depth that
  /// surely gives less. The passes have then led to a balance far away, where bodies have turned so
  /// far that the work of the pair's force is not that of its change of depth.
  bool exceeds_sure_part() const { return exceeds_sure_part_; }

 private:
  bool exceeds_sure_part_ = false;
  std::vector<PairBracket> brackets_;  ///< parallel to the island's pairs
};

}  // namespace condyle
