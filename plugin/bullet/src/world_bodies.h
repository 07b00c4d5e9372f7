#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/world/src/session_collider.h"
#include "core/world/src/session_strand.h"
#include "plugin/bullet/src/soft_nodes.h"

class btCollisionWorld;
class btRigidBody;

namespace condyle::bullet {

/// A collider on a body, and the child of the body's compound that it is; -1 is the whole shape.
struct RegisteredPart {
  int compound_child;
  SessionCollider* collider;
};

/// A body of the world on which colliders or strands are registered.
struct WorldBody {
  btCollisionObject* object = nullptr;  ///< null: its number is free
  btRigidBody* body = nullptr;          ///< the rigid body, or the proxy of a soft body
  std::shared_ptr<SoftNodes> soft;      ///< null for a rigid body
  /// Bullet's number in its broad phase, which with the address tells the body from a later one at
  /// this address. A body that leaves the world and comes back has another number.
  int broadphase_number = -1;
  int place = 0;  ///< last known index in the world's list of objects
  std::vector<RegisteredPart> parts;
  std::vector<const SessionStrand*> strands;
  BodyMotion motion;                       ///< in the current substep, or its place if it rests
  std::optional<btTransform> left_at;      ///< pose after the last substep
  std::optional<btTransform> left_before;  ///< left_at before the last note_left()
  bool is_static = false;                  ///< in this substep
  bool was_static = false;                 ///< in the last substep
};

/// The bodies on which something is registered, by number. A body must stay in the world until
/// nothing is registered on it.
class WorldBodies {
 public:
  explicit WorldBodies(const btCollisionWorld& world) : world_(world) {}

  /// The number of a body, a new one if it has none. Throws InputError naming `what` if the body is
  /// not in the world, or if something is registered on it from before it left.
  int enter(btCollisionObject& object, btRigidBody& body, const std::string& what);
  /// Frees the number of a body on which nothing is registered.
  void leave_if_unused(int number);

  WorldBody& operator[](int number) { return all_[static_cast<std::size_t>(number)]; }
  const WorldBody& operator[](int number) const { return all_[static_cast<std::size_t>(number)]; }
  /// The body of an object; null if nothing is registered on it.
  WorldBody* find(const btCollisionObject* object);
  const WorldBody* find(const btCollisionObject* object) const;
  /// Its number, or -1.
  int number_of(const btCollisionObject* object) const;
  /// The colliders on an object; empty if it has none.
  std::span<const RegisteredPart> parts_of(const btCollisionObject* object) const;
  /// Whether a child of the object's compound is registered; -1 is the whole shape.
  bool has(const btCollisionObject* object, int compound_child) const;

  /// Whether the body has been in the world since it was entered. Only compares addresses until it
  /// finds the body, since a removed body may have been deleted.
  bool is_present(int number) const;
  /// Says that a body has left the world, what was registered on it, and what to do.
  std::string why_missing(int number) const;

  /// Looks at all bodies: finds those moving(). May be called again before the substep's
  /// note_left(). Returns the number of a body that has left the world; -1: none has.
  int look();
  /// Whether bodies have been added, removed or registered since look().
  bool is_changed() const;
  /// Those to look at in this substep: all but static bodies that rest, of which there may be
  /// thousands.
  std::span<const int> moving() const { return moving_; }
  /// The nodes of all soft bodies.
  std::span<SoftNodes* const> soft() const { return soft_; }
  /// Makes the body of this number a soft one.
  void enter_soft(int number, std::shared_ptr<SoftNodes> nodes);
  /// For each object of the world, whether look() found it at rest, at a finite pose.
  std::span<const char> at_rest() const { return at_rest_; }

  /// Notes where the moving bodies are at the end of the substep.
  void note_left();
  /// Undoes note_left() if it has been called since forget_left().
  void take_back_left();
  void forget_left() { has_left_ = false; }

  /// Where the last step left a body.
  struct Left {
    std::optional<btTransform> at;
    bool was_static = false;
  };
  /// By number.
  std::vector<Left> left() const;
  void restore_left(std::span<const Left> left);

 private:
  /// What look() compares of a static body that rests. Side by side in memory, since reading it
  /// from thousands of bodies takes longer than a step of Bullet's.
  struct Rest {
    const btCollisionObject* object = nullptr;  ///< null if the body does not rest
    int place = 0, broadphase_number = 0;
    btTransform X_WB;
  };

  bool still_rests(const Rest& rest) const;
  bool finds_rest(WorldBody& body) const;

  const btCollisionWorld& world_;
  std::deque<WorldBody> all_;  ///< colliders point to the motions
  std::vector<Rest> rests_;    ///< parallel to all_
  std::vector<int> free_;
  std::unordered_map<const btCollisionObject*, int> numbers_;
  std::vector<int> moving_;
  std::vector<SoftNodes*> soft_;
  std::vector<char> at_rest_;
  std::vector<const btCollisionObject*> seen_;  ///< the world's objects at look()
  bool has_new_ = false;                        ///< a body was entered since look()
  bool has_left_ = false;
};

}  // namespace condyle::bullet
