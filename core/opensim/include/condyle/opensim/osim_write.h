#pragma once

#include <filesystem>
#include <string>

#include "condyle/opensim/osim_model.h"

namespace condyle::opensim {

/// The text of the file from which the model was read, with the values that differ from it: numbers
/// that are equal, comments, the order, and whatever this library does not read stay as they are,
/// byte for byte.
///
/// Written are: of a ligament its stiffness, slack length, transition strain and damping, or its
/// resting length and pcsa_force, and the positions of its points; of a contact mesh its files,
/// scale, position, layer and bounds of the thickness; of a contact its window of proximity, its
/// formulation linear or nonlinear, `lumped`, and its own layers if the file has them; of ligaments
/// and contacts whether they apply force. An object that was taken out of the model stays in the
/// file, and other members of the model, such as its bodies, are those of the file.
///
/// Throws InputError if the model was not read from a file, if a value cannot be in such a file
/// (a failure strain, friction, a formulation elastic_layer, a rigid layer, a fixed position of a
/// moving point), if an object that was not read from the file is in the model, or as read_osim
/// does if the result would not be a model, for example because of a negative slack length.
std::string osim_text(const OsimModel& model);

/// Writes osim_text() to `file`, completely or not at all. Meshes are not copied: OpenSim looks for
/// them beside the new file. Throws InputError as osim_text does, and if the folder is missing or
/// not writable.
void write_osim(const std::filesystem::path& file, const OsimModel& model);

}  // namespace condyle::opensim
