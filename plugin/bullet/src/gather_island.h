#pragma once

#include <span>
#include <vector>

#include "core/src/solver/island.h"
#include "plugin/bullet/src/group_rows.h"
#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/bullet/src/link_constraint.h"
#include "plugin/bullet/src/world_bodies.h"

namespace condyle::bullet {

/// Input of an island's solve: Bullet's solver bodies and rows, and the links that brought
/// Condyle's pairs and strands to the solver.
struct IslandData {
  btAlignedObjectArray<btSolverBody>* bodies = nullptr;
  btConstraintArray* rows[GroupRows::pool_count] = {};
  std::span<btTypedConstraint* const> constraints;
  const btContactSolverInfo* info = nullptr;
};

/// Bullet's bodies and Condyle's pairs and strands in an island.
struct IslandMembers {
  std::vector<const LinkConstraint*> links;
  std::vector<int> place;                  ///< per solver body: index in `movers`, or -1
  std::vector<btRigidBody*> movers;        ///< parallel to the island's movers
  std::vector<btRigidBody*> given_bodies;  ///< parallel to the island's given_bodies
  std::vector<SessionPair*> pairs;         ///< parallel to the island's pairs
  std::vector<SessionStrand*> strands;     ///< parallel to the island's strands
  std::vector<btTypedConstraint*> joints;  ///< joints connected to bodies in contact
  std::vector<char> reached;               ///< scratch: per solver body, whether joints reach it

  /// Finds the links, in an order that does not depend on Bullet's, and clears the island's bodies,
  /// pairs and strands. Returns false, and clears nothing, if there are no links.
  bool begin(const IslandData& data);
};

/// Fills an empty island from the links' pairs and strands, and from their bodies as Bullet has set
/// them up.
void gather_island(const IslandData& data, const WorldBodies& bodies, const KinematicTracks& tracks,
                   IslandMembers& members, Island& island);

}  // namespace condyle::bullet
