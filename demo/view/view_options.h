#pragma once

#include <optional>
#include <vector>

#include "view/color_map.h"

namespace condyle {

/// The quantity that colours a mesh.
enum class MeshColor { pressure, worn_depth };
constexpr const char* word_of(MeshColor value) {
  switch (value) {
    case MeshColor::pressure:
      return "pressure";
    case MeshColor::worn_depth:
      return "wear";
  }
  return nullptr;
}

/// The quantity that colours a strand.
enum class StrandColor { strain, force };

/// What is behind the scene.
enum class Backdrop {
  dark,
  light,  ///< for papers and projectors
};
constexpr const char* word_of(Backdrop value) {
  switch (value) {
    case Backdrop::dark:
      return "dark";
    case Backdrop::light:
      return "light";
  }
  return nullptr;
}

/// Effects that give a picture depth. None of them changes the colours of a map.
struct Effects {
  bool occlusion = true;    ///< less light in corners and narrow gaps
  bool shadow = true;       ///< a soft shadow below bodies
  bool lines = true;        ///< dark lines along sharp edges and outlines
  bool mesh_lines = false;  ///< fine lines along all sides of triangles
};

/// The colours of a map, whatever its values are.
struct MapColors {
  ColorMap map = ColorMap::viridis;
  bool reversed = false;  ///< the map's last colour is at 0
  bool bands = false;     ///< one colour from each tick of the colour bar to the next
};

/// The user's choices about the picture. They do not affect the simulation.
struct ViewOptions {
  MapColors colors;
  MeshColor color = MeshColor::pressure;
  bool smooth = true;                        ///< interpolates over triangles; else one colour each
  bool contours = true;                      ///< draws fine lines at the ticks of the colour bar
  bool on_casting = true, on_target = true;  ///< the meshes that show pressure
  bool forces = true, strands = true, floor = true;
  Effects effects;
  Backdrop backdrop = Backdrop::dark;
  /// If set, one grey (linear light) is behind the scene and its texts, as pictures that are cut
  /// out need.
  std::optional<float> plain_backdrop;

  enum class Range { automatic, locked, largest_so_far };
  Range range = Range::largest_so_far;  ///< range of pressure; wear never decreases
  double locked_range = 20e6;           ///< [Pa]

  StrandColor strand_color = StrandColor::strain;
  double strain_limit = 0.15;  ///< strands are red from this strain, at which ligaments fail
  double force_limit = 1000;   ///< strands are red from this force, if they show force [N]

  /// Opacity of each mesh, in the order of bodies and their meshes; 0 hides a mesh.
  std::vector<float> opacity;
};

constexpr const char* word_of(ViewOptions::Range value) {
  switch (value) {
    case ViewOptions::Range::automatic:
      return "automatic";
    case ViewOptions::Range::locked:
      return "fixed";
    case ViewOptions::Range::largest_so_far:
      return "largest so far";
  }
  return nullptr;
}

}  // namespace condyle
