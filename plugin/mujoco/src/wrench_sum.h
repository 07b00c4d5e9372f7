#pragma once

#include "condyle/pose.h"

namespace condyle::mujoco {

inline void add_to(Wrench& sum, const Wrench& more) {
  sum.moment += more.moment;
  sum.force += more.force;
}

}  // namespace condyle::mujoco
