#pragma once

#include <vector>

#include "view/color_map.h"

namespace condyle {

/// What colours a mesh.
enum class MeshColor { pressure, worn_depth };

/// What colours a strand.
enum class StrandColor { strain, force };

/// What a user chooses about the picture. Changes nothing in the simulation.
struct ViewOptions {
  ColorMap map = ColorMap::viridis;
  MeshColor color = MeshColor::pressure;
  bool smooth = true;    ///< values run over the triangles; else one colour each
  bool contours = true;  ///< fine lines at the ticks of the colour bar
  bool on_casting = true, on_target = true;  ///< which meshes show pressure
  bool forces = true, strands = true, floor = true;

  enum class Range { automatic, locked, largest_so_far };
  Range range = Range::largest_so_far;  ///< of pressure; wear never becomes less
  double locked_range = 20e6;           ///< [Pa]

  StrandColor strand_color = StrandColor::strain;
  double strain_limit = 0.15;  ///< from it on a strand is red: about where ligaments fail
  double force_limit = 1000;   ///< the same where strands show their force [N]

  /// One per mesh, in the order of bodies and their meshes; 0 hides it.
  std::vector<float> opacity;
};

}  // namespace condyle
