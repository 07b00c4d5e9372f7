#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "condyle/bullet/deformation.h"
#include "condyle/bullet/kinematic_tracks.h"
#include "condyle/bullet/link_constraint.h"
#include "condyle/bullet/nearness.h"
#include "condyle/bullet/plugin.h"
#include "condyle/contact/vertex_forces.h"
#include "condyle/solver/contact_group.h"
#include "condyle/solver/frozen_contact.h"

class btCollisionObject;
class btCollisionWorld;
class btSoftBody;

namespace condyle::bullet {

/// A body as it stands in the world. Removing it from the world ends all that is registered on it.
/// Another one that has come to the same address has another number of its own, or lacks the
/// mark that a soft body gets, which has no number. The broadphase's number changes where the body
/// is removed and added again, but by refreshBroadphaseProxy() too.
struct WorldBodyKey {
  btCollisionObject* object = nullptr;  ///< what is in the world
  btRigidBody* body = nullptr;          ///< itself, or what stands in for a soft body
  int broadphase_number = -1;
  int registered_number = -1;               ///< the same when it was registered
  int body_number = -1;                     ///< Bullet's own of a rigid body
  const btCollisionObject* mark = nullptr;  ///< of a registered soft body, at no object's address
  int place = 0;                            ///< where the world's list of objects had it last
};

/// Whether forces move it: it has mass, and nobody else moves it.
bool is_dynamic(const btRigidBody& body);

struct Collider {
  ColliderId id;
  WorldBodyKey key;
  std::shared_ptr<const ContactSurface> surface;
  Pose X_BS = Pose::Identity();
  int compound_child = -1;
  std::string name;
  Eigen::AlignedBox3d box_S;                           ///< of the surface
  double thinnest_layer = 0;                           ///< [m]
  std::shared_ptr<Deformation> deformation = nullptr;  ///< where its vertices move by themselves
  Extent extent = {};
  BodyWay* body_way = nullptr;  ///< of Registry::ways
  SurfaceWay way = {};          ///< as of a substep
  std::int64_t way_of_substep = -1;
  std::optional<btTransform> left_at = {};  ///< where the last substep left its body
  std::optional<btTransform> left_before = {};  ///< of the backup
  bool was_put = true;  ///< where it stands, by the user, since then; or it is new

  bool is_soft() const { return deformation && deformation->soft() != nullptr; }
};

/// What a pair remembers of its touching.
struct Touch {
  bool is_touching = false;
  Encounter encounter;  ///< while it touches
};

/// What a pair carries from step to step.
struct PairMemory {
  std::vector<Bristle> bristles;  ///< with stiction
  Touch touch;                    ///< where events are followed
  SlidingRecord sliding;          ///< where the settings ask for it
  BedAccount bed;
  double elastic = -1;           ///< for the energy ledger, of any law [J]; below 0: not known
  std::int64_t last_claim = -1;  ///< number of the substep that met the pair last
};

struct PairState {
  PairState(ColliderId casting_id, ColliderId target_id, ContactPair contact_pair)
      : casting(casting_id), target(target_id), pair(std::move(contact_pair)) {}

