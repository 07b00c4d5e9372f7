#pragma once

#include <string>
#include <vector>

#include "view/draw_list.h"
#include "world/shown_world.h"

namespace condyle {

struct Curves;

/// The centre of pressure of a contact or of one of its named regions, on the casting surface.
struct PressureCentre {
  std::string name;
  Eigen::Vector3d p_C;  ///< in the casting mesh frame; NaN without contact
};

/// The centres of one contact, which has a report: its named regions, or else the whole.
std::vector<PressureCentre> pressure_centres(const WorldContact& contact);

/// How far back trails of centres reach [s]; 0: none are drawn.
struct TrailChoice {
  double seconds = 0;
  bool is_shown() const { return seconds > 0; }
};

/// Adds a sample of the centres to the curves.
void record_centres(const ShownWorld& world, Curves& curves);

/// The trail of one line of centres up to the world's time, from the latest to the oldest, in the
/// casting mesh frame; NaN where contact was lost. Points are at least `spacing` apart [m].
std::vector<Eigen::Vector3d> trail_of(const ShownWorld& world, const Curves& curves, int contact,
                                      std::size_t centre, double seconds, double spacing);

/// Draws the centres as balls and their trails as lines that get darker with age, on the casting
/// meshes. `size` [m] sets their width.
void add_trails(const ShownWorld& world, const Curves& curves, const TrailChoice& choice,
                double size, DrawList& list);

}  // namespace condyle
