#include "core/src/solver/strand_step.h"

namespace condyle {

void restart(StrandStep& strand) {
  strand.linearised.memory = strand.memory;
  strand.linearised.damage = strand.damage;
  strand.energy_now = strand.energy;
}

void finish(StrandStep& strand) {
  strand.memory = strand.linearised.memory;
  strand.damage = strand.linearised.damage;
  strand.energy = strand.energy_now;
}

}  // namespace condyle
