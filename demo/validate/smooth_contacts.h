#pragma once

#include <memory>
#include <random>

#include "condyle/contact/contact_pair.h"
#include "validate/exact_layer.h"

// Contacts whose pressure at every node is known: their gap is that of a sphere on a plane.
namespace condyle {

/// The bodies whose surfaces meet. The first has the layer.
enum class SmoothBodies {
  plate_and_ball,
  ball_and_plane,
  bowl_and_ball,
  crossed_cylinders,  ///< of one radius
};
inline constexpr SmoothBodies k_smooth_bodies[] = {
    SmoothBodies::plate_and_ball, SmoothBodies::ball_and_plane, SmoothBodies::bowl_and_ball,
    SmoothBodies::crossed_cylinders};

struct SmoothContact {
  SmoothBodies bodies = SmoothBodies::plate_and_ball;
  Layer layer;
  double node_spacing = 0;       ///< [m]
  double nodes_over_radius = 0;  ///< contact radius that is aimed at, over the spacing
  double depth = 0;              ///< approach [m]
  double mesh_step = 0;          ///< side of the squares that are divided into triangles [m]
  double shift = 0;   ///< the vertices are moved by up to this part of a side, below 0.25
  unsigned seed = 1;  ///< of these moves, and of the contact's place among the nodes
};

/// A contact of these bodies drawn at random: thickness 8 mm, spacing from a third to a twelfth of
/// it, contact radius of 12 to 16 spacings, squares of a third to a half of the spacing.
SmoothContact random_contact(SmoothBodies bodies, unsigned seed);

/// Pressures of nodes, means over their patches, over the exact ones there.
struct PressureRatios {
  double least = 1, most = 1;
  int nodes = 0;  ///< the number of nodes within 0.8 of the contact's radius

  double deviation() const { return std::max(most - 1, 1 - least); }
};
PressureRatios ratios_to_exact(const SmoothContact& contact);

}  // namespace condyle
