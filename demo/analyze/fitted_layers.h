#pragma once

#include <span>
#include <string>

#include "condyle/opensim/osim_model.h"

namespace condyle {

/// Makes the layers of the model's contact meshes fit the laws of its contacts, which may have
/// replaced the model's own, with these meshes rigid; call this before their surfaces are made.
/// Throws InputError if a rigid mesh is unknown, or if a node spacing or a rigid mesh is given
/// without elastic_layer.
void fit_layers(opensim::OsimModel& model, std::span<const std::string> rigid);

}  // namespace condyle
