#pragma once

#include "condyle/model/scene_libraries.h"
#include "view/window.h"

namespace condyle {

/// Whether the libraries of the scene may run: as the user has answered before, else asked in the
/// window, and remembered. Refused where the window is closed instead. Throws InputError where it
/// was refused before.
LibraryUse ask_about_libraries(const Scene& scene, Window& window);

}  // namespace condyle
