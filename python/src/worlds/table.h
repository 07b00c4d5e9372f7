#pragma once

#include <string>
#include <vector>

#include "condyle/solver/step.h"
#include "simulate/history.h"
#include "world/scene_world.h"

namespace condyle::python {

/// Named columns over time, such as the rows of history.csv.
struct Table {
  std::vector<std::string> names;  ///< of a run's columns: with their units
  std::vector<double> times;       ///< [s]
  std::vector<double> values;      ///< times x names

  void add(double time, const std::vector<Figure>& figures);
};

/// A row of events.csv.
struct Event {
  std::string contact, kind;
  double time = 0, normal_speed = 0, slip_speed = 0;
  Eigen::Vector3d point, normal;
  Encounter encounter;
};

Event event_of(const SceneWorld& world, const WorldEvent& event);

}  // namespace condyle::python
