#pragma once

#include <filesystem>
#include <string>

#include "view/simulation.h"

namespace condyle {

/// What may be written of a live scene.
enum class Export {
  history_csv,  ///< the columns of history.csv, for all steps of the past
  history_sto,  ///< the same for OpenSim's programs and plotters, without units in the labels
  maps_now,     ///< surfaces with their fields (VTP) at the moment shown
  maps_past,    ///< the same, 25 times a second of the past
};

/// A name that is free in the current folder: a file, or for maps a folder.
std::filesystem::path export_name(Export what, const std::filesystem::path& scene_file);

/// Writes it; the figures are those that `condyle simulate` writes. Of the past, the steps since
/// the scene last started are written. Returns what was written, in words. Throws InputError.
std::string write_export(Export what, const std::filesystem::path& name, Simulation& simulation);

}  // namespace condyle
