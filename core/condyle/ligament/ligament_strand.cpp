#include "condyle/ligament/ligament_strand.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"

namespace condyle {
namespace {

void require(bool holds, const std::string& what, const char* name, double value,
             const char* range) {
  if (!holds || !std::isfinite(value)) {
    throw InputError(fmt::format("{}: {} = {} is out of range; give a finite value {}", what, name,
                                 value, range));
  }
}

struct Spring {
  double force = 0;              ///< [N]
  double force_slope = 0;        ///< d force / d strain [N]
  double energy_per_length = 0;  ///< integral of force over strain [N]
};

/// Quadratic toe, then a line of slope k that meets it with equal slope at e_t.
Spring spring(const LigamentStrand& strand, double e) {
  const double k = strand.linear_stiffness, e_t = strand.transition_strain;
  if (e <= 0) return {};
  if (e < e_t) return {k * e * e / (2 * e_t), k * e / e_t, k * e * e * e / (6 * e_t)};
  return {k * (e - e_t / 2), k, k * (e * (e - e_t) / 2 + e_t * e_t / 6)};
}

struct Step {
  double value = 0;
  double slope = 0;
};

/// Quintic from 0 to 1 over [0, 1] with zero slope and curvature at both ends.
Step quintic_step(double x) {
  x = std::clamp(x, 0.0, 1.0);
  const double rest = x * (1 - x);
  return {x * x * x * (10 + x * (6 * x - 15)), 30 * rest * rest};
}

}  // namespace

LigamentForce evaluate(const LigamentStrand& strand, double length, double lengthening_speed) {
  constexpr double k_full_damping_strain = 0.01;
  const double slack = strand.slack_length;
  LigamentForce result;
  result.strain = length / slack - 1;
  result.strain_rate = lengthening_speed / slack;
  const Spring elastic = spring(strand, result.strain);
  result.spring_force = elastic.force;
  result.potential_energy = elastic.energy_per_length * slack;
  result.stiffness = elastic.force_slope / slack;
  if (result.strain > 0 && result.strain_rate > 0) {
    const Step share = quintic_step(result.strain / k_full_damping_strain);
    const double viscous = strand.damping_coefficient * result.strain_rate;
    result.damping_force = viscous * share.value;
    result.damping = strand.damping_coefficient * share.value / slack;
    result.stiffness += viscous * share.slope / k_full_damping_strain / slack;
  }
  result.total_force = result.spring_force + result.damping_force;
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
