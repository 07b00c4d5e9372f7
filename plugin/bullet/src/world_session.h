#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "condyle/finding.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"
#include "plugin/bullet/src/contact_solver.h"
#include "plugin/bullet/src/contact_step.h"
#include "plugin/bullet/src/energy_book.h"
#include "plugin/bullet/src/near_pairs.h"
#include "plugin/bullet/src/registry.h"
#include "plugin/bullet/src/world_backup.h"
#include "plugin/bullet/src/world_hooks.h"

namespace condyle::bullet {

/// The plugin in a world, from installation to removal.
///
/// In each substep, between Bullet's narrow phase and its islands, it claims the near pairs of
/// registered colliders and ties their bodies into islands by links. The solver solves the pairs
/// with their island, and the links are removed. Reports are made when the bodies have moved.
class WorldSession final : private SubstepListener {
 public:
  /// Throws InputError for worlds and solvers that it does not support.
  WorldSession(btDynamicsWorld& world, const PluginSettings& settings);
  ~WorldSession();

  ColliderId add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_BS, const ColliderOptions& options,
                          std::shared_ptr<Deformation> deformation = nullptr);
  ColliderId add_collider(btSoftBody& soft, const Layer& layer, const ColliderOptions& options);
  Collider& collider(ColliderId id, const char* call);
  void move_vertices(ColliderId id, std::span<const Eigen::Vector3d> vertices);
  void remove_collider(ColliderId id);
  void set_default_contact(const ContactSettings& contact);
  void set_contact(ColliderId casting, ColliderId target, PairContact contact);
  StrandId add_strand(const ligament::Strand& strand, std::span<btRigidBody* const> bodies,
                      const ligament::StrandPath& path);
  void remove_strand(StrandId id);
  void set_strand(StrandId id, const ligament::Strand& parameters);
  void cut_strand(StrandId id);
  void restore_strand(StrandId id);
  void tear_strand(StrandId id);
  /// Throws InputError naming `call` if the strand does not exist or its bodies have gone.
  StrandState& strand(StrandId id, const char* call);
  std::vector<Finding> findings();

  btDiscreteDynamicsWorld& world;
  PluginSettings settings;
  Registry registry;
  StageTimes times;
  std::vector<PairReport> pair_reports;
  std::vector<StrandReport> strand_reports;
  std::function<void(double)> listener;
  ContactEvents events;
  EnergyBook energy;
  StepTotals step_totals;
  const StepReport& step_report() { return step_.tally().report(); }

  void set_event_listener(std::function<void(const ContactEvent&)>);

 private:
  void before_substep(double dt) override;
  void check_bodies() override;
  void begin_substep() override;
  void end_substep(double dt) override;

  void drop_removed();
  void drop_removed_from(const btCollisionObject& object);
  template <class Registered>
  Registered* find(std::map<int, Registered>& registered, int id);
  void prepare_links();
  void keep_solver();
  void advance_kinematic_bodies(double dt);
  void claim_pairs();
  void link(SessionPair& pair);
  void tie_soft();
  void require_free(const DeformableSurface& surface, const std::string& name) const;
  void link(StrandState& strand);
  void join(StrandState& strand, std::size_t k, btRigidBody& a, btRigidBody& b);
  void remove_links();
  void end_encounters();
  void publish();
  void finish_solving();
  void call_post_steps(double dt);
  void take_back();
  void renew(btCollisionObject& object);

  ContactStep step_{registry, settings, times, events};
  ContactSolver solver_{step_};
  NearPairs near_pairs_{world, registry};
  WorldHooks hooks_;
  btConstraintSolver* users_solver_ = nullptr;
  bool owns_users_solver_ = false;  ///< the world owns the user's solver
  int users_batch_size_ = 0;
  int objects_seen_ = 0;               ///< number of the world's objects at the last drop_removed()
  bool has_links_ = false;             ///< links may be in the world
  std::vector<SessionPair*> claimed_;  ///< pairs claimed in this substep
  std::int64_t substep_ = 0;           ///< number of the current substep
  std::vector<const btRigidBody*> kinematic_bodies_;
  WorldBackup backup_;
  std::int64_t substep_before_ = 0;  ///< number of the last substep in the backup
  unsigned long seed_before_ = 0;    ///< seed of the solver's random order in the backup
};

}  // namespace condyle::bullet
