#pragma once

#include <filesystem>
#include <optional>

#include "condyle/model/scene_libraries.h"

namespace condyle {

// What the user has answered to the question whether a library may run, kept in
// condyle/libraries.json of the user's folder of settings ($XDG_CONFIG_HOME, else ~/.config). An
// answer is to a path and the content there: of a library that has changed nothing is known.

/// None where nobody has answered, or the file of answers can not be read.
std::optional<LibraryUse> library_answer(const std::filesystem::path& library);

/// Replaces an earlier answer about that path. Throws InputError where the folder can not be
/// written to.
void keep_library_answer(const std::filesystem::path& library, LibraryUse use);

/// Takes all answers back.
void forget_library_answers();

}  // namespace condyle
