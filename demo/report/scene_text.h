#pragma once

#include <string>

#include "condyle/scene/scene.h"

namespace condyle {

/// A table of the meshes that touch: size, layer, material with its source, and findings. Throws
/// InputError if a mesh cannot be read.
std::string meshes_text(const scene::Scene& scene);

/// A table of where they lie in the world at time 0.
std::string placement_text(const scene::Scene& scene);

}  // namespace condyle
