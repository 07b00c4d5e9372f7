#pragma once

// The functions of shape.h for each type of shape. Include this where a Shape is visited: without
// it, a call with one type finds the function for a Shape, which calls itself for ever.

#include "core/src/geometry/brick.h"
#include "core/src/geometry/capsule.h"
#include "core/src/geometry/cone.h"
#include "core/src/geometry/cylinder.h"
#include "core/src/geometry/ellipsoid.h"
#include "core/src/geometry/half_space.h"
#include "core/src/geometry/infinite_cylinder.h"
#include "core/src/geometry/sphere.h"
#include "core/src/geometry/torus.h"
