#pragma once

namespace condyle::bullet {

/// Where energy came from and went [J]: of all rigid bodies of the world that forces move, and of
/// Condyle's pairs and strands; over one substep of the engine's, or since the start. Always
///
///     start + added() = stored() + dissipated() + numbers
///
/// for `numbers` is what is left. Not followed: what soft bodies hold in themselves.
struct EnergyLedger {
  // At the end:
  double kinetic = 0;    ///< of the bodies
  double elastic = 0;    ///< in the layers by the law; with stiction in the bristles too
  double ligaments = 0;  ///< in the strands
  double start = 0;      ///< the three of them at the start

  // Added; negative where it was taken:
  double external = 0;   ///< by gravity and the user's forces: force times way
  double by_joints = 0;  ///< by Bullet's joints: motors, and what they hold on to that is moved
  double by_moved = 0;   ///< through pairs and strands by kinematic bodies and moved vertices;
                         ///< and by soft bodies, damping and friction of their contacts included
  double by_user = 0;    ///< of sums alone: set between steps, as velocities, settings, bodies

  // Dissipated:
  double damping = 0;           ///< by the normal law's damping; of a law of the user's all that
                                ///< its pressure takes and its energy does not say
  double friction = 0;          ///< of pairs
  double ligament_damping = 0;  ///< of strands, and what tearing takes
  double drag = 0;              ///< by Bullet's damping of bodies
  double engine_contacts = 0;   ///< by Bullet's own contacts

  /// Dissipated by the steps themselves: backward Euler takes half of mass times the square of each
  /// change of velocity that a force makes in a (sub-)step, and of stiffness times that of depth.
  /// Negative: brought.
  double numbers = 0;

  double stored() const { return kinetic + elastic + ligaments; }
  double added() const { return external + by_joints + by_moved + by_user; }
  double dissipated() const {
    return damping + friction + ligament_damping + drag + engine_contacts;
  }
};

/// Adds a step; the first one where `is_first`.
void add(const EnergyLedger& step, bool is_first, EnergyLedger& sum);

}  // namespace condyle::bullet
