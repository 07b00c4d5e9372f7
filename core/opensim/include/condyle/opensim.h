#pragma once

/// The door of condyle::opensim: OpenSim's models, the scenes and motions that they become, and
/// tables of recorded motion.

#include "condyle/opensim/osim_kinematics.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
