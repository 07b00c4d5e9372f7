#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/unfinished_file.h"

namespace condyle {

/// What the pressure maps of a run in `folder` are called: of a complete one, folder/vtp and
/// folder/maps.pvd; of another, the same with "_until_failure".
enum class MapNames { complete, until_failure };

/// Removes the maps of a run in `folder` that failed.
void remove_maps_until_failure(const std::filesystem::path& folder);

/// Removes the maps that an earlier, complete run left in `folder`: what its maps.pvd lists in vtp,
/// nothing else that lies there, and maps.pvd.
void remove_maps(const std::filesystem::path& folder);

/// Moves maps from where they were written to the folder of that name and writes the PVD file that
/// lists them. `entries` name the files alone. Maps until a failure replace earlier ones; complete
/// ones end them. Throws InputError.
void publish_maps(UnfinishedFolder& maps, std::vector<SeriesEntry> entries,
                  const std::filesystem::path& folder, MapNames names);

}  // namespace condyle
