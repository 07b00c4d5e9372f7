#pragma once

#include "core/scene/src/scene_libraries.h"
#include "view/window.h"

namespace condyle {

/// Whether the libraries of the scene may run: the user's earlier answer, otherwise a new answer
/// given in the window, which is remembered. LibraryUse::refused if the window is closed instead.
/// Throws InputError if the user refused earlier.
scene::LibraryUse ask_about_libraries(const scene::Scene& scene, Window& window);

}  // namespace condyle
