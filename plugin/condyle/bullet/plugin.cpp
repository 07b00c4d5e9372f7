#include "condyle/bullet/plugin.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/bullet/collider_mesh.h"
#include "condyle/bullet/contact_solver.h"
#include "condyle/bullet/convert.h"
#include "condyle/bullet/registry.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/bullet/world_hooks.h"
#include "condyle/error.h"

namespace condyle::bullet {
namespace {

btDiscreteDynamicsWorld& checked(btDynamicsWorld& world) {
  if (dynamic_cast<btDiscreteDynamicsWorldMt*>(&world) != nullptr)
    throw InputError(
        "Condyle does not support btDiscreteDynamicsWorldMt (its pool of solvers) yet; use a "
        "btDiscreteDynamicsWorld");
  if (dynamic_cast<btMultiBodyDynamicsWorld*>(&world) != nullptr)
    throw InputError(
        "Condyle does not support btMultiBodyDynamicsWorld (links of a btMultiBody) yet; use a "
        "btDiscreteDynamicsWorld");
  auto* discrete = dynamic_cast<btDiscreteDynamicsWorld*>(&world);
  if (discrete == nullptr)
    throw InputError("Condyle needs a btDiscreteDynamicsWorld; this world is of another kind");
  if (discrete->getConstraintSolver()->getSolverType() != BT_SEQUENTIAL_IMPULSE_SOLVER)
    throw InputError(
        "Condyle works inside Bullet's sequential-impulse solver; this world has another one: give "
        "it a btSequentialImpulseConstraintSolver");
  return *discrete;
}

void require_valid(const PluginSettings& settings) {
  if (settings.max_passes < 1 || settings.min_substeps < 1 ||
      settings.max_substeps < settings.min_substeps || !(settings.pass_tolerance >= 0))
    throw InputError(
        "Plugin settings: need max_passes >= 1, 1 <= min_substeps <= max_substeps and "
        "pass_tolerance >= 0");
}

double radius_about_body(const ContactSurface& surface, const Pose& X_BS) {
  double radius = 0;
  for (const Eigen::Vector3d& vertex : surface.mesh().vertices)
    radius = std::max(radius, (X_BS * vertex).norm());
  return radius;
}

double thinnest_layer(const ContactSurface& surface) {
  double thinnest = surface.layer(0).thickness;
  if (surface.has_uniform_layer()) return thinnest;
  for (int t = 1; t < surface.triangle_count(); ++t)
    thinnest = std::min(thinnest, surface.layer(t).thickness);
  return thinnest;
}

/// The shape that a collider stands for, and its pose in the body.
struct ShapeInBody {
  const btCollisionShape* shape;
  Pose X_BS = Pose::Identity();
};

ShapeInBody shape_in_body(const btRigidBody& body, const ColliderOptions& options) {
  const btCollisionShape* shape = body.getCollisionShape();
  if (options.compound_child < 0) return {shape};
  const auto* compound = shape != nullptr && shape->isCompound()
                             ? static_cast<const btCompoundShape*>(shape)
                             : nullptr;
  if (compound == nullptr || options.compound_child >= compound->getNumChildShapes())
    throw InputError(
        fmt::format("{}: there is no child {} in its body's shape; give the index of a child of a "
                    "btCompoundShape, or -1 for the whole shape",
                    options.name, options.compound_child));
  return {compound->getChildShape(options.compound_child),
          to_pose(compound->getChildTransform(options.compound_child))};
}

}  // namespace

struct Plugin::Impl final : SubstepListener {
  Impl(btDynamicsWorld& any_world, const PluginSettings& plugin_settings)
      : world(checked(any_world)), settings(plugin_settings), hooks(world, *this) {
    users_solver = world.getConstraintSolver();
    users_batch_size = world.getSolverInfo().m_minimumSolverBatchSize;
    solver.setRandSeed(
        static_cast<btSequentialImpulseConstraintSolver*>(users_solver)->getRandSeed());
    solver.on_all_solved = [](void* impl) { static_cast<Impl*>(impl)->remove_links(); };
    solver.context = this;
    world.setConstraintSolver(&solver);
  }

  ~Impl() {
    remove_links();
    world.setConstraintSolver(users_solver);
    world.getSolverInfo().m_minimumSolverBatchSize = users_batch_size;
  }

  void begin_substep(double) override {
    registry.drop_removed(world);
    times = {};
    // One solver call per island: an island's result does not depend on its neighbours.
    world.getSolverInfo().m_minimumSolverBatchSize = 1;
    pair_reports.clear();
    strand_reports.clear();
    claimed.clear();
    for (auto& [id, strand] : registry.strands) link(strand);
  }

