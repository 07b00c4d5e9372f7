#pragma once

#include <filesystem>

#include "lab/lab_table.h"

namespace condyle {

/// Reads a map that mesh::write_vtp() wrote: the mesh as stored, and each array of one value per
/// triangle. Its name is that of the file. Throws InputError.
LabMap read_written_map(const std::filesystem::path& file);

}  // namespace condyle
