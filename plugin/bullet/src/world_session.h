#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "core/world/src/session_state.h"
#include "plugin/bullet/src/bad_state.h"
#include "plugin/bullet/src/contact_solver.h"
#include "plugin/bullet/src/contact_step.h"
#include "plugin/bullet/src/near_pairs.h"
#include "plugin/bullet/src/world_backup.h"
#include "plugin/bullet/src/world_bodies.h"
#include "plugin/bullet/src/world_energy.h"
#include "plugin/bullet/src/world_hooks.h"
#include "plugin/bullet/src/world_memory.h"

namespace condyle::bullet {

/// The plugin in a world, from installation to removal.
///
/// In each substep, between Bullet's narrow phase and its islands, it claims the near pairs of
/// registered colliders and ties their bodies into islands by links. The solver solves the pairs
/// with their island. Reports are made when the bodies have moved.
class WorldSession final : public SessionState, private SubstepListener {
 public:
  /// Throws InputError for worlds and solvers that it does not support.
  WorldSession(btDynamicsWorld& world, const PluginSettings& settings);
  ~WorldSession() override;

  /// Adds a collider that is complete but for its body. Throws InputError naming the collider if
  /// the body, or its compound child, is already registered.
  ColliderId add_collider(btRigidBody& body, int compound_child, SessionCollider collider);
  ColliderId add_collider(btSoftBody& soft, const Layer& layer, const std::string& name);
  void remove_collider(ColliderId id) override;
  StrandId add_strand(const ligament::Strand& strand, std::span<btRigidBody* const> on,
                      const ligament::StrandPath& path);
  void remove_strand(StrandId id) override;

  /// Plugin::save() and Plugin::restore().
  std::shared_ptr<const WorldMemory> save_world() const;
  void restore_world(const WorldMemory& memory);

  std::function<void(double)> listener;
  BodyName body_name;
  WorldBodies bodies;

 private:
  // A body that has left the world is an InputError.
  Pose pose_of(int body) const override;
  Twist velocity_of(int body) const override;
  bool is_moved(int body) const override;
  void wake(int body) override;
  bool lets_meet(int a, int b) const override;
  bool was_put(int body) const override;
  Falling falling_of(int body) const override;

  void before_substep(double dt) override;
  void check_bodies() override;
  void begin_substep() override;
  void unite_islands(btUnionFind& islands) override;
  void begin_islands(bool splits) override;
  void end_substep(double dt) override;
  void require_finite(double kinetic, double dt) const;

  btRigidBody& present(int body) const;
  ColliderId enter(int body, int compound_child, SessionCollider collider);
  void prepare_links();
  void keep_solver();
  void advance_kinematic_bodies(double dt);
  void link(SessionPair& pair);
  void tie_soft(ColliderId soft);
  void link(SessionStrand& strand);
  void finish_solving();
  void take_back();
  void renew(int body);

  btDiscreteDynamicsWorld& world_;
  KinematicTracks tracks_;  ///< tracks of bodies with colliders or strands
  IslandLinks links_;
  ContactStep step_{*this, bodies, tracks_, links_};
  ContactSolver solver_{step_};
  NearPairs near_pairs_{world_, bodies, *this};
  WorldHooks hooks_;
  LoadedBodies loaded_;
  btConstraintSolver* users_solver_ = nullptr;
  bool owns_users_solver_ = false;  ///< the world owns the user's solver
  int users_batch_size_ = 0;
  double dt_ = 0;  ///< length of the substep [s]
  std::vector<const btRigidBody*> kinematic_bodies_;

  // The state to which a failure returns:
  WorldBackup backup_;
  SessionMemory memory_;
  KinematicTracks tracks_before_;
  unsigned long seed_before_ = 0;  ///< seed of the solver's random order
};

}  // namespace condyle::bullet
