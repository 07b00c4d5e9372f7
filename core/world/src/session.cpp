#include "condyle/world/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/world/src/engine_session.h"
#include "core/world/src/session_checks.h"

namespace condyle {
namespace {

ColliderId add(EngineSession& session, SessionCollider collider,
               std::shared_ptr<const ContactSurface> surface) {
  require_body(collider.body, session.engine, collider.name);
  require_rigid(collider.X_BS, collider.name);
  set_surface(std::move(surface), collider);
  return session.add(std::move(collider)).id;
}

/// Whether both are of the same numbers.
template <class A, class B>
bool have_same_keys(const A& a, const B& b) {
  return std::ranges::equal(
      a, b, {}, [](const auto& entry) { return entry.first; },
      [](const auto& entry) { return entry.first; });
}

}  // namespace

Session::Session(EngineBodies& bodies, const StepSettings& settings)
    : state_(std::make_unique<EngineSession>(bodies, checked(settings))) {}

Session::~Session() = default;

ColliderId Session::add_collider(int body, std::shared_ptr<const ContactSurface> surface,
                                 const Pose& X_BS, const std::string& name) {
  SessionCollider collider{.body = body, .X_BS = X_BS, .name = state_->name_or_number(name)};
  if (!surface) throw InputError(collider.name + ": its surface is missing");
  return add(*state_, std::move(collider), std::move(surface));
}

ColliderId Session::add_collider(int body, std::shared_ptr<DeformableSurface> surface,
                                 const Pose& X_BS, const std::string& name) {
  SessionCollider collider{.body = body, .X_BS = X_BS, .name = state_->name_or_number(name)};
  if (!surface) throw InputError(collider.name + ": its surface is missing");
  collider.vertices = std::make_shared<MovingVertices>(surface);
  return add(*state_, std::move(collider), surface->surface());
}

void Session::move_vertices(ColliderId collider, std::span<const Eigen::Vector3d> vertices) {
  state_->move_vertices(collider, vertices);
}

const ContactSurface& Session::surface(ColliderId collider) const {
  return *state_->collider(collider, "surface").surface;
}

void Session::remove_collider(ColliderId collider) { state_->drop_collider(collider); }

void Session::set_default_contact(const ContactSettings& settings) {
  state_->set_default_contact(settings);
}

void Session::set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                          std::vector<Region> regions, CastingSide side) {
  state_->set_contact(first, second, {settings, std::move(regions), side});
}

StrandId Session::add_strand(const ligament::Strand& strand, std::span<const int> bodies,
                             const ligament::StrandPath& path) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  require_valid(strand, what);
  ligament::require_valid(path, static_cast<int>(bodies.size()), what);
  require_distinct(bodies, state_->engine, what);
  require_fixed_points(path, what);
  return state_->add_strand(strand, {bodies.begin(), bodies.end()}, path);
}

void Session::remove_strand(StrandId strand) { state_->drop_strand(strand); }

void Session::set_strand(StrandId strand, const ligament::Strand& parameters) {
  state_->set_strand(strand, parameters);
}

void Session::set_reference_strain(StrandId strand, double strain) {
  state_->set_reference_strain(strand, strain);
}

void Session::set_reference_force(StrandId strand, double force) {
  state_->set_reference_force(strand, force);
}

void Session::cut_strand(StrandId strand) { state_->cut_strand(strand); }
void Session::restore_strand(StrandId strand) { state_->restore_strand(strand); }
void Session::tear_strand(StrandId strand) { state_->tear_strand(strand); }

const ligament::Strand& Session::strand(StrandId strand) const {
  return state_->strand(strand, "strand").linearised.strand;
}

double Session::strand_length(StrandId strand) const { return state_->strand_length(strand); }

Wrench Session::strand_wrench(StrandId strand, int body) const {
  return state_->strand_wrench(strand, body);
}

std::vector<Eigen::Vector3d> Session::strand_polyline(StrandId strand, double step) const {
  return state_->strand_polyline(strand, step);
}

void Session::set_settings(const StepSettings& settings) { state_->settings = checked(settings); }
const StepSettings& Session::settings() const { return state_->settings; }

void Session::step(double dt, std::span<JointRow> rows) {
  if (!(dt > 0) || !std::isfinite(dt))
    throw InputError(fmt::format("Session::step: a step of {} s; give one above 0", dt));
  state_->step(dt, rows);
}

std::shared_ptr<const EngineMemory> Session::save() const {
  auto memory = std::make_shared<EngineMemory>();
  state_->save(*memory);
  memory->left_at = state_->left_at;
  for (const auto& [id, collider] : state_->colliders) memory->colliders.push_back(id);
  return memory;
}

void Session::restore(const EngineMemory& memory) {
  if (!have_same_keys(memory.strands, state_->strands) ||
      !std::ranges::equal(memory.colliders, state_->colliders, {}, {},
                          [](const auto& entry) { return entry.first; }))
    throw InputError(
        "Session::restore: other colliders or strands were registered when this was saved; "
        "register the same, or make a session anew");
  state_->restore(memory);
  state_->left_at = memory.left_at;
}

std::span<const PairReport> Session::pairs() const { return state_->pair_reports; }
std::span<const StrandReport> Session::strands() const { return state_->strand_reports; }
const StepReport& Session::step_report() const { return state_->tally.report(); }
const StepTotals& Session::step_totals() const { return state_->totals; }
const StageTimes& Session::times() const { return state_->times; }
const EnergyLedger& Session::energy() const { return state_->ledger.step(); }
const EnergyLedger& Session::energy_totals() const { return state_->ledger.total(); }
double Session::time() const { return state_->time; }

void Session::on_contact_event(std::function<void(const ContactEvent&)> listener) {
  state_->set_event_listener(std::move(listener));
}

std::vector<Finding> Session::findings() const { return state_->findings(); }

const SlidingRecord& Session::sliding(ColliderId casting, ColliderId target) const {
  return state_->sliding(casting, target);
}

std::vector<double> Session::worn_depth(ColliderId casting, ColliderId target) const {
  return state_->worn_depth(casting, target);
}

void Session::clear_sliding() { state_->clear_sliding(); }

}  // namespace condyle
