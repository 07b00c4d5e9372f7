#include "core/scene/src/setting_descriptions.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_words.h"
#include "core/src/contact/surface/layer_limits.h"

namespace condyle::scene {
namespace {

template <class T, class Enum>
T owner_of(Enum T::*);
template <class T, class Enum>
Enum word_of_member(Enum T::*);

template <auto member>
auto word_member() {
  using T = decltype(owner_of(member));
  using Enum = decltype(word_of_member(member));
  return WordMember<T>{
      [](const T& settings) { return static_cast<int>(settings.*member); },
      [](T& settings, int place) { settings.*member = enumerator_at<Enum>(place); },
      &words_of<Enum>};
}

template <class T>
SettingDescription<T> setting(const char* name, typename SettingDescription<T>::Member member,
                              const char* meaning) {
  return {name, member, meaning, name};
}

bool is_elastic_layer(const ContactSettings& settings) {
  return is_foundation(settings.normal) && settings.formulation == Formulation::elastic_layer;
}
bool are_springs(const ContactSettings& settings) {
  return is_foundation(settings.normal) ? settings.formulation != Formulation::elastic_layer
                                        : is_of_layers(settings.normal);
}
bool takes_dissipation(const ContactSettings& settings) {
  const LawDescription* law = describe(settings.normal.kind);
  return law == nullptr ? is_foundation(settings.normal) : law->takes_dissipation;
}

using S = ContactSettings;
const TwoWordMember<S> k_lumped{&S::lumped,
                                {"lumped", "One layer of averaged material"},
                                {"two_layer", "Two layers in series"}};

const SettingList<S> k_contact = {
    setting<S>("casts_from", word_member<&S::casts_from>(),
               "Rays start at the centroids of the casting triangles, or at the vertices, each for "
               "a third of its triangles."),
    setting<S>(
        "min_proximity", &S::min_proximity,
        "Least proximity that counts, at most max_proximity; below 0, distances out of contact "
        "are reported too.")
        .in(k_coordinate, -0.02, 0),
    setting<S>("max_proximity", &S::max_proximity, "Greatest overlap that counts.")
        .in(k_extent, 1e-4, 0.1),
    setting<S>("layers", k_lumped, "One averaged layer, or two in series.")
        .often()
        .where(are_springs),
    setting<S>("force_direction", word_member<&S::force_direction>(),
               "The normal of pressure, to which friction is perpendicular: the target's normal at "
               "the hit, which conserves energy, or the casting triangle's normal as in OpenSim, "
               "which does not."),
    setting<S>("two_sided", &S::two_sided, "Target triangles count whichever way they face."),
    setting<S>("dissipation", &S::dissipation,
               "Hunt-Crossley c in p (1 + 3/2 c d'); for linear, nonlinear, elastic_layer, hertz "
               "and hunt_crossley.")
        .in({.unit = "s/m", .range = k_non_negative}, 0, 10)
        .often()
        .needing(Needs::motion)
        .where(takes_dissipation),
    setting<S>("wear_coefficient", &S::wear_coefficient,
               "Archard's coefficient: volume worn off the casting side per force and distance, "
               "[m³/(N m)]; about 1e-15 for polyethylene on CoCr.")
        .in({.unit = "1/Pa", .range = k_non_negative, .example = 1e-15}, 0, 1e-13)
        .needing(Needs::steps),
    setting<S>("node_spacing", &S::node_spacing,
               "Distance of the nodes of elastic_layer, whose forces are solved for; other laws "
               "have none. Half the distance makes four times as many nodes, and a step several "
               "times as slow. A contact much wider than its layer is thick needs no finer nodes "
               "than the layer is thick.")
        .in(k_fineness.like(0.001), 1e-4, 0.02)
        .otherwise("an eighth of the thinnest layer, and less for a fine mesh")
        .where(is_elastic_layer),
    setting<S>("free_edges", word_member<&S::free_edges>(),
               "Where the layer of elastic_layer ends in a free face across it, near which it is "
               "more compliant: at edges of the casting mesh that are bent backwards by more than "
               "45 degrees (sharp), at the borders of an open mesh too (all), or nowhere, as where "
               "its rim is held (none).")
        .where(is_elastic_layer),
    setting<S>(
        "layer_tolerance", &S::layer_tolerance,
        "Allowed error in the conditions of contact of elastic_layer, relative to the sum of "
        "the nodes' forces.")
        .in({.range = {.min = 0, .max = k_greatest_layer_tolerance, .open_min = true}}, 1e-12, 1e-3)
        .where(is_elastic_layer),
    setting<S>("applies_force", &S::applies_force,
               "false: the bodies pass through one another; the contact's pressure and force are "
               "computed and shown all the same, without sliding and wear.")
        .needing(Needs::steps),
};

const SettingList<Layer> k_layer = {
    setting<Layer>("elastic_modulus", &Layer::elastic_modulus,
                   "Young's modulus, up to ten times that of diamond.")
        .in({.unit = "Pa", .range = k_moduli, .example = 5e6}, 1e4, 3e11)
        .as("E")
        .required(),
    setting<Layer>("poissons_ratio", &Layer::poissons_ratio,
                   "Poisson's ratio. 0.5, an incompressible layer, is for the law elastic_layer "
                   "alone: springs would be infinitely stiff.")
        .in({.range = {.min = k_least_poissons_ratio,
                       .max = k_greatest_poissons_ratio,
                       .open_min = true},
             .example = 0.3},
            0, 0.499)
        .as("nu")
        .required(),
    setting<Layer>("thickness", &Layer::thickness,
                   "Thickness. half_space: without end, for the law elastic_layer alone.")
        .in({k_extent.unit, k_extent.range, 0.003, &words::endless_thickness}, 1e-4, 0.05)
        .as("h")
        .required(),
    setting<Layer>("yield_stress", &Layer::yield_stress,
                   "Pressure above which the layer may flow. No law depends on it, but results say "
                   "on which area the pressure passes it, and warn once.")
        .in({.unit = "Pa", .range = k_moduli, .example = 15e6}, 0, 1e9)
        .as("yield")
        .otherwise("the material's, if the table has one"),
};

SettingDescription<NormalLaw> setting_of(const LawParameter& parameter) {
  return setting<NormalLaw>(parameter.name, parameter.value, parameter.meaning)
      .in(quantity_of(parameter), parameter.usual_low, parameter.usual_high)
      .often()
      .needing(parameter.is_of_rate ? Needs::motion : Needs::nothing)
      .where([&parameter](const NormalLaw& law) { return counts(parameter, law); });
}

SettingList<NormalLaw> make_settings(NormalLawKind kind) {
  SettingList<NormalLaw> list;
  const LawDescription* law = describe(kind);
  if (law == nullptr || !law->is_of_layers)
    list.push_back(
        setting<NormalLaw>("acting", word_member<&NormalLaw::acting>(),
                           "On each patch at its centre, with its greatest depth; where it is "
                           "nearly deepest; or on each triangle, with stiffness and damping per "
                           "square metre.")
            .often());
  if (law != nullptr)
    for (const LawParameter& parameter : law->parameters) list.push_back(setting_of(parameter));
  return list;
}

SettingDescription<Friction> setting_of(const FrictionParameter& parameter) {
  return setting<Friction>(parameter.name, parameter.value, parameter.brief)
      .in(quantity_of(parameter), parameter.usual_low, parameter.usual_high)
      .as(parameter.symbol)
      .often(parameter.is_often_set)
      .needing(Needs::motion)
      .where([value = parameter.value](const Friction& friction) {
        const FrictionDescription& mode = describe(friction.mode);
        return mode.acts &&
               std::ranges::count(mode.parameters, value, &FrictionParameter::value) > 0;
      });
}

SettingList<Friction> make_friction_settings() {
  SettingList<Friction> list{
      setting<Friction>("mode", word_member<&Friction::mode>(),
                        "How friction follows from the slip: `docs/force-contact.md`.")
          .as("friction")
          .often()
          .needing(Needs::motion)};
  for (const FrictionParameter* parameter : friction_parameters())
    list.push_back(setting_of(*parameter));
  return list;
}

}  // namespace

Settings<ContactSettings> contact_settings() { return k_contact; }
Settings<Layer> layer_settings() { return k_layer; }

Settings<NormalLaw> law_settings(NormalLawKind kind) {
  static const std::map<NormalLawKind, SettingList<NormalLaw>> all = [] {
    std::map<NormalLawKind, SettingList<NormalLaw>> lists;
    for (const LawDescription* law : force_laws()) lists[law->kind] = make_settings(law->kind);
    lists[NormalLawKind::user] = make_settings(NormalLawKind::user);
    return lists;
  }();
  const auto found = all.find(kind);
  return found == all.end() ? Settings<NormalLaw>() : found->second;
}

NormalLaw usual_law(NormalLawKind kind) {
  NormalLaw law{.kind = kind};
  if (const LawDescription* description = describe(kind))
    for (const LawParameter& parameter : description->parameters)
      law.*parameter.value = parameter.otherwise.value_or(law.*parameter.value);
  return law;
}

Settings<Friction> friction_settings() {
  static const SettingList<Friction> all = make_friction_settings();
  return all;
}

Quantity quantity_of(const LawParameter& parameter) {
  return {
      .unit = parameter.unit,
      .range = {.min = parameter.least,
                .max = std::min(parameter.most, parameter.most_in_files),
                .open_min = parameter.is_open || parameter.need == LawParameter::replaces_required},
      .example = parameter.need == LawParameter::optional
                     ? 0
                     : std::sqrt(parameter.usual_low * parameter.usual_high)};
}

Quantity quantity_of(const FrictionParameter& parameter) {
  return {.unit = parameter.unit,
          .range = {.min = parameter.least,
                    .max = parameter.most_in_files,
                    .open_min = parameter.is_open},
          .example = parameter.example};
}

std::string first_sentence(const std::string& sentences) {
  return sentences.substr(0, std::min(sentences.find(". "), sentences.find_last_not_of('.') + 1));
}

template <class T>
void describe_setting(Fields& fields, const SettingDescription<T>& setting, T& settings, Key key) {
  key.name = setting.name;
  key.meaning = setting.meaning;
  if (key.by_default == nullptr) key.by_default = setting.by_default;
  const bool is_usual = has_default(setting, settings), counts = setting.counts_in(settings);
  if (!key.is_required)
    key.is_left_out |= key.by_default != nullptr ? is_usual || !counts : is_usual && !counts;
  if (const auto* member = std::get_if<double T::*>(&setting.member)) {
    fields.number(key, settings.**member, setting.quantity);
  } else if (const auto* flag = std::get_if<bool T::*>(&setting.member)) {
    fields.flag(key, settings.**flag);
  } else if (const auto* two = std::get_if<TwoWordMember<T>>(&setting.member)) {
    fields.word(key, settings.*two->value, two->words());
  } else {
    const auto& word = std::get<WordMember<T>>(setting.member);
    int place = word.place(settings);
    fields.word_at(key, place, word.words());
    word.set(settings, place);
  }
}

template void describe_setting(Fields&, const SettingDescription<ContactSettings>&,
                               ContactSettings&, Key);
template void describe_setting(Fields&, const SettingDescription<Layer>&, Layer&, Key);
template void describe_setting(Fields&, const SettingDescription<NormalLaw>&, NormalLaw&, Key);
template void describe_setting(Fields&, const SettingDescription<Friction>&, Friction&, Key);

}  // namespace condyle::scene