  ColliderId casting, target;
  ContactPair pair;
  FrozenContact frozen;
  std::vector<ProximityHit> hits;      ///< as last found, for the step or within it
  bool keeps_start = false;            ///< what was found at the start counts to the sub-step's end
  double reach = 0;                    ///< gap down to which triangles are frozen [m]
  Pose X_WC, X_WT;                     ///< at the end of the last step; within one, at its start
  Pose X_CT_found = Pose::Identity();  ///< of `hits`
  bool is_found_ahead = false;         ///< at the end of the sub-step as it was foreseen
  Vector6 impulse = Vector6::Zero();   ///< on the casting body over the step (moment, force)
  Vector6 mean_force = Vector6::Zero();      ///< impulse over the length of the step
  bool is_result_due = false;                ///< the pair's result is of an earlier step
  std::vector<ProximityHit> end_hits;        ///< what the result is made of
  std::vector<GivenPressure> end_pressures;  ///< parallel
  PairMemory memory;                         ///< as of the end of the last step
  PairMemory memory_before;                  ///< of the backup
  std::vector<Bristle> bristles_now;         ///< on their way through the step
  BedAccount bed_now;                        ///< the same
  FrozenWork work;                           ///< of the last sub-step
  double elastic_now = -1;                   ///< the same, of memory.elastic
  double elastic_before = -1;                ///< of the ledger, at the start of the step
  Touch touch_now;
  SlidingStep sliding_now;               ///< of this step
  VertexForces vertex_forces;            ///< of the result, when asked for
  bool casts_coarsely = false;           ///< its triangles may miss the target
  std::unique_ptr<LinkConstraint> link;  ///< in the world while a substep lasts
};

struct StrandState {
  StrandId id;
  std::vector<WorldBodyKey> bodies;  ///< of the course, in its order
  FrozenStrand frozen;
  CourseMemory memory;         ///< at the end of the last step
  StrandDamage damage;         ///< the same
  CourseMemory memory_before;  ///< of the backup
  StrandDamage damage_before;  ///< the same
  double energy = -1;          ///< stored, for the energy ledger [J]; below 0: not known
  double energy_now = -1, energy_before = -1;  ///< as those of PairState
  bool is_cut = false;
  bool is_reported = false;  ///< in this substep: it was solved, or followed
  StrandReport report;
  std::vector<std::unique_ptr<LinkConstraint>> links;  ///< tie its dynamic bodies together
  std::vector<GroupEnd> ends;                          ///< in the group that is being solved
};

/// What the user registered, and the pairs that followed from it.
class Registry {
 public:
  std::map<int, Collider> colliders;
  std::map<int, StrandState> strands;
  std::map<std::pair<int, int>, std::unique_ptr<PairState>> pairs;  ///< (casting, target)
  std::unordered_map<const btCollisionObject*, BodyWay> ways;       ///< of what has colliders
  KinematicTracks tracks;                                           ///< of bodies with any of these
  double time = 0;  ///< since the plugin was installed, at the start of the substep [s]

  /// Where the body has been removed and added again since, in the place of what it had.
  ColliderId add_collider(Collider);
  /// Of a body that is in the world.
  void remove_collider(int id);
  /// Takes from the bodies, which are in the world, what marks them.
  void leave_bodies();
  int add_strand(StrandState);

  /// How a pair presses, and which side casts.
  struct Contact {
    ContactSettings settings = {};
    std::vector<Region> regions = {};
    CastingSide side = CastingSide::first;
  };

  /// Of a pair, from the next substep on. Changes nothing where it throws.
  void set_contact(int casting, int target, Contact);
  /// Settings of all pairs for which none were set.
  void set_default(const ContactSettings&);

  const ContactSettings& default_settings() const { return default_settings_; }

  /// Colliders of an object; none where it has none.
  std::span<const int> colliders_of(const btCollisionObject* object) const;

  /// Whether a child of the object's compound (-1: its whole shape) is registered.
  bool has(const btCollisionObject* object, int compound_child) const;

  /// Appends the pairs of two colliders, made where they have none: one, or two where both cast.
  void append_pairs(int a, int b, std::vector<PairState*>& pairs);

  /// Drops everything on bodies that are no longer in the world; whether a collider was.
  bool drop_removed(const btCollisionWorld& world);

  /// Whether a soft body is registered.
  bool has_soft() const;

  /// Whether any pair may call a function of the user's.
  bool has_user_functions() const;

  /// Notes what pairs and strands remember, for take_back() to go back to.
  void back_up();
  void take_back();

  std::string next_name() const { return "collider " + std::to_string(next_collider_); }
  Collider& collider(ColliderId id) { return colliders.at(id.value); }

 private:
  void drop_collider(int id);
  void drop_pairs_of(int id);
  void put(int casting, int target, std::unique_ptr<PairState> pair);
  PairState& obtain(int casting, int target, const Contact&);
  PairState& obtain_by_default(int a, int b);
  std::unique_ptr<PairState> make_pair(int casting, int target, const Contact&) const;

  using Contacts = std::map<std::pair<int, int>, Contact>;  ///< (casting, target)
  /// However it was set, which side casts; the end where it was not.
  Contacts::const_iterator find_contact(int a, int b) const;

  ContactSettings default_settings_;
  Contacts contacts_;
  std::unordered_map<const btCollisionObject*, std::vector<int>> by_object_;
  KinematicTracks tracks_before_;
  int next_collider_ = 0, next_strand_ = 0;
};

/// The body with its present number in the broadphase. Throws InputError naming `what` where it is
/// not in the world.
WorldBodyKey key_of(btRigidBody& body, const btCollisionWorld& world, const std::string& what);

/// The same of a soft body, for which another stands in.
WorldBodyKey key_of(btSoftBody& soft, btRigidBody& stand_in, const btCollisionWorld& world,
                    const std::string& what);

/// Throws InputError where contact with a soft body can not be as the settings want it.
void require_fit_for_soft(const ContactSettings& settings, const std::string& what);

}  // namespace condyle::bullet
