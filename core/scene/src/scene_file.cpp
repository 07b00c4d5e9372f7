#include "condyle/scene/scene_file.h"

#include <fmt/format.h>

#include "condyle/scene/scene_build.h"
#include "core/scene/src/scene_entries.h"
#include "core/scene/src/scene_words.h"

namespace condyle {
namespace {

constexpr NumberRange k_rate{.min = 1, .max = 1e5};
constexpr NumberRange k_duration{.min = 0, .max = k_time.max, .open_min = true};
constexpr double k_longest_wait = 3600;  // longest settling time [s]
constexpr int k_most_substeps = 256;
constexpr NumberRange k_field_of_view{.min = 0.05, .max = 2.5};

/// Reads the two relative radii of a contact in a point.
Eigen::Vector2d read_radii(const JsonNode& node) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != 2) node.fail("must be a list of two relative radii of curvature");
  return {items[0].number(k_extent), items[1].number(k_extent)};
}

ClosedForm read_closed_form(const JsonNode& node) {
  JsonObject object(node);
  ClosedForm form;
  form.kind =
      static_cast<ClosedFormKind>(object.required("kind").choice(scene_words::closed_form_kinds));
  form.contact = read_name(object.required("contact"));
  form.body = read_name(object.required("body"));
  if (form.kind == ClosedFormKind::ball_on_plane) {
    form.radius = object.required("radius").number(k_extent);
  } else {
    const auto radii = object.optional("point_radii");
    if (radii) form.point_radii = read_radii(*radii);
    const auto line = object.optional("line_radius");
    if (line) {
      form.line_radius = line->number(k_extent);
      form.line_length = object.required("line_length").number(k_extent);
    }
    if (!radii && !line) node.fail("needs 'point_radii' or 'line_radius', or both");
  }
  object.reject_other_keys();
  return form;
}

SceneCamera read_camera(const JsonNode& node) {
  JsonObject object(node);
  SceneCamera camera;
  camera.eye = object.vector("eye", camera.eye, k_coordinate);
  camera.target = object.vector("target", camera.target, k_coordinate);
  camera.up = object.vector("up", camera.up, k_coordinate);
  camera.field_of_view = object.number("field_of_view", camera.field_of_view, k_field_of_view);
  object.reject_other_keys();
  if (!((camera.target - camera.eye).cross(camera.up).norm() > 0)) {
    node.fail("has 'up' along the line of sight, or 'eye' at 'target'");
  }
  return camera;
}

SceneSettle read_settle(const JsonNode& node) {
  JsonObject object(node);
  SceneSettle settle;
  settle.approach = object.number("approach", settle.approach, {.min = 0, .max = k_longest_wait});
  settle.speed = object.number("speed", settle.speed, k_speed);
  settle.limit =
      object.number("limit", settle.limit, {.min = 0, .max = k_longest_wait, .open_min = true});
  object.reject_other_keys();
  return settle;
}

template <class T>
std::vector<T> read_all(JsonObject& object, const std::string& key, T (*read)(const JsonNode&)) {
  std::vector<T> all;
  for (const JsonNode& item : object.items(key)) all.push_back(read(item));
  return all;
}

void require_known_format(JsonObject& object) {
  const JsonNode format = object.required("condyle_scene");
  if (format.integer(0, 1000000) != k_scene_format) {
    format.fail(
        fmt::format("is a format that this program does not know, must be {}", k_scene_format));
  }
}

Scene scene_in(const JsonNode& document, const std::filesystem::path& file,
               const std::filesystem::path& other_folder) {
  JsonObject object(document);
  object.text("$schema", "");  // used by editors only
  require_known_format(object);
  const std::filesystem::path folder = file.parent_path();
  Scene scene;
  scene.file = file;
  scene.name = object.text("name", file.stem().string());
  scene.description = object.text("description", "");
  scene.gravity = object.vector("gravity", scene.gravity, k_number);
  scene.duration = object.number("duration", scene.duration, k_duration);
  scene.rate = object.number("rate", scene.rate, k_rate);
  if (const auto substeps = object.optional("contact_substeps"))
    scene.contact_substeps = substeps->integer(1, k_most_substeps);
  scene.integration = static_cast<SceneIntegration>(
      object.choice("contact_integration", 0, scene_words::integrations));
  for (const JsonNode& body : object.required("bodies").items()) {
    scene.bodies.push_back(read_body(body, {folder, other_folder}));
  }
  for (const JsonNode& contact : object.items("contacts")) {
    std::ranges::move(read_contacts(contact, folder), std::back_inserter(scene.contacts));
  }
  for (const JsonNode& ligament : object.items("ligaments")) {
    scene.ligaments.push_back(read_ligament(ligament, folder));
  }
  scene.joints = read_all(object, "joints", read_joint);
  scene.loads = read_all(object, "loads", read_load);
  scene.motions = read_all(object, "motions", read_motion);
  scene.closed_forms = read_all(object, "closed_forms", read_closed_form);
  if (const auto node = object.optional("settle")) scene.settle = read_settle(*node);
  if (const auto node = object.optional("camera")) scene.camera = read_camera(*node);
  scene.pressure_range = object.number("pressure_range", scene.pressure_range, k_non_negative);
  scene.force_scale = object.number("force_scale", scene.force_scale, k_non_negative);
  scene.strain_range = object.number("strain_range", scene.strain_range, k_positive);
  object.reject_other_keys();
  find_wrapped_meshes(scene);
  require_valid(scene);
  return scene;
}

}  // namespace

Scene read_scene(const std::filesystem::path& file, const std::filesystem::path& other_folder) {
  return scene_in(JsonNode::read(file), file, other_folder);
}

Scene parse_scene(const std::string& text, const std::filesystem::path& file,
                  const std::filesystem::path& other_folder) {
  return scene_in(JsonNode::parse(text, file), file, other_folder);
}

}  // namespace condyle
