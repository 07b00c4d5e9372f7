// Keys of the tests of the laboratory.
#include <numbers>

#include "core/scene/src/fields.h"
#include "core/scene/src/json_node.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_reader.h"
#include "core/scene/src/scene_test.h"

namespace condyle::scene {
namespace {

constexpr Quantity k_test_angle{
    .unit = "rad", .range = {.min = -2 * std::numbers::pi, .max = 2 * std::numbers::pi}};
constexpr Quantity k_test_force{.unit = "N", .range = k_positive};
constexpr Quantity k_test_moment{.unit = "N m", .range = k_positive};
constexpr int k_most_steps_of_cycle = 1000000;

void describe_angles(Fields& fields, const char* name, const char* meaning, const char* usual,
                     std::vector<double>& angles) {
  fields.numbers(optional_key(name, meaning).left_out_if(angles.empty()).otherwise(usual), angles,
                 k_test_angle, {});
}

void describe_laxity(Fields& fields, SceneTest& test) {
  fields.number(optional_key("forward", "Largest force along x of the world."), test.forward,
                k_test_force);
  fields.number(optional_key("sideways", "Largest force along z."), test.sideways, k_test_force);
  fields.number(optional_key("turning", "Largest moment about y."), test.turning, k_test_moment);
  fields.number(optional_key("tilting", "Largest moment about x."), test.tilting, k_test_moment);
  fields.whole(optional_key("points", "Of each curve; an odd number has one without load."),
               test.points, {3, 1001});
}

void describe_hip(Fields& fields, SceneTest& test) {
  describe_angles(fields, "inclinations", "Radiographic inclinations of the cup.",
                  "30 to 70 degrees by 10", test.inclinations);
  describe_angles(fields, "versions", "Radiographic anteversions of the cup.",
                  "0 to 30 degrees by 10", test.versions);
}

void describe_pad(Fields& fields, SceneTest& test) {
  fields.number(optional_key("force", "Largest force on the plate."), test.force, k_test_force);
  describe_angles(fields, "tilts", "Tilts of the plate about x.", "0, 5 and 10 degrees",
                  test.tilts);
  fields.whole(optional_key("taxels", "Rows, and columns, of taxels."), test.taxels, {1, 256});
}

void describe_cycle(Fields& fields, SceneTest& test) {
  fields.text(optional_key("cycle", "walk, stairs, squat, or a CSV file (`docs/laboratory.md`)."),
              test.cycle, k_any_text);
  fields.number(optional_key("period", "Duration of a cycle whose file has percent of it."),
                test.period, {.unit = "s", .range = {.min = 0, .max = 1e4, .open_min = true}});
  fields.whole(optional_key("repetitions", "How often it is simulated; the last one is measured."),
               test.repetitions, {1, 1000});
  fields.whole(optional_key("steps", "Of a cycle, in hundreds; 0: by `rate`, at least 200."),
               test.steps, {0, k_most_steps_of_cycle});
}

void describe_wear(Fields& fields, SceneTest& test) {
  fields.number(optional_key("wear_coefficient", "Archard's."), test.wear_coefficient,
                {.unit = "1/Pa", .range = k_positive});
  fields.optional_number(
      optional_key("straight_share", "Share of the coefficient where the path is straight.")
          .otherwise("cross-shear does not matter"),
      test.straight_share, {.unit = "1", .range = {.min = 0, .max = 1}});
  fields.number(optional_key("cycles", "Of wear, in all."), test.cycles,
                {.unit = "1", .range = k_positive});
  fields.whole(optional_key("updates", "Blocks of cycles, after each of which the surface moves."),
               test.updates, {1, 1000});
}

}  // namespace

void describe(Fields& fields, SceneTest& test) {
  fields.note("A test of `docs/laboratory.md`.");
  fields.text(required_key("name", "For people."), test.name, k_name_text);
  fields.word(required_key("test", "Which test."), test.kind);
  fields.cases_of("test", test.kind, [&](LabTestKind kind) {
    if (kind == LabTestKind::contact || kind == LabTestKind::laxity || kind == LabTestKind::hip)
      describe_angles(fields, "angles", "Of the motion that bends the joint.", "the test's usual",
                      test.angles);
    if (kind == LabTestKind::laxity) describe_laxity(fields, test);
    if (kind == LabTestKind::hip) describe_hip(fields, test);
    if (kind == LabTestKind::pad) describe_pad(fields, test);
    if (kind == LabTestKind::gait || kind == LabTestKind::wear) describe_cycle(fields, test);
    if (kind == LabTestKind::wear) describe_wear(fields, test);
  });
}

SceneTest parse_scene_test(const std::string& text, const std::string& place) {
  SceneTest test;
  read_entry(JsonNode::parse(text, place), {}, [&](Fields& fields) { describe(fields, test); });
  return test;
}

}  // namespace condyle::scene
