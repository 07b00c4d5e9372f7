#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace condyle::scene {

/// The tests of the laboratory (docs/laboratory.md).
enum class LabTestKind { contact, laxity, hip, pad, gait, wear };

/// Its word in scene files, in the program and in Python.
constexpr const char* word_of(LabTestKind value) {
  switch (value) {
    case LabTestKind::contact:
      return "contact";
    case LabTestKind::laxity:
      return "laxity";
    case LabTestKind::hip:
      return "hip";
    case LabTestKind::pad:
      return "pad";
    case LabTestKind::gait:
      return "gait";
    case LabTestKind::wear:
      return "wear";
  }
  return nullptr;
}

/// Of which side of the body a hip is.
enum class HipSide {
  automatic,  ///< as the scene's cup opens or, where it opens straight down, as the load points
  right,
  left
};

/// Its word in scene files, in the program and in Python.
constexpr const char* word_of(HipSide value) {
  switch (value) {
    case HipSide::automatic:
      return "automatic";
    case HipSide::right:
      return "right";
    case HipSide::left:
      return "left";
  }
  return nullptr;
}

/// The built-in cycles of loads and motions.
enum class BuiltInCycle { walk, stairs, squat };

/// Its word in scene files, in the program and in Python.
constexpr const char* word_of(BuiltInCycle value) {
  switch (value) {
    case BuiltInCycle::walk:
      return "walk";
    case BuiltInCycle::stairs:
      return "stairs";
    case BuiltInCycle::squat:
      return "squat";
  }
  return nullptr;
}

/// A test of the laboratory with its options; those of other kinds of tests do not matter.
struct SceneTest {
  std::string name;  ///< of the folder of its results; reading fills in the test's word
  LabTestKind kind = LabTestKind::contact;

  std::vector<double> angles;  ///< contact, laxity, hip: of the joint's motion; none: usual [rad]

  double forward = 100, sideways = 50;  ///< laxity: forces [N]
  double turning = 2, tilting = 5;      ///< laxity: moments [N m]
  int points = 41;                      ///< laxity: of each curve

  std::vector<double> inclinations, versions;  ///< hip: of the cup; none: usual [rad]
  HipSide side = HipSide::automatic;           ///< hip

  double force = 10;          ///< pad [N]
  std::vector<double> tilts;  ///< pad: of the plate; none: usual [rad]
  int taxels = 8;             ///< pad: rows and columns

  std::filesystem::path cycle = word_of(BuiltInCycle::walk);  ///< gait, wear: its word, or a file
  double period = 1;    ///< gait, wear: of a file in percent [s]
  int repetitions = 2;  ///< gait, wear: simulated; the last one is measured
  int steps = 0;        ///< gait, wear: per cycle; 0: by the scene's rate

  double coefficient = 1e-15;  ///< wear: Archard's [1/Pa]
  /// Wear with cross-shear: share of the coefficient where the path is straight [1]; absent:
  /// without.
  std::optional<double> straight_share;
  double cycles = 1e6;  ///< wear: number of cycles in all [1]
  int updates = 4;      ///< wear: blocks of cycles
};

}  // namespace condyle::scene
