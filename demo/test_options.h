#pragma once

#include <CLI/CLI.hpp>

#include "condyle/scene/scene_test.h"

namespace condyle {

/// Adds an option for each option of the test's kind: that of a scene's key, with angles in degrees
/// and Archard's coefficient in mm^3/(N m). `test` must live until the command line is parsed. What
/// is out of range is refused in one line that names the option.
void add_test_options(CLI::App& command, scene::SceneTest& test);

}  // namespace condyle
