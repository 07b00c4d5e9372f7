#pragma once

#include <optional>
#include <string>
#include <vector>

namespace condyle::scene {

/// The tests of the laboratory (docs/laboratory.md).
enum class LabTestKind { contact, laxity, hip, pad, gait, wear };

/// Its word in scene files, options and Python.
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

class Fields;

/// A test by its word, with its options; those of other kinds of tests do not matter.
struct SceneTest {
  std::string name;
  LabTestKind kind = LabTestKind::contact;

  std::vector<double> angles;  ///< contact, laxity, hip: of the joint's motion; none: usual [rad]

  double forward = 100, sideways = 50;  ///< laxity: forces [N]
  double turning = 2, tilting = 5;      ///< laxity: moments [N m]
  int points = 41;                      ///< laxity

  std::vector<double> inclinations, versions;  ///< hip: of the cup; none: usual [rad]

  double force = 10;          ///< pad [N]
  std::vector<double> tilts;  ///< pad: of the plate; none: usual [rad]
  int taxels = 8;             ///< pad: rows and columns

  std::string cycle = "walk";  ///< gait, wear: a built-in cycle, or a file beside the scene's
  double period = 1;           ///< gait, wear: of a file in percent [s]
  int repetitions = 2;         ///< gait, wear: simulated; the last one is measured
  int steps = 0;               ///< gait, wear: per cycle; 0: by the scene's rate

  double wear_coefficient = 1e-15;       ///< wear [1/Pa]
  std::optional<double> straight_share;  ///< wear: absent: without cross-shear
  double cycles = 1e6;                   ///< wear: in all
  int updates = 4;                       ///< wear: blocks of cycles
};

void describe(Fields& fields, SceneTest& test);

/// Reads a test from the text of an object with its keys. `place` names it in messages. Throws
/// InputError.
SceneTest parse_scene_test(const std::string& text, const std::string& place);

}  // namespace condyle::scene
