#pragma once

#include <limits>
#include <string>

namespace condyle {

/// Material of one ligament strand (Blankevoort & Huiskes 1991, as parameterised by OpenSim's
/// Blankevoort1991Ligament). Strain e = L / L0 - 1.
struct LigamentStrand {
  std::string name;
  double linear_stiffness = 0;         ///< k, force per unit strain in the linear region [N], >= 0
  double slack_length = 0;             ///< L0 [m], > 0
  double transition_strain = 0.06;     ///< e_t where the toe region ends, >= 0
  double damping_coefficient = 0.003;  ///< c, force per strain rate [N s], >= 0

  /// Strain at which the strand begins to tear, at least e_t and above 0. Infinite: it never fails,
  /// as in Blankevoort's law, and the softening strain is not read.
  double failure_strain = std::numeric_limits<double>::infinity();
  double softening_strain = 0.02;  ///< further strain until nothing of it is left, > 0

  bool operator==(const LigamentStrand&) const = default;
};

/// What a strand keeps of its past: the share of it that is torn, from 0 to 1. It never heals; set
/// it to 0 for a new strand, to 1 for one that is cut.
struct StrandDamage {
  double torn = 0;
};

/// All that the law says at one length and speed.
struct LigamentForce {
  double strain = 0;
  double strain_rate = 0;       ///< [1/s]
  double spring_force = 0;      ///< [N]
  double damping_force = 0;     ///< [N]
  double total_force = 0;       ///< tension [N], >= 0
  double potential_energy = 0;  ///< [J]
  double stiffness = 0;         ///< d(total_force)/d(length) [N/m]
  double damping = 0;           ///< d(total_force)/d(lengthening speed) [N s/m]
};

/// Force of a valid strand at length L [m], lengthening at L' [m/s].
/// Spring: 0 for e <= 0; k e^2 / (2 e_t) below e_t; k (e - e_t / 2) above.
/// Damping: c e' S(e) while e > 0 and e' > 0, else 0; S is the quintic smooth step from 0 to 1 over
/// e in [0, 0.01]. With a failure strain e_f, everything above is multiplied by what is not torn,
/// 1 - S((e - e_f) / softening strain): force and slope are continuous, the stiffness is negative
/// while it tears, and the energy is what unloading gives back. This one has no past: strain that
/// goes back makes it whole.
LigamentForce evaluate(const LigamentStrand& strand, double length, double lengthening_speed);

/// The same for a strand that was torn before: the larger of the damage kept and that of this
/// strain counts, and is kept. Without a failure strain it is whatever the caller set.
LigamentForce evaluate(const LigamentStrand& strand, double length, double lengthening_speed,
                       StrandDamage& damage);

/// Strain at which the spring has the force (>= 0) [N]: the inverse of the law in front of any
/// failure; 0 for no force. Throws InputError naming the strand.
double strain_at_spring_force(const LigamentStrand& strand, double force);

/// Slack length [m] that gives the strand `strain` (> -1) at `length` (> 0) [m]: L0 = L / (1 + e).
/// The strand's own slack length is not read. Throws InputError naming the strand.
double slack_length_from_reference_strain(const LigamentStrand& strand, double length,
                                          double strain);

/// Slack length [m] that gives the strand the spring force `force` (>= 0) [N] at `length` (> 0)
/// [m]; zero force means length is the slack length. The strand's own slack length is not read.
/// Throws InputError naming the strand.
double slack_length_from_reference_force(const LigamentStrand& strand, double length, double force);

/// Between force per unit strain [N] and force per length [N/m] in the linear region: k / L0. The
/// same holds for damping, [N s] and [N s/m].
double force_per_length(double force_per_strain, double slack_length);
double force_per_strain(double force_per_length, double slack_length);

/// Slack length [m] of the strand after its bones were scaled so that its path, in the same pose,
/// became `length_after` instead of `length_before` (> 0) [m]: its strain there stays. Stiffness
/// per strain, transition strain and damping per strain rate stay as they are. Throws InputError
/// naming the strand.
double scaled_slack_length(const LigamentStrand& strand, double length_before, double length_after);

/// Length at which the linear region begins [m]: L0 (1 + e_t).
double transition_length(const LigamentStrand& strand);

/// Throws InputError naming `what` and the value that is out of its range.
void require_valid(const LigamentStrand& strand, const std::string& what);

}  // namespace condyle
