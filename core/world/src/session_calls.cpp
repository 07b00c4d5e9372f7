#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "condyle/error.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/require_elastic_layer.h"
#include "core/src/contact/triangle_map.h"
#include "core/world/src/session_checks.h"
#include "core/world/src/session_state.h"

namespace condyle {
namespace {

void require_law(const ContactSettings& settings, const char* what) {
  require_valid(settings, what);
  require_elastic_layer(settings, what);
  require_loaded(settings, what);
}

}  // namespace

std::string SessionState::name_or_number(const std::string& name) const {
  return name.empty() ? fmt::format("collider {}", next_collider_) : name;
}

SessionCollider& SessionState::add(SessionCollider added) {
  if (added.vertices) {
    for (const SessionCollider* other : deformed)
      if (&other->vertices->surface() == &added.vertices->surface())
        throw InputError(
            fmt::format("{}: its deformable surface is that of '{}' already; make each "
                        "collider one of its own",
                        added.name, other->name));
    if (added.is_soft)
      require_fit_for_soft(contacts.default_settings(), added.name + ", by the default contact");
  }
  added.id.value = next_collider_++;
  const int id = added.id.value;
  SessionCollider& placed = colliders.emplace(id, std::move(added)).first->second;
  if (placed.vertices) deformed.push_back(&placed);
  pair_reports.clear();
  wake(placed.body);
  return placed;
}

void SessionState::remove_collider(ColliderId id) {
  const auto found = colliders.find(id.value);
  if (found == colliders.end()) return;
  pair_reports.clear();
  near.clear();
  contacts.drop(id);
  std::erase(deformed, &found->second);
  colliders.erase(found);
}

SessionCollider& SessionState::collider(ColliderId id, const char* call) {
  if (const auto found = colliders.find(id.value); found != colliders.end()) return found->second;
  throw InputError(fmt::format("{}: there is no collider {}; was it removed?", call, id.value));
}

void SessionState::move_vertices(ColliderId id, std::span<const Eigen::Vector3d> vertices) {
  SessionCollider& moved = collider(id, "move_vertices");
  if (!moved.vertices || moved.is_soft)
    throw InputError(
        fmt::format("move_vertices: '{}' is not deformed by the user; register a DeformableSurface",
                    moved.name));
  moved.vertices->aim(vertices);
  wake(moved.body);
}

void SessionState::set_default_contact(const ContactSettings& given) {
  require_law(given, "Default contact");
  if (std::ranges::any_of(deformed, &SessionCollider::is_soft))
    require_fit_for_soft(given, "Default contact");
  for (const PairReport& report : pair_reports) report.result();  // computed with the old settings
  const ContactSettings& present = contacts.default_settings();
  const bool makes_pairs =
      given.casts_from != present.casts_from || given.formulation != present.formulation;
  contacts.set_default(given);
  if (makes_pairs) pair_reports.clear();  // reports of the pairs that were replaced
  for (const auto& [id, collider] : colliders) wake(collider.body);
}

void SessionState::set_contact(ColliderId first, ColliderId second, PairContact contact) {
  require_valid(contact.settings, "Contact");
  require_elastic_layer(contact.settings, "Contact");
  SessionCollider &a = collider(first, "set_contact"), &b = collider(second, "set_contact");
  contacts.set_contact(a, b, std::move(contact));
  pair_reports.clear();
  wake(a.body);
  wake(b.body);
}

StrandId SessionState::add_strand(const ligament::Strand& strand, std::vector<int> bodies,
                                  const ligament::StrandPath& path) {
  SessionStrand added;
  added.id = added.report.id = StrandId{next_strand_++};
  added.bodies = std::move(bodies);
  added.linearised.strand = strand;
  added.linearised.path = path;
  added.linearised.path.shortest_leg = std::max(path.shortest_leg, ligament::k_shortest_leg);
  wake(added);
  const StrandId id = added.id;
  strands.emplace(id.value, std::move(added));
  return id;
}

void SessionState::remove_strand(StrandId id) {
  const auto found = strands.find(id.value);
  if (found == strands.end()) return;
  wake(found->second);
  strand_reports.clear();
  strands.erase(found);
}

SessionStrand& SessionState::strand(StrandId id, const char* call) {
  if (const auto found = strands.find(id.value); found != strands.end()) return found->second;
  throw InputError(fmt::format("{}: there is no strand {}; was it removed?", call, id.value));
}

void SessionState::wake(const SessionStrand& strand) {
  for (const int body : strand.bodies) wake(body);
}

void SessionState::set_strand(StrandId id, const ligament::Strand& parameters) {
  ligament::require_valid(parameters, fmt::format("Strand '{}'", parameters.name));
  SessionStrand& changed = strand(id, "set_strand");
  changed.linearised.strand = parameters;
  changed.energy = -1;
  wake(changed);
}

void SessionState::set_reference_strain(StrandId id, double strain) {
  ligament::Strand changed = strand(id, "set_reference_strain").linearised.strand;
  changed.slack_length = slack_length_from_reference_strain(changed, strand_length(id), strain);
  set_strand(id, changed);
}

void SessionState::set_reference_force(StrandId id, double force) {
  ligament::Strand changed = strand(id, "set_reference_force").linearised.strand;
  changed.slack_length = slack_length_from_reference_force(changed, strand_length(id), force);
  set_strand(id, changed);
}

void SessionState::cut_strand(StrandId id) {
  SessionStrand& changed = strand(id, "cut_strand");
  changed.is_cut = true;
  wake(changed);
}

void SessionState::restore_strand(StrandId id) {
  SessionStrand& changed = strand(id, "restore_strand");
  if (!changed.is_cut) changed.damage = {};
  changed.is_cut = false;
  changed.energy = -1;
  wake(changed);
}

void SessionState::tear_strand(StrandId id) {
  SessionStrand& changed = strand(id, "tear_strand");
  changed.damage.torn = 1;
  changed.energy = -1;
  wake(changed);
}

std::vector<Pose> SessionState::poses_of(const SessionStrand& strand) const {
  std::vector<Pose> poses;
  for (const int body : strand.bodies) poses.push_back(pose_of(body));
  return poses;
}

double SessionState::strand_length(StrandId id) {
  const SessionStrand& asked = strand(id, "strand_length");
  return length_at(asked, poses_of(asked));
}

Wrench SessionState::strand_wrench(StrandId id, int body) {
  const SessionStrand& asked = strand(id, "strand_wrench");
  if (!acts(asked)) return {};
  const double tension = asked.report.force.total_force;
  for (const ligament::LengthGradient& g : asked.linearised.traced.gradients)
    if (asked.bodies[g.body] == body) return {-tension * g.angular, -tension * g.linear};
  return {};
}

std::vector<Eigen::Vector3d> SessionState::strand_polyline(StrandId id, double step) {
  if (!(step > 0)) throw InputError("strand_polyline: its step must be above 0 in metres");
  const SessionStrand& asked = strand(id, "strand_polyline");
  return polyline_at(asked, poses_of(asked), step);
}

const SlidingRecord& SessionState::sliding(ColliderId casting, ColliderId target) const {
  static const SlidingRecord nothing;
  auto found = contacts.pairs.find({casting.value, target.value});
  if (found == contacts.pairs.end()) found = contacts.pairs.find({target.value, casting.value});
  return found == contacts.pairs.end() ? nothing : found->second->memory.sliding;
}

std::vector<double> SessionState::worn_depth(ColliderId casting, ColliderId target) const {
  const auto found = contacts.pairs.find({casting.value, target.value});
  if (found == contacts.pairs.end()) return {};
  const SessionPair& pair = *found->second;
  return triangle_values(pair.pair.casting(), pair.memory.sliding.worn_depth);
}

void SessionState::clear_sliding() {
  for (auto& [key, pair] : contacts.pairs) pair->memory.sliding = {};
}

void SessionState::set_event_listener(std::function<void(const ContactEvent&)> listener) {
  events.listener = std::move(listener);
  for (auto& [key, pair] : contacts.pairs) pair->memory.touch = {};
}

}  // namespace condyle
