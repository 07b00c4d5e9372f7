#include "core/src/solver/available_energy.h"

#include <algorithm>

namespace condyle {
namespace {

struct BodyMotion {
  Eigen::Vector3d velocity;  ///< of the centre of mass [m/s]
  double inverse_mass = 0;   ///< [1/kg]
  double turning = 0;        ///< kinetic energy of turning [J]; 0 for a body whose motion is given
};

BodyMotion motion_of(const Group& group, const GroupEnd& end, bool is_free) {
  if (end.body < 0) return {group.given[end.given].velocity.linear};
  const GroupBody& body = group.bodies[end.body];
  const Vector6& u = is_free ? body.free_velocity : body.velocity;
  const double turning = 0.5 * (body.mass_root_inverse * u).head<3>().squaredNorm();
  return {u.tail<3>(), body.inverse_mass, turning};
}

}  // namespace

double kinetic_energy(const Group& group, const GroupPair& pair, bool is_free) {
  const BodyMotion a = motion_of(group, pair.casting, is_free);
  const BodyMotion b = motion_of(group, pair.target, is_free);
  const double inverse_mass = a.inverse_mass + b.inverse_mass;
  if (inverse_mass == 0) return a.turning + b.turning;
  return a.turning + b.turning + 0.5 * (a.velocity - b.velocity).squaredNorm() / inverse_mass;
}

double available_energy(const Island& island, std::size_t p) {
  constexpr double k_negligible = 1e-4;  // fraction of the energy with which the bodies arrive
  const double negligible =
      k_negligible * kinetic_energy(island.group, island.group.pairs[p], true);
  return std::max(0.0, island.pairs[p]->account_now.reserve + negligible);
}

void hold_back_as_before(Island& island, std::size_t p) {
  LinearisedContact& linearised = island.pairs[p]->linearised;
  const double sure = linearised.part_that_gives(available_energy(island, p));
  const double part = island.pairs[p]->account_now.held_back * sure;
  if (part < 1) linearised.press_by(part);
}

}  // namespace condyle
