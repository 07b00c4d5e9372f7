#pragma once

#include <mujoco/mujoco.h>

#include "plugin/mujoco/src/model_margins.h"

namespace condyle::mujoco {

/// What MuJoCo calls in a step of an mjData.
class StepHooks {
 public:
  virtual ~StepHooks() = default;
  /// Two geoms may touch. Returns whether they are the plugin's; if not, MuJoCo's own contact acts.
  virtual bool collide(int first, int second) = 0;
  /// Whether a geom is the plugin's.
  virtual bool has(int geom) const = 0;
  /// Whether a tendon lends its row to a strand of the plugin's.
  virtual bool is_lent(int tendon) const = 0;
  /// Positions and rows of constraint are known, and velocities.
  virtual void set_rows() = 0;
  /// Accelerations and forces of rows are known: sensors may be filled in.
  virtual void fill_sensors() = 0;
  /// Throws SimulationError if MuJoCo has not called set_rows(), though velocities are known.
  virtual void require_rows_set() const = 0;
  /// As fill_sensors(), where MuJoCo asks for the sensor of one instance of a plugin.
  virtual void fill_sensor_of(int instance) = 0;
  /// Another mjData of the model has been installed.
  virtual void begin_sharing() = 0;
  /// The model may be gone: nothing is put back in it.
  virtual void leave_model() = 0;
};

/// Lets MuJoCo call `hooks` for this data of a model, until the data is removed. The first call
/// puts the plugin's functions in MuJoCo's global tables, the last removal puts back what was
/// there. Functions that others have put there in the meantime stay, and are expected to call the
/// plugin's, which they found. Returns the margins of the model, which last until then.
ModelMargins& install(mjModel& model, const mjData& data, StepHooks& hooks);
void remove(const mjData& data);

/// Whether several mjData of this model are installed.
bool is_shared(const mjModel& model);

/// Whether a tendon of the model lends its row to a strand of other data than this.
bool is_lent_to_others(const mjModel& model, const mjData& data, int tendon);

/// The hooks of this data; null: none.
StepHooks* hooks_of(const mjData& data);

}  // namespace condyle::mujoco
