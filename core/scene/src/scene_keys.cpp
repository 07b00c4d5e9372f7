#include "core/scene/src/scene_keys.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "condyle/scene/scene_file.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_tests.h"

namespace condyle::scene {
namespace {

constexpr int k_scene_format = 1;        // the value of "condyle_scene"
constexpr double k_longest_wait = 3600;  // longest settling time [s]

const std::array<std::string, 2> k_contact_shapes = {"point_radii", "line_radius"};

void describe_paraboloids(Fields& fields, ClosedForm& form) {
  std::vector<double> radii = {form.point_radii.x(), form.point_radii.y()};
  fields.numbers(optional_key("point_radii", "Relative radii of curvature of contact in a point.")
                     .left_out_if(!(radii[0] > 0))
                     .otherwise("none"),
                 radii, k_extent,
                 {.sizes = {2}, .wrong_size = "must be a list of two relative radii of curvature"});
  form.point_radii = {radii[0], radii[1]};
  fields.number(optional_key("line_radius", "Relative radius of contact in a line.")
                    .left_out_if(!(form.line_length > 0))
                    .otherwise("none"),
                form.line_radius, k_extent);
  fields.with("line_radius", [&] {
    fields.number(required_key("line_length", "Length of that line."), form.line_length, k_extent);
  });
  fields.at_least_one_of(k_contact_shapes, "needs 'point_radii' or 'line_radius', or both");
}

/// The version of the format. The reader accepts any number, so that its message about an unknown
/// version can say more.
void describe_format(Fields& fields) {
  int format = k_scene_format;
  const bool reads = fields.is_reading();
  fields.whole(required_key("condyle_scene", "Version of the format."), format,
               {reads ? 0 : k_scene_format, reads ? 1000000 : k_scene_format});
  if (format == k_scene_format) return;
  fields.fail(
      "condyle_scene",
      fmt::format("is a format that this program does not know, must be {}", k_scene_format));
}

void describe_run(Fields& fields, Scene& scene) {
  fields.vector(optional_key("gravity", "In the world frame."), scene.gravity, {.unit = "m/s²"});
  fields.number(optional_key("duration",
                             "Default length of `simulate`; the viewer restarts the scene "
                             "at this time."),
                scene.duration, {.unit = "s", .range = {.min = 0, .max = 1e6, .open_min = true}});
  fields.number(optional_key("rate", "Default steps per second."), scene.rate,
                {.unit = "Hz", .range = {.min = 1, .max = 1e5}});
  fields.whole(
      optional_key("contact_substeps",
                   "Least number of contact sub-steps per step: the numerical loss of a bounce "
                   "falls with the number of steps that it takes, some 6 % of its speed in "
                   "ninety."),
      scene.contact_substeps, {1, 256});
  fields.word(
      optional_key(
          "contact_integration",
          "implicit: backward Euler in stiff directions, the midpoint rule in soft ones "
          "(`docs/model.md`). backward_euler: in all directions, which damps slow motion too."),
      scene.integration);
  fields.word(
      optional_key("solve",
                   "dynamic: bodies move in time. static: each step leads to the static balance at "
                   "its time, without inertia, damping and friction (`docs/equilibrium.md`)."),
      scene.solve);
}

/// The groups of columns. "default" stands for those of a scene that does not choose any.
const WordTable<bool HistoryColumns::*> k_history_groups = {
    {"default", nullptr},
    {"readings", &HistoryColumns::readings},
    {"bodies", &HistoryColumns::bodies},
    {"contacts", &HistoryColumns::contacts},
    {"strands", &HistoryColumns::strands},
    {"closed_forms", &HistoryColumns::closed_forms},
    {"solver", &HistoryColumns::solver},
    {"energy", &HistoryColumns::energy},
    {"contact_moments", &HistoryColumns::contact_moments},
    {"contact_proximity", &HistoryColumns::contact_proximity},
    {"axis_regions", &HistoryColumns::axis_regions},
    {"strand_rates", &HistoryColumns::strand_rates}};

/// The places in the table of the groups that these columns have.
std::vector<int> places_of(const HistoryColumns& columns) {
  std::vector<int> places;
  for (const auto& [word, group] : k_history_groups)
    if (group != nullptr && columns.*group) places.push_back(place_in(k_history_groups, group));
  return places;
}

HistoryColumns columns_of(const std::vector<int>& places) {
  constexpr HistoryColumns usual;
  HistoryColumns columns;
  const auto is_chosen = [&](bool HistoryColumns::*group) {
    return std::ranges::count(places, place_in(k_history_groups, group)) > 0;
  };
  const bool has_usual = is_chosen(nullptr);
  for (const auto& [word, group] : k_history_groups)
    if (group != nullptr) columns.*group = is_chosen(group) || (has_usual && usual.*group);
  return columns;
}

void describe_history(Fields& fields, HistoryColumns& columns) {
  std::vector<int> places;
  if (!fields.is_reading()) places = places_of(columns);
  fields.words(optional_key("history",
                            "Groups of columns of `history.csv` and of runs in Python (see "
                            "Output); default: those of a scene without this key.")
                   .otherwise("default")
                   .left_out_if(columns == HistoryColumns{}),
               places, words_in(k_history_groups),
               {.least = 1, .wrong_size = "is an empty list; name a group of columns"});
  if (!places.empty()) columns = columns_of(places);
}

void describe_view(Fields& fields, Scene& scene) {
  fields.entry(optional_key("camera", "Initial view."), "camera", scene.camera);
  fields.number(optional_key("pressure_range",
                             "Top of the colour bar; 0: the largest pressure so far, rounded up."),
                scene.pressure_range, {.unit = "Pa", .range = k_non_negative, .example = 5e6});
  fields.number(optional_key("force_scale",
                             "Newtons per metre of arrow; 0: from the largest force so "
                             "far, rounded up."),
                scene.force_scale, {.unit = "N/m", .range = k_non_negative, .example = 2e4});
  fields.number(
      optional_key("strain_range", "Top of the colour bar of strands, which are red beyond it."),
      scene.strain_range, {.unit = "1", .range = k_positive});
}

}  // namespace

void describe(Fields& fields, ClosedForm& form) {
  fields.note("A state of rest in closed form, shown beside the simulation.");
  fields.word(required_key("kind", "The geometry that the closed form assumes."), form.kind);
  fields.text(required_key("contact", "Name of the contact."), form.contact, k_name_text);
  fields.text(
      required_key("body", "The body whose weight and loads press along the contact's normal."),
      form.body, k_name_text);
  fields.cases_of("kind", form.kind, [&](ClosedFormKind kind) {
    if (kind == ClosedFormKind::ball_on_plane)
      fields.number(required_key("radius", "Radius of the ball."), form.radius, k_extent);
    else
      describe_paraboloids(fields, form);
  });
}

void describe(Fields& fields, ShownAgainst& shown) {
  fields.note("A figure of theory, beside which the simulation's own is shown.");
  fields.text(required_key("name", "What is shown."), shown.name, k_name_text);
  fields.word(required_key("quantity",
                           "force, area, peak_pressure and depth are those of a contact, tension "
                           "that of a ligament, x, y and z the position of a body's origin; "
                           "center_of_pressure_x and so on are in the frame of the casting mesh."),
              shown.quantity);
  fields.text(required_key("of", "Name of the contact, ligament or body."), shown.of, k_name_text);
  fields.text(optional_key("region", "Region of the contact.")
                  .left_out_if(shown.region.empty())
                  .otherwise("all of it"),
              shown.region, k_name_text);
  fields.word(optional_key("value", "Which of its values from `from` to `until`."), shown.value);
  fields.number(optional_key("from", "Before this time nothing is shown."), shown.from, k_time);
  fields.number(optional_key("until", "Later values do not count."), shown.until, k_time);
  fields.exactly_one_of(
      {{"expected",
        [&] {
          fields.number(required_key("expected", "The figure of theory."), shown.expected,
                        {.unit = "N, m, m² or Pa"});
        }},
       {"expected_over_time",
        [&] {
          fields.entry(required_key("expected_over_time", "The figure of theory over time."),
                       "table", shown.expected_over_time);
        }}},
      shown.expected_over_time ? "expected_over_time" : "expected");
  fields.check([&](const JsonNode& node) {
    if (!(shown.from <= shown.until)) node.fail("has 'from' later than 'until'");
  });
}

void describe(Fields& fields, SceneCamera& camera) {
  fields.note(
      "Where the view starts. What is not given is chosen so that it shows the whole scene.");
  fields.optional_vector(
      optional_key("eye", "In the world.").otherwise("where the whole scene is in view"),
      camera.eye, k_coordinate);
  fields.optional_vector(optional_key("target", "The point looked at, in the world.")
                             .otherwise("the middle of the scene"),
                         camera.target, k_coordinate);
  fields.optional_vector(optional_key("up", "Upward in the picture; not along the line of sight.")
                             .otherwise("against gravity; y without gravity"),
                         camera.up, k_coordinate);
  fields.number(optional_key("field_of_view",
                             "Vertical angle of a 4:3 picture; a narrower picture "
                             "shows more above and below."),
                camera.field_of_view, {.unit = "rad", .range = {.min = 0.05, .max = 2.5}});
  fields.check([&](const JsonNode& node) {
    if (camera.up && camera.up->isZero(0)) node.fail("has an 'up' without a direction");
    if (!camera.eye || !camera.target) return;
    const Eigen::Vector3d sight = *camera.target - *camera.eye;
    if (!(sight.norm() > 0) || (camera.up && !(sight.cross(*camera.up).norm() > 0)))
      node.fail("has 'up' along the line of sight, or 'eye' at 'target'");
  });
}

void describe(Fields& fields, SceneSettle& settle) {
  fields.note("Lets the scene come to rest before time 0.");
  fields.number(optional_key("approach",
                             "Time before time 0 at which motions start; loads grow "
                             "linearly from zero over it."),
                settle.approach, {.unit = "s", .range = {.min = 0, .max = k_longest_wait}});
  fields.number(optional_key("speed",
                             "The scene is at rest when no body has been faster for 0.1 s: "
                             "speed of its centre of mass plus angular velocity times the "
                             "largest radius of gyration."),
                settle.speed, k_speed);
  fields.number(optional_key("limit",
                             "Longest time to wait at time 0; then `simulate` warns, with the "
                             "largest speed."),
                settle.limit,
                {.unit = "s", .range = {.min = 0, .max = k_longest_wait, .open_min = true}});
}

void describe_pose(Fields& fields, Pose& X, const char* origin) {
  const Eigen::AngleAxisd written(X.linear());
  Eigen::Vector3d position = X.translation(), turn = written.angle() * written.axis();
  fields.vector(optional_key("position", origin), position, k_coordinate);
  fields.vector(optional_key("rotation", "Rotation vector of the frame: axis times angle."), turn,
                {.unit = "rad", .range = {.min = -1e3, .max = 1e3}});
  if (!fields.is_reading()) return;
  X.translation() = position;
  const double angle = turn.stableNorm();
  if (angle > 0) X.linear() = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
}

void describe(Fields& fields, TimeTable& table) {
  fields.note("Values over time, held before the first time and after the last.");
  fields.numbers(required_key("times", "Ascending."), table.times, k_time, {.least = 1});
  fields.numbers(required_key("values", "As many as times."), table.values, {}, {.least = 1});
  fields.flag(optional_key("smooth",
                           "Between two times a minimum-jerk step with zero velocity and "
                           "acceleration at its ends; otherwise a straight line."),
              table.smooth);
  fields.number(optional_key("period",
                             "At least the last time: the table from time 0 to here repeats "
                             "afterwards; 0: it does not."),
                table.period, {.unit = "s", .range = {.min = 0, .max = k_time.range.max}});
  fields.check([&](const JsonNode& node) {
    if (table.times.empty() || table.times.size() != table.values.size()) {
      node.fail(fmt::format("has {} times and {} values, must have as many of each, at least one",
                            table.times.size(), table.values.size()));
    }
    for (std::size_t i = 1; i < table.times.size(); ++i) {
      if (!(table.times[i] > table.times[i - 1]))
        JsonObject(node).required("times").fail("must ascend");
    }
    if (table.period > 0 && table.period < table.times.back()) {
      node.fail("has a period shorter than its last time");
    }
  });
}

void describe(Fields& fields, Scene& scene) {
  std::string schema;  // used by editors only
  std::vector<ContactEntry> contacts = contact_entries(scene.contacts);
  fields.text(optional_key("$schema", "`scene.schema.json`, for editors.")
                  .otherwise("none")
                  .left_out_if(true),
              schema, k_any_text);
  describe_format(fields);
  fields.text(optional_key("name", "Title.").otherwise("the file's name"), scene.name, k_any_text);
  fields.text(optional_key("description", "Description of the scene."), scene.description,
              k_any_text);
  fields.names(optional_key("notes",
                            "Sentences for people, such as what `condyle new` found in the meshes "
                            "and what it guessed; at most 200 letters each.")
                   .left_out_if(scene.notes.empty()),
               scene.notes);
  describe_run(fields, scene);
  fields.list(required_key("bodies", "At least one."), "body", scene.bodies, {.least = 1});
  fields.list(
      optional_key("contacts", "Meshes that a contact names touch one another; all others do not."),
      "contact", contacts);
  fields.list(optional_key("ligaments", "Strands that pull and never push."), "ligament",
              scene.ligaments);
  fields.list(optional_key("joints", "Constraints of the engine."), "joint", scene.joints);
  fields.list(optional_key("loads", "Forces and moments on bodies."), "load", scene.loads);
  fields.list(optional_key("motions", "What moves the kinematic bodies."), "motion", scene.motions);
  fields.list(optional_key("closed_forms", "Analytic rest states to compare with the simulation."),
              "closed_form", scene.closed_forms);
  fields.list(optional_key("shown_against",
                           "Other figures of theory, beside which those of the simulation are "
                           "shown."),
              "shown_against", scene.shown_against);
  fields.entry(optional_key("settle", "How the scene comes to rest before time 0."), "settle",
               scene.settle);
  fields.list(optional_key("tests",
                           "Tests of the laboratory to be run on the scene: `condyle lab SCENE` "
                           "(`docs/laboratory.md`).")
                  .left_out_if(scene.tests.empty()),
              "test", scene.tests);
  describe_history(fields, scene.history);
  describe_view(fields, scene);
  if (!fields.is_reading()) return;
  name_tests(scene.tests);
  scene.contacts = contacts_of(contacts);
}

}  // namespace condyle::scene
