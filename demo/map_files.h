#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "core/src/files/unfinished_file.h"

namespace condyle {

/// Names the pressure maps of a run in `folder`. A complete run writes folder/vtp and
/// folder/maps.pvd; a failed run writes folder/vtp_until_failure and folder/maps_until_failure.pvd.
enum class MapNames { complete, until_failure };

/// Removes the maps that a failed run left in `folder`.
void remove_maps_until_failure(const std::filesystem::path& folder);

/// Removes the maps that an earlier, complete run left in `folder`: maps.pvd and the files in vtp
/// that it lists. Other files in vtp stay.
void remove_maps(const std::filesystem::path& folder);

/// Moves maps from their temporary folder to the folder given by `names` and writes the PVD file
/// that lists them. `entries` give file names without folder. Maps of a failed run replace those of
/// an earlier failed run; maps of a complete run delete them. Throws InputError.
void publish_maps(UnfinishedFolder& maps, std::vector<mesh::SeriesEntry> entries,
                  const std::filesystem::path& folder, MapNames names);

}  // namespace condyle
