#pragma once

#include "shown_world.h"
#include "view/camera.h"
#include "view/overlay.h"
#include "view/scene_drawing.h"

struct ImDrawList;

namespace condyle {

/// The camera that the scene asks for; without one, all of `bounds` is in sight of a picture of
/// `size`.
Camera scene_camera(const Scene& scene, const Eigen::AlignedBox3d& bounds, ViewSize size);

/// Range of the colour bar as the scene asks for it.
ViewOptions scene_view_options(const ShownWorld& world);

/// One picture of a world.
struct ShownPicture {
  const ShownWorld& world;
  const SceneDrawing& drawing;
  const ViewOptions& view;
  const DrawList& list;
};

/// What a picture says in words: title, time and figures over the scene, its scales beside it.
/// `indent`: of the title, from the scene's edges [pixels].
WrittenTexts draw_overlay(ImDrawList& list, const PictureParts& parts, const ShownPicture& picture,
                          float indent);

}  // namespace condyle
