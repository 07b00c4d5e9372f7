#include <fmt/format.h>

#include <array>

#include "condyle/model/materials.h"
#include "condyle/model/scene_entries.h"
#include "condyle/model/scene_words.h"
#include "condyle/model/shape_file.h"

namespace condyle {
namespace {

/// One side of a contact: one mesh of a body, or a list of them.
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

/// A contact for each casting and each target mesh, named after those of which there are several.
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

/// The two coefficients of a pair of materials by name: what the other keys count from.
void read_materials(JsonObject& object, Friction& friction) {
  const auto names = object.optional("materials");
  if (!names) return;
  const std::vector<JsonNode> items = names->items();
  if (items.size() != 2) names->fail("must be a list of two materials");
  const std::vector<std::string> known = material_names();
  const std::string& a = known[static_cast<std::size_t>(items[0].choice(known))];
  const std::string& b = known[static_cast<std::size_t>(items[1].choice(known))];
  const MaterialPair* pair = find_material_pair(a, b, object.boolean("lubricated", false));
  if (pair == nullptr) {
    names->fail(fmt::format(
        "is a pair whose friction is not in the table; give static_coefficient in its place"));
  }
  friction.static_coefficient = pair->static_coefficient.value;
  friction.dynamic_coefficient = pair->dynamic_coefficient.value;
}

/// A coefficient that is given, or that of the materials.
double read_coefficient(JsonObject& object, const std::string& key, double of_materials) {
  if (of_materials > 0) return object.number(key, of_materials, k_non_negative);
  return object.required(key).number(k_non_negative);
}

/// A function in a library of the user's, which is not opened yet.
template <class Function>
std::shared_ptr<const Function> read_user_function(JsonObject& object,
                                                   const std::filesystem::path& folder,
                                                   const std::string& keys = "") {
  Function function;
  function.library = (folder / object.required("library", keys).text(1, 1000)).lexically_normal();
  function.name = read_name(object.required("function", keys));
  if (const auto parameters = object.optional("parameters"))
    function.parameters = parameters->numbers();
  if constexpr (!std::is_same_v<Function, UserPostStep>)
    function.gives_slopes = object.choice("slopes", 0, scene_words::slopes) == 0;
  return std::make_shared<const Function>(std::move(function));
}

std::shared_ptr<const UserPostStep> read_post_step(const JsonNode& node,
                                                   const std::filesystem::path& folder) {
  JsonObject object(node);
  auto function = read_user_function<UserPostStep>(object, folder);
  object.reject_other_keys();
  return function;
}

Friction read_friction(const JsonNode& node, const std::filesystem::path& folder) {
  JsonObject object(node);
  Friction friction;
  read_materials(object, friction);
  friction.mode = static_cast<FrictionMode>(object.choice("mode", 0, scene_words::friction_modes));
  if (friction.mode == FrictionMode::user) {
    friction.user = read_user_function<UserFrictionLaw>(object, folder);
    object.reject_other_keys();
    return friction;
  }
  if (friction.mode == FrictionMode::dynamic_only) {
    friction.dynamic_coefficient =
        read_coefficient(object, "dynamic_coefficient", friction.dynamic_coefficient);
    friction.static_coefficient = 0;  // counts for nothing
    friction.friction_speed = object.number("friction_speed", friction.friction_speed, k_positive);
    object.reject_other_keys();
    return friction;
  }
  // Friction that is off may keep its figures, to be turned on again.
  if (friction.mode == FrictionMode::off) {
    friction.static_coefficient =
        object.number("static_coefficient", friction.static_coefficient, k_non_negative);
  } else {
    friction.static_coefficient =
        read_coefficient(object, "static_coefficient", friction.static_coefficient);
  }
  const bool of_materials = friction.dynamic_coefficient > 0;
  friction.dynamic_coefficient = object.number(
      "dynamic_coefficient",
      of_materials ? friction.dynamic_coefficient : friction.static_coefficient, k_non_negative);
  friction.stiction_speed = object.number("stiction_speed", friction.stiction_speed, k_speed);
  friction.friction_speed =
      object.number("friction_speed", 1.5 * friction.stiction_speed, k_positive);
  if (friction.mode == FrictionMode::stiction) {
    friction.stick_stiffness =
        object.number("stick_stiffness", friction.stick_stiffness, k_non_negative);
  }
  object.reject_other_keys();
  return friction;
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

constexpr NumberRange k_exponent{.min = 1, .max = 10};
/// Its unit holds a power of the metre, which makes it large.
constexpr NumberRange k_stiffness{.min = 0, .max = 1e30, .open_min = true};

/// What ends a message about a key that the law lacks: all that it needs and takes.
std::string keys_of_law(NormalLawKind kind) {
  switch (kind) {
    case NormalLawKind::impact:
      return "; law 'impact' needs 'stiffness', and takes 'exponent', 'damping', "
             "'full_damping_depth' and 'acting'";
    case NormalLawKind::poisson:
      return "; law 'poisson' needs 'stiffness', and takes 'restitution', 'transition_speed' and "
             "'acting'";
    case NormalLawKind::hertz:
      return "; law 'hertz' needs 'stiffness' or 'radius', and takes 'dissipation' and 'acting'";
    case NormalLawKind::hunt_crossley:
      return "; law 'hunt_crossley' needs 'stiffness', and takes 'exponent', 'dissipation' and "
             "'acting'";
    case NormalLawKind::user:
      return "; law 'user' needs 'library' and 'function', and takes 'parameters', 'slopes' and "
             "'acting'";
    default:
      return "";  // needs none
  }
}

/// "linear" and "nonlinear" are the elastic foundation's two; the others follow its enumerator.
void read_law(JsonObject& object, const std::filesystem::path& folder, ContactSettings& settings) {
  const int law = object.choice("law", 0, scene_words::laws);
  if (law < 2) {
    settings.formulation = static_cast<Formulation>(law);
    return;
  }
  NormalLaw& normal = settings.normal;
  normal.kind = static_cast<NormalLawKind>(law - 1);
  const bool is_hertz = normal.kind == NormalLawKind::hertz;
  const bool is_volume = normal.kind == NormalLawKind::volume;
  const bool is_users = normal.kind == NormalLawKind::user;
  if (is_users)
    normal.user = read_user_function<UserNormalLaw>(object, folder, keys_of_law(normal.kind));
  const auto read = [&](const char* key, double& value, const NumberRange& range) {
    value = object.number(key, value, range);
  };
  if (is_hertz) read("radius", normal.radius, k_extent);
  if (is_volume) {
    normal.exponent = 1;
    read("exponent", normal.exponent, k_exponent);
    read("reference_depth", normal.reference_depth, k_extent);
  } else if (!is_users && (!is_hertz || normal.radius == 0)) {
    normal.stiffness = object.required("stiffness", keys_of_law(normal.kind)).number(k_stiffness);
  }
  if (normal.kind == NormalLawKind::impact || normal.kind == NormalLawKind::hunt_crossley)
    read("exponent", normal.exponent, k_exponent);
  if (is_volume || normal.kind == NormalLawKind::impact)
    read("damping", normal.damping, k_non_negative);
  if (normal.kind == NormalLawKind::impact)
    read("full_damping_depth", normal.full_damping_depth, k_extent);
  if (normal.kind == NormalLawKind::poisson) {
    read("restitution", normal.restitution, {.min = 0, .max = 1});
    read("transition_speed", normal.transition_speed, k_speed);
  }
  if (!is_volume)
    normal.acting = static_cast<Acting>(object.choice("acting", 0, scene_words::actings));
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
  settings.lumped = object.choice("layers", 0, scene_words::layer_models) == 0;
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
