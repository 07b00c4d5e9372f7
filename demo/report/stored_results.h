#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/run_origin.h"
#include "lab/lab_table.h"

namespace condyle {

/// Where results come from, as they say it; empty where they do not.
struct StoredOrigin {
  RunOrigin run;
  std::string scene;                 ///< its title
  std::filesystem::path scene_file;  ///< absolute, or as it was given
  std::filesystem::path results;     ///< the file that says so
};

/// A test of condyle lab.
struct StoredTest {
  std::string name;  ///< of its folder below that of all tests, else the test's word
  StoredOrigin origin;
  LabResult result;
};

/// Columns of a history: a value per column and row, NaN where it has none. A long one is thinned
/// so that each column keeps its extremes.
struct StoredCurves {
  std::vector<std::string> names;           ///< with their units; the first is the time
  std::vector<std::vector<double>> values;  ///< parallel to the names
};

/// A map of a run at a moment.
struct StoredMoment {
  double time = 0;   ///< [s]
  std::string part;  ///< "BODY.MESH"
  LabMap map;
};

/// A run of condyle simulate.
struct StoredRun {
  StoredOrigin origin;
  std::string error;  ///< why it ended early; empty: it is complete
  LabTable steps;     ///< how it ran, and how exact its steps are
  LabTable extremes;  ///< of each figure
  std::vector<std::string> findings;
  StoredCurves curves;
  std::vector<StoredMoment> moments;
  std::vector<std::filesystem::path> pictures;
};

/// What a folder holds.
struct StoredResults {
  std::filesystem::path folder;
  std::vector<StoredTest> tests;
  std::optional<StoredRun> run;
  std::vector<std::filesystem::path> files;  ///< that were read
};

/// Whether a folder, or one in it, has results of condyle lab or condyle simulate.
bool has_results(const std::filesystem::path& folder);

/// Reads what condyle lab or condyle simulate wrote into a folder: a run, or the last attempt at
/// one where none is complete; the tests in it; and those in the folders in it, by their names. At
/// most six moments of a run's maps and pictures are read. Throws InputError if a file is damaged
/// or the folder has no results.
StoredResults read_results(const std::filesystem::path& folder);

}  // namespace condyle
