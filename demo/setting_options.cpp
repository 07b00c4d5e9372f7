#include "setting_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "condyle/error.h"
#include "contact/setting_text.h"
#include "core/scene/src/quantities.h"
#include "core/scene/src/scene_words.h"
#include "core/scene/src/setting_descriptions.h"
#include "number_checks.h"

namespace condyle {
namespace {

using Setting = scene::SettingDescription<ContactSettings>;

std::string option_of(std::string name) {
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

std::string range_text(const scene::NumberRange& range) {
  if (range.max < scene::k_fineness.range.max * 1e3)
    return fmt::format("{}{:g} to {:g}", range.open_min ? "above " : "", range.min, range.max);
  return range.min < 0 ? "" : range.open_min ? "above 0" : "at least 0";
}

std::string help_of(const Setting& setting) {
  std::string help = scene::first_sentence(setting.meaning);
  const std::string unit = setting.quantity.unit, range = range_text(setting.quantity.range);
  if (!std::holds_alternative<double ContactSettings::*>(setting.member)) return help;
  if (!unit.empty()) help += fmt::format(" [{}]", unit);
  if (!range.empty()) help += ", " + range;
  if (setting.by_default != nullptr) help += fmt::format("; default: {}", setting.by_default);
  return help;
}

/// A flag for each of two words, such as --lumped and --two-layer.
void add_two_flags(CLI::App& command, const scene::TwoWordMember<ContactSettings>& two,
                   SettingChanges& changes) {
  const auto add = [&](const auto& choice, bool value) {
    const auto set = [value, member = two.value](ContactSettings& settings) {
      settings.*member = value;
    };
    const bool is_default = ContactSettings{}.*two.value == value;
    return command.add_flag_callback(
        option_of(choice.word), [&changes, set] { changes.add(set); },
        std::string(choice.meaning) + (is_default ? " (default)" : ""));
  };
  CLI::Option* const if_true = add(two.if_true, true);
  add(two.if_false, false)->excludes(if_true);
}

/// Refuses a setting that has no effect with the law, such as a node spacing of springs.
void require_effect(const Setting& setting, const ContactSettings& settings) {
  if (setting.counts_in(settings)) return;
  throw InputError(
      fmt::format("{}: has no effect with the law {}; leave it out", option_of(setting.name),
                  scene::words::laws[static_cast<std::size_t>(place_of_law(settings))]));
}

void add_option(CLI::App& command, const Setting& setting, SettingChanges& changes) {
  if (const auto* two = std::get_if<scene::TwoWordMember<ContactSettings>>(&setting.member))
    return add_two_flags(command, *two, changes);
  const std::string name = option_of(setting.name);
  if (const auto* flag = std::get_if<bool ContactSettings::*>(&setting.member)) {
    command.add_flag_callback(
        name,
        [&changes, member = *flag] {
          changes.add([member](ContactSettings& settings) { settings.*member = true; });
        },
        help_of(setting));
    return;
  }
  CLI::Option* const option = command.add_option_function<std::string>(
      name,
      [&changes, &setting, name](const std::string& text) {
        changes.add([&setting, text, name](ContactSettings& settings) {
          set_by_text(setting, settings, text, name);
          require_effect(setting, settings);
        });
      },
      help_of(setting));
  if (const auto* word = std::get_if<scene::WordMember<ContactSettings>>(&setting.member)) {
    option->check(CLI::IsMember(word->words()));
    option->default_str(word->words()[static_cast<std::size_t>(word->place(ContactSettings{}))]);
    return;
  }
  option->type_name("NUMBER")->check(number_in_range(setting.quantity.range));
  if (setting.by_default == nullptr)
    option->default_str(
        fmt::format("{:g}", std::get<double>(value_of(setting, ContactSettings{}))));
}

}  // namespace

std::shared_ptr<SettingChanges> add_setting_options(CLI::App& command) {
  const auto changes = std::make_shared<SettingChanges>();
  const auto names = std::span(scene::words::laws).first(scene::words::laws.size() - 1);
  command
      .add_option_function<std::string>(
          "--law,--formulation",
          [changes = changes.get()](const std::string& text) {
            changes->add(
                [text](ContactSettings& settings) { set_law_by_text(settings, text, "--law"); });
          },
          fmt::format("Normal law, with its parameters in SI units where it has any, such as "
                      "hertz,radius=0.03: {} (docs/force-contact.md)",
                      fmt::join(names, ", ")))
      ->type_name("NAME[,PARAM=..]");
  for (const Setting& setting : scene::contact_settings())
    if (setting.needs == scene::Needs::nothing) add_option(command, setting, *changes);
  return changes;
}

}  // namespace condyle
