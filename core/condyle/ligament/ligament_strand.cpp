#include "condyle/ligament/ligament_strand.h"

#include <fmt/core.h>

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <cstdint>

#include "condyle/error.h"

namespace condyle {
namespace {

constexpr double k_per_full_damping_strain = 1 / 0.01;

void require(bool holds, const std::string& what, const char* name, double value,
             const char* range) {
  if (!holds || !std::isfinite(value)) {
    throw InputError(fmt::format("{}: {} = {} is out of range; give a finite value {}", what, name,
                                 value, range));
  }
}

/// What the law needs of strain e and strain rate, without a branch on either: strands that swing
/// between slack and taut would mislead any.
struct Stretch {
  double strain;  ///< e, or 0 when slack
  double rate;    ///< e', or 0 while it shortens
  double in_toe;  ///< the part of e up to the transition strain
  double ramp;    ///< e over the strain at which damping is full, up to 1
};

using Double2 = Eigen::Array2d;

// In lanes, which have instructions for these; of scalars the compiler makes branches.
double smaller(double a, double b) {
  const Double2 both = Double2::Constant(a).min(Double2::Constant(b));
  return both[0];
}
double positive(double a) {
  const Double2 both = Double2::Constant(a).max(Double2::Zero());
  return both[0];
}

/// `value`, or 0 where the condition does not hold.
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

/// Quadratic toe, then a line of slope k that meets it with equal slope at e_t.
Spring spring(const LigamentStrand& strand, const Stretch& e) {
  constexpr double k_sixth = 1.0 / 6;
  const double k = strand.linear_stiffness, e_t = strand.transition_strain;
  const double t = e.in_toe, beyond = e.strain - t;
  // Of the toe's strain, which is nothing where there is no toe.
  const double share = e_t > 0 ? t / e_t : where(e.strain > 0, 1);
  return {k * (0.5 * t * share + beyond), k * share,
          k * (k_sixth * t * t * share + 0.5 * e.strain * beyond)};
}

struct Damper {
  double force = 0;        ///< [N]
  double force_slope = 0;  ///< d force / d strain [N]
  double rate_slope = 0;   ///< d force / d strain rate [N s]
};

/// Grows with the ramp x by the quintic step x^3 (10 - 15 x + 6 x^2), whose slope and curvature are
/// zero at both ends.
Damper damper(const LigamentStrand& strand, const Stretch& e) {
  const double x = e.ramp, rest = x * (1 - x);
  const double share = x * x * x * (10 + x * (6 * x - 15));
  const double share_slope = 30 * rest * rest * k_per_full_damping_strain;
  const double c = strand.damping_coefficient, viscous = c * e.rate;
  return {viscous * share, viscous * share_slope, where(e.rate > 0, c * share)};
}

}  // namespace

LigamentForce evaluate(const LigamentStrand& strand, double length, double lengthening_speed) {
  const double per_slack = 1 / strand.slack_length;
  LigamentForce result;
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

double slack_length_from_reference_strain(const LigamentStrand& strand, double length,
                                          double strain) {
  require(length > 0, strand.name, "reference length", length, "above 0 in metres");
  require(strain > -1, strand.name, "reference strain", strain, "above -1");
  return length / (1 + strain);
}

double slack_length_from_reference_force(const LigamentStrand& strand, double length,
                                         double force) {
  const double k = strand.linear_stiffness, e_t = strand.transition_strain;
  require(force >= 0, strand.name, "reference force", force,
          "of at least 0 in newton (a strand cannot push)");
  if (force == 0) return slack_length_from_reference_strain(strand, length, 0);
  require(k > 0, strand.name, "linear stiffness", k, "above 0 to carry a reference force");
  const bool in_toe = force < k * e_t / 2;
  const double strain = in_toe ? std::sqrt(2 * e_t * force / k) : force / k + e_t / 2;
  return slack_length_from_reference_strain(strand, length, strain);
}

double force_per_length(double force_per_strain, double slack_length) {
  return force_per_strain / slack_length;
}

double force_per_strain(double force_per_length, double slack_length) {
  return force_per_length * slack_length;
}

double transition_length(const LigamentStrand& strand) {
  return strand.slack_length * (1 + strand.transition_strain);
}

void require_valid(const LigamentStrand& strand, const std::string& what) {
  require(strand.linear_stiffness >= 0, what, "linear stiffness", strand.linear_stiffness,
          "of at least 0 in newton per unit strain");
  require(strand.slack_length > 0, what, "slack length", strand.slack_length, "above 0 in metres");
  require(strand.transition_strain >= 0, what, "transition strain", strand.transition_strain,
          "of at least 0");
  require(strand.damping_coefficient >= 0, what, "damping coefficient", strand.damping_coefficient,
          "of at least 0 in newton seconds per unit strain");
}

}  // namespace condyle
