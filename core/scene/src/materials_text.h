#pragma once

namespace condyle::scene {

/// The content of assets/materials.json; CMake generates the source file.
extern const char* const k_materials_text;

}  // namespace condyle::scene
