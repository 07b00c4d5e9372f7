#pragma once

#include <vector>

#include "condyle/solver/island.h"

namespace condyle {

// Contact gives no more energy than it was given: each pair keeps an account of energy.

/// Whether the energy that the pair's forces give follows from the pressures alone and must be
/// bounded. A user's law may drive bodies, and forces along the casting normal do not follow from
/// an energy.
bool is_bounded(const PairStep& pair);

/// Kinetic energy [J] of the body at `end`, at its velocity at the start of the sub-step or, if
/// `is_free`, before contact, relative to the centre of the body at `seen_from`.
double kinetic_energy(const ContactGroup& group, const GroupEnd& end, const GroupEnd& seen_from,
                      bool is_free);

/// Opens accounts at the start of a sub-step. A pair that was placed in contact may give the energy
/// that its bed stores there. If a pair's stored energy is unknown, records it for the ledger.
void open_accounts(Island& island);

/// Settles an account at the end of a sub-step of `h` [s]. The integration dissipates energy, and
/// the bodies may have that back as far as the bed could store it. Triangles that roll out of
/// contact and into it change the energy that a coarse bed stores, by up to all of it or by the
/// energy that the bodies' loads alone store. `is_driven`: joints or strands act on the bodies and
/// have energy of their own to give.
void settle_account(const Island& island, std::size_t pair, bool is_driven, double h);

/// Whether a strand gives bodies notably more energy in a sub-step of `h` [s] than it released:
/// where a body turns far, the length at the end does not follow from the force there.
bool strands_gain(const Island& island, double h);

/// Weakens pairs that give more than they have.
class PairStrengths {
 public:
  void begin(const Island& island) { strengths_.assign(island.pairs.size(), {}); }

  /// Makes one step of a bisection for the greatest strength at which each pair has enough energy,
  /// after passes over a sub-step of `h` [s]. `is_far`: the passes found no balance. `is_last`:
  /// takes the greatest strength found, or none, so that few more steps end the bisection. Returns
  /// whether anything must be solved again.
  bool weaken(Island& island, bool is_far, double h, bool is_last);

 private:
  /// The strength of a pair, as part of its law, and a bracket of the greatest strength at which
  /// the pair gives no more energy than it has.
  struct Strength {
    double now = 1, enough = 0, too_much = 1;
  };
  std::vector<Strength> strengths_;  ///< parallel to the island's pairs
};

}  // namespace condyle
