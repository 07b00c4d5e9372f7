#pragma once

#include "view/pinned_probes.h"
#include "view/scene_view.h"

namespace condyle {

/// The unit in which values of a field at probes are written, all of them alike.
FieldUnit unit_at_pinned(const SceneDrawing& drawing, const ViewOptions& view,
                         const FieldPaint& paint, Field field);

/// Draws a numbered mark at each pinned probe, hollow where a body that is not glass hides it, and
/// writes its values beside it where they leave `taken` free.
WrittenTexts draw_pinned(ImDrawList& list, const ScreenArea& scene, const ShownPicture& picture,
                         const PinnedProbes& pinned, const WrittenTexts& taken);

/// The probe whose mark is at a place in the picture [pixels from its top left corner]; -1 if none
/// is. An index into `pinned.probes`.
int pinned_at(const ShownWorld& world, const PinnedProbes& pinned, const Camera& camera,
              ViewSize size, double x, double y);

/// The number and the values of a probe with their units: of the field that the map shows, and of
/// pressure and depth.
std::string pinned_text(const ShownPicture& picture, const PinnedProbe& probe);

}  // namespace condyle
