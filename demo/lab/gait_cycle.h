#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/scene/scene_test.h"
#include "lab/lab_table.h"

namespace condyle {

/// What a cycle says of a direction.
enum class CycleDrive { nothing, force, displacement };

/// A cycle of loads and motions on a joint, such as a step of walking. Lists are parallel to `time`
/// or, where the cycle says nothing of a quantity, empty.
struct GaitCycle {
  std::string name;          ///< its word or its file
  std::vector<double> time;  ///< [s], ascending from 0 to the period; first and last rows are equal
  std::vector<double> flexion;  ///< of the joint's motion [rad]
  std::vector<double> axial;    ///< force along the scene's own load [N]
  /// AP: force [N] on, or displacement [m] of, the dynamic body along x of the world.
  CycleDrive forward_drive = CycleDrive::nothing;
  std::vector<double> forward;
  /// IE: moment [N m] on, or turn [rad] of, the dynamic body about y of the world, which turns the
  /// tibia of a right knee inward.
  CycleDrive turn_drive = CycleDrive::nothing;
  std::vector<double> turn;
  bool is_built_in = false;

  double period() const { return time.back(); }
};

/// A knee's cycle: smooth curves of ours, in the range of what is published of the activity, and
/// not those of a standard, such as ISO 14243, whose figures are sold.
GaitCycle built_in_cycle(scene::BuiltInCycle which);

/// Reads a cycle from a CSV file: a line of column names with their units, then a line of numbers
/// per time. Columns, in any order: "time [s]" (also ms) or "percent [%]" of `period` [s], which
/// must be there and ascend from 0; "axial force [N]" (kN), which must be there; "flexion [deg]"
/// (rad); "AP force [N]" or "AP displacement [mm]" (m); "IE torque [N m]" (N mm) or "IE rotation
/// [deg]". The cycle must end as it begins, to a fiftieth of each column's range. Throws InputError
/// that names the file, line and column.
GaitCycle read_cycle(const std::filesystem::path& path, double period);

/// The cycle as a table whose CSV text read_cycle() takes.
LabTable cycle_table(const GaitCycle& cycle);

/// What is to be said of a cycle in a result.
std::vector<std::string> notes_of(const GaitCycle& cycle);

/// Whether it is the word of a built-in cycle.
bool is_built_in(const std::filesystem::path& word_or_file);

/// A built-in cycle by its word or, of any other text, that of a file.
GaitCycle find_cycle(const std::filesystem::path& word_or_file, double period);

}  // namespace condyle
