#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/mujoco/model_texts.h"

namespace condyle::mujoco {

/// The surface of a geom in the geom's frame, except that a plane's has its origin in the plane.
/// Throws InputError naming `name` for a geom that has no surface of its own (a height field), for
/// a mesh that is not valid, and where `given` has lengths out of range or of no use for the geom.
std::shared_ptr<const ContactSurface> surface_of(const mjModel& model, int geom, const Layer& layer,
                                                 const std::string& name,
                                                 const CastingMesh& given = {});

/// The convex hull of a mesh, by which MuJoCo's own contact takes it, in the geom's frame. Empty if
/// MuJoCo has made none. Precondition: the geom is a mesh.
TriangleMesh hull_of_geom(const mjModel& model, int geom);

}  // namespace condyle::mujoco
