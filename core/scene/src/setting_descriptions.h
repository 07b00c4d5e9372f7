#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "core/scene/src/fields.h"
#include "core/src/base/enum_words.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle::scene {

// Each setting of a contact, a layer, a normal law and friction has one description. From it come
// its key in scene files, with schema and page, its option in the program, its keyword in Python,
// and its row in the viewer.

/// A member that is a word of an enumeration, by its place in the words.
template <class T>
struct WordMember {
  int (*place)(const T&);
  void (*set)(T&, int place);
  const std::vector<std::string>& (*words)();
};

/// A member that is one of two words.
template <class T>
struct TwoWordMember {
  struct Choice {
    std::string word;
    const char* meaning;
  };
  bool T::*value;
  Choice if_true, if_false;

  WordTable<bool> words() const { return {{if_true.word, true}, {if_false.word, false}}; }
};

/// What must happen for a setting to have an effect.
enum class Needs {
  nothing,
  motion,  ///< velocities, which neither given poses nor a replay have
  steps,   ///< the steps of an engine
};

template <class T>
struct SettingDescription {
  using Member = std::variant<double T::*, bool T::*, TwoWordMember<T>, WordMember<T>>;

  /// Key in scene files, keyword in Python (of two words that of true), and with dashes the option.
  const char* name;
  Member member;
  const char* meaning;  ///< whole sentences, of which short helps have the first
  const char* symbol;   ///< in short texts, such as E=5e6,nu=0.3
  Quantity quantity = {};
  double usual_low = 0, usual_high = 1;  ///< range of sliders
  const char* by_default = nullptr;      ///< the default in words, if it depends on something else
  bool is_often_set = false;             ///< has a row of its own in the viewer
  bool is_required = false;              ///< in short texts
  Needs needs = Needs::nothing;
  /// Whether it has an effect beside the other settings; null: always.
  std::function<bool(const T&)> counts = nullptr;

  bool counts_in(const T& settings) const { return !counts || counts(settings); }

  using Self = SettingDescription;
  Self in(const Quantity& q, double low, double high) && {
    return quantity = q, usual_low = low, usual_high = high, std::move(*this);
  }
  Self as(const char* text) && { return symbol = text, std::move(*this); }
  Self often(bool is = true) && { return is_often_set = is, std::move(*this); }
  Self required() && { return is_often_set = is_required = true, std::move(*this); }
  Self otherwise(const char* words) && { return by_default = words, std::move(*this); }
  Self needing(Needs what) && { return needs = what, std::move(*this); }
  Self where(std::function<bool(const T&)> f) && { return counts = std::move(f), std::move(*this); }
};

template <class T>
using Settings = std::span<const SettingDescription<T>>;

template <class T>
using SettingList = std::vector<SettingDescription<T>>;

/// All but the law, friction and the user's functions, which have descriptions of their own.
Settings<ContactSettings> contact_settings();
/// Modulus, ratio, thickness and yield stress of a layer that is not rigid.
Settings<Layer> layer_settings();
/// Where a law of this kind acts, and its parameters; none for the elastic foundation.
Settings<NormalLaw> law_settings(NormalLawKind kind);
/// A law of this kind without parameters, with the defaults that files and Python have.
NormalLaw usual_law(NormalLawKind kind);
/// The mode, and then all parameters of which a mode makes something.
Settings<Friction> friction_settings();

/// The quantity of a parameter in scene files.
Quantity quantity_of(const LawParameter& parameter);
Quantity quantity_of(const FrictionParameter& parameter);

/// The description with this name or symbol; null if there is none.
template <class T>
const SettingDescription<T>* find_setting(Settings<T> settings, const std::string& name) {
  for (const SettingDescription<T>& each : settings)
    if (name == each.name || name == each.symbol) return &each;
  return nullptr;
}

/// The value of a setting: a number, whether it holds, or its word.
template <class T>
std::variant<double, bool, std::string> value_of(const SettingDescription<T>& setting,
                                                 const T& settings) {
  if (const auto* number = std::get_if<double T::*>(&setting.member)) return settings.**number;
  if (const auto* flag = std::get_if<bool T::*>(&setting.member)) return settings.**flag;
  if (const auto* two = std::get_if<TwoWordMember<T>>(&setting.member))
    return settings.*two->value ? two->if_true.word : two->if_false.word;
  const auto& word = std::get<WordMember<T>>(setting.member);
  return word.words()[word.place(settings)];
}

/// Whether a setting has the value that it has if nobody sets it.
template <class T>
bool has_default(const SettingDescription<T>& setting, const T& settings) {
  return value_of(setting, settings) == value_of(setting, T{});
}

/// The key of a setting in a scene file, left out where its default says the same. `key` may say
/// when it must be given.
template <class T>
void describe_setting(Fields& fields, const SettingDescription<T>& setting, T& settings,
                      Key key = {});

/// The first of the sentences, without its full stop.
std::string first_sentence(const std::string& sentences);

}  // namespace condyle::scene
