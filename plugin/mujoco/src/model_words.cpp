#include "plugin/mujoco/src/model_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <ranges>
#include <set>
#include <sstream>
#include <type_traits>

#include "condyle/error.h"
#include "core/src/base/enum_words.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle::mujoco {
namespace {

template <class Number>
ModelWord number(const char* name, Number& member) {
  return {name, [&member] { return fmt::format("{}", member); },
          [&member](const std::string& text) -> const char* {
            const char* const end = text.data() + text.size();
            const auto [at, error] = std::from_chars(text.data(), end, member);
            if (error == std::errc() && at == end) return nullptr;
            return std::is_integral_v<Number> ? "a whole number" : "a number";
          }};
}

ModelWord flag(const char* name, bool& member) {
  return {name, [&member] { return std::string(member ? "1" : "0"); },
          [&member](const std::string& text) -> const char* {
            if (text != "0" && text != "1") return "0 or 1";
            member = text == "1";
            return nullptr;
          }};
}

template <class Enum>
ModelWord choice(const char* name, Enum& member) {
  return {name, [&member] { return std::string(word_of(member)); },
          [&member](const std::string& text) -> const char* {
            static const std::string words = [] {
              std::string all;
              for (const std::string& word : words_of<Enum>())
                all += (all.empty() ? "" : ", ") + word;
              return "one of " + all;
            }();
            const std::optional<Enum> chosen = enumerator_of<Enum>(text);
            if (!chosen) return words.c_str();
            member = *chosen;
            return nullptr;
          }};
}

ModelWord law(ContactSettings& settings) {
  return {"law",
          [&settings] { return law_names()[static_cast<std::size_t>(place_of_law(settings))]; },
          [&settings](const std::string& text) -> const char* {
            const std::vector<std::string> names = law_names();
            const auto found = std::ranges::find(names, text);
            if (found == names.end() || text == "user")
              return "the name of a law, as in scene files";
            const LawChoice chosen = law_at(static_cast<int>(found - names.begin()));
            settings.normal.kind = chosen.kind;
            settings.formulation = chosen.formulation;
            return nullptr;
          }};
}

/// As "law=nonlinear", which came later.
ModelWord nonlinear(ContactSettings& settings) {
  return {"nonlinear", [] { return std::string(); },
          [&settings](const std::string& text) -> const char* {
            if (text != "0" && text != "1") return "0 or 1";
            settings.formulation = text == "1" ? Formulation::nonlinear : Formulation::linear;
            return nullptr;
          }};
}

/// Whether a word has an effect under the law of the settings.
bool counts(const std::string& word, const ContactSettings& settings) {
  const LawDescription* const law = describe(settings.normal.kind);
  if (word == "acting") return law != nullptr && !law->is_of_layers;
  if (word == "dissipation") return law == nullptr || law->takes_dissipation;
  const auto has = [&word](const LawDescription& of) {
    return std::ranges::any_of(of.parameters,
                               [&](const auto& parameter) { return parameter.name == word; });
  };
  const bool is_of_laws = std::ranges::any_of(force_laws(), [&](auto* of) { return has(*of); });
  return !is_of_laws || (law != nullptr && has(*law));
}

/// Gives values to what is not said.
void assume(const SaidWords& said, ContactSettings& settings) {
  Friction& friction = settings.friction;
  for (const FrictionParameter& parameter : describe(friction.mode).parameters)
    if (parameter.follows != nullptr && !said.contains(parameter.name))
      friction.*parameter.value = parameter.times * friction.*parameter.follows;
  if (const LawDescription* const law = describe(settings.normal.kind))
    for (const LawParameter& parameter : law->parameters)
      if (parameter.otherwise && !said.contains(parameter.name))
        settings.normal.*parameter.value = *parameter.otherwise;
}

/// What is assumed where only law, mode of friction and what others follow are said.
ContactSettings assumed_for(const ContactSettings& settings) {
  ContactSettings assumed;
  assumed.normal.kind = settings.normal.kind;
  assumed.friction.mode = settings.friction.mode;
  assumed.friction.static_coefficient = settings.friction.static_coefficient;
  assumed.friction.stiction_speed = settings.friction.stiction_speed;
  assume({}, assumed);
  return assumed;
}

void require_said(const std::string& what, const SaidWords& said, const char* word) {
  if (!said.contains(word)) throw InputError(fmt::format("{}: say {}=VALUE", what, word));
}

constexpr double k_none = std::numeric_limits<double>::quiet_NaN();

template <class Object>
std::string words_that_differ(Object object, Object usual = {}) {
  const ModelWords words = model_words(object), usual_words = model_words(usual);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string value = words[i].value();
    if (value == usual_words[i].value()) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", words[i].name, value);
  }
  return text;
}

