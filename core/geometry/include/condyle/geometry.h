#pragma once

/// The door of condyle::geometry: geodesics of shapes and meshes. The shapes themselves, with their
/// nearest points, curvature and separation, belong to condyle::core.

#include "condyle/geometry/geodesic.h"
