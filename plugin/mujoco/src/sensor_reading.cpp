#include "plugin/mujoco/src/sensor_reading.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "condyle/error.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/contact/contact_evaluator.h"
#include "plugin/mujoco/src/mujoco_version.h"
#include "plugin/mujoco/src/plugin_instances.h"
#include "plugin/mujoco/src/step_bodies.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

int require_found(const mjModel& model, mjtObj kind, const char* word, const std::string& name,
                  const std::string& what) {
  const int id = mj_name2id(&model, kind, name.c_str());
  if (id < 0)
    throw InputError(fmt::format("{}: the model has no {} '{}'; give {}= a name of the model's",
                                 what, word, name, word));
  return id;
}

/// The sensor of the model that shows the values, whose kind, dimension and stage are checked.
int model_sensor(const mjModel& model, const std::string& name, const Sensor& sensor,
                 const std::string& what) {
  const int id = mj_name2id(&model, mjOBJ_SENSOR, name.c_str());
  if (id < 0) return -1;
  const bool is_of_user = model.sensor_type[id] == mjSENS_USER;
  if (!is_of_user && !is_sensor_plugin(model, instance_of_sensor(model, id)))
    throw InputError(
        fmt::format("{}: the model's sensor '{}' measures something else; give <user name=\"..\"> "
                    "or another name",
                    what, name));
  const int dimension = dimension_of(sensor);
  if (is_of_user && model.sensor_needstage[id] != mjSTAGE_ACC)
    throw InputError(fmt::format(
        "{}: contact is known after accelerations only; give <user name=\"{}\"> needstage=\"acc\"",
        what, name));
  if (model.sensor_dim[id] != dimension)
    throw InputError(fmt::format(
        "{}: the model's sensor '{}' has {} numbers, but this one gives {}; set its dim=\"{}\"",
        what, name, model.sensor_dim[id], dimension, dimension));
  return id;
}

TaxelGrid grid_on(const mjModel& model, int site, const Sensor& sensor,
                  const SessionCollider& collider, const std::string& what) {
  if (site < 0)
    throw InputError(what + ": taxels need site=, a box over whose x-y face their cells lie");
  if (model.site_bodyid[site] != collider.body || model.site_type[site] != mjGEOM_BOX)
    throw InputError(fmt::format(
        "{}: the site '{}' of taxels must be a box (type=\"box\") on the body of geom '{}'", what,
        sensor.site, sensor.geom));
  const mjtNum* const half = model.site_size + 3 * site;
  const Pose X_BG =
      pose_in_body(model, collider.body, model.site_pos + 3 * site, model.site_quat + 4 * site);
  try {
    return TaxelGrid(*collider.surface, inverse_of(collider.X_BS) * X_BG,
                     {2 * half[0], 2 * half[1]}, sensor.rows, sensor.columns);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", what, error.what()));
  }
}

/// Frame in which vectors are given, and the point that moments are about.
Pose frame_of(const mjData& data, const SensorReading& reading) {
  using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  Pose X_WF = Pose::Identity();
  const int site = reading.site;
  X_WF.translation() = Eigen::Map<const Vector3d>(site < 0 ? data.geom_xpos + 3 * reading.geom
                                                           : data.site_xpos + 3 * site);
  if (site >= 0) X_WF.linear() = Eigen::Map<const RowMatrix3>(data.site_xmat + 9 * site);
  return X_WF;
}

bool casts(const SensorReading& reading, const SessionPair& pair) {
  return pair.casting == reading.collider;
}

void add_to_values(const Vector3d& v, std::vector<double>& values) {
  Eigen::Map<Vector3d>(values.data()) += v;
}

/// The centre of pressure, as a point of the sensor's body where that is at the start of the step.
Vector3d centre_of(const PairFelt& felt, bool casts) {
  const SessionPair& pair = felt.pair;
  const Vector3d& p_C = pair.pair.result().total.center_of_pressure;
  if (casts) return felt.X_WB * (pair.casting_side.X_BS * p_C);
  const Pose X_TC = inverse_of(pair.linearised.found().X_CT);
  return felt.X_WB * (pair.target_side.X_BS * (X_TC * p_C));
}

