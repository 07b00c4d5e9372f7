#pragma once

#include <span>
#include <string>
#include <vector>

#include "world/scene_world.h"

namespace condyle {

/// A row of the contact table: a whole contact, a region of it that the scene names, or a sum of
/// contacts. Sums come last.
struct ContactRow {
  std::string name;
  bool is_region = false;
  double force = 0;          ///< magnitude [N]
  double area = 0;           ///< [m^2]
  double peak_pressure = 0;  ///< [Pa]
  double mean_pressure = 0;  ///< force per area, so that rows can be added [Pa]
};

std::vector<ContactRow> contact_rows(const ShownWorld& world);

/// The regions of a result that the scene names; they follow the six half spaces.
std::span<const RegionStatistics> named_regions(const ContactResult& result);

/// The diagonal of the box around a mesh, in its own frame [m].
double mesh_diagonal(const ShownWorld& world, MeshIndex index);

/// The current largest pressure on any mesh [Pa].
double peak_pressure(const ShownWorld& world);

/// The current largest depth of wear on any mesh [m].
double peak_wear(const ShownWorld& world);

/// The unit for displaying pressures up to `range` [Pa]; soft materials use kilopascals.
struct PressureUnit {
  const char* name;
  double pascals;
};
PressureUnit pressure_unit(double range);

/// The unit for displaying depths of wear up to `range` [m].
struct WearUnit {
  const char* name;
  double metres;
};
WearUnit wear_unit(double range);

/// How a scene comes to rest before time 0, as text; `limit` is the longest that it may take [s].
/// Empty if it has come to rest.
std::string settling_text(const Settling& settling, double limit);

/// A reading as text, for example "flexion 54.2 deg".
std::string reading_text(const Reading& reading);

}  // namespace condyle
