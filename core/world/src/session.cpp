#include "condyle/world/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/world/src/session_checks.h"
#include "core/world/src/session_state.h"

namespace condyle {

Session::Session(EngineBodies& bodies, const StepSettings& settings)
    : state_(std::make_unique<SessionState>(bodies, checked(settings))) {}

Session::~Session() = default;

ColliderId Session::add_collider(int body, std::shared_ptr<const ContactSurface> surface,
                                 const Pose& X_BS, const std::string& given_name) {
  const std::string name =
      given_name.empty() ? fmt::format("collider {}", state_->next_collider) : given_name;
  require_body(body, state_->engine, name);
  if (!surface) throw InputError(name + ": its surface is missing");
  require_rigid(X_BS, name);
  SessionCollider collider;
  collider.id.value = state_->next_collider++;
  collider.body = body;
  collider.name = name;
  collider.X_BS = X_BS;
  set_surface(std::move(surface), collider);
  const auto place = state_->colliders.emplace(collider.id.value, std::move(collider)).first;
  return place->second.id;
}

void Session::remove_collider(ColliderId collider) {
  state_->pair_reports.clear();
  state_->contacts.drop(collider);
  state_->colliders.erase(collider.value);
}

void Session::set_default_contact(const ContactSettings& settings) {
  require_valid(settings, "Default contact");
  state_->contacts.set_default(settings);
  state_->pair_reports.clear();
}

void Session::set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                          std::vector<Region> regions, CastingSide side) {
  for (const ColliderId id : {first, second})
    if (!state_->colliders.contains(id.value))
      throw InputError(
          fmt::format("set_contact: there is no collider {}; was it removed?", id.value));
  SessionCollider &a = state_->colliders.at(first.value), &b = state_->colliders.at(second.value);
  state_->contacts.set_contact(a, b, {settings, std::move(regions), side});
  state_->pair_reports.clear();
}

StrandId Session::add_strand(const ligament::Strand& strand, std::span<const int> bodies,
                             const ligament::StrandPath& path) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  require_valid(strand, what);
  ligament::require_valid(path, static_cast<int>(bodies.size()), what);
  require_distinct(bodies, state_->engine, what);
  require_fixed_points(path, what);
  StrandOnBodies added;
  added.id = added.report.id = StrandId{state_->next_strand++};
  added.bodies.assign(bodies.begin(), bodies.end());
  added.linearised.strand = strand;
  added.linearised.path = path;
  added.linearised.path.shortest_leg = std::max(path.shortest_leg, ligament::k_shortest_leg);
  const StrandId id = added.id;
  state_->strands.emplace(id.value, std::move(added));
  return id;
}

void Session::remove_strand(StrandId strand) {
  state_->strand_reports.clear();
  state_->strands.erase(strand.value);
}

void Session::step(double dt, std::span<JointRow> rows) {
  if (!(dt > 0) || !std::isfinite(dt))
    throw InputError(fmt::format("Session::step: a step of {} s; give one above 0", dt));
  state_->step(dt, rows);
}

std::span<const PairReport> Session::pairs() const { return state_->pair_reports; }
std::span<const StrandReport> Session::strands() const { return state_->strand_reports; }
const StepReport& Session::step_report() const { return state_->tally.report(); }
const StageTimes& Session::times() const { return state_->times; }
const EnergyLedger& Session::energy() const { return state_->ledger.step(); }
const EnergyLedger& Session::energy_totals() const { return state_->ledger.total(); }
double Session::time() const { return state_->time; }

void Session::on_contact_event(std::function<void(const ContactEvent&)> listener) {
  state_->events.listener = std::move(listener);
  for (auto& [key, pair] : state_->contacts.pairs) pair->memory.touch = {};
}

}  // namespace condyle
