#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "view/color_map.h"
#include "view/cut.h"

namespace condyle {

/// The quantity that a map shows; fields.h describes each.
enum class Field {
  pressure,
  depth,           ///< of the overlap of the undeformed surfaces
  gap,             ///< distance of the surfaces where they are apart
  thickness,       ///< of the elastic layer
  energy_density,  ///< elastic energy per area
  slip_speed,
  wear,
  yield_margin,  ///< what is left of the yield stress
};
constexpr const char* word_of(Field value) {
  switch (value) {
    case Field::pressure:
      return "pressure";
    case Field::depth:
      return "depth";
    case Field::gap:
      return "gap";
    case Field::thickness:
      return "thickness";
    case Field::energy_density:
      return "energy_density";
    case Field::slip_speed:
      return "slip_speed";
    case Field::wear:
      return "wear";
    case Field::yield_margin:
      return "yield_margin";
  }
  return nullptr;
}
inline constexpr std::size_t k_fields = 8;

/// The user's choices about the scale of one field, in SI units.
struct FieldScale {
  double locked_top = 0;    ///< top of a fixed range; 0: not yet chosen
  double threshold = 0;     ///< nothing is drawn below it
  double contour_step = 0;  ///< distance of contours and width of bands; 0: the ticks of the bar
};

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

/// The colours of panels and windows. What is behind the scene is a choice of its own (Backdrop).
enum class Theme { dark, light };
constexpr const char* word_of(Theme value) {
  switch (value) {
    case Theme::dark:
      return "dark";
    case Theme::light:
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
  bool wireframe = false;   ///< of meshes only the sides of their triangles
};

/// The colours of a map, whatever its values are.
struct MapColors {
  ColorMap map = ColorMap::viridis;
  bool reversed = false;  ///< the map's last colour is at 0
  bool bands = false;     ///< one colour from each tick of the colour bar to the next
};

/// How two worlds are shown together.
enum class CompareBy {
  side_by_side,  ///< with one camera
  ghost,         ///< the other one transparent, in the same place
  difference,    ///< pressure of the first less that of the other
};
constexpr const char* word_of(CompareBy value) {
  switch (value) {
    case CompareBy::side_by_side:
      return "side_by_side";
    case CompareBy::ghost:
      return "ghost";
    case CompareBy::difference:
      return "difference";
  }
  return nullptr;
}

/// Which names are written in the scene.
struct SceneLabels {
  bool bodies = false, regions = false, ligaments = false, laws = false;
  bool any() const { return bodies || regions || ligaments || laws; }
};

/// The user's choices about the picture. They do not affect the simulation.
struct ViewOptions {
  MapColors colors;
  Field field = Field::pressure;
  bool smooth = true;                        ///< interpolates over triangles; else one colour each
  bool contours = true;                      ///< draws fine lines at equal steps of value
  bool outline = true;                       ///< draws a line around the map
  double line_width = 1;                     ///< of contours and outline [pixels]
  bool on_casting = true, on_target = true;  ///< the meshes that show pressure
  bool forces = true, moments = false;       ///< arrows of contacts
  bool friction = true;                      ///< a second arrow with that of the force
  bool figures = true;                       ///< at the tips of arrows
  double arrow_length = 1;                   ///< over that of the scene's scale
  SceneLabels labels;
  bool strands = true, floor = true;
  double trail_seconds = 0;  ///< how far back trails of centres of pressure reach; 0: no centres
  Cut cut;
  bool normals = false;  ///< of casting triangles in contact
  int box_level = -1;    ///< level of the boxes of the search that are shown; -1: none
  Effects effects;
  Backdrop backdrop = Backdrop::dark;
  /// If set, one grey (linear light) is behind the scene and its texts, as pictures that are cut
  /// out need.
  std::optional<float> plain_backdrop;

  enum class Range { automatic, locked, largest_so_far };
  Range range = Range::largest_so_far;
  std::array<FieldScale, k_fields> scales;  ///< by Field
  FieldScale& scale_of(Field of) { return scales[static_cast<std::size_t>(of)]; }
  const FieldScale& scale_of(Field of) const { return scales[static_cast<std::size_t>(of)]; }

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
