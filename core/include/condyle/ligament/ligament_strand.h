#pragma once

#include <limits>
#include <string>

namespace condyle::ligament {

/// Material of one ligament strand (Blankevoort & Huiskes 1991, as parameterised by OpenSim's
/// Blankevoort1991Ligament). Strain e = L / L0 - 1.
struct Strand {
  std::string name;
  double linear_stiffness = 0;         ///< k, force per unit strain in the linear region [N], >= 0
  double slack_length = 0;             ///< L0 [m], > 0
  double transition_strain = 0.06;     ///< e_t, at which the toe region ends, >= 0
  double damping_coefficient = 0.003;  ///< c, force per strain rate [N s], >= 0

  /// Strain at which the strand begins to tear, at least e_t and above 0. If infinite, the strand
  /// never fails, as in Blankevoort's law, and the softening strain is ignored.
  double failure_strain = std::numeric_limits<double>::infinity();
  double softening_strain = 0.02;  ///< further strain at which the strand is fully torn, > 0

  /// False: an engine's step computes and reports the force, and bodies do not feel it.
  bool applies_force = true;

  bool operator==(const Strand&) const = default;
};

/// State of a strand: the torn share, from 0 to 1. It never heals; set it to 0 for a new strand, to
/// 1 for a cut one.
struct StrandDamage {
  double torn = 0;
};

/// Result of the law at one length and speed.
struct StrandForce {
  double strain = 0;            ///< L / L0 - 1 [1]
  double strain_rate = 0;       ///< [1/s]
  double spring_force = 0;      ///< [N]
  double damping_force = 0;     ///< [N]
  double total_force = 0;       ///< tension [N], >= 0
  double potential_energy = 0;  ///< [J]
  double stiffness = 0;         ///< d(total_force)/d(length) [N/m]
  double damping = 0;           ///< d(total_force)/d(lengthening speed) [N s/m]
};

/// Force of a valid strand at length L [m] that lengthens at L' [m/s].
/// Spring: 0 for e <= 0; k e^2 / (2 e_t) below e_t; k (e - e_t / 2) above.
/// Damping: c e' S(e) while e > 0 and e' > 0, else 0; S is the quintic smooth step from 0 to 1 over
/// e in [0, 0.01].
/// Failure: with a failure strain e_f, forces and energy are multiplied by the untorn share, 1
/// minus a quintic smooth step over e in [e_f, e_f + softening strain]. Force and slope are
/// continuous, the stiffness is negative while the strand tears, and the energy is the part that
/// unloading returns. This overload has no memory: a strand whose strain falls below e_f is whole
/// again.
StrandForce evaluate(const Strand& strand, double length, double lengthening_speed);

/// Force of a strand that may have torn before: the larger of the stored damage and the damage at
/// this strain applies and is stored. Without a failure strain the damage stays as the caller set
/// it.
StrandForce evaluate(const Strand& strand, double length, double lengthening_speed,
                     StrandDamage& damage);

/// Strain at which the spring force equals `force` (>= 0) [N]: the inverse of the law before
/// failure; 0 for no force. Throws InputError naming the strand.
double strain_at_spring_force(const Strand& strand, double force);

/// Slack length [m] that gives the strand `strain` (> -1) at `length` (> 0) [m]: L0 = L / (1 + e).
/// The strand's own slack length is ignored. Throws InputError naming the strand.
double slack_length_from_reference_strain(const Strand& strand, double length, double strain);

/// Slack length [m] that gives the strand the spring force `force` (>= 0) [N] at `length` (> 0)
/// [m]; zero force means that `length` is the slack length. The strand's own slack length is
/// ignored. Throws InputError naming the strand.
double slack_length_from_reference_force(const Strand& strand, double length, double force);

/// Converts between force per unit strain k [N] and force per length k / L0 [N/m] in the linear
/// region. Also converts damping, between [N s] and [N s/m].
double force_per_length(double force_per_strain, double slack_length);
double force_per_strain(double force_per_length, double slack_length);

/// Slack length [m] of the strand after its bones were scaled, where its path in the same pose
/// changed from `length_before` to `length_after` (> 0) [m]: it keeps the strain in that pose.
/// Stiffness per strain, transition strain and damping per strain rate do not change. Throws
/// InputError naming the strand.
double scaled_slack_length(const Strand& strand, double length_before, double length_after);

/// Length at which the linear region begins [m]: L0 (1 + e_t).
double transition_length(const Strand& strand);

/// Throws InputError naming `what` and the value that is out of range.
void require_valid(const Strand& strand, const std::string& what);

/// How the search for a strand's route along its path ended (TracedPath).
enum class PathStatus {
  complete,
  end_inside,  ///< a point is inside an obstacle, or no route leads around a mesh: straight through
  not_converged,  ///< the path is the best one found; `residual` is its error
};

}  // namespace condyle::ligament
