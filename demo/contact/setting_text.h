#pragma once

#include <set>
#include <string>

#include "core/scene/src/setting_descriptions.h"

namespace condyle {

/// The names of settings that a text gives.
using GivenSettings = std::set<std::string>;

/// Sets a value by a text: a number, or a word. Throws InputError that names `option`.
template <class T>
void set_by_text(const scene::SettingDescription<T>& setting, T& settings, const std::string& text,
                 const std::string& option);

/// Sets values by a text such as "E=463e6,nu=0.46,h=0.008", by symbols or names, each once and in
/// any order. Throws InputError that names `option`.
template <class T>
GivenSettings set_by_assignments(scene::Settings<T> known, T& settings, const std::string& text,
                                 const std::string& option);

/// Sets the law by its name and parameters, such as "hertz,radius=0.03". Throws InputError that
/// names `option`.
void set_law_by_text(ContactSettings& settings, const std::string& text, const std::string& option);

}  // namespace condyle
