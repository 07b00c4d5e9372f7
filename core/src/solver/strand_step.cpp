#include "core/src/solver/strand_step.h"

namespace condyle {

void restart(StrandStep& strand) {
  strand.frozen.memory = strand.memory;
  strand.frozen.damage = strand.damage;
  strand.energy_now = strand.energy;
}

void finish(StrandStep& strand) {
  strand.memory = strand.frozen.memory;
  strand.damage = strand.frozen.damage;
  strand.energy = strand.energy_now;
}

}  // namespace condyle
