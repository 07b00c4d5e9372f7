#pragma once

#include <filesystem>

namespace condyle {

/// The folder of what ships with the program: scenes, their meshes, lessons and pictures. That
/// which set_assets() names; else `share/condyle` of the installation to which the program belongs,
/// wherever that lies; else that of the build.
std::filesystem::path assets();

/// Names that folder. Must not be called while another thread reads from it.
void set_assets(std::filesystem::path folder);

}  // namespace condyle
