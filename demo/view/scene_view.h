#pragma once

#include "view/overlay.h"
#include "view/scene_camera.h"
#include "view/scene_drawing.h"
#include "world/shown_world.h"

struct ImDrawList;

namespace condyle {

/// View options with the range of the colour bar that the scene specifies.
ViewOptions scene_view_options(const ShownWorld& world);

/// One picture of a world.
struct ShownPicture {
  const ShownWorld& world;
  const SceneDrawing& drawing;
  const ViewOptions& view;
  const DrawList& list;
  std::string note = {};  ///< a line below the readings; empty: none
};

/// The usual distance of a picture's title from the scene's edges [text heights].
inline constexpr float k_caption_indent = 1.6f;

/// Draws the text of a picture: title, time and readings over the scene, scales beside it. `indent`
/// is the distance of the title from the scene's edges [pixels].
WrittenTexts draw_overlay(ImDrawList& list, const PictureParts& parts, const ShownPicture& picture,
                          float indent);

/// Writes the picture's labels (scene_labels.h) where they leave `taken` free.
WrittenTexts draw_labels(ImDrawList& list, const ScreenArea& scene, const ShownPicture& picture,
                         const WrittenTexts& taken);

}  // namespace condyle