  void link(StrandState& strand) {
    if (strand.a.body->isStaticOrKinematicObject() && strand.b.body->isStaticOrKinematicObject())
      return;
    strand.link = std::make_unique<LinkConstraint>(LinkConstraint::Kind::strand, strand.id.value, 0,
                                                   *strand.a.body, *strand.b.body);
    world.addConstraint(strand.link.get());
  }

  void link(PairState& pair) {
    btRigidBody& a = *registry.collider(pair.casting).key.body;
    btRigidBody& b = *registry.collider(pair.target).key.body;
    wake(a, b);
    wake(b, a);
    pair.link = std::make_unique<LinkConstraint>(LinkConstraint::Kind::pair, pair.casting.value,
                                                 pair.target.value, a, b);
    world.addConstraint(pair.link.get());
    claimed.push_back(&pair);
  }

  /// As Bullet's islands do for manifolds: a kinematic body that is awake wakes what it meets.
  static void wake(const btRigidBody& kinematic, btRigidBody& body) {
    if (kinematic.isKinematicObject() && kinematic.getActivationState() != ISLAND_SLEEPING)
      body.activate();
  }

  void remove_links() {
    for (PairState* pair : claimed) drop(pair->link);
    for (auto& [id, strand] : registry.strands) drop(strand.link);
  }

  void drop(std::unique_ptr<LinkConstraint>& constraint) {
    if (!constraint) return;
    world.removeConstraint(constraint.get());
    constraint.reset();
  }

  bool claim(btBroadphasePair& broadphase_pair) override {
    const auto* a = static_cast<btCollisionObject*>(broadphase_pair.m_pProxy0->m_clientObject);
    const auto* b = static_cast<btCollisionObject*>(broadphase_pair.m_pProxy1->m_clientObject);
    const auto* colliders_a = registry.colliders_of(a);
    const auto* colliders_b = registry.colliders_of(b);
    owned_children.clear();
    if (colliders_a == nullptr || colliders_b == nullptr) return false;
    if (!world.getDispatcher()->needsCollision(a, b)) return true;

    bool whole = false;
    for (const int i : *colliders_a)
      for (const int j : *colliders_b) {
        if (hooks.in_substep()) link(registry.pair_of(i, j));
        const Collider& first = registry.colliders.at(i);
        const Collider& second = registry.colliders.at(j);
        whole = whole || (first.compound_child < 0 && second.compound_child < 0);
        owned_children.push_back({leaf_shape(first), leaf_shape(second)});
      }
    return whole;
  }

  static const btCollisionShape* leaf_shape(const Collider& collider) {
    const btCollisionShape* shape = collider.key.body->getCollisionShape();
    if (collider.compound_child < 0) return shape;
    return static_cast<const btCompoundShape*>(shape)->getChildShape(collider.compound_child);
  }

  bool owns_children(const btCollisionShape* a, const btCollisionShape* b) override {
    return std::any_of(owned_children.begin(), owned_children.end(), [&](const auto& owned) {
      return (owned.first == a && owned.second == b) || (owned.first == b && owned.second == a);
    });
  }

  void end_substep(double dt) override {
    step.set_end_velocities();
    publish();
    if (listener) listener(dt);
  }

  void publish() {
    std::sort(claimed.begin(), claimed.end(), [](const PairState* a, const PairState* b) {
      return std::pair(a->casting.value, a->target.value) <
             std::pair(b->casting.value, b->target.value);
    });
    for (const PairState* pair : claimed)
      pair_reports.push_back({pair->casting,
                              pair->target,
                              &pair->pair.result(),
                              pair->X_WC,
                              pair->X_WT,
                              {pair->mean_force.head<3>(), pair->mean_force.tail<3>()}});
    for (auto& [id, strand] : registry.strands) {
      strand.report.p_WA = to_pose(strand.a.body->getWorldTransform()) * strand.p_A;
      strand.report.p_WB = to_pose(strand.b.body->getWorldTransform()) * strand.p_B;
      strand_reports.push_back(strand.report);
    }
  }

  /// Bullet forgets what it knew of the body's pairs, so that the next substep claims them anew.
  void forget_pairs_of(btRigidBody& body) {
    if (body.getBroadphaseHandle() != nullptr)
      world.getPairCache()->cleanProxyFromPairs(body.getBroadphaseHandle(), world.getDispatcher());
    pair_reports.clear();
  }

  ColliderId add(btRigidBody& body, std::shared_ptr<const ContactSurface> surface, const Pose& X_BS,
                 const ColliderOptions& options) {
    Collider collider{{},
                      key_of(body, options.name),
                      std::move(surface),
                      X_BS,
                      options.compound_child,
                      options.name,
                      0,
                      0};
    collider.radius = radius_about_body(*collider.surface, X_BS);
    collider.thinnest_layer = thinnest_layer(*collider.surface);
    const ColliderId id = registry.add_collider(std::move(collider));
    forget_pairs_of(body);
    return id;
  }

