#include "condyle/world/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/world/src/engine_session.h"
#include "core/world/src/session_checks.h"
#include "core/world/src/state_hash.h"

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
    : AnySession(std::make_unique<EngineSession>(bodies, checked(settings))),
      session_(static_cast<EngineSession&>(*state_)) {}

ColliderId Session::add_collider(int body, std::shared_ptr<const ContactSurface> surface,
                                 const Pose& X_BS, const std::string& name) {
  SessionCollider collider{.body = body, .X_BS = X_BS, .name = session_.name_or_number(name)};
  if (!surface) throw InputError(collider.name + ": its surface is missing");
  return add(session_, std::move(collider), std::move(surface));
}

ColliderId Session::add_collider(int body, std::shared_ptr<DeformableSurface> surface,
                                 const Pose& X_BS, const std::string& name) {
  SessionCollider collider{.body = body, .X_BS = X_BS, .name = session_.name_or_number(name)};
  if (!surface) throw InputError(collider.name + ": its surface is missing");
  collider.vertices = std::make_shared<MovingVertices>(surface);
  return add(session_, std::move(collider), surface->surface());
}

StrandId Session::add_strand(const ligament::Strand& strand, std::span<const int> bodies,
                             const ligament::StrandPath& path) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  require_valid(strand, what);
  ligament::require_valid(path, static_cast<int>(bodies.size()), what);
  require_distinct(bodies, session_.engine, what);
  require_fixed_points(path, what);
  return session_.add_strand(strand, {bodies.begin(), bodies.end()}, path);
}

Wrench Session::strand_wrench(StrandId strand, int body) const {
  return session_.strand_wrench(strand, body);
}

void Session::step(double dt, std::span<JointRow> rows) {
  if (!(dt > 0) || !std::isfinite(dt))
    throw InputError(fmt::format("Session::step: a step of {} s; give one above 0", dt));
  session_.step(dt, rows);
}

std::shared_ptr<const EngineMemory> Session::save() const {
  auto memory = std::make_shared<EngineMemory>();
  session_.save(*memory);
  memory->left_at = session_.left_at;
  for (const auto& [id, collider] : session_.colliders) memory->colliders.push_back(id);
  return memory;
}

std::uint64_t Session::hash_of(const EngineMemory& memory) {
  StateHash hash;
  add(memory, hash);
  for (const std::optional<Pose>& pose : memory.left_at)
    if (pose) hash.add(*pose);
  return hash.value();
}

void Session::restore(const EngineMemory& memory) {
  if (!have_same_keys(memory.strands, session_.strands) ||
      !std::ranges::equal(memory.colliders, session_.colliders, {}, {},
                          [](const auto& entry) { return entry.first; }))
    throw InputError(
        "Session::restore: other colliders or strands were registered when this was saved; "
        "register the same, or make a session anew");
  session_.restore(memory);
  session_.left_at = memory.left_at;
}

}  // namespace condyle
