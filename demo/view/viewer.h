#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "condyle/model/scene_libraries.h"
#include "view/camera.h"

namespace condyle {

struct ViewerOptions {
  std::string scene = "knee_replacement";      ///< file, or name of a shipped scene
  double rate = 0;                             ///< steps per second [Hz]; 0: the scene's
  double speed = 1;                            ///< simulated seconds per second
  ViewSize size{1600, 1000};                   ///< of the window [pixels]
  LibraryUse libraries = LibraryUse::refused;  ///< allowed: not even asked about
  bool forget_libraries = false;               ///< take earlier answers about them back
  double ui_scale = 1;                         ///< multiplies the size of text
  bool timings = false;                        ///< show how long each stage of a step takes

  std::string motion;            ///< recorded states that the OpenSim model `scene` replays
  std::string geometry;          ///< with it: folder of the meshes
  bool missing_default = false;  ///< with it: coordinates without a column keep their defaults
  std::optional<double> at;      ///< with it: show this time and wait [s]

  /// Where not 0: run so many frames of 1/60 s, without showing a window, then end.
  int frames = 0;
  std::filesystem::path screenshot;  ///< written after `frames`
};

/// Opens the window and runs until it is closed. Throws NoWindow, InputError.
void run_viewer(const ViewerOptions& options);

}  // namespace condyle
