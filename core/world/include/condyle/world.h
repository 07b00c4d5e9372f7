#pragma once

/// The door of condyle::world: contact and ligaments in the steps of an engine of your own. To make
/// surfaces for bodies, include condyle/condyle.h too.

#include "condyle/world/coordinate_joint.h"
#include "condyle/world/engine.h"
#include "condyle/world/equilibrium.h"
#include "condyle/world/equilibrium_derivatives.h"
#include "condyle/world/equilibrium_report.h"
#include "condyle/world/reports.h"
#include "condyle/world/session.h"
#include "condyle/world/step_report.h"
#include "condyle/world/taxel_grid.h"
