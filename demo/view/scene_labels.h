#pragma once

#include <span>
#include <string>
#include <vector>

#include "view/draw_list.h"
#include "view/text_writer.h"
#include "world/shown_world.h"

namespace condyle {

/// A text at a point of the world.
struct SceneLabel {
  enum class Kind { name, force, friction, moment };
  Eigen::Vector3d p_W;
  std::string text;
  Kind kind = Kind::name;
};

/// The labels that the options select, the most important first: the figures of the arrows in
/// `list`, then names of regions, laws, ligaments and bodies.
std::vector<SceneLabel> scene_labels(const ShownWorld& world, const ViewOptions& options,
                                     const DrawList& list);

/// Writes the labels beside their points, inside `view`. A label for which no place beside its
/// point is free of earlier ones and of `taken` is left out.
WrittenTexts draw_labels(ImDrawList& list, const ScreenArea& view, const Camera& camera,
                         std::span<const SceneLabel> labels, const WrittenTexts& taken,
                         const TextGround& below);

/// Free room for words of this size beside a point of the window: right, left, above or below it.
/// Returns whether there is any.
bool find_room(const ScreenArea& view, const ImVec2& point, const WrittenTexts& taken,
               ScreenArea& words);

/// The strand nearest to a place in the picture [pixels from its top left corner], within `reach`
/// pixels of it; -1 if there is none.
int strand_at(const ShownWorld& world, const Camera& camera, ViewSize size, double x, double y,
              double reach);

/// Name, tension and strain of a strand in one line, or that it is slack, cut or torn.
std::string strand_text(const WorldStrand& strand);

}  // namespace condyle
