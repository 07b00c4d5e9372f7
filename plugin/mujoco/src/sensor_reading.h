#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "condyle/mujoco/sensor.h"
#include "condyle/world/taxel_grid.h"
#include "core/world/src/session_pair.h"

namespace condyle::mujoco {

/// A sensor of a session, and what it has read.
struct SensorReading {
  std::string name;
  Sensor sensor;
  ColliderId collider, against;  ///< against -1: all
  int geom = -1, site = -1;      ///< site -1: none
  int in_model = -1;             ///< MuJoCo's sensor that shows the values; -1: none
  std::optional<TaxelGrid> grid;
  std::vector<double> values;
  bool is_fresh = false;  ///< filled in since MuJoCo asked for it
  double weight = 0;      ///< sum of pressure times area, for the centre [N]
};

/// What a sensor feels of a pair.
struct PairFelt {
  SessionPair& pair;
  Wrench applied;                ///< by MuJoCo's rows on the casting body, world frame, about p_WC
  Eigen::Vector3d p_WC;          ///< the casting body's centre of mass
  Pose X_WB = Pose::Identity();  ///< of the sensor's body (its centre of mass), at the step's start
};

/// Finds geom, site and MuJoCo's sensor of this name, and makes the grid on the collider's surface.
/// `collider`: that of the sensor's geom. Throws InputError that names `what`.
SensorReading prepare_reading(const mjModel& model, const std::string& what,
                              const std::string& name, const Sensor& sensor,
                              const SessionCollider& collider);

/// Whether it feels the pair.
bool feels(const SensorReading& reading, const SessionPair& pair);
/// Whether it needs the pair's result, and not the force alone.
bool needs_result(const SensorReading& reading);

/// Begins, adds a pair, and ends with the values in MuJoCo's data too.
void begin_reading(SensorReading& reading);
void add_pair(const mjData& data, const PairFelt& felt, SensorReading& reading);
void end_reading(const mjModel& model, mjData& data, SensorReading& reading);

}  // namespace condyle::mujoco
