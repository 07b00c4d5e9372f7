#pragma once

#include <filesystem>

#include "core/src/files/unfinished_file.h"
#include "scene_world.h"

namespace condyle {

/// Pictures of a run, one per frame, for a video: 00000.png, 00001.png, ... They lie in a temporary
/// folder until finish(); without finish() they are removed.
class PictureSeries {
 public:
  /// `folder` is the result folder of the run; the pictures are width x height pixels. Throws
  /// InputError.
  PictureSeries(const std::filesystem::path& folder, int width, int height);

  /// Draws a frame of the world's current state. Without a display it prints one warning, and draws
  /// nothing from then on. Throws InputError.
  void add(const SceneWorld& world);

  /// Moves the pictures drawn so far into the folder `name` of the result folder, in place of all
  /// pictures there. Throws InputError.
  void finish(const char* name);

  static constexpr const char* k_complete = "pictures";
  static constexpr const char* k_until_failure = "pictures_until_failure";

 private:
  std::filesystem::path folder_;
  UnfinishedFolder pictures_;
  int width_, height_;
  int frame_ = 0;
  bool can_draw_ = true;
};

/// Removes the pictures of an earlier run from its result folder.
void remove_pictures(const std::filesystem::path& folder);

}  // namespace condyle
