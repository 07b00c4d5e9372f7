// Keys of the tests of the laboratory.
#include "core/scene/src/scene_tests.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/scene/src/json_node.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_reader.h"

namespace condyle::scene {
namespace {

using TestOptions = std::vector<TestOption>;

constexpr Quantity k_test_angle{.unit = "rad", .range = {.min = -6.2832, .max = 6.2832}};  // a turn
constexpr Quantity k_test_force{.unit = "N", .range = k_positive};
constexpr Quantity k_test_moment{.unit = "N m", .range = k_positive};
constexpr Quantity k_period{.unit = "s", .range = {.min = 0, .max = 1e4, .open_min = true}};
constexpr Quantity k_test_share{.unit = "1", .range = {.min = 0, .max = 1}};
constexpr int k_most_steps_of_cycle = 1000000;

TestOption angles_option(const char* usual) {
  return {.name = "angles",
          .member = &SceneTest::angles,
          .meaning = "Angles of the motion that bends the joint.",
          .quantity = k_test_angle,
          .by_default = usual};
}

TestOptions laxity_options() {
  return {angles_option("0, 30, 60 and 90 degrees"),
          {"forward", &SceneTest::forward, "Largest force along x of the world.", k_test_force},
          {"sideways", &SceneTest::sideways, "Largest force along z.", k_test_force},
          {"turning", &SceneTest::turning, "Largest moment about y.", k_test_moment},
          {"tilting", &SceneTest::tilting, "Largest moment about x.", k_test_moment},
          {.name = "points",
           .member = &SceneTest::points,
           .meaning = "Points of each curve; an odd number has one without load.",
           .whole = {3, 1001}}};
}

TestOptions hip_options() {
  return {{.name = "inclinations",
           .member = &SceneTest::inclinations,
           .meaning = "Radiographic inclinations of the cup.",
           .quantity = k_test_angle,
           .by_default = "30 to 70 degrees by 10"},
          {.name = "versions",
           .member = &SceneTest::versions,
           .meaning = "Radiographic anteversions of the cup.",
           .quantity = k_test_angle,
           .by_default = "0 to 30 degrees by 10"},
          angles_option("that at time 0"),
          {"side", &SceneTest::side,
           "Side of the body; automatic: as the cup opens or, of one that opens straight down, as "
           "the load points."}};
}

TestOptions pad_options() {
  return {{"force", &SceneTest::force, "Largest force on the plate.", k_test_force},
          {.name = "tilts",
           .member = &SceneTest::tilts,
           .meaning = "Tilts of the plate about x.",
           .quantity = k_test_angle,
           .by_default = "0, 5 and 10 degrees"},
          {.name = "taxels",
           .member = &SceneTest::taxels,
           .meaning = "Rows, and columns, of taxels.",
           .whole = {1, 256}}};
}

TestOptions cycle_options() {
  return {
      {"cycle", &SceneTest::cycle, "walk, stairs, squat, or a CSV file (`docs/laboratory.md`)."},
      {"period", &SceneTest::period, "Duration of a cycle whose file has percent of it.", k_period},
      {.name = "repetitions",
       .member = &SceneTest::repetitions,
       .meaning = "How often the cycle is simulated; the last one is measured.",
       .whole = {1, 1000}},
      {.name = "steps",
       .member = &SceneTest::steps,
       .meaning = "Steps of a cycle, in hundreds; 0: by the scene's rate, at least 200.",
       .whole = {0, k_most_steps_of_cycle}}};
}

TestOptions wear_options() {
  TestOptions options = cycle_options();
  const TestOptions of_wear = {
      {"cycles", &SceneTest::cycles, "Cycles of wear in all.", {.unit = "1", .range = k_positive}},
      {.name = "updates",
       .member = &SceneTest::updates,
       .meaning = "Blocks of cycles, after each of which the surface moves.",
       .whole = {1, 1000}},
      {"coefficient",
       &SceneTest::coefficient,
       "Archard's coefficient.",
       {.unit = "1/Pa", .range = k_positive}},
      {.name = "straight_share",
       .member = &SceneTest::straight_share,
       .meaning = "With cross-shear: share of the coefficient where the path is straight.",
       .quantity = k_test_share,
       .by_default = "without cross-shear"}};
  options.insert(options.end(), of_wear.begin(), of_wear.end());
  return options;
}

void describe_option(Fields& fields, const TestOption& option, SceneTest& test) {
  Key key = optional_key(option.name, option.meaning).otherwise(option.by_default);
  if (const auto* number = std::get_if<double SceneTest::*>(&option.member)) {
    fields.number(key, test.**number, option.quantity);
  } else if (const auto* optional =
                 std::get_if<std::optional<double> SceneTest::*>(&option.member)) {
    fields.optional_number(key, test.**optional, option.quantity);
  } else if (const auto* whole = std::get_if<int SceneTest::*>(&option.member)) {
    fields.whole(key, test.**whole, option.whole);
  } else if (const auto* list = std::get_if<std::vector<double> SceneTest::*>(&option.member)) {
    key.is_left_out = (test.**list).empty();
    fields.numbers(key, test.**list, option.quantity, {});
  } else if (const auto* side = std::get_if<HipSide SceneTest::*>(&option.member)) {
    fields.word(key, test.**side);
  } else {
    fields.file_or_word(key, test.*std::get<std::filesystem::path SceneTest::*>(option.member),
                        words_of<BuiltInCycle>());
  }
}

}  // namespace

const DescribedTest& described_test(LabTestKind kind) {
  static const std::array<DescribedTest, 6> all = {
      {{"Area and pressure over the angle.", {angles_option("0, 15, 30, 60, 90 and 110 degrees")}},
       {"Displacement under force and moment, ligaments whole and cut.", laxity_options()},
       {"Edge loading over the cup's placement.", hip_options()},
       {"Stiffness, slip and taxels of a soft pad.", pad_options()},
       {"Motion and contact over a cycle of loads.", cycle_options()},
       {"Archard's wear over very many cycles.", wear_options()}}};
  return all.at(static_cast<std::size_t>(kind));
}

void describe(Fields& fields, SceneTest& test) {
  fields.note("A test of `docs/laboratory.md`.");
  fields.word(required_key("test", "Which test."), test.kind);
  fields.text(optional_key("name", "Names its results and their folder.")
                  .otherwise("the word of `test`, with a number where that is taken")
                  .left_out_if(test.name == word_of(test.kind)),
              test.name, k_name_text);
  fields.cases_of("test", test.kind, [&](LabTestKind kind) {
    fields.note(described_test(kind).meaning);
    for (const TestOption& option : described_test(kind).options)
      describe_option(fields, option, test);
  });
}

void name_tests(std::vector<SceneTest>& tests) {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(tests, [&](const SceneTest& test) { return test.name == name; });
  };
  for (SceneTest& test : tests) {
    if (!test.name.empty()) continue;
    const std::string word = word_of(test.kind);
    std::string name = word;
    for (int number = 2; is_taken(name); ++number) name = word + " " + std::to_string(number);
    test.name = name;
  }
}

SceneTest parse_scene_test(const std::string& text, const std::string& place,
                           const std::filesystem::path& folder) {
  SceneTest test;
  read_entry(JsonNode::parse(text, place), {folder},
             [&](Fields& fields) { describe(fields, test); });
  if (test.name.empty()) test.name = word_of(test.kind);
  return test;
}

}  // namespace condyle::scene
