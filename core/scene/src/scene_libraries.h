#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"

namespace condyle::scene {

/// Whether code from the libraries that a scene names may run. Loading a library already runs its
/// constructors, with all rights of the program.
enum class LibraryUse { refused, allowed };

/// A shared library that a scene names and that is not loaded yet.
struct SceneLibrary {
  std::filesystem::path file;
  std::vector<std::string> uses;  ///< for example "law 'hertz' of contact 'ball_plate'"
};

/// The libraries that the scene names and that are not loaded, each once, in the order of the
/// contacts. Opens none.
std::vector<SceneLibrary> libraries_of(const Scene& scene);

/// Throws InputError that names the scene and the library if a library file is missing. Opens none.
void require_library_files(const Scene& scene);

/// Loads the libraries of the user functions that contacts name, if allowed. Throws InputError that
/// names the scene and the contact and, if loading is refused, the library.
void load_user_functions(Scene& scene, LibraryUse use);

}  // namespace condyle::scene
