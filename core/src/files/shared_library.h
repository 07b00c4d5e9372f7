#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace condyle {

/// A library of functions that is loaded while the program runs; it remains loaded for as long as
/// anyone holds it. Each system has its file: system_posix.cpp, system_windows.cpp.
struct SharedLibrary {
  std::shared_ptr<void> handle;  ///< null if it could not be loaded
  std::string problem;           ///< why not, in the system's words
};

/// Loads the library at an absolute path.
SharedLibrary load_library(const std::filesystem::path&);

/// The address of a function in the library, or null.
void* find_function(const SharedLibrary&, const std::string& name);

}  // namespace condyle
