#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "core/world/src/nearness.h"
#include "core/world/src/session_pair.h"
#include "core/world/src/session_strand.h"
#include "plugin/bullet/src/deformation.h"
#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/bullet/src/link_constraint.h"

class btCollisionObject;
class btCollisionWorld;
class btSoftBody;

namespace condyle::bullet {

/// Identifies a body in the world. Removing the body from the world ends everything registered on
/// it. A later rigid body at the same address has another number. A soft body has no number but
/// gets a mark, which a later soft body at its address lacks.
struct WorldBodyKey {
  btCollisionObject* object = nullptr;  ///< object in the world
  btRigidBody* body = nullptr;          ///< the rigid body, or the proxy of a soft body
  /// Broadphase number when it was registered. It changes if the body is removed and added again,
  /// but also in refreshBroadphaseProxy().
  int registered_number = -1;
  int body_number = -1;  ///< Bullet's number of a rigid body
  /// Mark of a registered soft body: not the address of an object.
  const btCollisionObject* mark = nullptr;
  int place = 0;  ///< last known index in the world's list of objects
};

struct Collider {
  ColliderId id;
  WorldBodyKey key;
  std::shared_ptr<const ContactSurface> surface;
  Pose X_BS = Pose::Identity();
  int compound_child = -1;
  std::string name;
  Eigen::AlignedBox3d box_S;                 ///< bounding box of the surface's vertices
  double thinnest_layer = 0;                 ///< [m]
  std::shared_ptr<Deformation> deformation;  ///< null unless its vertices move
  Extent extent;
  BodyMotion* body_motion = nullptr;  ///< element of Registry::motions
  SurfaceMotion motion;               ///< motion in the current substep
  std::int64_t moved_in_substep = -1;
  std::optional<btTransform> left_at;      ///< pose of its body after the last substep
  std::optional<btTransform> left_before;  ///< left_at in the backup
  bool was_put = true;                     ///< the user moved its body since left_at, or it is new
  bool was_static = false;                 ///< its body was static in the last substep

  bool is_soft() const { return deformation && deformation->soft() != nullptr; }
};

/// A pair of colliders of the world.
struct PairState : SessionPair {
  PairState(Collider& casts, Collider& meets, ContactPair contact_pair)
      : SessionPair(casts.id, meets.id, std::move(contact_pair)),
        casting_collider(casts),
        target_collider(meets) {}

  Collider &casting_collider, &target_collider;  ///< they outlive the pair
  std::unique_ptr<LinkConstraint> link;          ///< in the world only during a substep
};

/// A strand between bodies of the world.
struct StrandState : SessionStrand {
  std::vector<WorldBodyKey> bodies;  ///< bodies of the path, in its order
  // Of the bodies at the last read_bodies():
  std::vector<Pose> X_WB;
  std::vector<Twist> V_WB_W;
  /// Links that tie its dynamic bodies together.
  std::vector<std::unique_ptr<LinkConstraint>> links;
};

/// The present poses of the bodies of a strand, in the path's order.
std::vector<Pose> poses_of(const StrandState& strand);
/// Reads the present poses and velocities of the bodies. Allocates nothing from the second call on.
void read_bodies(StrandState& strand);

/// Colliders and strands that the user registered, and the pairs of colliders.
class Registry {
 public:
  std::map<int, Collider> colliders;
  std::vector<Collider*> listed;    ///< all of them, which is faster to walk than the map
  std::vector<Collider*> deformed;  ///< those whose vertices move
  /// Those to look at in this substep, by find_moving(): all but those that rest on static bodies,
  /// of which there may be thousands.
  std::vector<Collider*> moving;
  std::map<int, StrandState> strands;
  std::map<std::pair<int, int>, std::shared_ptr<PairState>> pairs;  ///< (casting, target); reports
                                                                    ///< refer to them
  /// Motion of each object with colliders in the current substep, or its place if it rests.
  std::unordered_map<const btCollisionObject*, BodyMotion> motions;
  KinematicTracks tracks;  ///< tracks of bodies with colliders or strands
  double time = 0;         ///< time since the plugin was installed, at the start of the substep [s]

