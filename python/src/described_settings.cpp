#include "described_settings.h"

#include "words.h"

namespace condyle::python {
namespace {

using scene::SettingDescription;
using scene::TwoWordMember;
using scene::WordMember;

/// Sets the law: a word for how the layers' pressure follows from depth, or a Law.
void set_law(ContactSettings& settings, const py::object& law) {
  if (py::isinstance<NormalLaw>(law)) {
    settings.formulation = Formulation::linear;  // no other goes with a Law
    settings.normal = law.cast<NormalLaw>();
    return;
  }
  if (!py::isinstance<py::str>(law)) throw py::type_error("law must be a word or a condyle.Law");
  settings.formulation = enumerator_of<Formulation>(law.cast<std::string>(), "law");
  settings.normal = {};
}

py::object law_setting_of(const ContactSettings& settings) {
  if (!is_foundation(settings.normal)) return py::cast(settings.normal);
  return py::str(word_of(settings.formulation));
}

void set_friction(ContactSettings& settings, const py::object& friction) {
  settings.friction = friction.is_none() ? Friction{} : friction.cast<Friction>();
}

}  // namespace

template <class T>
Setting<T> setting_of(const SettingDescription<T>& setting) {
  if (const auto* word = std::get_if<WordMember<T>>(&setting.member))
    return {setting.name,
            [word](const T& o) -> py::object { return py::str(word->words()[word->place(o)]); },
            [word, &setting](T& o, const py::object& value) {
              word->set(o, index_of(value.cast<std::string>(), word->words(), setting.name));
            }};
  if (const auto* number = std::get_if<double T::*>(&setting.member))
    return {setting.name, [m = *number](const T& o) -> py::object { return py::float_(o.*m); },
            [m = *number](T& o, const py::object& value) { o.*m = value.cast<double>(); }};
  const auto* two = std::get_if<TwoWordMember<T>>(&setting.member);
  const auto member = two != nullptr ? two->value : std::get<bool T::*>(setting.member);
  return {two != nullptr ? two->if_true.word.c_str() : setting.name,
          [member](const T& o) -> py::object { return py::bool_(o.*member); },
          [member](T& o, const py::object& value) { o.*member = value.cast<bool>(); }};
}

template Setting<ContactSettings> setting_of(const SettingDescription<ContactSettings>&);
template Setting<Layer> setting_of(const SettingDescription<Layer>&);
template Setting<NormalLaw> setting_of(const SettingDescription<NormalLaw>&);
template Setting<Friction> setting_of(const SettingDescription<Friction>&);

const std::vector<Setting<ContactSettings>>& contact_keywords() {
  static const std::vector<Setting<ContactSettings>> all = [] {
    std::vector<Setting<ContactSettings>> list{
        {"law", law_setting_of, set_law},
        {"friction", [](const ContactSettings& s) { return py::cast(s.friction); }, set_friction}};
    for (Setting<ContactSettings>& each : settings_of(scene::contact_settings()))
      list.push_back(std::move(each));
    return list;
  }();
  return all;
}

py::dict values_in_pickle(const py::object& state, const char* of_class) {
  if (py::isinstance<py::dict>(state)) return state;
  throw InputError(fmt::format(
      "this pickle of a {} is of another version of Condyle; make the object anew", of_class));
}

}  // namespace condyle::python
