#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/opensim/osim_model.h"
#include "condyle/pose.h"

namespace condyle::opensim {

/// Values and speeds of all coordinates of a model, in the model's order.
struct OsimState {
  std::vector<double> q;  ///< [rad or m]
  /// [rad/s or m/s]; see OsimJoint::angular_velocity_speeds, otherwise the rates of q.
  std::vector<double> u;
};

/// Poses and velocities of the bodies of a model, starting with the ground G.
struct OsimBodies {
  std::vector<Pose> X_GB;
  std::vector<Twist> V_GB_G;  ///< velocity of B in G, at the origin of B, in the frame G
};

/// Poses and velocities of an OpenSim model from its coordinates, as Simbody's mobilizers define
/// them: the child frame of a joint is rotated about its three axes in order and then translated
/// along the axes of the parent frame. The model must outlive this object. Safe to use from several
/// threads.
class OsimKinematics {
 public:
  /// Orders the joints from the ground outward. Throws InputError if couplers depend on each other
  /// in a cycle or two couplers drive the same coordinate.
  explicit OsimKinematics(const OsimModel& model);

  /// Sets the values and speeds of the coordinates that couplers drive.
  void apply_couplers(OsimState& state) const;

  /// Computes the poses and velocities. Couplers are not applied. Preconditions: q and u have as
  /// many entries as the model has coordinates.
  void evaluate(const OsimState& state, OsimBodies& bodies) const;

  /// Whether a coupler sets the coordinate.
  bool is_driven(int coordinate) const { return driven_[static_cast<std::size_t>(coordinate)]; }

  /// Joints that close a loop, and bodies that no joint connects to the ground.
  const ModelReport& report() const { return report_; }

 private:
  void order_joints();
  void order_couplers();

  struct Step {
    int joint;
    bool outward;  ///< from the joint's parent to its child
  };

  const OsimModel* model_;
  std::vector<Step> steps_;
  std::vector<int> couplers_;
  std::vector<bool> driven_;
  ModelReport report_;
};

/// Moment arms of the paths of a model's ligaments about its coordinates in a state, to which
/// couplers were applied: -dL/dq of the path's length L [m per rad; no unit if q is a length], so
/// that the tension times the arm is the generalised force along q (Sherman, Seth & Delp 2013). The
/// array has a row for each of model.ligaments and then of model.curve_ligaments, with an entry for
/// each coordinate, row by row. Coordinates that couplers drive move with the ones that drive them,
/// and have an arm of 0 themselves. Throws InputError that names a ligament whose path is not
/// valid.
std::vector<double> moment_arms(const OsimModel& model, const OsimKinematics& kinematics,
                                const OsimState& state);

/// Pose of a frame of the model in the ground, and velocity of its origin.
Pose pose_of(const OsimFrame& frame, const OsimBodies& bodies);
Twist velocity_of(const OsimFrame& frame, const OsimBodies& bodies);

/// A table over time as OpenSim's programs read and write it (.sto, .mot), with one row per time
/// and one named column per quantity.
struct MotionTable {
  std::filesystem::path file;       ///< file that was read, for messages; empty: none
  std::string name;                 ///< the first line of the header
  bool in_degrees = false;          ///< whether angles and their rates are in degrees
  std::vector<std::string> labels;  ///< column labels without `time`
  std::vector<double> times;        ///< [s], in ascending order; equal times are allowed
  std::vector<double> values;  ///< times x labels, row by row [SI or deg]; may be infinite or NaN
  ModelReport report;          ///< what the file does not say or says wrongly

  /// The numbers of times and of labels; the value in a row and a column, in the unit
  /// of its label.
  int rows() const { return static_cast<int>(times.size()); }
  int columns() const { return static_cast<int>(labels.size()); }
  double at(int row, int column) const {
    return values[static_cast<std::size_t>(row) * labels.size() + static_cast<std::size_t>(column)];
  }

  /// The index of a column; none if it is missing. Throws InputError if two columns have this
  /// label.
  std::optional<int> column(std::string_view label) const;
};

/// Reads a .sto or .mot file: a header up to `endheader` (version, nRows, nColumns, inDegrees; or
/// SIMM's datarows, datacolumns), labels, then rows of numbers separated by tabs or blanks, with
/// any line endings. Without inDegrees and a line "Angles are in degrees." or "... radians.",
/// angles are in radians, but in degrees in a .mot file without a version, as SIMM and OpenSim
/// before 2 wrote it. A header that promises another number of columns, or more rows, is reported.
/// Throws InputError with file, line and remedy if `endheader` or the column `time` is missing, a
/// row has more or fewer numbers than labels, a row is missing and the last line has no end, a
/// number is malformed (with row and column), a time is not finite, or time decreases.
MotionTable read_motion_table(const std::filesystem::path& file);

/// Parses a text; `file` is used in messages only. Throws InputError as read_motion_table does.
MotionTable parse_motion_table(std::string_view text, const std::filesystem::path& file);

/// Receives a text in pieces.
using TextSink = std::function<void(std::string_view)>;

/// Writes the table as a .sto file for OpenSim's programs and plotters: version, nRows, nColumns,
/// inDegrees, endheader, labels, rows; separated by tabs. Each number reads back exactly. Throws
/// what `write` throws.
void write_sto(const MotionTable& table, const TextSink& write);

/// Writes the table as CSV (RFC 4180): a line of labels, then the rows. Throws what `write` throws.
void write_csv(const MotionTable& table, const TextSink& write);

/// The states of a model in a recorded motion. The column of a coordinate's value has the
/// coordinate's path as its label, with or without "/value", or its name alone; the column of its
/// speed has the path with "/speed", or the name with "_u". A path may be short: "joint/name".
class OsimMotionStates {
 public:
  /// If coordinates that no coupler drives have no column, throws InputError that names them all,
  /// unless `missing_are_default` is set: then they keep their default values and the report says
  /// so. Throws InputError with row and column for a value that is NaN or infinite in a column that
  /// is used. Reports angles that in radians are far outside the range of their coordinate. Speeds
  /// that are not in the motion are the slopes of the natural cubic spline through the
  /// values, or zero if its times do not ascend strictly. Speeds that are an angular velocity are
  /// taken from the motion only if it has all three. Model, kinematics and motion must outlive
  /// this object.
  OsimMotionStates(const OsimModel& model, const OsimKinematics& kinematics,
                   const MotionTable& motion, bool missing_are_default);

  /// The state in a row of the motion, with couplers applied.
  void state_at(int row, OsimState& state) const;

  /// What the motion does not say or says wrongly.
  const ModelReport& report() const { return report_; }

 private:
  struct Source {
    int value = -1, speed = -1;  ///< indices of columns; -1: none
    double factor = 1;           ///< converts the columns to SI units
    double constant = 0;         ///< value if there is no column
    std::vector<double> slopes;  ///< one per row, if the motion has no speeds
  };

  void find_columns(bool missing_are_default);
  void require_finite() const;
  void report_strange_angles();
  void find_joints_at_rates();
  void find_slopes();

  const OsimModel* model_;
  const OsimKinematics* kinematics_;
  const MotionTable* motion_;
  std::vector<Source> sources_;
  /// Joints whose speeds are an angular velocity that the motion does not contain, so that it
  /// follows from the rates of their angles.
  std::vector<int> joints_at_rates_;
  ModelReport report_;
};

}  // namespace condyle::opensim
