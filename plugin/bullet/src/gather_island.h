#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/src/solver/island.h"
#include "plugin/bullet/src/group_rows.h"
#include "plugin/bullet/src/island_links.h"
#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/bullet/src/world_bodies.h"

class btTypedConstraint;

namespace condyle::bullet {

/// Input of an island's solve: Bullet's solver bodies, rows and constraints.
struct IslandData {
  btAlignedObjectArray<btSolverBody>* bodies = nullptr;
  btConstraintArray* rows[GroupRows::pool_count] = {};
  std::span<btTypedConstraint* const> constraints;
  const btContactSolverInfo* info = nullptr;
};

/// What Bullet's solver knows of an island while it is there.
struct SolverIsland {
  std::span<const IslandLinks::InIsland> links;
  std::vector<int> place;                  ///< per solver body: index of its mover, or -1
  std::vector<btTypedConstraint*> joints;  ///< joints connected to bodies in contact
  std::vector<char> reached;               ///< scratch: per solver body, whether joints reach it

  void begin(const IslandData& data, std::span<const IslandLinks::InIsland> its_links);
};

/// An island as it was gathered from Bullet's solver, to be solved when Bullet's solver may have
/// gone on to other islands.
struct GatheredIsland {
  std::vector<Mover> movers;
  std::vector<btRigidBody*> bodies;  ///< parallel to movers
  std::size_t bodies_in_contact = 0;
  std::vector<GivenBody> given;
  std::vector<btRigidBody*> given_bodies;  ///< parallel to given
  std::vector<SessionPair*> pairs;
  std::vector<std::pair<GroupEnd, GroupEnd>> ends;  ///< parallel to pairs: casting, target
  std::vector<SessionStrand*> strands;

  void clear();
};

/// Gathers the links' pairs and strands, and their bodies as Bullet has set them up for a step of
/// `dt` [s].
void gather_island(const IslandData& data, const WorldBodies& bodies, const KinematicTracks& tracks,
                   double dt, SolverIsland& there, GatheredIsland& gathered);

/// Fills an empty island.
void enter(const GatheredIsland& gathered, Island& island);

}  // namespace condyle::bullet
