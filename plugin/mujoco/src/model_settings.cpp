#include "plugin/mujoco/src/model_settings.h"

#include <fmt/core.h>

#include <functional>
#include <map>
#include <sstream>
#include <string_view>

#include "condyle/error.h"

namespace condyle::mujoco {
namespace {

constexpr std::string_view k_layer = "condyle.layer.", k_strand = "condyle.strand.",
                           k_contact = "condyle.contact", k_all = "condyle.";

using Setters = std::map<std::string, std::function<void(double)>>;

std::string names_of(const Setters& setters) {
  std::string names;
  for (const auto& [name, set] : setters) names += (names.empty() ? "" : ", ") + name;
  return names;
}

/// Hands the words "name=value" of a text to the setters of these names.
void read_words(const std::string& text, const std::string& data, const Setters& setters) {
  std::istringstream words(data);
  for (std::string word; words >> word;) {
    const std::size_t sign = word.find('=');
    const auto setter = setters.find(word.substr(0, sign));
    if (sign == std::string::npos || setter == setters.end())
      throw InputError(fmt::format("<custom> text '{}': '{}' is not one of {}, each with =VALUE",
                                   text, word, names_of(setters)));
    std::istringstream value(word.substr(sign + 1));
    value.imbue(std::locale::classic());
    double number = 0;
    if (!(value >> number) || !value.eof())
      throw InputError(
          fmt::format("<custom> text '{}': the value of '{}' is not a number", text, word));
    setter->second(number);
  }
}

Setters setters_of(Layer& layer) {
  const auto set = [](double& member) { return [&member](double value) { member = value; }; };
  return {{"elastic_modulus", set(layer.elastic_modulus)},
          {"poissons_ratio", set(layer.poissons_ratio)},
          {"thickness", set(layer.thickness)},
          {"yield_stress", set(layer.yield_stress)}};
}

Setters setters_of(ligament::Strand& strand) {
  const auto set = [](double& member) { return [&member](double value) { member = value; }; };
  return {{"linear_stiffness", set(strand.linear_stiffness)},
          {"slack_length", set(strand.slack_length)},
          {"transition_strain", set(strand.transition_strain)},
          {"damping_coefficient", set(strand.damping_coefficient)},
          {"failure_strain", set(strand.failure_strain)},
          {"softening_strain", set(strand.softening_strain)}};
}

Setters setters_of(ContactSettings& contact) {
  const auto set = [](double& member) { return [&member](double value) { member = value; }; };
  return {{"static_coefficient", set(contact.friction.static_coefficient)},
          {"dynamic_coefficient", set(contact.friction.dynamic_coefficient)},
          {"stiction_speed", set(contact.friction.stiction_speed)},
          {"friction_speed", set(contact.friction.friction_speed)},
          {"dissipation", set(contact.dissipation)},
          {"max_proximity", set(contact.max_proximity)},
          {"lumped", [&contact](double value) { contact.lumped = value != 0; }},
          {"nonlinear", [&contact](double value) {
             contact.formulation = value != 0 ? Formulation::nonlinear : Formulation::linear;
           }}};
}

/// The object that a text is about, by the rest of its name.
int object_of(const mjModel& model, const std::string& text, std::string_view prefix, mjtObj kind,
              const char* what) {
  const std::string name = text.substr(prefix.size());
  const int id = mj_name2id(&model, kind, name.c_str());
  if (id < 0)
    throw InputError(fmt::format("<custom> text '{}': the model has no {} '{}'", text, what, name));
  return id;
}

}  // namespace

ModelSettings read_settings(const mjModel& model) {
  ModelSettings settings;
  for (int i = 0; i < model.ntext; ++i) {
    const std::string name = mj_id2name(&model, mjOBJ_TEXT, i);
    if (!name.starts_with(k_all)) continue;
    const std::string data(model.text_data + model.text_adr[i]);
    const std::string what = fmt::format("<custom> text '{}'", name);
    if (name.starts_with(k_layer)) {
      Layer layer;
      const int geom = object_of(model, name, k_layer, mjOBJ_GEOM, "geom");
      read_words(name, data, setters_of(layer));
      require_valid(layer, what);
      settings.layers.push_back({geom, layer});
    } else if (name.starts_with(k_strand)) {
      ligament::Strand strand{.name = name.substr(k_strand.size())};
      const int tendon = object_of(model, name, k_strand, mjOBJ_TENDON, "tendon");
      read_words(name, data, setters_of(strand));
      require_valid(strand, what);
      settings.strands.push_back({tendon, strand});
    } else if (name == k_contact) {
      settings.contact.emplace();
      read_words(name, data, setters_of(*settings.contact));
      require_valid(*settings.contact, what);
    } else {
      throw InputError(
          what + ": Condyle reads condyle.layer.GEOM, condyle.strand.TENDON and condyle.contact");
    }
  }
  return settings;
}

}  // namespace condyle::mujoco
