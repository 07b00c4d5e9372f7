#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "view/file_list.h"

namespace condyle {

struct ViewerState;

/// The window in which the user chooses a file to open, or one to save the scene to.
struct FileWindow {
  enum class Use { closed, open, save, compare };
  Use use = Use::closed;
  std::filesystem::path folder;
  std::vector<ListedFile> listed;       ///< in the folder
  std::array<char, 2000> name{};        ///< what is typed: in the folder, or an absolute path
  std::string problem;                  ///< why the last choice did not work
  std::filesystem::path replaces = {};  ///< asks whether this file may be replaced; empty: no
};

void open_file_window(ViewerState& state, FileWindow::Use use);

/// Lists another folder; says so if it cannot be read, and stays.
void go_to_folder(FileWindow& window, const std::filesystem::path& folder);

/// Puts a name into the field.
void set_name(FileWindow& window, const std::string& name);

/// Takes the typed name: enters a folder, asks to open or save a file (Requests), or asks the user
/// whether an existing one may be replaced. `replaces`: the user has agreed to that.
void accept_name(ViewerState& state, bool replaces = false);

/// Opens the first of the files that were dropped on the window and that the viewer knows; two
/// meshes become a joint (new_joint_window.h).
void open_dropped(ViewerState& state, const std::vector<std::filesystem::path>& files);

/// Draws the window if it is in use.
void draw_file_window(ViewerState& state, float width, float height);

}  // namespace condyle
