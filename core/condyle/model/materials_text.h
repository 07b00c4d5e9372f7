#pragma once

namespace condyle {

/// assets/materials.json, word by word: CMake makes its source.
extern const char* const k_materials_text;

}  // namespace condyle
