#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/built_scene.h"

namespace condyle {

/// A motion, a driven hinge, a load or a robot's actuator of a scene: it follows the scene's
/// function of time, or is set by hand. Amounts are in rad or m; those of a load are multiples of
/// the scene's force, those of an actuator in its unit.
struct Drive {
  enum class Kind { motion, hinge, load, control };
  Kind kind = Kind::motion;
  int index = 0;     ///< among the scene's motions, joints, loads or controls
  std::string name;  ///< in the scene
  const char* unit = "";
  double one_unit = 1;       ///< amount of one of `unit`
  double low = 0, high = 1;  ///< what can be set by hand
  bool turns_round = false;  ///< a rotation of more than one turn: whole turns do not matter

  std::optional<double> by_hand;  ///< amount to reach; none: the scene's own
  /// What is left of the distance from where it was before the last change of `by_hand`. It falls
  /// to 0, so that no body jumps: by the whole range in a second, and slower at the end.
  double rest = 0;
  double amount = 0;  ///< now
};

/// The drives in the order of the scene: motions, driven hinges, loads, actuators.
std::vector<Drive> drives_of(const scene::Scene& scene);

/// Where the clock of a scene's own functions of time is.
struct DriveClock {
  double time = 0;         ///< of motions and loads [s]
  double hinge_time = 0;   ///< of the angles that hinges are to reach [s]
  double load_factor = 1;  ///< multiplies the scene's own loads
};

/// Sets the amounts at this time.
void read_clock(const scene::Scene& scene, const DriveClock& clock, std::span<Drive> drives);

/// Sets a drive by hand, or gives it back to the scene. It goes on from where it is.
void set_by_hand(const scene::Scene& scene, const DriveClock& clock, std::optional<double> by_hand,
                 Drive& drive);

/// Lets what is left of the last changes fall for a step of `dt` [s].
void catch_up(double dt, std::span<Drive> drives);

/// The amounts of motions, hinges and actuators.
DrivenAmounts amounts_of(const scene::Scene& scene, std::span<const Drive> drives);
/// The amount of a load, which multiplies its force and moment.
double load_amount(std::span<const Drive> drives, int load);

}  // namespace condyle
