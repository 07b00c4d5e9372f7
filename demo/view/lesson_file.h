#pragma once

#include "view/lesson.h"

namespace condyle {

/// Reads a lesson. docs/lessons.md describes every key. Throws InputError that names file and
/// place.
Lesson read_lesson(const std::filesystem::path& file);
Lesson parse_lesson(const std::string& text, const std::filesystem::path& file);

/// The files of all lessons that ship with the program, by name.
std::vector<std::filesystem::path> shipped_lesson_files();

/// All lessons that ship with the program, in their order. Throws InputError.
std::vector<Lesson> shipped_lessons();

/// The file of a lesson, by its path or the name of a shipped one. Throws InputError that lists the
/// shipped ones.
std::filesystem::path find_lesson(const std::string& path_or_name);

}  // namespace condyle
