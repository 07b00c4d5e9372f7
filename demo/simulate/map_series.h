#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/map_files.h"
#include "condyle/mesh/mesh_file.h"
#include "world/scene_world.h"

namespace condyle {

/// Pressure maps for ParaView: for each frame and each mesh that takes part in a contact a VTP
/// file, with vertices in the world frame, and a PVD file that lists them with their times. The
/// maps of an earlier run stay until finish(); without finish() the new maps are removed.
class MapSeries {
 public:
  /// `folder` is the result folder of the run. Throws InputError.
  MapSeries(const std::filesystem::path& folder, const SceneWorld& world);

  /// Writes a frame of the world's current state. Throws InputError.
  void add(const SceneWorld& world);

  /// Moves the frames written so far to their final names. May be called only once. Throws
  /// InputError.
  void finish(MapNames names);

 private:
  std::filesystem::path folder_;
  UnfinishedFolder maps_;
  std::vector<mesh::SeriesEntry> entries_;
  std::vector<std::string> names_;  ///< file names by body and mesh
  int frame_ = 0;
};

}  // namespace condyle
