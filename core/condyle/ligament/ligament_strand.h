#pragma once

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
/// e in [0, 0.01]. No upper limit: the strand never fails.
LigamentForce evaluate(const LigamentStrand& strand, double length, double lengthening_speed);

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

/// Length at which the linear region begins [m]: L0 (1 + e_t).
double transition_length(const LigamentStrand& strand);

/// Throws InputError naming `what` and the value that is out of its range.
void require_valid(const LigamentStrand& strand, const std::string& what);

}  // namespace condyle
