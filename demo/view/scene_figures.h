#pragma once

#include <span>
#include <string>
#include <vector>

#include "shown_world.h"

namespace condyle {

/// One row of the table of contacts: a whole contact, a region of it that the scene names, or a sum
/// of contacts, behind all others.
struct ContactRow {
  std::string name;
  bool is_region = false;
  double force = 0;          ///< magnitude [N]
  double area = 0;           ///< [m^2]
  double peak_pressure = 0;  ///< [Pa]
  double mean_pressure = 0;  ///< force per area, so that rows add up [Pa]
};

std::vector<ContactRow> contact_rows(const ShownWorld& world);

/// The regions of a result that the scene names: those after the six half spaces.
std::span<const RegionStatistics> named_regions(const ContactResult& result);

/// Largest pressure on any mesh now [Pa].
double peak_pressure(const ShownWorld& world);

/// Largest depth of wear on any mesh now [m].
double peak_wear(const ShownWorld& world);

/// The unit in which pressures up to `range` [Pa] are read: soft materials in kilopascals.
struct PressureUnit {
  const char* name;
  double pascals;
};
PressureUnit pressure_unit(double range);

/// The same of depths of wear up to `range` [m].
struct WearUnit {
  const char* name;
  double metres;
};
WearUnit wear_unit(double range);

/// "flexion 54.2 deg" and the like.
std::string reading_text(const Reading& reading);

}  // namespace condyle
