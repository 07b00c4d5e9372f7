#pragma once

#include "condyle/scene/scene.h"

namespace condyle::bench {

/// The recorded implants as bodies: the femoral component flexes by 0.025 degrees per millisecond
/// about the axis of the recorded flexion. Tibia and patella follow, held by contact and by 149
/// straight strands that press them on with some 0.8 and 0.3 kN. Precondition:
/// has_recorded_implants().
scene::Scene implant_scene();

}  // namespace condyle::bench
