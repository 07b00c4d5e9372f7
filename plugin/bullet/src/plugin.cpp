#include "condyle/bullet/plugin.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <fmt/core.h>

#include "condyle/error.h"
#include "core/world/src/session_checks.h"
#include "plugin/bullet/src/collider_shape.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/world_session.h"

namespace condyle::bullet {
namespace {

/// The Bullet shape of a collider, and its pose in the body.
struct ShapeInBody {
  const btCollisionShape* shape;
  Pose X_BS = Pose::Identity();
};

ShapeInBody shape_in_body(const btRigidBody& body, int child, const std::string& name) {
  const btCollisionShape* shape = body.getCollisionShape();
  if (shape == nullptr)
    throw InputError(name + ": its body has no collision shape; give it one first");
  if (child == -1) return {shape};
  const auto* compound = shape->isCompound() ? static_cast<const btCompoundShape*>(shape) : nullptr;
  if (compound == nullptr || child < 0 || child >= compound->getNumChildShapes())
    throw InputError(
        fmt::format("{}: there is no child {} in its body's shape; give the index of a child of a "
                    "btCompoundShape, or -1 for the whole shape",
                    name, child));
  return {compound->getChildShape(child), to_pose(compound->getChildTransform(child))};
}

}  // namespace

Plugin::Plugin(btDynamicsWorld& world, const PluginSettings& settings)
    : session_(std::make_unique<WorldSession>(world, checked(settings))) {}

Plugin::~Plugin() = default;

ColliderId Plugin::add_collider(btRigidBody& body, const Layer& layer,
                                const ColliderOptions& options) {
  SessionCollider collider{.name = session_->name_or_number(options.name)};
  const ShapeInBody part = shape_in_body(body, options.compound_child, collider.name);
  const auto [surface, X_shape_S] = collider_surface(*part.shape, layer, collider.name);
  collider.X_BS = part.X_BS * X_shape_S;
  set_surface(surface, collider);
  return session_->add_collider(body, options.compound_child, std::move(collider));
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                                const Pose& X_BS, const ColliderOptions& options) {
  SessionCollider collider{.X_BS = X_BS, .name = session_->name_or_number(options.name)};
  shape_in_body(body, options.compound_child, collider.name);
  if (!surface) throw InputError(collider.name + ": its ContactSurface is null");
  set_surface(std::move(surface), collider);
  return session_->add_collider(body, options.compound_child, std::move(collider));
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<DeformableSurface> surface,
                                const Pose& X_BS, const ColliderOptions& options) {
  SessionCollider collider{.X_BS = X_BS, .name = session_->name_or_number(options.name)};
  shape_in_body(body, options.compound_child, collider.name);
  if (!surface) throw InputError(collider.name + ": its DeformableSurface is null");
  set_surface(surface->surface(), collider);
  collider.vertices = std::make_shared<MovingVertices>(std::move(surface));
  return session_->add_collider(body, options.compound_child, std::move(collider));
}

ColliderId Plugin::add_collider(btSoftBody& soft, const Layer& layer,
                                const ColliderOptions& options) {
  const std::string name = session_->name_or_number(options.name);
  if (options.compound_child != -1)
    throw InputError(name + ": a soft body has no children of a compound");
  return session_->add_collider(soft, layer, name);
}

void Plugin::move_vertices(ColliderId id, std::span<const Eigen::Vector3d> vertices) {
  session_->move_vertices(id, vertices);
}

const ContactSurface& Plugin::surface(ColliderId id) const {
  return *session_->collider(id, "surface").surface;
}

void Plugin::remove_collider(ColliderId id) { session_->remove_collider(id); }

void Plugin::set_default_contact(const ContactSettings& settings) {
  session_->set_default_contact(settings);
}

void Plugin::set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                         std::vector<Region> regions, std::optional<CastingSide> side) {
  const CastingSide unsaid = regions.empty() ? CastingSide::automatic : CastingSide::first;
  session_->set_contact(first, second, {settings, std::move(regions), side.value_or(unsaid)});
}

StrandId Plugin::add_strand(const ligament::Strand& strand, btRigidBody& body_a,
                            const Eigen::Vector3d& p_A, btRigidBody& body_b,
                            const Eigen::Vector3d& p_B) {
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = p_A}, {.body = 1, .p_B = p_B}};
  btRigidBody* const bodies[] = {&body_a, &body_b};
  return add_strand(strand, bodies, path);
}

StrandId Plugin::add_strand(const ligament::Strand& strand, std::span<btRigidBody* const> bodies,
                            const ligament::StrandPath& path) {
  ligament::require_valid(strand, fmt::format("Strand '{}'", strand.name));
  return session_->add_strand(strand, bodies, path);
}

void Plugin::remove_strand(StrandId id) { session_->remove_strand(id); }

void Plugin::set_strand(StrandId id, const ligament::Strand& strand) {
  session_->set_strand(id, strand);
}

void Plugin::set_reference_strain(StrandId id, double strain) {
  session_->set_reference_strain(id, strain);
}

void Plugin::set_reference_force(StrandId id, double force) {
  session_->set_reference_force(id, force);
}

void Plugin::cut_strand(StrandId id) { session_->cut_strand(id); }
void Plugin::restore_strand(StrandId id) { session_->restore_strand(id); }
void Plugin::tear_strand(StrandId id) { session_->tear_strand(id); }

const ligament::Strand& Plugin::strand(StrandId id) const {
  return session_->strand(id, "strand").linearised.strand;
}

double Plugin::strand_length(StrandId id) const { return session_->strand_length(id); }

Wrench Plugin::strand_wrench(StrandId id, const btRigidBody& body) const {
  return session_->strand_wrench(id, session_->bodies.number_of(&body));
}

std::vector<Eigen::Vector3d> Plugin::strand_polyline(StrandId id, double step) const {
  return session_->strand_polyline(id, step);
}

void Plugin::set_settings(const PluginSettings& settings) {
  session_->settings = checked(settings);
}

const PluginSettings& Plugin::settings() const { return session_->settings; }
std::span<const PairReport> Plugin::pairs() const { return session_->pair_reports; }
std::span<const StrandReport> Plugin::strands() const { return session_->strand_reports; }
const StageTimes& Plugin::times() const { return session_->times; }
const StepReport& Plugin::step_report() const { return session_->tally.report(); }
const StepTotals& Plugin::step_totals() const { return session_->totals; }
std::vector<Finding> Plugin::findings() const { return session_->findings(); }
const EnergyLedger& Plugin::energy() const { return session_->ledger.step(); }
const EnergyLedger& Plugin::energy_totals() const { return session_->ledger.total(); }

void Plugin::on_substep(std::function<void(double)> listener) {
  session_->listener = std::move(listener);
}

void Plugin::on_contact_event(std::function<void(const ContactEvent&)> listener) {
  session_->set_event_listener(std::move(listener));
}

double Plugin::time() const { return session_->time; }

const SlidingRecord& Plugin::sliding(ColliderId casting, ColliderId target) const {
  return session_->sliding(casting, target);
}

std::vector<double> Plugin::worn_depth(ColliderId casting, ColliderId target) const {
  return session_->worn_depth(casting, target);
}

std::size_t Plugin::kept_pairs() const { return session_->contacts.pairs.size(); }
void Plugin::clear_sliding() { session_->clear_sliding(); }

}  // namespace condyle::bullet