  btDiscreteDynamicsWorld& world;
  PluginSettings settings;
  Registry registry;
  StageTimes times;
  ContactStep step{registry, settings, times};
  ContactSolver solver{step};
  WorldHooks hooks;
  btConstraintSolver* users_solver = nullptr;
  int users_batch_size = 0;
  std::vector<PairState*> claimed;
  std::vector<std::pair<const btCollisionShape*, const btCollisionShape*>> owned_children;
  std::vector<PairReport> pair_reports;
  std::vector<StrandReport> strand_reports;
  std::function<void(double)> listener;
};

Plugin::Plugin(btDynamicsWorld& world, const PluginSettings& settings) {
  require_valid(settings);
  impl_ = std::make_unique<Impl>(world, settings);
}

Plugin::~Plugin() = default;

ColliderId Plugin::add_collider(btRigidBody& body, const Layer& layer,
                                const ColliderOptions& options) {
  ColliderOptions named = options;
  if (named.name.empty()) named.name = impl_->registry.next_name();
  const ShapeInBody part = shape_in_body(body, named);
  if (part.shape == nullptr)
    throw InputError(named.name + ": its body has no collision shape; give it one first");
  auto surface = std::make_shared<const ContactSurface>(collider_mesh(*part.shape, named.name),
                                                        layer, named.name);
  return impl_->add(body, std::move(surface), part.X_BS, named);
}

ColliderId Plugin::add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                                const Pose& X_BS, const ColliderOptions& options) {
  ColliderOptions named = options;
  if (named.name.empty()) named.name = impl_->registry.next_name();
  if (!surface) throw InputError(named.name + ": its ContactSurface is null");
  return impl_->add(body, std::move(surface), X_BS, named);
}

void Plugin::remove_collider(ColliderId id) {
  const auto found = impl_->registry.colliders.find(id.value);
  if (found == impl_->registry.colliders.end()) return;
  impl_->registry.drop_removed(impl_->world);
  const auto present = impl_->registry.colliders.find(id.value);
  if (present == impl_->registry.colliders.end()) return;
  btRigidBody& body = *present->second.key.body;
  impl_->claimed.clear();
  impl_->registry.remove_collider(id.value);
  impl_->forget_pairs_of(body);
  body.activate();
}

void Plugin::set_default_contact(const ContactSettings& settings) {
  condyle::require_valid(settings, "Default contact");
  impl_->registry.set_default(settings);
}

void Plugin::set_contact(ColliderId casting, ColliderId target, const ContactSettings& settings,
                         std::vector<Region> regions) {
  condyle::require_valid(settings, "Contact");
  impl_->pair_reports.clear();
  impl_->claimed.clear();
  impl_->registry.set_contact(casting.value, target.value, settings, std::move(regions));
}

StrandId Plugin::add_strand(const LigamentStrand& strand, btRigidBody& body_a,
                            const Eigen::Vector3d& p_A, btRigidBody& body_b,
                            const Eigen::Vector3d& p_B) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  condyle::require_valid(strand, what);
  if (&body_a == &body_b) throw InputError(what + ": both ends are on one body");
  StrandState state;
  state.a = key_of(body_a, what);
  state.b = key_of(body_b, what);
  state.p_A = p_A;
  state.p_B = p_B;
  state.frozen.strand = strand;
  return StrandId{impl_->registry.add_strand(std::move(state))};
}

void Plugin::remove_strand(StrandId id) { impl_->registry.strands.erase(id.value); }

void Plugin::set_strand(StrandId id, const LigamentStrand& strand) {
  condyle::require_valid(strand, fmt::format("Strand '{}'", strand.name));
  const auto found = impl_->registry.strands.find(id.value);
  if (found == impl_->registry.strands.end())
    throw InputError(fmt::format("set_strand: there is no strand {}; was it removed?", id.value));
  found->second.frozen.strand = strand;
}

void Plugin::set_settings(const PluginSettings& settings) {
  require_valid(settings);
  impl_->settings = settings;
}

const PluginSettings& Plugin::settings() const { return impl_->settings; }
std::span<const PairReport> Plugin::pairs() const { return impl_->pair_reports; }
std::span<const StrandReport> Plugin::strands() const { return impl_->strand_reports; }
const StageTimes& Plugin::times() const { return impl_->times; }
void Plugin::on_substep(std::function<void(double)> listener) {
  impl_->listener = std::move(listener);
}

}  // namespace condyle::bullet
