#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "new_joint/new_joint.h"

namespace condyle {

struct ViewerState;

/// The window in which two mesh files become a joint: what `condyle new` is told, and what it found
/// and guessed. It stays open beside the joint, so that a wrong guess can be corrected.
struct NewJointWindow {
  NewJointInput input;                             ///< without its files
  std::array<std::array<char, 2000>, 3> files{};   ///< as typed, or dropped on the window
  std::array<char, 2000> scene_file{};             ///< as typed
  std::optional<std::filesystem::path> made_file;  ///< the scene made last, which may be replaced
  std::filesystem::file_time_type made_at;         ///< unless it was written since then
  bool is_knee = true;                             ///< what was made last is one
  std::vector<std::string> notes;                  ///< of that scene
  std::string problem;                             ///< why none was made
};

/// Opens the window in place of the start page, with two files or none.
void open_new_joint_window(ViewerState& state,
                           const std::array<std::filesystem::path, 2>& files = {});

/// Makes the joint as the window says, writes its scene and opens it; the window shows the notes,
/// or the problem.
void make_joint_of_window(ViewerState& state);

/// Draws the window if it is open.
void draw_new_joint_window(ViewerState& state, float width, float height);

}  // namespace condyle
