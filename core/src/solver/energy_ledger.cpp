#include "condyle/solver/step.h"

namespace condyle {

void add(const EnergyLedger& step, bool is_first, EnergyLedger& sum) {
  if (is_first)
    sum = {.start = step.start};
  else
    sum.by_user += step.start - sum.stored();
  sum.kinetic = step.kinetic;
  sum.elastic = step.elastic;
  sum.ligaments = step.ligaments;
  sum.external += step.external;
  sum.by_joints += step.by_joints;
  sum.by_moved += step.by_moved;
  sum.damping += step.damping;
  sum.friction += step.friction;
  sum.ligament_damping += step.ligament_damping;
  sum.drag += step.drag;
  sum.engine_contacts += step.engine_contacts;
  sum.numbers += step.numbers;
}

}  // namespace condyle
