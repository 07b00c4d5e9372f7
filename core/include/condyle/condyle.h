#pragma once

/// The door of condyle::core: everything a user needs for meshes, shapes, contact and ligaments.
/// The other libraries have doors of their own: condyle/world.h, condyle/bullet.h,
/// condyle/geometry.h, condyle/scene.h, condyle/opensim.h.

#include "condyle/error.h"
#include "condyle/pose.h"

// Meshes, in metres.
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"

// Analytic shapes: nearest points, distances, curvature.
#include "condyle/geometry/curvature.h"
#include "condyle/geometry/separation.h"
#include "condyle/geometry/shape.h"

// Contact: a mesh or shape with a layer is a surface, and two surfaces make a pair.
#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/contact/patch_surface.h"
#include "condyle/contact/user_function.h"

// Ligaments, tendons and cables.
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
