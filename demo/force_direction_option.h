#pragma once

#include <CLI/CLI.hpp>

#include "condyle/contact/contact_settings.h"
#include "contact/setting_words.h"
#include "core/scene/src/scene_words.h"

namespace condyle {

/// Adds --force-direction to a command whose results are compared with OpenSim's.
/// `direction` has the default.
inline void add_force_direction_option(CLI::App& command, ForceDirection& direction) {
  command
      .add_option_function<std::string>(
          "--force-direction",
          [&direction](const std::string& word) {
            direction = word == word_of(ForceDirection::target) ? ForceDirection::target
                                                                : ForceDirection::casting;
          },
          "Normal along which contact presses: the target's, which conserves energy, or the "
          "casting "
          "mesh's, as in OpenSim")
      ->check(CLI::IsMember(scene::words::force_directions))
      ->default_str(word_of(direction));
}

}  // namespace condyle