/// What MuJoCo does with the numbers of its own sensors.
double cut_off(const mjModel& model, int sensor, double value) {
  const double most = model.sensor_cutoff[sensor];
  if (most <= 0) return value;
  if (model.sensor_datatype[sensor] == mjDATATYPE_REAL) return std::clamp(value, -most, most);
  return model.sensor_datatype[sensor] == mjDATATYPE_POSITIVE ? std::min(value, most) : value;
}

}  // namespace

SensorReading prepare_reading(const mjModel& model, const std::string& what,
                              const std::string& name, const Sensor& sensor,
                              const SessionCollider& collider) {
  SensorReading reading{.name = name, .sensor = sensor, .collider = collider.id};
  reading.geom = require_found(model, mjOBJ_GEOM, "geom", sensor.geom, what);
  if (!sensor.site.empty())
    reading.site = require_found(model, mjOBJ_SITE, "site", sensor.site, what);
  if (sensor.measures == Measure::taxels)
    reading.grid = grid_on(model, reading.site, sensor, collider, what);
  else if (sensor.rows != 0 || sensor.columns != 0)
    throw InputError(what + ": rows and columns are of measures=taxels");
  reading.in_model = model_sensor(model, name, sensor, what);
  reading.values.assign(static_cast<std::size_t>(dimension_of(sensor)), 0.0);
  return reading;
}

bool feels(const SensorReading& reading, const SessionPair& pair) {
  if (casts(reading, pair)) return reading.against.value < 0 || pair.target == reading.against;
  return pair.target == reading.collider &&
         (reading.against.value < 0 || pair.casting == reading.against);
}

bool needs_result(const SensorReading& reading) {
  return reading.sensor.measures != Measure::force && reading.sensor.measures != Measure::moment;
}

void begin_reading(SensorReading& reading) {
  std::ranges::fill(reading.values, 0.0);
  reading.weight = 0;
  if (reading.grid) reading.grid->clear();
}

void add_pair(const mjData& data, const PairFelt& felt, SensorReading& reading) {
  const bool is_casting = casts(reading, felt.pair);
  const double sign = is_casting ? 1 : -1;
  const Pose X_WF = frame_of(data, reading);
  const ContactStatistics& total = felt.pair.pair.result().total;
  const double share = felt.pair.pair.share();
  switch (reading.sensor.measures) {
    case Measure::force:
      return add_to_values(sign * (X_WF.linear().transpose() * felt.applied.force), reading.values);
    case Measure::moment: {
      const Vector3d about =
          felt.applied.moment + (felt.p_WC - X_WF.translation()).cross(felt.applied.force);
      return add_to_values(sign * (X_WF.linear().transpose() * about), reading.values);
    }
    case Measure::peak_pressure:
      reading.values[0] = std::max(reading.values[0], total.max_pressure);
      return;
    case Measure::area:
      reading.values[0] += share * total.contact_area;
      return;
    case Measure::centre: {
      const double weight = total.mean_pressure * total.contact_area;
      if (weight <= 0) return;
      reading.weight += weight;
      return add_to_values(weight * centre_of(felt, is_casting), reading.values);
    }
    case Measure::taxels:
      const ContactPair& pair = felt.pair.pair;
      reading.grid->add((is_casting ? pair.casting_map() : pair.target_map()).pressure, share);
      return;
  }
}

void end_reading(const mjModel& model, mjData& data, SensorReading& reading) {
  if (reading.grid) std::ranges::copy(reading.grid->pressures(), reading.values.begin());
  if (reading.weight > 0) {
    Eigen::Map<Vector3d> centre(reading.values.data());
    centre /= reading.weight;
    if (reading.site >= 0) centre = inverse_of(frame_of(data, reading)) * Vector3d(centre);
  }
  if (reading.in_model < 0 || (model.opt.disableflags & mjDSBL_SENSOR) != 0) return;
  mjtNum* const shown = data.sensordata + model.sensor_adr[reading.in_model];
  std::ranges::transform(reading.values, shown,
                         [&](double value) { return cut_off(model, reading.in_model, value); });
}

}  // namespace condyle::mujoco
