#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "view/draw_list.h"
#include "world/shown_world.h"

namespace condyle {

/// A plane across an axis of a contact's casting mesh, which divides the contact in two, such as
/// into medial and lateral.
struct Divider {
  int contact = -1;   ///< -1: none
  int axis = 0;       ///< of the casting mesh: 0 to 2 for x, y, z
  double offset = 0;  ///< of the plane along the axis [m]
};

/// What part of a contact exerts on the casting body, in the casting mesh frame.
struct ContactShare {
  double area = 0, peak_pressure = 0;                               ///< [m^2], [Pa]
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = force;  ///< moment about the origin
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of pressure; zero without contact
  double mean_pressure() const { return area > 0 ? pressure_area / area : 0; }
  double pressure_area = 0;  ///< integral of the pressure [N]
};

/// The shares below and above the plane. An element counts on the side of its centroid, whole, so
/// that both shares add up to the contact.
std::array<ContactShare, 2> shares_of(const ContactPair& pair, int axis, double offset);

/// The part of the contact's elements in `elements`.
ContactShare share_of(const ContactPair& pair, std::span<const int> elements);

/// The figures of both sides of the divider, for tables; each name ends in its unit.
struct SideFigure {
  std::string name;
  double value = 0;
  bool exists = true;  ///< false for the centre of a side without contact
};
std::vector<SideFigure> side_figures(const ShownWorld& world, const Divider& divider);

/// "x < 3.2 mm", "x >= 3.2 mm"
std::string side_name(const Divider& divider, bool is_above);

/// The pieces of the line in which the plane crosses the casting mesh, in the world; none without a
/// plane.
std::vector<std::array<Eigen::Vector3d, 2>> divider_line(const ShownWorld& world,
                                                         const Divider& divider);

/// Draws that line.
void add_divider(const ShownWorld& world, const Divider& divider, double size, DrawList& list);

/// A patch that is followed by its centre of pressure.
struct ChosenPatch {
  int contact = -1;  ///< -1: none
  Eigen::Vector3d p_C = Eigen::Vector3d::Zero();
};

/// Goes on to the patch of the contact that is nearest now, and draws its border.
void add_patch_border(const ShownWorld& world, ChosenPatch& chosen, double size, DrawList& list);

/// The patch whose centre of pressure is nearest; -1 if there is none.
int nearest_patch(const ContactResult& result, const Eigen::Vector3d& p_C);

}  // namespace condyle
