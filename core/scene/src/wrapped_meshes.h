#pragma once

#include "condyle/scene/scene.h"

namespace condyle::scene {

/// Sets shape and pose of each wrap that names a mesh of its body: the analytic shape of the mesh
/// if it has one that can be wrapped, otherwise the mesh as a solid. Throws InputError.
void find_wrapped_meshes(Scene& scene);

}  // namespace condyle::scene
