#pragma once

/// The door of condyle::opensim: OpenSim models, their kinematics, the surfaces of their contacts,
/// the scenes made from them, and tables of recorded motion.

#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scale.h"
#include "condyle/opensim/osim_scene.h"
