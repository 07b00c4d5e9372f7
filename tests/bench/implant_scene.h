#pragma once

#include "condyle/model/scene.h"

namespace condyle::bench {

/// The recorded implants as bodies: the femoral component bends by 0.025 degrees a millisecond
/// about the axis of the recorded flexion; tibia and patella follow, held by contact and by 149
/// straight strands that press them on with some 0.8 and 0.3 kN. Needs has_recorded_implants().
Scene implant_scene();

}  // namespace condyle::bench
