#pragma once

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <optional>
#include <utility>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "core/world/src/session_state.h"
#include "plugin/bullet/src/body_backup.h"
#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/bullet/src/world_bodies.h"

namespace condyle::bullet {

/// What Bullet carries from step to step, without pointers: objects and constraints are known by
/// their places in the world's lists, so that a world which was made in the same way can take over
/// the state of another.
struct BulletMemory {
  struct Body {
    int place = 0;  ///< in the world's list of objects
    BodyBackup state;
    std::optional<KinematicTracks::Track> track;
  };
  /// Points of Bullet's own contacts with their warm starts, in the dispatcher's order.
  struct Manifold {
    int a = -1, b = -1;  ///< places of the objects
    std::vector<btManifoldPoint> points;
  };
  struct Constraint {
    bool is_enabled = true;
    btScalar impulse = 0;
  };
  int objects = 0;
  std::vector<Body> bodies;  ///< all but static ones
  std::vector<Manifold> manifolds;
  std::vector<Constraint> constraints;
};

/// Reads the state between steps.
void save(btDiscreteDynamicsWorld& world, const KinematicTracks& tracks, BulletMemory& memory);

/// Whether the world has the objects and constraints of the memory.
bool fits(const btDiscreteDynamicsWorld& world, const BulletMemory& memory);

/// Precondition: fits(). Bullet finds its contacts anew if some that have points in the memory are
/// gone. Points that carry data of the user stay as they are, since Bullet may have freed the data.
void restore(const BulletMemory& memory, btDiscreteDynamicsWorld& world, KinematicTracks& tracks);

/// Plugin::save(): what a session and its world carry from step to step.
struct WorldMemory : SessionMemory {
  std::vector<int> colliders;  ///< their ids, ascending
  BulletMemory world;
  std::vector<WorldBodies::Left> left;
  std::vector<SoftNodes::Backup> soft;
  unsigned long seed = 0;  ///< of the solver's random order
};

/// An estimate of its size [bytes].
std::size_t size_of(const WorldMemory& memory);
/// See Plugin::hash_of().
std::uint64_t hash_of(const WorldMemory& memory);

}  // namespace condyle::bullet
