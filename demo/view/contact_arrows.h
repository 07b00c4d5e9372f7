#pragma once

#include <vector>

#include "view/draw_list.h"
#include "view/scales.h"
#include "world/shown_world.h"

namespace condyle {

/// What one contact or one of its named regions exerts, at its centre of pressure: of the two
/// opposite forces the one that points upward, with the moment that belongs to it.
struct ContactLoad {
  Eigen::Vector3d p_W;         ///< centre of pressure
  Eigen::Vector3d force_W;     ///< friction included [N]
  Eigen::Vector3d friction_W;  ///< part of the force [N]
  Eigen::Vector3d moment_W;    ///< about p_W [N m]
};

/// The loads of all contacts that touch. A contact with named regions gives one per region instead.
std::vector<ContactLoad> contact_loads(const ShownWorld& world);

/// The size that sets the length of arrows: over all contacts, the largest diagonal of the smaller
/// mesh [m]. A tendon, a bone or a floor does not count. 0 without contacts.
double contact_size(const ShownWorld& world);

/// How long arrows are.
struct ArrowScales {
  double newtons_per_metre = 1;
  double newton_metres_per_metre = 1;  ///< of moments
};

/// The scales in the picture of `list`, whose camera and size are set: `wanted`, but such that
/// arrows of `most_newtons` and `most_newton_metres` are no longer than a quarter of the picture's
/// smaller side.
ArrowScales within_picture(const ArrowScales& wanted, double most_newtons,
                           double most_newton_metres, std::span<const ContactLoad> loads,
                           const DrawList& list);

/// Adds the arrows that the options select: forces, friction and moments, each with its figure.
/// `size` [m] bounds their radius.
void add_arrows(std::span<const ContactLoad> loads, const ViewOptions& options,
                const ArrowScales& scales, double size, DrawList& list);

}  // namespace condyle
