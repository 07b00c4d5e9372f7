#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "condyle/contact/contact_settings.h"

namespace condyle {

/// What the options of a command change in the settings of contacts.
class SettingChanges {
 public:
  using Change = std::function<void(ContactSettings&)>;

  void add(Change change) { changes_.push_back(std::move(change)); }
  /// Changes the settings. Throws InputError that names an option whose value is out of range, or
  /// that has no effect beside the others.
  void apply(ContactSettings& settings) const {
    for (const Change& change : changes_) change(settings);
  }

 private:
  std::vector<Change> changes_;
};

/// Adds an option for the law, and one for each setting that has an effect at given poses. The
/// returned changes are filled in when the command line is parsed.
std::shared_ptr<SettingChanges> add_setting_options(CLI::App& command);

}  // namespace condyle
