#pragma once

#include <string>
#include <vector>

#include "core/scene/src/setting_descriptions.h"
#include "settings.h"

namespace condyle::python {

// Keywords, properties, help and pickles of contacts, layers, laws and friction, all from the
// descriptions that scene files have too (setting_descriptions.h).

template <class T>
Setting<T> setting_of(const scene::SettingDescription<T>& setting);

template <class T>
std::vector<Setting<T>> settings_of(scene::Settings<T> described) {
  std::vector<Setting<T>> all;
  for (const scene::SettingDescription<T>& each : described) all.push_back(setting_of(each));
  return all;
}

/// The law, by a word or as a Law, friction and all other settings of a contact.
const std::vector<Setting<ContactSettings>>& contact_keywords();

/// A line "NAME: what it is [unit]." for each.
template <class T>
std::string help_of(scene::Settings<T> described) {
  std::string text;
  for (const scene::SettingDescription<T>& each : described) {
    const std::string unit = each.quantity.unit;
    text +=
        fmt::format("{}: {}{}.\n", setting_of(each).keyword, scene::first_sentence(each.meaning),
                    unit.empty() ? "" : fmt::format(" [{}]", unit));
  }
  return text;
}

/// "name=value, .." of the settings that have an effect, but for those with the usual value.
template <class T>
std::string repr_of(scene::Settings<T> described, const T& object, const T& usual) {
  std::string text;
  for (const scene::SettingDescription<T>& each : described) {
    const Setting<T> setting = setting_of(each);
    if (!each.counts_in(object) || value_of(each, object) == value_of(each, usual)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", setting.keyword,
                        std::string(py::repr(setting.read(object))));
  }
  return text;
}

template <class T, class... Options>
void add_properties(py::class_<T, Options...>& cls, scene::Settings<T> described) {
  for (const scene::SettingDescription<T>& each : described) {
    const Setting<T> setting = setting_of(each);
    cls.def_property_readonly(setting.keyword, py::cpp_function([setting](const T& object) {
                                return setting.read(object);
                              }),
                              help_of(scene::Settings<T>(&each, 1)).c_str());
  }
}

/// The values in a pickle, by keyword. Throws InputError if the pickle has none.
py::dict values_in_pickle(const py::object& state, const char* of_class);

/// A user's function in a library, for pickles. Throws TypeError for a function of Python.
template <class Function>
py::tuple state_of_function(const Function& function, const char* of_class) {
  if (function.library.empty())
    throw py::type_error(fmt::format(
        "a {0} of a function cannot be pickled; send the function and call {0}.of there",
        of_class));
  return py::make_tuple(function.library.string(), function.name,
                        py::tuple(py::cast(function.parameters)), function.gives_slopes);
}

template <class Function>
std::shared_ptr<const Function> function_of_state(const py::tuple& state) {
  return load_function<Function>(state[0].cast<std::string>(), state[1].cast<std::string>(),
                                 state[2].cast<std::vector<double>>(), state[3].cast<bool>());
}

}  // namespace condyle::python
