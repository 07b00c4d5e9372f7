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
#include "core/world/src/pair_table.h"
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

struct Collider : SessionCollider {
  WorldBodyKey key;
  int compound_child = -1;
  std::shared_ptr<Deformation> deformation;  ///< null unless its vertices move
  std::optional<btTransform> left_at;        ///< pose of its body after the last substep
  std::optional<btTransform> left_before;    ///< left_at before the last note_left()
  bool was_static = false;                   ///< its body was static in the last substep
};

/// The collider of a pair in a Bullet world, where all colliders are of this type.
inline Collider& bullet_collider(SessionCollider& collider) {
  return static_cast<Collider&>(collider);
}

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
  PairTable contacts;
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

  /// As in PairTable. Throw InputError also for an unknown collider, and where a soft body does not
  /// support the settings.
  void set_contact(int first, int second, PairContact contact);
  void set_default(const ContactSettings& settings);

  /// The colliders of an object; empty if it has none.
  std::span<const int> colliders_of(const btCollisionObject* object) const;

  /// Whether a child of the object's compound is registered; -1 is the whole shape.
  bool has(const btCollisionObject* object, int compound_child) const;

  /// Drops everything on bodies that are no longer in the world. Returns whether it dropped
  /// anything.
  bool drop_removed(const btCollisionWorld& world);

  /// Finds the `moving` colliders of the substep. Precondition: no body has been removed.
  void find_moving();

  /// Notes where the bodies of these colliders are at the end of the substep.
  void note_left();

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

  std::unordered_map<const btCollisionObject*, std::vector<int>> by_object_;
  KinematicTracks tracks_before_;
  bool has_left_ = false;  ///< note_left() has been called since back_up()
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

}  // namespace condyle::bullet
