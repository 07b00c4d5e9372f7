#pragma once

#include <filesystem>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "scene_world.h"

namespace condyle {

/// Pressure maps for ParaView: per frame and mesh in contact one VTP file (vertices in the world
/// frame), and a PVD file that lists them with their times. Files of a run that ends before
/// finish() are removed.
class MapSeries {
 public:
  /// Files go to folder/vtp. Throws InputError where it cannot be made.
  explicit MapSeries(const std::filesystem::path& folder);
  ~MapSeries();
  MapSeries(const MapSeries&) = delete;
  MapSeries& operator=(const MapSeries&) = delete;

  void add(const SceneWorld& world);  ///< throws InputError

  /// Writes folder/maps.pvd over the frames so far, and keeps them. Throws InputError.
  void finish();

 private:
  std::filesystem::path folder_;
  std::vector<SeriesEntry> entries_;
  int frame_ = 0;
  bool finished_ = false;
};

}  // namespace condyle
