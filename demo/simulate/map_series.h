#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "map_files.h"
#include "scene_world.h"

namespace condyle {

/// Pressure maps for ParaView: per frame and mesh in contact one VTP file (vertices in the world
/// frame), and a PVD file that lists them with their times. Those of an earlier run stay until
/// finish(); without it nothing is left.
class MapSeries {
 public:
  /// Throws InputError.
  MapSeries(const std::filesystem::path& folder, const SceneWorld& world);

  void add(const SceneWorld& world);  ///< throws InputError

  /// Gives the frames so far their names. To be called once. Throws InputError.
  void finish(MapNames names);

 private:
  std::filesystem::path folder_;
  UnfinishedFolder maps_;
  std::vector<SeriesEntry> entries_;
  std::vector<std::string> names_;  ///< of the files, by body and mesh
  int frame_ = 0;
};

}  // namespace condyle
