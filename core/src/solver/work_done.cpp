#include "core/src/solver/work_done.h"

#include <algorithm>
#include <limits>

namespace condyle {
namespace {

/// Power of a force (moment about the centre of mass, force).
double power(const Vector6& force, const Twist& velocity) {
  return force.head<3>().dot(velocity.angular) + force.tail<3>().dot(velocity.linear);
}

/// Power that a force takes from a body whose motion is given.
double brought(const Group& group, const GroupEnd& end, const Vector6& force) {
  if (end.body >= 0) return 0;
  return -power(force, group.given[end.given].velocity);
}

/// Power of a force on a body of the group.
double done(const Group& group, const GroupEnd& end, const Vector6& force) {
  return end.body < 0 ? 0 : power(force, group.motion(end).velocity);
}

/// The nodes of a soft body take or bring the energy that bodies and layers gain, damping and
/// friction included.
void add_soft_pair(const Group& group, const GroupPair& pair, const LinearisedWork& work,
                   double elastic_before, double h, WorkDone& sum) {
  sum.by_moved += h * done(group, pair.casting, pair.forces.force.head<6>()) +
                  h * done(group, pair.target, pair.forces.force.tail<6>()) + work.elastic() -
                  elastic_before;
}

void add_pair(const Group& group, const GroupPair& pair, PairStep& state, double h, WorkDone& sum) {
  const LinearisedWork& work = state.work;
  const double elastic_before = std::max(0.0, state.elastic_now);
  state.elastic_now = work.elastic();
  if (work.compliant) return add_soft_pair(group, pair, work, elastic_before, h, sum);
  // A user's law at best reports its stored energy, and never its damping.
  const bool is_users = state.pair.normal_law().kind == NormalLawKind::user;
  sum.damping += is_users ? work.pressure - (work.elastic() - elastic_before) : work.damping;
  sum.friction += work.friction;
  sum.by_moved += work.by_vertices;
  sum.by_moved += h * brought(group, pair.casting, pair.forces.force.head<6>());
  sum.by_moved += h * brought(group, pair.target, pair.forces.force.tail<6>());
}

void add_strand(const Group& group, const GroupStrand& strand, StrandStep& state, double h,
                WorkDone& sum) {
  const ligament::StrandForce& force = strand.strand->result;
  sum.ligament_damping += h * force.damping_force * strand.strand->traced.lengthening_speed;
  // The energy that the strand would store at this length if it had torn no further.
  ligament::StrandDamage before = strand.strand->damage;
  if (strand.strand->damage_at_end.torn > before.torn) {
    ligament::Strand unfailing = strand.strand->strand;
    unfailing.failure_strain = std::numeric_limits<double>::infinity();
    const double whole =
        evaluate(unfailing, strand.strand->traced.length, 0, before).potential_energy;
    sum.ligament_damping += whole - force.potential_energy;
  }
  for (std::size_t i = 0; i < strand.ends.size(); ++i)
    sum.by_moved += h * brought(group, strand.ends[i], strand.strand->forces.force[i]);
  state.energy_now = force.potential_energy;
}

}  // namespace

WorkDone& WorkDone::operator+=(const WorkDone& other) {
  by_joints += other.by_joints;
  by_moved += other.by_moved;
  damping += other.damping;
  friction += other.friction;
  ligament_damping += other.ligament_damping;
  engine_contacts += other.engine_contacts;
  return *this;
}

void add(const RowWork& rows, WorkDone& sum) {
  sum.by_joints += rows.joints;
  sum.engine_contacts -= rows.contacts;
}

void add_substep(const Island& island, double h, WorkDone& sum) {
  const Group& group = island.group;
  for (std::size_t p = 0; p < island.pairs.size(); ++p)
    add_pair(group, group.pairs[p], *island.pairs[p], h, sum);
  for (std::size_t s = 0; s < island.strands.size(); ++s)
    add_strand(group, group.strands[s], *island.strands[s], h, sum);
}

}  // namespace condyle
