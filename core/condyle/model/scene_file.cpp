#include "condyle/model/scene_file.h"

#include <fmt/format.h>

#include "condyle/model/scene_entries.h"

namespace condyle {
namespace {

constexpr NumberRange k_rate{.min = 1, .max = 1e5};
constexpr NumberRange k_field_of_view{.min = 0.05, .max = 2.5};

BallOnPlane read_ball_on_plane(const JsonNode& node) {
  JsonObject object(node);
  BallOnPlane closed_form{object.required("contact").text(), object.required("ball").text(),
                          object.required("radius").number(k_positive)};
  object.reject_other_keys();
  return closed_form;
}

SceneCamera read_camera(const JsonNode& node) {
  JsonObject object(node);
  SceneCamera camera;
  camera.eye = object.vector("eye", camera.eye);
  camera.target = object.vector("target", camera.target);
  camera.up = object.vector("up", camera.up);
  camera.field_of_view = object.number("field_of_view", camera.field_of_view, k_field_of_view);
  object.reject_other_keys();
  if (!((camera.target - camera.eye).cross(camera.up).norm() > 0)) {
    node.fail("has 'up' along the line of sight, or 'eye' at 'target'");
  }
  return camera;
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

}  // namespace

Scene read_scene(const std::filesystem::path& file) {
  JsonObject object(JsonNode::read(file));
  require_known_format(object);
  const std::filesystem::path folder = file.parent_path();
  Scene scene;
  scene.file = file;
  scene.name = object.text("name", file.stem().string());
  scene.description = object.text("description", "");
  scene.gravity = object.vector("gravity", scene.gravity);
  scene.duration = object.number("duration", scene.duration, k_positive);
  scene.rate = object.number("rate", scene.rate, k_rate);
  for (const JsonNode& body : object.required("bodies").items()) {
    scene.bodies.push_back(read_body(body, folder));
  }
  scene.contacts = read_all(object, "contacts", read_contact);
  scene.ligaments = read_all(object, "ligaments", read_ligament);
  scene.joints = read_all(object, "joints", read_joint);
  scene.loads = read_all(object, "loads", read_load);
  scene.motions = read_all(object, "motions", read_motion);
  if (const auto node = object.optional("ball_on_plane")) {
    scene.ball_on_plane = read_ball_on_plane(*node);
  }
  if (const auto node = object.optional("camera")) scene.camera = read_camera(*node);
  scene.pressure_range = object.number("pressure_range", scene.pressure_range, k_non_negative);
  object.reject_other_keys();
  require_valid(scene);
  return scene;
}

}  // namespace condyle
