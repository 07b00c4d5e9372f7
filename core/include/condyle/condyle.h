#pragma once

/// The door of condyle::core: all that a user needs of meshes, shapes, contact and ligaments. The
/// other libraries have doors of their own: condyle/bullet.h, condyle/scene.h, condyle/opensim.h.

#include "condyle/error.h"
#include "condyle/pose.h"

// Meshes, in metres.
#include "condyle/mesh/mass_properties.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/mesh_report.h"
#include "condyle/mesh/primitives.h"

// Analytic shapes: nearest points, distances, curvature, geodesics.
#include "condyle/geometry/curvature.h"
#include "condyle/geometry/geodesic.h"
#include "condyle/geometry/hertz.h"
#include "condyle/geometry/mesh_geodesic.h"
#include "condyle/geometry/pair_separation.h"
#include "condyle/geometry/shape.h"
#include "condyle/geometry/shape_curvature.h"
#include "condyle/geometry/shape_mesh.h"
#include "condyle/geometry/tracking.h"

// Contact: a layer makes a mesh or a shape a surface, and two surfaces make a pair.
#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/deformable_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/contact/patch_surface.h"
#include "condyle/contact/regions.h"
#include "condyle/contact/sliding.h"
#include "condyle/contact/user_function.h"
#include "condyle/contact/variable_thickness.h"
#include "condyle/contact/vertex_forces.h"
#include "condyle/contact/yield.h"

// Ligaments, tendons and cables.
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/ligament/traced_path.h"
