#pragma once

#include <filesystem>
#include <optional>

#include "core/scene/src/scene_libraries.h"

namespace condyle {

// The user's answers to the question whether a library may run. They are stored in
// libraries.json in user_folder(). An answer holds for a path and the content of the file there; a
// library that has changed has no answer.

/// The stored answer; none if the user has not answered or the file of answers cannot be read.
std::optional<scene::LibraryUse> library_answer(const std::filesystem::path& library);

/// Stores an answer and replaces an earlier one for the same path. Throws InputError if the folder
/// cannot be written to.
void keep_library_answer(const std::filesystem::path& library, scene::LibraryUse use);

/// Deletes all stored answers.
void forget_library_answers();

}  // namespace condyle
