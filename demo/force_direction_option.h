#pragma once

#include <CLI/CLI.hpp>

#include "condyle/contact/contact_settings.h"
#include "core/scene/src/scene_words.h"

namespace condyle {

/// The word for `direction` in scene files and options.
inline const std::string& word_of(ForceDirection direction) {
  return scene::words::force_directions[static_cast<std::size_t>(direction)];
}

/// Adds --force-direction to a command whose results are compared with OpenSim's.
/// `otherwise`: the default, in words.
template <class Direction>
void add_force_direction_option(CLI::App& command, Direction& direction,
                                const std::string& otherwise) {
  command
      .add_option_function<std::string>(
          "--force-direction",
          [&direction](const std::string& word) {
            direction = word == word_of(ForceDirection::target) ? ForceDirection::target
                                                                : ForceDirection::casting;
          },
          "Normal along which contact presses: the casting mesh's, as in OpenSim, or the target's, "
          "as in condyle simulate")
      ->check(CLI::IsMember(scene::words::force_directions))
      ->default_str(otherwise);
}

}  // namespace condyle
