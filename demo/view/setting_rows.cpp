#include "view/setting_rows.h"

#include <imgui.h>

#include <algorithm>
#include <string_view>

namespace condyle {
namespace {

struct ShownUnit {
  const char *unit, *format;
  double value;  ///< SI value of one shown unit
};

/// Units with others in their place; all other units are shown as they are.
constexpr ShownUnit k_shown_units[] = {{"m", "%.3g mm", 1e-3},     {"m/s", "%.3g mm/s", 1e-3},
                                       {"Pa", "%.4g MPa", 1e6},    {"s/m", "%.3g s/m", 1},
                                       {"N s/m", "%.3g N s/m", 1}, {"1/Pa", "%.3g 1/Pa", 1},
                                       {"Pa/m", "%.3g Pa/m", 1}};

}  // namespace

std::string setting_label(const char* name, const char* symbol) {
  std::string label = symbol;
  if (label == name) std::ranges::replace(label, '_', ' ');
  return label;
}

SliderRange slider_of(const scene::Quantity& quantity, double usual_low, double usual_high) {
  const bool is_logarithmic = usual_low > 0 && usual_high > 100 * usual_low;
  const auto* shown =
      std::ranges::find(k_shown_units, std::string_view(quantity.unit), &ShownUnit::unit);
  if (shown == std::end(k_shown_units)) return {usual_low, usual_high, 1, "%.3g", is_logarithmic};
  return {usual_low, usual_high, shown->value, shown->format, is_logarithmic};
}

template <class T>
bool setting_row(const scene::SettingDescription<T>& setting, T& object) {
  const std::string label = setting_label(setting.name, setting.symbol);
  const std::string hint = scene::first_sentence(setting.meaning);
  if (const auto* number = std::get_if<double T::*>(&setting.member))
    return number_row(label, object.**number,
                      slider_of(setting.quantity, setting.usual_low, setting.usual_high), hint);
  if (const auto* two = std::get_if<scene::TwoWordMember<T>>(&setting.member)) {
    bool is_second = !(object.*two->value);
    const bool has_changed =
        choice_row(label, is_second, two->if_true.word.c_str(), two->if_false.word.c_str(), hint);
    object.*two->value = !is_second;
    return has_changed;
  }
  if (const auto* flag = std::get_if<bool T::*>(&setting.member)) {
    row(label, hint);
    return ImGui::Checkbox(("##" + label).c_str(), &(object.**flag));
  }
  const auto& word = std::get<scene::WordMember<T>>(setting.member);
  int place = word.place(object);
  const bool has_changed = combo_row(label, place, word.words(), hint);
  word.set(object, place);
  return has_changed;
}

template bool setting_row(const scene::SettingDescription<ContactSettings>&, ContactSettings&);
template bool setting_row(const scene::SettingDescription<NormalLaw>&, NormalLaw&);
template bool setting_row(const scene::SettingDescription<Friction>&, Friction&);

}  // namespace condyle
