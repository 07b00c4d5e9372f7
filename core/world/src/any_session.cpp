#include <utility>

#include "condyle/world/session.h"
#include "core/world/src/session_checks.h"
#include "core/world/src/session_state.h"

namespace condyle {

AnySession::AnySession(std::unique_ptr<SessionState> state) : state_(std::move(state)) {}

AnySession::~AnySession() = default;

void AnySession::move_vertices(ColliderId collider, std::span<const Eigen::Vector3d> vertices) {
  state_->move_vertices(collider, vertices);
}

const ContactSurface& AnySession::surface(ColliderId collider) const {
  return *state_->collider(collider, "surface").surface;
}

void AnySession::remove_collider(ColliderId collider) { state_->remove_collider(collider); }

void AnySession::set_default_contact(const ContactSettings& settings) {
  state_->set_default_contact(settings);
}

void AnySession::set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                             std::vector<Region> regions, std::optional<CastingSide> side) {
  const CastingSide unsaid = regions.empty() ? CastingSide::automatic : CastingSide::first;
  state_->set_contact(first, second, {settings, std::move(regions), side.value_or(unsaid)});
}

void AnySession::remove_strand(StrandId strand) { state_->remove_strand(strand); }

void AnySession::set_strand(StrandId strand, const ligament::Strand& parameters) {
  state_->set_strand(strand, parameters);
}

void AnySession::set_reference_strain(StrandId strand, double strain) {
  state_->set_reference_strain(strand, strain);
}

void AnySession::set_reference_force(StrandId strand, double force) {
  state_->set_reference_force(strand, force);
}

void AnySession::cut_strand(StrandId strand) { state_->cut_strand(strand); }
void AnySession::restore_strand(StrandId strand) { state_->restore_strand(strand); }
void AnySession::tear_strand(StrandId strand) { state_->tear_strand(strand); }

const ligament::Strand& AnySession::strand(StrandId strand) const {
  return state_->strand(strand, "strand").linearised.strand;
}

double AnySession::strand_length(StrandId strand) const { return state_->strand_length(strand); }

std::vector<Eigen::Vector3d> AnySession::strand_polyline(StrandId strand, double step) const {
  return state_->strand_polyline(strand, step);
}

void AnySession::set_settings(const StepSettings& settings) {
  state_->settings = checked(settings);
}
const StepSettings& AnySession::settings() const { return state_->settings; }

std::span<const PairReport> AnySession::pairs() const { return state_->pair_reports; }
std::span<const StrandReport> AnySession::strands() const { return state_->strand_reports; }
const StepReport& AnySession::step_report() const { return state_->tally.report(); }
const StepTotals& AnySession::step_totals() const { return state_->totals; }
const StageTimes& AnySession::times() const { return state_->times; }
const EnergyLedger& AnySession::energy() const { return state_->ledger.step(); }
const EnergyLedger& AnySession::energy_totals() const { return state_->ledger.total(); }
double AnySession::time() const { return state_->time; }

void AnySession::on_contact_event(std::function<void(const ContactEvent&)> listener) {
  state_->set_event_listener(std::move(listener));
}

std::vector<Finding> AnySession::findings() const { return state_->findings(); }

const SlidingRecord& AnySession::sliding(ColliderId casting, ColliderId target) const {
  return state_->sliding(casting, target);
}

std::vector<double> AnySession::worn_depth(ColliderId casting, ColliderId target) const {
  return state_->worn_depth(casting, target);
}

void AnySession::clear_sliding() { state_->clear_sliding(); }

}  // namespace condyle
