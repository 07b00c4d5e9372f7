#include <fmt/core.h>

#include <algorithm>

#include "condyle/error.h"
#include "core/src/solver/pair_result.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {

void MujocoSession::add_sensor(const std::string& what, const std::string& name,
                               const Sensor& sensor) {
  if (std::ranges::count(sensors_, name, &SensorReading::name) > 0)
    throw InputError(fmt::format("{}: there is a sensor of this name already", what));
  const SessionCollider& measured = colliders.at(collider_of(sensor.geom, what).value);
  SensorReading reading = prepare_reading(model, what, name, sensor, measured);
  if (sensor.against == sensor.geom)
    throw InputError(fmt::format(
        "{}: '{}' does not touch itself; name another geom in against=", what, sensor.geom));
  if (!sensor.against.empty()) reading.against = collider_of(sensor.against, what);
  sensors_.push_back(std::move(reading));
}

void MujocoSession::remove_sensor(const std::string& name) {
  std::erase_if(sensors_, [&](const SensorReading& reading) { return reading.name == name; });
}

const SensorReading& MujocoSession::reading(const std::string& sensor) const {
  const auto found = std::ranges::find(sensors_, sensor, &SensorReading::name);
  if (found == sensors_.end())
    throw InputError(fmt::format(
        "There is no sensor '{}'; add it with Plugin::add_sensor() or a text condyle.sensor.{}",
        sensor, sensor));
  return *found;
}

/// MuJoCo asks for sensors in mj_step(), mj_forward() and their kind, if its model has any; step()
/// reads them once, after its last pass.
void MujocoSession::fill_sensors() {
  if (is_stepping_ || sensors_.empty()) return;
  try {
    evaluate_at_end(true);
    read_sensors();
  } catch (...) {
    fail();
  }
  stop_if_failed();
}

/// All are filled in where MuJoCo asks for the first.
void MujocoSession::fill_sensor_of(int instance) {
  for (SensorReading& sensor : sensors_) {
    if (sensor.in_model < 0 || instance_of_sensor(model, sensor.in_model) != instance) continue;
    if (!sensor.is_fresh) fill_sensors();
    sensor.is_fresh = false;
  }
}

/// Reads them from the last evaluation of all triangles.
void MujocoSession::read_sensors() {
  are_sensors_read_ = true;
  for (SensorReading& sensor : sensors_) begin_reading(sensor);
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    const PairInStep& in_step = in_step_[i];
    SessionPair& pair = *in_step.pair;
    const Eigen::Vector3d p_WC = bodies_.start_pose(pair.casting_collider.body).translation();
    bool has_result = false;
    for (SensorReading& sensor : sensors_) {
      if (!feels(sensor, pair)) continue;
      if (needs_result(sensor) && !has_result) {
        if (is_stepping_)
          result_of(pair);
        else
          make_result(pair);
        has_result = true;
      }
      const int body = colliders.at(sensor.collider.value).body;
      add_pair(data, {pair, in_step.applied, p_WC, bodies_.start_pose(body)}, sensor);
    }
  }
  for (SensorReading& sensor : sensors_) {
    end_reading(model, data, sensor);
    sensor.is_fresh = true;
  }
}

}  // namespace condyle::mujoco
