#pragma once

/// The door of condyle::scene: scene files, the shapes and materials in them, and the surfaces,
/// masses and strands built from them.

#include "condyle/scene/materials.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