void require_one_word(const std::string& name, const char* of) {
  if (name.find_first_of(" \t\n") != std::string::npos)
    throw InputError(fmt::format("'{}': the text of {} needs names without spaces", name, of));
}

void require_known(const ContactSettings& settings) {
  if (settings.normal.kind == NormalLawKind::user || settings.friction.mode == FrictionMode::user ||
      settings.post_step)
    throw InputError("a law of the user's cannot be written in a text of a MuJoCo model");
}

}  // namespace

ModelWord model_word(const char* name, std::string& member) {
  return {name, [&member] { return member; },
          [&member](const std::string& text) -> const char* {
            member = text;
            return text.empty() ? "a name of the model's" : nullptr;
          }};
}

ModelWord use(const char* name, LayerUse which, LayerUse& member) {
  return {name, [&member, which] { return std::string(member == which ? "1" : "0"); },
          [&member, which](const std::string& text) -> const char* {
            if (text != "0" && text != "1") return "0 or 1";
            if (text == "1") member = which;
            return nullptr;
          }};
}

ModelWords model_words(Layer& layer) {
  return {number("elastic_modulus", layer.elastic_modulus),
          number("poissons_ratio", layer.poissons_ratio),
          number("thickness", layer.thickness),
          number("yield_stress", layer.yield_stress),
          use("elastic", LayerUse::elastic, layer.use),
          use("rigid", LayerUse::rigid, layer.use)};
}

ModelWords model_words(LayerText& text) {
  ModelWords words = model_words(text.layer);
  words.push_back(number("chord_error", text.mesh.chord_error));
  words.push_back(number("longest_edge", text.mesh.longest_edge));
  words.push_back(number("extent", text.mesh.extent));
  words.push_back(flag("divided", text.mesh.is_divided));
  return words;
}

ModelWords model_words(ligament::Strand& strand) {
  return {number("linear_stiffness", strand.linear_stiffness),
          number("slack_length", strand.slack_length),
          number("transition_strain", strand.transition_strain),
          number("damping_coefficient", strand.damping_coefficient),
          number("failure_strain", strand.failure_strain),
          number("softening_strain", strand.softening_strain)};
}

ModelWords model_words(Sensor& sensor) {
  return {choice("measures", sensor.measures),   model_word("geom", sensor.geom),
          model_word("against", sensor.against), model_word("site", sensor.site),
          number("rows", sensor.rows),           number("columns", sensor.columns)};
}

ModelWords model_words(ContactSettings& contact) {
  ModelWords words = {number("static_coefficient", contact.friction.static_coefficient),
                      number("dynamic_coefficient", contact.friction.dynamic_coefficient),
                      number("stiction_speed", contact.friction.stiction_speed),
                      number("friction_speed", contact.friction.friction_speed),
                      choice("friction", contact.friction.mode),
                      number("stick_stiffness", contact.friction.stick_stiffness),
                      number("dissipation", contact.dissipation),
                      number("min_proximity", contact.min_proximity),
                      number("max_proximity", contact.max_proximity),
                      flag("lumped", contact.lumped),
                      flag("two_sided", contact.two_sided),
                      flag("applies_force", contact.applies_force),
                      flag("record_sliding", contact.record_sliding),
                      choice("casts_from", contact.casts_from),
                      choice("force_direction", contact.force_direction),
                      choice("free_edges", contact.free_edges),
                      number("node_spacing", contact.node_spacing),
                      number("layer_tolerance", contact.layer_tolerance),
                      number("wear_coefficient", contact.wear_coefficient),
                      nonlinear(contact),
                      law(contact),
                      choice("acting", contact.normal.acting)};
  std::set<std::string> named;
  for (const LawDescription* description : force_laws())
    for (const LawParameter& parameter : description->parameters)
      if (named.insert(parameter.name).second)
        words.push_back(number(parameter.name, contact.normal.*parameter.value));
  return words;
}

