#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "condyle/scene/materials.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_keys.h"
#include "core/scene/src/scene_words.h"
#include "core/scene/src/setting_descriptions.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle::scene {
namespace {

/// Of UserLaw::gives_slopes and UserFriction::gives_slopes.
const WordTable<bool> k_slopes = {{"given", true}, {"differences", false}};

/// Reads the coefficients of two named materials, which are the defaults of the other keys. The
/// names are never written, since the coefficients contain the information.
void describe_materials(Fields& fields, Friction& friction) {
  const std::vector<std::string> known = material_names();
  std::vector<int> names;
  bool lubricated = false;
  fields.words(optional_key("materials",
                            "A pair in `docs/materials.md`, for both coefficients or as "
                            "their defaults.")
                   .otherwise("none")
                   .left_out_if(true),
               names, known, {.sizes = {2}, .wrong_size = "must be a list of two materials"});
  fields.with("materials", [&] {
    fields.flag(optional_key("lubricated", "It matters if the table has both states."), lubricated);
  });
  if (names.empty()) return;
  const MaterialPair* pair = find_material_pair(known[names[0]], known[names[1]], lubricated);
  if (pair == nullptr)
    return fields.fail("materials",
                       "is a pair whose friction is not in the table; give "
                       "static_coefficient in its place");
  friction.static_coefficient = pair->static_coefficient.value;
  friction.dynamic_coefficient = pair->dynamic_coefficient.value;
}

/// The keys of a function in a user's library. The library is not opened.
template <class Function>
void describe_function(Fields& fields, std::shared_ptr<const Function>& function,
                       const std::string& if_missing = "") {
  Function named = function ? *function : Function{};
  fields.file(required_key("library", "Path of a shared library, relative to the scene file.")
                  .told(if_missing),
              named.library, FileUse::library);
  fields.text(
      required_key("function", "Its name in the library: `docs/user-laws.md`.").told(if_missing),
      named.name, k_name_text);
  fields.numbers(optional_key("parameters", "Handed to the function.").otherwise("none"),
                 named.parameters, {.range = k_any_number}, {});
  if constexpr (!std::is_same_v<Function, UserPostStep>) {
    fields.word(optional_key("slopes",
                             "Whether the function gives them, or they are taken from its "
                             "values."),
                named.gives_slopes, k_slopes);
  }
  if (fields.is_reading()) function = std::make_shared<const Function>(std::move(named));
}

/// Lists words as 'a', 'b' and 'c'.
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char* const before = i == 0 ? "" : i + 1 < words.size() ? ", " : " and ";
    text += fmt::format("{}'{}'", before, words[i]);
  }
  return text;
}

const LawParameter* parameter_of(const LawDescription& law, LawParameter::Need need) {
  const auto found = std::ranges::find(law.parameters, need, &LawParameter::need);
  return found == law.parameters.end() ? nullptr : &*found;
}

/// The end of a message about a missing key: the keys that the law needs and accepts.
std::string keys_of_law(const LawDescription& law) {
  const LawParameter* needed = parameter_of(law, LawParameter::required);
  const LawParameter* instead = parameter_of(law, LawParameter::replaces_required);
  std::vector<std::string> taken;
  for (const LawParameter& parameter : law.parameters)
    if (parameter.need == LawParameter::optional) taken.emplace_back(parameter.name);
  if (law.takes_dissipation) taken.emplace_back("dissipation");
  if (!law.is_of_layers) taken.emplace_back("acting");
  return fmt::format("; law '{}' needs {}{}, and takes {}", law.name,
                     needed ? fmt::format("'{}'", needed->name) : "",
                     instead ? fmt::format(" or '{}'", instead->name) : "", listed(taken));
}

constexpr const char* k_keys_of_user =
    "; law 'user' needs 'library' and 'function', and takes 'parameters', 'slopes' and 'acting'";

void describe_parameter(Fields& fields, const LawDescription& law, const LawParameter& parameter,
                        NormalLaw& normal) {
  double& value = normal.*parameter.value;
  const bool is_optional = parameter.need == LawParameter::optional;
  fields.assume(value, parameter.otherwise.value_or(value));
  Key key = is_optional ? optional_key(parameter.name, parameter.meaning)
                        : required_key(parameter.name, parameter.meaning).told(keys_of_law(law));
  fields.number(key, value, quantity_of(parameter));
}

