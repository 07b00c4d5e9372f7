#pragma once

#include <vector>

#include "core/scene/src/setting_descriptions.h"
#include "view/widgets.h"

namespace condyle {

/// Which rows of settings are meant.
struct RowChoice {
  bool is_live = true;       ///< a replay has no rows for what needs motion or steps
  bool is_often_set = true;  ///< else the rows under "more settings"
};

/// The settings that have rows: those that have an effect.
template <class T>
std::vector<const scene::SettingDescription<T>*> shown_settings(scene::Settings<T> settings,
                                                                const T& object,
                                                                const RowChoice& choice) {
  std::vector<const scene::SettingDescription<T>*> shown;
  for (const scene::SettingDescription<T>& each : settings)
    if (each.counts_in(object) && each.is_often_set == choice.is_often_set &&
        (choice.is_live || each.needs == scene::Needs::nothing))
      shown.push_back(&each);
  return shown;
}

/// The label of a setting, in words or as its symbol.
std::string setting_label(const char* name, const char* symbol);

/// The slider of a number, in the unit that is usual in joints, such as MPa.
SliderRange slider_of(const scene::Quantity& quantity, double usual_low, double usual_high);

/// Draws a row, and returns whether its value changed.
template <class T>
bool setting_row(const scene::SettingDescription<T>& setting, T& object);

/// Draws the rows, and returns the setting that changed; null if none did.
template <class T>
const scene::SettingDescription<T>* setting_rows(scene::Settings<T> settings, T& object,
                                                 const RowChoice& choice) {
  const scene::SettingDescription<T>* changed = nullptr;
  for (const auto* setting : shown_settings(settings, object, choice))
    if (setting_row(*setting, object)) changed = setting;
  return changed;
}

}  // namespace condyle
