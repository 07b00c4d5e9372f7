#pragma once

#include <string>

#include "condyle/scene/materials.h"

namespace condyle::python {

/// Throws InputError that lists the known names if there is no such material.
const scene::Material& material_named(const std::string& name);

}  // namespace condyle::python
