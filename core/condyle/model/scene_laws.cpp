#include <fmt/format.h>

#include "condyle/model/materials.h"
#include "condyle/model/scene_entries.h"
#include "condyle/model/scene_words.h"

namespace condyle {
namespace {

/// Reads the coefficients of two named materials, which are the defaults of the other keys.
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

/// A coefficient from its key, or that of the materials if the key is missing.
double read_coefficient(JsonObject& object, const std::string& key, double of_materials) {
  if (of_materials > 0) return object.number(key, of_materials, k_non_negative);
  return object.required(key).number(k_non_negative);
}

/// Reads the name of a function in a user's library; does not open the library.
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

constexpr NumberRange k_exponent{.min = 1, .max = 10};
/// The unit contains a power of the metre, so values can be large.
constexpr NumberRange k_stiffness{.min = 0, .max = 1e30, .open_min = true};

/// The end of a message about a missing key: the keys that the law needs and accepts.
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
      return "";  // no key is needed
  }
}

}  // namespace

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
    friction.static_coefficient = 0;  // not used in this mode
    friction.friction_speed = object.number("friction_speed", friction.friction_speed, k_positive);
    object.reject_other_keys();
    return friction;
  }
  // Friction that is off keeps its coefficients, so that it can be switched on again.
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

}  // namespace condyle
