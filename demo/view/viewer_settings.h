#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/system.h"
#include "view/layout.h"
#include "view/own_plots.h"
#include "view/view_options.h"

namespace condyle {

/// Settings that the viewer keeps from one run to the next.
struct ViewerSettings {
  PanelWishes panels;
  ViewSize window{0, 0};                              ///< size of the last window; 0: none yet
  std::set<std::string> folded;                       ///< folded groups of the panels, by name
  std::map<std::string, GroupPlace> places;           ///< of moved groups, by name
  std::map<std::string, std::vector<OwnPlot>> plots;  ///< of each scene, by the name of its file
  Theme theme = Theme::dark;                          ///< of panels and windows
  Backdrop backdrop = Backdrop::dark;
  double text_scale = 1;  ///< multiplies the size of text, beside the display's scale
  double past_megabytes =
      k_in_browser ? 64 : 256;      ///< memory for the past of a live scene, at most
  std::vector<std::string> recent;  ///< files of the user's that were opened, the latest first
};

inline constexpr double k_least_text_scale = 0.5, k_most_text_scale = 4;

/// Puts a file before the other recent ones; the oldest are dropped.
void remember_recent(ViewerSettings& settings, const std::filesystem::path& file);

/// viewer.ini in user_folder(); empty if that is not known.
std::filesystem::path settings_file();

/// Reads lines "key = value". A key that is missing, unknown or out of range keeps its default, so
/// a missing file or one of another version does no harm.
ViewerSettings read_settings(const std::filesystem::path& file);

/// Creates the folder if needed. Returns false if the file cannot be written.
bool write_settings(const std::filesystem::path& file, const ViewerSettings& settings);

}  // namespace condyle
