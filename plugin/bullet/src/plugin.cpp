#include "condyle/bullet/plugin.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <fmt/core.h>

#include "condyle/error.h"
#include "core/src/contact/require_elastic_layer.h"
#include "core/src/contact/triangle_map.h"
#include "core/src/contact/user_call.h"
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

ShapeInBody shape_in_body(const btRigidBody& body, const ColliderOptions& options) {
  const btCollisionShape* shape = body.getCollisionShape();
  if (shape == nullptr)
    throw InputError(options.name + ": its body has no collision shape; give it one first");
  if (options.compound_child == -1) return {shape};
  const auto* compound = shape->isCompound() ? static_cast<const btCompoundShape*>(shape) : nullptr;
  const int child = options.compound_child;
  if (compound == nullptr || child < 0 || child >= compound->getNumChildShapes())
    throw InputError(
        fmt::format("{}: there is no child {} in its body's shape; give the index of a child of a "
                    "btCompoundShape, or -1 for the whole shape",
                    options.name, child));
  return {compound->getChildShape(child), to_pose(compound->getChildTransform(child))};
}

ColliderOptions named(ColliderOptions options, const Registry& registry) {
  if (options.name.empty()) options.name = registry.next_name();
  return options;
}

}  // namespace

Plugin::Plugin(btDynamicsWorld& world, const PluginSettings& settings)
    : session_(std::make_unique<WorldSession>(world, checked(settings))) {}

Plugin::~Plugin() = default;

ColliderId Plugin::add_collider(btRigidBody& body, const Layer& layer,
                                const ColliderOptions& given_options) {
  const ColliderOptions options = named(given_options, session_->registry);
  const ShapeInBody part = shape_in_body(body, options);
  const auto [surface, X_shape_S] = collider_surface(*part.shape, layer, options.name);
  return session_->add_collider(body, surface, part.X_BS * X_shape_S, options);
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                                const Pose& X_BS, const ColliderOptions& given_options) {
  const ColliderOptions options = named(given_options, session_->registry);
  shape_in_body(body, options);
  if (!surface) throw InputError(options.name + ": its ContactSurface is null");
  return session_->add_collider(body, std::move(surface), X_BS, options);
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<DeformableSurface> surface,
                                const Pose& X_BS, const ColliderOptions& given_options) {
  const ColliderOptions options = named(given_options, session_->registry);
  shape_in_body(body, options);
  if (!surface) throw InputError(options.name + ": its DeformableSurface is null");
  const auto deformation = std::make_shared<Deformation>(surface);
  return session_->add_collider(body, surface->surface(), X_BS, options, deformation);
}

ColliderId Plugin::add_collider(btSoftBody& soft, const Layer& layer,
                                const ColliderOptions& given_options) {
  const ColliderOptions options = named(given_options, session_->registry);
  if (options.compound_child != -1)
    throw InputError(options.name + ": a soft body has no children of a compound");
  return session_->add_collider(soft, layer, options);
}

void Plugin::move_vertices(ColliderId id, std::span<const Eigen::Vector3d> vertices) {
  session_->move_vertices(id, vertices);
}

const ContactSurface& Plugin::surface(ColliderId id) const {
  return *session_->collider(id, "surface").surface;
}

void Plugin::remove_collider(ColliderId id) { session_->remove_collider(id); }

void Plugin::set_default_contact(const ContactSettings& settings) {
  condyle::require_valid(settings, "Default contact");
  require_elastic_layer(settings, "Default contact");
  require_loaded(settings, "Default contact");
  session_->set_default_contact(settings);
}

void Plugin::set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                         std::vector<Region> regions, std::optional<CastingSide> side) {
  condyle::require_valid(settings, "Contact");
  require_elastic_layer(settings, "Contact");
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
  ligament::require_valid(strand, fmt::format("Strand '{}'", strand.name));
  session_->set_strand(id, strand);
}

void Plugin::set_reference_strain(StrandId id, double strain) {
  ligament::Strand changed = strand(id);
  changed.slack_length = slack_length_from_reference_strain(changed, strand_length(id), strain);
  set_strand(id, changed);
}

void Plugin::set_reference_force(StrandId id, double force) {
  ligament::Strand changed = strand(id);
  changed.slack_length = slack_length_from_reference_force(changed, strand_length(id), force);
  set_strand(id, changed);
}

void Plugin::cut_strand(StrandId id) { session_->cut_strand(id); }
void Plugin::restore_strand(StrandId id) { session_->restore_strand(id); }
void Plugin::tear_strand(StrandId id) { session_->tear_strand(id); }

const ligament::Strand& Plugin::strand(StrandId id) const {
  return session_->strand(id, "strand").linearised.strand;
}

double Plugin::strand_length(StrandId id) const {
  const StrandState& strand = session_->strand(id, "strand_length");
  return length_at(strand, poses_of(strand));
}

Wrench Plugin::strand_wrench(StrandId id, const btRigidBody& body) const {
  const StrandState& strand = session_->strand(id, "strand_wrench");
  if (!acts(strand)) return {};
  const double tension = strand.report.force.total_force;
  for (const ligament::LengthGradient& g : strand.linearised.traced.gradients)
    if (strand.bodies[g.body].body == &body) return {-tension * g.angular, -tension * g.linear};
  return {};
}

std::vector<Eigen::Vector3d> Plugin::strand_polyline(StrandId id, double step) const {
  if (!(step > 0)) throw InputError("strand_polyline: its step must be above 0 in metres");
  const StrandState& strand = session_->strand(id, "strand_polyline");
  return polyline_at(strand, poses_of(strand), step);
}

void Plugin::set_settings(const PluginSettings& settings) {
  session_->settings = checked(settings);
}

const PluginSettings& Plugin::settings() const { return session_->settings; }
std::span<const PairReport> Plugin::pairs() const { return session_->pair_reports; }
std::span<const StrandReport> Plugin::strands() const { return session_->strand_reports; }
const StageTimes& Plugin::times() const { return session_->times; }
const StepReport& Plugin::step_report() const { return session_->step_report(); }
const StepTotals& Plugin::step_totals() const { return session_->step_totals; }
std::vector<Finding> Plugin::findings() const { return session_->findings(); }
const EnergyLedger& Plugin::energy() const { return session_->energy.step(); }
const EnergyLedger& Plugin::energy_totals() const { return session_->energy.total(); }
void Plugin::on_substep(std::function<void(double)> listener) {
  session_->listener = std::move(listener);
}

void Plugin::on_contact_event(std::function<void(const ContactEvent&)> listener) {
  session_->set_event_listener(std::move(listener));
}

double Plugin::time() const { return session_->registry.time; }

const SlidingRecord& Plugin::sliding(ColliderId casting, ColliderId target) const {
  static const SlidingRecord nothing;
  const auto& pairs = session_->registry.contacts.pairs;
  auto found = pairs.find({casting.value, target.value});
  if (found == pairs.end()) found = pairs.find({target.value, casting.value});
  return found == pairs.end() ? nothing : found->second->memory.sliding;
}

std::vector<double> Plugin::worn_depth(ColliderId casting, ColliderId target) const {
  const auto found = session_->registry.contacts.pairs.find({casting.value, target.value});
  if (found == session_->registry.contacts.pairs.end()) return {};
  return triangle_values(found->second->pair.casting(), found->second->memory.sliding.worn_depth);
}

std::size_t Plugin::kept_pairs() const { return session_->registry.contacts.pairs.size(); }

void Plugin::clear_sliding() {
  for (auto& [key, pair] : session_->registry.contacts.pairs) pair->memory.sliding = {};
}

}  // namespace condyle::bullet
