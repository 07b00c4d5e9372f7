#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "condyle/scene/scene_test.h"
#include "core/scene/src/fields.h"

namespace condyle::scene {

/// An option of a test of the laboratory. From its description come its key in scene files, with
/// schema and page, its option in the program, and its keyword in Python.
struct TestOption {
  using Member = std::variant<double SceneTest::*, std::optional<double> SceneTest::*,
                              int SceneTest::*, std::vector<double> SceneTest::*,
                              HipSide SceneTest::*, std::filesystem::path SceneTest::*>;

  const char* name;  ///< with dashes for '_' in the program
  Member member;
  const char* meaning;               ///< whole sentences
  Quantity quantity = {};            ///< of numbers and of lists of them
  WholeRange whole = {};             ///< of whole numbers
  const char* by_default = nullptr;  ///< the default in words, where none stands in SceneTest
};

/// A kind of test, and its options.
struct DescribedTest {
  const char* meaning;  ///< a sentence
  std::vector<TestOption> options;
};
const DescribedTest& described_test(LabTestKind kind);

/// Gives tests without a name that of their kind, with a number where that is taken.
void name_tests(std::vector<SceneTest>& tests);

/// Reads a test from the text of an object with its keys. `place` names it in messages; files are
/// relative to `folder`. Throws InputError.
SceneTest parse_scene_test(const std::string& text, const std::string& place,
                           const std::filesystem::path& folder);

}  // namespace condyle::scene