ModelWords model_words(PairText& pair) {
  ModelWords words = {model_word("casting", pair.casting), model_word("target", pair.target),
                      choice("side", pair.side)};
  std::ranges::move(model_words(pair.settings), std::back_inserter(words));
  return words;
}

SaidWords read_words(const std::string& what, const std::string& data, const ModelWords& words) {
  SaidWords said;
  std::istringstream in(data);
  for (std::string word; in >> word;) {
    const std::size_t sign = word.find('=');
    const auto found = std::ranges::find(words, word.substr(0, sign), &ModelWord::name);
    if (sign == std::string::npos || found == words.end()) {
      std::string names;
      for (const ModelWord& known : words) names += (names.empty() ? "" : ", ") + known.name;
      throw InputError(
          fmt::format("{}: '{}' is not one of {}, each with =VALUE", what, word, names));
    }
    if (const char* const expected = found->set(word.substr(sign + 1)))
      throw InputError(fmt::format("{}: the value of '{}' is not {}", what, word, expected));
    if (!said.insert(found->name).second)
      throw InputError(fmt::format("{}: '{}' is said twice; leave one out", what, found->name));
  }
  return said;
}

void complete(const std::string& what, const SaidWords& said, const Layer& layer) {
  if (layer.use != LayerUse::rigid) require_said(what, said, "poissons_ratio");
}

void complete(const std::string& what, const SaidWords& said, const ligament::Strand&) {
  require_said(what, said, "linear_stiffness");
}

void complete(const std::string& what, const SaidWords& said, ContactSettings& settings) {
  for (const std::string& word : said)
    if (!counts(word, settings))
      throw InputError(
          fmt::format("{}: '{}' has no effect under the law '{}'; name its law by law=, "
                      "or leave it out",
                      what, word, law_names()[static_cast<std::size_t>(place_of_law(settings))]));
  assume(said, settings);
}

std::string text_of(const LayerText& layer) {
  return words_that_differ(layer, {.layer = {.poissons_ratio = k_none}, .mesh = {}});
}
std::string text_of(const ligament::Strand& strand) {
  return words_that_differ(strand, {.linear_stiffness = k_none});
}

std::string text_of(const Sensor& sensor) {
  for (const std::string& name : {sensor.geom, sensor.against, sensor.site})
    require_one_word(name, "a sensor");
  return words_that_differ(sensor);
}

std::string text_of(const ContactSettings& settings) {
  require_known(settings);
  ContactSettings given = settings, usual, assumed = assumed_for(settings);
  const ModelWords words = model_words(given), usual_words = model_words(usual),
                   assumed_words = model_words(assumed);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string value = words[i].value();
    const bool is_usual = value == usual_words[i].value(),
               is_assumed = value == assumed_words[i].value();
    if ((is_usual && is_assumed) || !counts(words[i].name, settings)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", words[i].name, value);
  }
  return text;
}

std::string text_of(const PairText& pair) {
  for (const std::string& geom : {pair.casting, pair.target}) require_one_word(geom, "a pair");
  const PairText sides{.casting = pair.casting, .target = pair.target, .side = pair.side};
  const std::string settings = text_of(pair.settings);
  return words_that_differ(sides) + (settings.empty() ? "" : " ") + settings;
}

}  // namespace condyle::mujoco
