#pragma once

/// The door of condyle::bullet and condyle::bullet_float. To make surfaces for bodies, or to read
/// more of a report than its result, include condyle/condyle.h too.

#include "condyle/bullet/plugin.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/solver/step.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"
