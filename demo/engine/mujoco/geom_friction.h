#pragma once

#include <mujoco/mujoco.h>

#include "condyle/contact/contact_laws.h"

namespace condyle {

/// The friction that MuJoCo has between two geoms: of their `<pair>`, else of the geom with the
/// higher priority, else the larger coefficient. None where that contact has one dimension
/// (condim="1").
Friction friction_of_geoms(const mjModel& model, int a, int b);

}  // namespace condyle
