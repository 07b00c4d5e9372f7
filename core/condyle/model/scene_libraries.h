#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/model/scene.h"

namespace condyle {

/// Whether code of the libraries that a scene names may run. To load a library is to run it: its
/// constructors have all the rights of the program.
enum class LibraryUse { refused, allowed };

/// A shared library that a scene names, and that is not loaded.
struct SceneLibrary {
  std::filesystem::path file;
  std::vector<std::string> uses;  ///< such as "law 'hertz' of contact 'ball_plate'"
};

/// Each once, in the order of the contacts. Opens none.
std::vector<SceneLibrary> libraries_of(const Scene& scene);

/// Throws InputError that names scene and library where the file of one is not there. Opens none.
void require_library_files(const Scene& scene);

/// Loads the libraries of the user's laws that contacts name, where that is allowed. Throws
/// InputError that names the scene and the contact, and where it is refused the library.
void load_user_functions(Scene& scene, LibraryUse use);

}  // namespace condyle
