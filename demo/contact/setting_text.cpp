#include "contact/setting_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "core/scene/src/scene_words.h"
#include "core/src/base/number_text.h"

namespace condyle {
namespace {

int place_of_word(const std::string& word, std::span<const std::string> words,
                  const std::string& option, const char* what) {
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  throw InputError(fmt::format("{}: '{}' is no {}{}", option, word, what,
                               scene::suggestion_and_names(word, words)));
}

double number_in(const std::string& text, const scene::Quantity& quantity, const char* symbol,
                 const std::string& option) {
  if (quantity.endless != nullptr && text == *quantity.endless)
    return std::numeric_limits<double>::infinity();
  const std::optional<double> number = parse_number(text);
  if (!number)
    throw InputError(fmt::format("{}: '{}' is not a number for {}", option, text, symbol));
  return *number;
}

template <class T>
std::string symbols_of(scene::Settings<T> settings) {
  std::vector<std::string> symbols;
  for (const scene::SettingDescription<T>& each : settings) symbols.emplace_back(each.symbol);
  return fmt::format("{}", fmt::join(symbols, ", "));
}

}  // namespace

template <class T>
void set_by_text(const scene::SettingDescription<T>& setting, T& settings, const std::string& text,
                 const std::string& option) {
  if (const auto* number = std::get_if<double T::*>(&setting.member)) {
    settings.** number = number_in(text, setting.quantity, setting.symbol, option);
  } else {
    const auto& word = std::get<scene::WordMember<T>>(setting.member);
    word.set(settings, place_of_word(text, word.words(), option, setting.name));
  }
}

template <class T>
GivenSettings set_by_assignments(scene::Settings<T> known, T& settings, const std::string& text,
                                 const std::string& option) {
  GivenSettings given;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    const std::string key = part.substr(0, equals);
    const auto* setting = find_setting(known, key);
    if (setting == nullptr)
      throw InputError(fmt::format("{}: '{}' is not one of {}", option, key, symbols_of<T>(known)));
    if (equals == std::string::npos)
      throw InputError(fmt::format("{0}: {1} has no value; give {1}=..", option, key));
    if (!given.insert(setting->name).second)
      throw InputError(fmt::format("{}: {} is given twice", option, key));
    set_by_text(*setting, settings, part.substr(equals + 1), option);
  }
  return given;
}

template void set_by_text(const scene::SettingDescription<ContactSettings>&, ContactSettings&,
                          const std::string&, const std::string&);
template GivenSettings set_by_assignments(scene::Settings<Layer>, Layer&, const std::string&,
                                          const std::string&);
template GivenSettings set_by_assignments(scene::Settings<Friction>, Friction&, const std::string&,
                                          const std::string&);

void set_law_by_text(ContactSettings& settings, const std::string& text,
                     const std::string& option) {
  const std::size_t comma = std::min(text.find(','), text.size());
  // The last name is that of a law in a library.
  const auto names = std::span(scene::words::laws).first(scene::words::laws.size() - 1);
  const LawChoice law = law_at(place_of_word(text.substr(0, comma), names, option, "law"));
  settings.formulation = law.formulation;
  settings.normal = scene::usual_law(law.kind);
  set_by_assignments(scene::law_settings(law.kind), settings.normal,
                     text.substr(std::min(comma + 1, text.size())), option);
  require_valid(settings.normal, option);
}

}  // namespace condyle