/// A required parameter, or the one that replaces it, and then the optional ones.
void describe_parameters(Fields& fields, const LawDescription& law, NormalLaw& normal) {
  const LawParameter* needed = parameter_of(law, LawParameter::required);
  const LawParameter* instead = parameter_of(law, LawParameter::replaces_required);
  if (instead != nullptr) {
    fields.first_of({{instead->name, [&] { describe_parameter(fields, law, *instead, normal); }},
                     {needed->name, [&] { describe_parameter(fields, law, *needed, normal); }}},
                    normal.*instead->value > 0 ? instead->name : needed->name);
  }
  for (const LawParameter& parameter : law.parameters) {
    if (instead == nullptr || parameter.need == LawParameter::optional)
      describe_parameter(fields, law, parameter, normal);
  }
}

/// Chooses the law and sets its defaults.
void set_law(const Fields& fields, ContactSettings& settings, const LawChoice& law) {
  if (law.kind == NormalLawKind::elastic_foundation)
    return fields.assume(settings.formulation, law.formulation);
  fields.assume(settings.normal, NormalLaw{.kind = law.kind});
}

void describe_parts_of_law(Fields& fields, ContactSettings& settings, const LawChoice& law) {
  if (law.kind == NormalLawKind::elastic_foundation) return fields.note("Pressure of the layers.");
  NormalLaw& normal = settings.normal;
  const LawDescription* description = describe(normal.kind);
  fields.note(description != nullptr ? description->formula : "Your law: `docs/user-laws.md`.");
  if (const auto* acting = find_setting(law_settings(normal.kind), "acting"))
    describe_setting(fields, *acting, normal);
  if (description != nullptr)
    describe_parameters(fields, *description, normal);
  else
    describe_function(fields, normal.user, k_keys_of_user);
}

/// A coefficient of the materials makes its key optional.
void describe_parameter(Fields& fields, const FrictionParameter& parameter, Friction& friction) {
  double& value = friction.*parameter.value;
  const bool is_given = parameter.is_of_materials && value > 0;
  if (parameter.follows != nullptr && !is_given)
    fields.assume(value, parameter.times * friction.*parameter.follows);
  Key key = parameter.is_required && !is_given ? required_key(parameter.name, parameter.brief)
                                               : optional_key(parameter.name, parameter.brief);
  if (parameter.is_of_materials) key.unless = "materials";
  if (*parameter.otherwise != '\0') key.by_default = parameter.otherwise;
  fields.number(key, value, quantity_of(parameter));
}

void describe_mode(Fields& fields, Friction& friction, FrictionMode mode) {
  const FrictionDescription& description = condyle::describe(mode);
  fields.note(description.meaning);
  if (mode == FrictionMode::user) return describe_function(fields, friction.user);
  if (mode == FrictionMode::dynamic_only)
    fields.assume(friction.static_coefficient, 0.0);  // that of the materials is not used
  for (const FrictionParameter& parameter : description.parameters)
    describe_parameter(fields, parameter, friction);
}

const std::array<std::string, 2> k_first_of_friction = {"dynamic_coefficient", "friction_speed"};

}  // namespace

void describe(Fields& fields, std::shared_ptr<const UserPostStep>& function) {
  fields.note("A function of yours, told of each step: `docs/user-laws.md`.");
  describe_function(fields, function);
}

void describe(Fields& fields, Friction& friction) {
  describe_materials(fields, friction);
  describe_setting(fields, friction_settings().front(), friction,
                   {.is_left_out = friction.mode == FrictionMode::on});
  fields.cases_of("mode", friction.mode,
                  [&](FrictionMode mode) { describe_mode(fields, friction, mode); });
  fields.write_first(k_first_of_friction);
}

void describe_law(Fields& fields, ContactSettings& settings) {
  int law = place_of_law(settings);
  fields.word_at(
      optional_key("law",
                   "linear and nonlinear: pressure of the layers, p = K d/h or -K ln(1 - d/h). "
                   "elastic_layer: the layers as elastic bodies, in which each place bends its "
                   "neighbours (`docs/model.md`). Others: see the table of laws."),
      law, words::laws);
  fields.cases("law", words::laws, law, [&](int place) {
    set_law(fields, settings, law_at(place));
    describe_parts_of_law(fields, settings, law_at(place));
  });
}

}  // namespace condyle::scene
