#pragma once

/// The door of condyle::mujoco. To make surfaces for geoms, or to read more of a report than its
/// result, include condyle/condyle.h too.

#include "condyle/mujoco/plugin.h"
#include "condyle/solver/step.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"
#include "condyle/world/taxel_grid.h"
