#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "view/layout.h"

namespace condyle {

/// What the viewer remembers from one session to the next.
struct ViewerSettings {
  PanelWishes panels;
  std::set<std::string> folded;  ///< groups of the panels, by their names
};

/// condyle/viewer.ini in the user's folder of settings, XDG_CONFIG_HOME or ~/.config; empty where
/// neither is known.
std::filesystem::path settings_file();

/// Lines "key = value". What is missing, unknown or out of range keeps its default: a file of
/// another version, or none, does no harm.
ViewerSettings read_settings(const std::filesystem::path& file);

/// Makes the folder where there is none. Returns false where the file can not be written.
bool write_settings(const std::filesystem::path& file, const ViewerSettings& settings);

}  // namespace condyle
