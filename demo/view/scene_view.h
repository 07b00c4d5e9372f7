#pragma once

#include "shown_world.h"
#include "view/camera.h"
#include "view/overlay.h"
#include "view/scene_drawing.h"

struct ImDrawList;

namespace condyle {

/// The camera that the scene asks for.
Camera scene_camera(const Scene& scene);

/// Range of the colour bar as the scene asks for it.
ViewOptions scene_view_options(const ShownWorld& world);

/// Title, time and figures, colour bars: what a picture says in words.
void draw_overlay(ImDrawList& list, const ScreenArea& area, const ShownWorld& world,
                  const SceneDrawing& drawing, const PressurePaint& paint);

}  // namespace condyle
