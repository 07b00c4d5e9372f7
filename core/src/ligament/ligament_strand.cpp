#include "condyle/ligament/ligament_strand.h"

#include <fmt/core.h>

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "condyle/error.h"

namespace condyle::ligament {
namespace {

constexpr double k_per_full_damping_strain = 1 / 0.01;

void require(bool holds, const std::string& what, const char* name, double value,
             const char* range) {
  if (!holds || !std::isfinite(value)) {
    throw InputError(fmt::format("{}: {} = {} is out of range; give a finite value {}", what, name,
                                 value, range));
  }
}

/// The quantities that the law needs, from strain e and strain rate, computed without branches:
/// strands that swing between slack and taut would defeat branch prediction.
struct Stretch {
  double strain;  ///< e, or 0 when slack
  double rate;    ///< e', or 0 while it shortens
  double in_toe;  ///< the part of e up to the transition strain
  double ramp;    ///< e relative to the strain of full damping, at most 1
};

using Double2 = Eigen::Array2d;

// As arrays, for which the processor has min and max instructions; with scalars the compiler emits
// branches.
double smaller(double a, double b) {
  const Double2 both = Double2::Constant(a).min(Double2::Constant(b));
  return both[0];
}
double positive(double a) {
  const Double2 both = Double2::Constant(a).max(Double2::Zero());
  return both[0];
}

/// `value`, or 0 if the condition does not hold.
double where(bool condition, double value) {
  const auto mask = -static_cast<std::uint64_t>(condition);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
}

Stretch stretch_of(double e, double rate, double transition_strain) {
  const double strain = positive(e);
  return {strain, positive(rate), smaller(strain, transition_strain),
          smaller(k_per_full_damping_strain * strain, 1)};
}

struct Spring {
  double force = 0;              ///< [N]
  double force_slope = 0;        ///< d force / d strain [N]
  double energy_per_length = 0;  ///< integral of force over strain [N]
};

/// Quadratic toe, followed by a line of slope k that joins it with equal slope at e_t.
Spring spring(const Strand& strand, const Stretch& e) {
  constexpr double k_sixth = 1.0 / 6;
  const double k = strand.linear_stiffness, e_t = strand.transition_strain;
  const double t = e.in_toe, beyond = e.strain - t;
  // Share of the toe used up; 1 if there is no toe and the strand is taut.
  const double share = e_t > 0 ? t / e_t : where(e.strain > 0, 1);
  return {k * (0.5 * t * share + beyond), k * share,
          k * (k_sixth * t * t * share + 0.5 * e.strain * beyond)};
}

struct Damper {
  double force = 0;        ///< [N]
  double force_slope = 0;  ///< d force / d strain [N]
  double rate_slope = 0;   ///< d force / d strain rate [N s]
};

/// The quintic step x^3 (10 - 15 x + 6 x^2) from 0 to 1, with zero slope and curvature at both
/// ends.
double smooth_step(double x) { return x * x * x * (10 + x * (6 * x - 15)); }
double smooth_step_slope(double x) {
  const double rest = x * (1 - x);
  return 30 * rest * rest;
}

Damper damper(const Strand& strand, const Stretch& e) {
  const double share = smooth_step(e.ramp);
  const double share_slope = smooth_step_slope(e.ramp) * k_per_full_damping_strain;
  const double c = strand.damping_coefficient, viscous = c * e.rate;
  return {viscous * share, viscous * share_slope, where(e.rate > 0, c * share)};
}

/// The torn share at a strain, and its derivative by strain.
struct Tear {
  double torn = 0;
  double slope = 0;
};

Tear tear(const Strand& strand, double strain) {
  if (!(strain > strand.failure_strain)) return {};
  const double x = smaller((strain - strand.failure_strain) / strand.softening_strain, 1);
  return {smooth_step(x), smooth_step_slope(x) / strand.softening_strain};
}

void weaken(StrandForce& force, const Tear& tear, double slack_length) {
  const double whole = 1 - tear.torn, lost = force.total_force * tear.slope / slack_length;
  force.spring_force *= whole;
  force.damping_force *= whole;
  force.total_force *= whole;
  force.potential_energy *= whole;
  force.stiffness = force.stiffness * whole - lost;
  force.damping *= whole;
}

StrandForce evaluate_whole(const Strand& strand, double length, double lengthening_speed) {
  const double per_slack = 1 / strand.slack_length;
  StrandForce result;
  result.strain = (length - strand.slack_length) * per_slack;
  result.strain_rate = lengthening_speed * per_slack;
  const Stretch stretch = stretch_of(result.strain, result.strain_rate, strand.transition_strain);
  const Spring elastic = spring(strand, stretch);
  const Damper viscous = damper(strand, stretch);
  result.spring_force = elastic.force;
  result.damping_force = viscous.force;
  result.total_force = elastic.force + viscous.force;
  result.potential_energy = elastic.energy_per_length * strand.slack_length;
  result.stiffness = (elastic.force_slope + viscous.force_slope) * per_slack;
  result.damping = viscous.rate_slope * per_slack;
  return result;
}

}  // namespace

StrandForce evaluate(const Strand& strand, double length, double lengthening_speed) {
  StrandForce result = evaluate_whole(strand, length, lengthening_speed);
  if (result.strain > strand.failure_strain) {
    weaken(result, tear(strand, result.strain), strand.slack_length);
  }
  return result;
}

StrandForce evaluate(const Strand& strand, double length, double lengthening_speed,
                     StrandDamage& damage) {
  StrandForce result = evaluate_whole(strand, length, lengthening_speed);
  const Tear now = tear(strand, result.strain);
  const bool tears = now.torn >= damage.torn;
  damage.torn = tears ? now.torn : damage.torn;
  weaken(result, {damage.torn, tears ? now.slope : 0}, strand.slack_length);
  return result;
}

double slack_length_from_reference_strain(const Strand& strand, double length, double strain) {
  require(length > 0, strand.name, "reference length", length, "above 0 in metres");
  require(strain > -1, strand.name, "reference strain", strain, "above -1");
  return length / (1 + strain);
}

double strain_at_spring_force(const Strand& strand, double force) {
  const double k = strand.linear_stiffness, e_t = strand.transition_strain;
  require(force >= 0, strand.name, "reference force", force,
          "of at least 0 in newton (a strand cannot push)");
  if (force == 0) return 0;
  require(k > 0, strand.name, "linear stiffness", k, "above 0 to carry a reference force");
  const bool in_toe = force < k * e_t / 2;
  return in_toe ? std::sqrt(2 * e_t * force / k) : force / k + e_t / 2;
}

double slack_length_from_reference_force(const Strand& strand, double length, double force) {
  return slack_length_from_reference_strain(strand, length, strain_at_spring_force(strand, force));
}

double force_per_length(double force_per_strain, double slack_length) {
  return force_per_strain / slack_length;
}

double force_per_strain(double force_per_length, double slack_length) {
  return force_per_length * slack_length;
}

double scaled_slack_length(const Strand& strand, double length_before, double length_after) {
  require(length_before > 0, strand.name, "length before scaling", length_before,
          "above 0 in metres");
  require(length_after > 0, strand.name, "length after scaling", length_after, "above 0 in metres");
  return strand.slack_length * (length_after / length_before);
}

double transition_length(const Strand& strand) {
  return strand.slack_length * (1 + strand.transition_strain);
}

void require_valid(const Strand& strand, const std::string& what) {
  require(strand.linear_stiffness >= 0, what, "linear stiffness", strand.linear_stiffness,
          "of at least 0 in newton per unit strain");
  require(strand.slack_length > 0, what, "slack length", strand.slack_length, "above 0 in metres");
  require(strand.transition_strain >= 0, what, "transition strain", strand.transition_strain,
          "of at least 0");
  require(strand.damping_coefficient >= 0, what, "damping coefficient", strand.damping_coefficient,
          "of at least 0 in newton seconds per unit strain");
  if (strand.failure_strain == std::numeric_limits<double>::infinity()) return;
  require(strand.failure_strain > 0 && strand.failure_strain >= strand.transition_strain, what,
          "failure strain", strand.failure_strain, "above 0, not below the transition strain");
  require(strand.softening_strain > 0, what, "softening strain", strand.softening_strain,
          "above 0");
}

}  // namespace condyle::ligament
