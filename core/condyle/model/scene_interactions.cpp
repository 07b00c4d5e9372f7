#include <fmt/format.h>

#include <array>

#include "condyle/model/scene_entries.h"
#include "condyle/model/scene_words.h"
#include "condyle/model/shape_file.h"

namespace condyle {
namespace {

MeshName read_mesh_name(const JsonNode& node) {
  JsonObject object(node);
  MeshName name{object.required("body").text(), object.required("mesh").text()};
  object.reject_other_keys();
  return name;
}

Friction read_friction(const JsonNode& node) {
  JsonObject object(node);
  Friction friction;
  friction.static_coefficient = object.required("static_coefficient").number();
  friction.dynamic_coefficient = object.number("dynamic_coefficient", friction.static_coefficient);
  friction.stiction_speed = object.number("stiction_speed", friction.stiction_speed);
  friction.friction_speed = object.number("friction_speed", 1.5 * friction.stiction_speed);
  object.reject_other_keys();
  return friction;
}

HalfSpaceRegion read_region(const JsonNode& node) {
  JsonObject object(node);
  HalfSpaceRegion region;
  region.name = object.required("name").text();
  region.normal = read_unit_vector(object.required("normal"));
  region.offset = object.number("offset", region.offset);
  object.reject_other_keys();
  return region;
}

ScenePoint read_point(const JsonNode& node) {
  JsonObject object(node);
  ScenePoint point{object.text("body", ""), object.required("point").vector()};
  object.reject_other_keys();
  return point;
}

/// From "a" to "b", or all points of "path".
std::vector<ScenePoint> read_path(JsonObject& object) {
  const auto path = object.optional("path");
  if (!path) return {read_point(object.required("a")), read_point(object.required("b"))};
  for (const char* end : {"a", "b"}) {
    if (object.optional(end)) {
      object.node().fail(fmt::format("has both 'path' and '{}'; a path has all points", end));
    }
  }
  std::vector<ScenePoint> points;
  for (const JsonNode& point : path->items()) points.push_back(read_point(point));
  if (points.size() < 2) path->fail("has less than 2 points; give the first and the last");
  return points;
}

SceneWrap read_wrap(const JsonNode& node, int points, const std::filesystem::path& folder) {
  JsonObject object(node);
  SceneWrap wrap;
  wrap.name = object.required("name").text();
  wrap.body = object.text("body", "");
  const std::array<std::string, 2> ways = {"shape", "mesh"};
  if (object.exactly_one_of(ways) == 0) {
    wrap.X_BS = read_pose(object);
    wrap.shape = read_shape(object.required("shape"), folder);
    if (std::holds_alternative<MeshSolid>(wrap.shape)) {
      object.required("shape").fail(
          "is a mesh file; give the mesh to the wrap's body and name it here: \"mesh\"");
    }
  } else {
    wrap.mesh = object.required("mesh").text();
  }
  if (const auto side = object.optional("side")) wrap.side = read_unit_vector(*side);
  if (const auto first = object.optional("first_point")) {
    wrap.first_point = first->integer(0, points - 2);
  }
  if (const auto last = object.optional("last_point")) {
    wrap.last_point = last->integer(wrap.first_point + 1, points - 1);
  }
  object.reject_other_keys();
  return wrap;
}

void read_failure(JsonObject& object, LigamentStrand& strand) {
  if (const auto failure = object.optional("failure_strain")) {
    strand.failure_strain = failure->number(
        {.min = strand.transition_strain, .open_min = strand.transition_strain == 0});
    strand.softening_strain =
        object.number("softening_strain", strand.softening_strain, k_positive);
  }
}

}  // namespace

SceneContact read_contact(const JsonNode& node) {
  JsonObject object(node);
  SceneContact contact;
  ContactSettings& settings = contact.settings;
  contact.name = object.required("name").text();
  contact.casting = read_mesh_name(object.required("casting"));
  contact.target = read_mesh_name(object.required("target"));
  settings.min_proximity = object.number("min_proximity", settings.min_proximity);
  settings.max_proximity = object.number("max_proximity", settings.max_proximity);
  settings.formulation = static_cast<Formulation>(object.choice("law", 0, scene_words::laws));
  settings.lumped = object.choice("layers", 0, scene_words::layer_models) == 0;
  settings.two_sided = object.boolean("two_sided", settings.two_sided);
  settings.dissipation = object.number("dissipation", settings.dissipation);
  if (const auto friction = object.optional("friction")) {
    settings.friction = read_friction(*friction);
  }
  for (const JsonNode& region : object.items("regions")) {
    contact.regions.push_back(read_region(region));
  }
  object.reject_other_keys();
  require_valid(settings, node.where());
  return contact;
}

SceneLigament read_ligament(const JsonNode& node, const std::filesystem::path& folder) {
  JsonObject object(node);
  SceneLigament ligament;
  LigamentStrand& strand = ligament.strand;
  strand.name = object.required("name").text();
  strand.linear_stiffness = object.required("linear_stiffness").number(k_non_negative);
  strand.transition_strain =
      object.number("transition_strain", strand.transition_strain, {.min = 0, .max = 1});
  strand.damping_coefficient =
      object.number("damping_coefficient", strand.damping_coefficient, k_non_negative);
  const int way = object.exactly_one_of(scene_words::slack_keys);
  const JsonNode reference = object.required(scene_words::slack_keys[way]);
  ligament.slack_from = static_cast<SlackFrom>(way);
  switch (ligament.slack_from) {
    case SlackFrom::slack_length:
      strand.slack_length = reference.number(k_positive);
      break;
    case SlackFrom::reference_strain:
      ligament.reference = reference.number({.min = -0.9, .max = 1});
      break;
    case SlackFrom::reference_force:
      ligament.reference = reference.number(k_positive);
      break;
  }
  read_failure(object, strand);
  ligament.path = read_path(object);
  for (const JsonNode& wrap : object.items("wraps")) {
    ligament.wraps.push_back(read_wrap(wrap, static_cast<int>(ligament.path.size()), folder));
  }
  object.reject_other_keys();
  return ligament;
}

SceneJoint read_joint(const JsonNode& node) {
  JsonObject object(node);
  SceneJoint joint;
  joint.name = object.required("name").text();
  joint.kind = static_cast<JointKind>(object.required("kind").choice(scene_words::joint_kinds));
  joint.body_a = object.required("body_a").text();
  joint.body_b = object.text("body_b", "");
  joint.X_WJ = read_pose(object);
  if (joint.kind == JointKind::generic) {
    for (const JsonNode& axis : object.required("free_axes").items()) {
      joint.free_axes[axis.choice(scene_words::axes)] = true;
    }
  }
  if (joint.kind == JointKind::hinge) {
    joint.target_angle = read_optional_table(object, "target_angle");
    if (joint.target_angle) joint.max_torque = object.required("max_torque").number(k_positive);
  }
  object.reject_other_keys();
  return joint;
}

SceneLoad read_load(const JsonNode& node) {
  JsonObject object(node);
  SceneLoad load;
  load.name = object.required("name").text();
  load.body = object.required("body").text();
  load.p_B = object.vector("point", load.p_B);
  load.force = object.vector("force", load.force);
  load.moment = object.vector("moment", load.moment);
  load.in_body_frame = object.choice("frame", 0, scene_words::load_frames) == 1;
  load.factor = read_optional_table(object, "factor");
  object.reject_other_keys();
  return load;
}

SceneMotion read_motion(const JsonNode& node) {
  JsonObject object(node);
  SceneMotion motion;
  motion.name = object.required("name").text();
  motion.body = object.required("body").text();
  motion.rotation = object.required("kind").choice(scene_words::motion_kinds) == 0;
  motion.axis = read_unit_vector(object.required("axis"));
  if (motion.rotation) motion.p_B = object.vector("point", motion.p_B);
  motion.table = read_time_table(object.required("table"));
  object.reject_other_keys();
  return motion;
}

}  // namespace condyle
