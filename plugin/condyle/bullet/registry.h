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
#include "condyle/solver/pair_step.h"
#include "condyle/solver/strand_step.h"

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
  std::optional<btTransform> left_at = {};      ///< where the last substep left its body
  std::optional<btTransform> left_before = {};  ///< of the backup
  bool was_put = true;  ///< where it stands, by the user, since then; or it is new

  bool is_soft() const { return deformation && deformation->soft() != nullptr; }
};

/// A pair of colliders.
struct PairState : PairStep {
  PairState(ColliderId casting_id, ColliderId target_id, ContactPair contact_pair)
      : PairStep(std::move(contact_pair)), casting(casting_id), target(target_id) {}

  ColliderId casting, target;
  PairMemory memory_before;              ///< of the backup
  bool casts_coarsely = false;           ///< its triangles may miss the target
  std::unique_ptr<LinkConstraint> link;  ///< in the world while a substep lasts
};

/// A strand between bodies of the world.
struct StrandState : StrandStep {
  StrandId id;
  std::vector<WorldBodyKey> bodies;  ///< of the course, in its order
  CourseMemory memory_before;        ///< of the backup
  StrandDamage damage_before;        ///< the same
  bool is_cut = false;
  bool is_reported = false;  ///< in this substep: it was solved, or followed
  StrandReport report;
  std::vector<std::unique_ptr<LinkConstraint>> links;  ///< tie its dynamic bodies together
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
