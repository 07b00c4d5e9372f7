#include <fmt/format.h>

#include <algorithm>

#include "condyle/scene/materials.h"
#include "core/scene/src/scene_entries.h"
#include "core/scene/src/scene_words.h"

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

/// 'a', 'b' and 'c'
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char* const before = i == 0 ? "" : i + 1 < words.size() ? ", " : " and ";
    text += fmt::format("{}'{}'", before, words[i]);
  }
  return text;
}

/// The end of a message about a missing key: the keys that the law needs and accepts.
std::string keys_of_law(const LawDescription& law) {
  std::string needed, instead;
  std::vector<std::string> taken;
  for (const LawParameter& parameter : law.parameters) {
    if (parameter.need == LawParameter::required)
      needed = fmt::format("'{}'", parameter.name);
    else if (parameter.need == LawParameter::replaces_required)
      instead = fmt::format(" or '{}'", parameter.name);
    else
      taken.emplace_back(parameter.name);
  }
  if (law.takes_dissipation) taken.emplace_back("dissipation");
  if (!law.is_of_layers) taken.emplace_back("acting");
  return fmt::format("; law '{}' needs {}{}, and takes {}", law.name, needed, instead,
                     listed(taken));
}

constexpr const char* k_keys_of_user =
    "; law 'user' needs 'library' and 'function', and takes 'parameters', 'slopes' and 'acting'";

void read_parameters(JsonObject& object, const LawDescription& description, NormalLaw& law) {
  for (const LawParameter& parameter : description.parameters) {
    if (!counts(parameter, law)) continue;  // then its key is an error
    double& value = law.*parameter.value;
    const bool replaces = parameter.need == LawParameter::replaces_required;
    const NumberRange range{.min = parameter.least,
                            .max = std::min(parameter.most, parameter.most_in_files),
                            .open_min = parameter.is_open || replaces};
    if (parameter.need == LawParameter::required)
      value = object.required(parameter.name, keys_of_law(description)).number(range);
    else
      value = object.number(parameter.name, parameter.otherwise.value_or(value), range);
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
  if (law < k_formulations) {
    settings.formulation = static_cast<Formulation>(law);
    return;
  }
  NormalLaw& normal = settings.normal;
  normal.kind = static_cast<NormalLawKind>(law - k_formulations + 1);
  if (const LawDescription* description = describe(normal.kind))
    read_parameters(object, *description, normal);
  else
    normal.user = read_user_function<UserNormalLaw>(object, folder, k_keys_of_user);
  if (!is_of_layers(normal))
    normal.acting = static_cast<Acting>(object.choice("acting", 0, scene_words::actings));
}

}  // namespace condyle