  /// Adds a collider. It replaces the old colliders of the body if the body was removed from the
  /// world and added again. Throws InputError naming the collider if the body, or its compound
  /// child, is already registered.
  ColliderId add_collider(Collider);
  /// Precondition: the body is in the world.
  void remove_collider(int id);
  /// Removes the marks from all soft bodies. Precondition: they are in the world.
  void leave_bodies();
  int add_strand(StrandState);

  /// Settings and regions of a pair, and its casting side.
  struct Contact {
    ContactSettings settings = {};
    std::vector<Region> regions = {};
    CastingSide side = CastingSide::first;
  };

  /// Sets the contact of a pair from the next substep on. Changes nothing if it throws.
  void set_contact(int casting, int target, Contact);
  /// Sets the settings of all pairs without settings of their own.
  void set_default(const ContactSettings&);

  const ContactSettings& default_settings() const { return default_settings_; }
  /// The settings of two colliders, in either order.
  const ContactSettings& settings_of(int a, int b) const;

  /// The colliders of an object; empty if it has none.
  std::span<const int> colliders_of(const btCollisionObject* object) const;

  /// Whether a child of the object's compound is registered; -1 is the whole shape.
  bool has(const btCollisionObject* object, int compound_child) const;

  /// Appends the pairs of two colliders and makes them if necessary: one pair, or two if both cast.
  void append_pairs(int a, int b, std::vector<PairState*>& list);

  /// Drops everything on bodies that are no longer in the world. Returns whether it dropped
  /// anything.
  bool drop_removed(const btCollisionWorld& world);

  /// Finds the `moving` colliders of the substep. Precondition: no body has been removed.
  void find_moving();

  /// Whether a soft body is registered.
  bool has_soft() const;

  /// Saves the state that pairs, strands, colliders and tracks carry from substep to substep, which
  /// take_back() restores.
  void back_up();
  void take_back();

  std::string next_name() const { return "collider " + std::to_string(next_collider_); }
  Collider& collider(ColliderId id) { return colliders.at(id.value); }

 private:
  void drop_collider(int id);
  void put(int casting, int target, std::shared_ptr<PairState> pair);
  PairState& obtain(int casting, int target, const Contact&);
  PairState& obtain_by_default(int a, int b);
  std::shared_ptr<PairState> make_pair(int casting, int target, const Contact&);

  using Contacts = std::map<std::pair<int, int>, Contact>;  ///< (casting, target)
  /// The contact set for two colliders in either order; end() if none was set.
  Contacts::const_iterator find_contact(int a, int b) const;

  ContactSettings default_settings_;
  Contacts contacts_;
  std::unordered_map<const btCollisionObject*, std::vector<int>> by_object_;
  KinematicTracks tracks_before_;
  int next_collider_ = 0, next_strand_ = 0;
};

/// How often this thread has looked whether a body is still in its world. Tests count these, since
/// they must not grow with the square of what is registered.
std::int64_t body_lookups();

/// Whether the collider's body, or all bodies of the strand, are still in the world.
bool is_present(Collider& collider, const btCollisionWorld& world);
bool is_present(StrandState& strand, const btCollisionWorld& world);

/// The key of a body with its present broadphase number. Throws InputError naming `what` if the
/// body is not in the world.
WorldBodyKey key_of(btRigidBody& body, const btCollisionWorld& world, const std::string& what);

/// The key of a soft body with its proxy. Throws InputError naming `what` if the body is not in
/// the world.
WorldBodyKey key_of(btSoftBody& soft, btRigidBody& proxy, const btCollisionWorld& world,
                    const std::string& what);

/// Throws InputError naming `what` if contact with a soft body does not support the settings.
void require_fit_for_soft(const ContactSettings& settings, const std::string& what);

}  // namespace condyle::bullet
