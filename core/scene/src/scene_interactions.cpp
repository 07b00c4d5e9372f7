#include <fmt/format.h>

#include <array>

#include "condyle/scene/shape_file.h"
#include "core/scene/src/scene_entries.h"
#include "core/scene/src/scene_words.h"

namespace condyle {
namespace {

/// Reads one side of a contact: one mesh of a body, or a list of its meshes.
std::vector<MeshName> read_side(const JsonNode& node) {
  JsonObject object(node);
  const std::string body = read_name(object.required("body"));
  const JsonNode mesh = object.required("mesh");
  std::vector<MeshName> side;
  if (mesh.is_list()) {
    for (const JsonNode& item : mesh.items()) side.push_back({body, read_name(item)});
    if (side.empty()) mesh.fail("is an empty list; name a mesh");
  } else {
    side.push_back({body, read_name(mesh)});
  }
  object.reject_other_keys();
  return side;
}

/// A contact for each pair of a casting and a target mesh. If a side has several meshes, their
/// names become part of the contact's name.
std::vector<SceneContact> pairs_of(const SceneContact& contact,
                                   const std::vector<MeshName>& casting,
                                   const std::vector<MeshName>& target) {
  std::vector<SceneContact> pairs;
  for (const MeshName& c : casting) {
    for (const MeshName& t : target) {
      SceneContact& pair = pairs.emplace_back(contact);
      pair.casting = c;
      pair.target = t;
      if (casting.size() > 1) pair.name += "." + c.mesh;
      if (target.size() > 1) pair.name += "." + t.mesh;
      if (casting.size() * target.size() > 1 && pair.sum_in.empty()) pair.sum_in = contact.name;
    }
  }
  return pairs;
}

HalfSpaceRegion read_region(const JsonNode& node) {
  JsonObject object(node);
  HalfSpaceRegion region;
  region.name = read_name(object.required("name"));
  region.normal = read_unit_vector(object.required("normal"));
  region.offset = object.number("offset", region.offset, k_coordinate);
  object.reject_other_keys();
  return region;
}

ScenePoint read_point(const JsonNode& node) {
  JsonObject object(node);
  ScenePoint point{read_body_or_world(object, "body"),
                   object.required("point").vector(k_coordinate)};
  object.reject_other_keys();
  return point;
}

/// Reads the points "a" and "b", or all points of "path".
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
  wrap.name = read_name(object.required("name"));
  wrap.body = read_body_or_world(object, "body");
  const std::array<std::string, 2> ways = {"shape", "mesh"};
  if (object.exactly_one_of(ways) == 0) {
    wrap.X_BS = read_pose(object);
    wrap.shape = read_shape(object.required("shape"), folder);
    if (std::holds_alternative<MeshSolid>(wrap.shape)) {
      object.required("shape").fail(
          "is a mesh file; give the mesh to the wrap's body and name it here: \"mesh\"");
    }
  } else {
    wrap.mesh = read_name(object.required("mesh"));
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
    strand.failure_strain = failure->number({.min = strand.transition_strain,
                                             .max = k_number.max,
                                             .open_min = strand.transition_strain == 0});
    strand.softening_strain =
        object.number("softening_strain", strand.softening_strain, k_positive);
  }
}

}  // namespace

std::vector<SceneContact> read_contacts(const JsonNode& node, const std::filesystem::path& folder) {
  JsonObject object(node);
  SceneContact contact;
  ContactSettings& settings = contact.settings;
  contact.name = read_name(object.required("name"));
  const std::vector<MeshName> casting = read_side(object.required("casting"));
  const std::vector<MeshName> target = read_side(object.required("target"));
  if (const auto sum = object.optional("sum_in")) contact.sum_in = read_name(*sum);
  contact.side = static_cast<CastingSide>(object.choice("casts", 0, scene_words::casting_sides));
  settings.casts_from =
      static_cast<CastingElements>(object.choice("casts_from", 0, scene_words::casting_elements));
  settings.min_proximity = object.number("min_proximity", settings.min_proximity, k_coordinate);
  settings.max_proximity = object.number("max_proximity", settings.max_proximity, k_extent);
  read_law(object, folder, settings);
  if (const auto spacing = object.optional("node_spacing"))
    settings.node_spacing = spacing->number(k_node_spacing);
  settings.lumped = object.choice("layers", 0, scene_words::layer_models) == 0;
  settings.force_direction = static_cast<ForceDirection>(
      object.choice("force_direction", 0, scene_words::force_directions));
  settings.two_sided = object.boolean("two_sided", settings.two_sided);
  settings.dissipation = object.number("dissipation", settings.dissipation, k_non_negative);
  settings.wear_coefficient =
      object.number("wear_coefficient", settings.wear_coefficient, k_non_negative);
  if (const auto friction = object.optional("friction")) {
    settings.friction = read_friction(*friction, folder);
  }
  if (const auto post_step = object.optional("post_step"))
    settings.post_step = read_post_step(*post_step, folder);
  for (const JsonNode& region : object.items("regions")) {
    contact.regions.push_back(read_region(region));
  }
  object.reject_other_keys();
  require_valid(settings, node.where());
  return pairs_of(contact, casting, target);
}

SceneLigament read_ligament(const JsonNode& node, const std::filesystem::path& folder) {
  JsonObject object(node);
  SceneLigament ligament;
  LigamentStrand& strand = ligament.strand;
  strand.name = read_name(object.required("name"));
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
      strand.slack_length = reference.number(k_extent);
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
  joint.name = read_name(object.required("name"));
  joint.kind = static_cast<JointKind>(object.required("kind").choice(scene_words::joint_kinds));
  joint.body_a = read_name(object.required("body_a"));
  joint.body_b = read_body_or_world(object, "body_b");
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
  load.name = read_name(object.required("name"));
  load.body = read_name(object.required("body"));
  load.p_B = object.vector("point", load.p_B, k_coordinate);
  load.force = object.vector("force", load.force, k_number);
  load.moment = object.vector("moment", load.moment, k_number);
  load.in_body_frame = object.choice("frame", 0, scene_words::load_frames) == 1;
  load.factor = read_optional_table(object, "factor");
  object.reject_other_keys();
  return load;
}

SceneMotion read_motion(const JsonNode& node) {
  JsonObject object(node);
  SceneMotion motion;
  motion.name = read_name(object.required("name"));
  motion.body = read_name(object.required("body"));
  motion.rotation = object.required("kind").choice(scene_words::motion_kinds) == 0;
  motion.axis = read_unit_vector(object.required("axis"));
  if (motion.rotation) motion.p_B = object.vector("point", motion.p_B, k_coordinate);
  motion.table = read_time_table(object.required("table"));
  object.reject_other_keys();
  return motion;
}

}  // namespace condyle
