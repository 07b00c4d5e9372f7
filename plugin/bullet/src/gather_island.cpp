#include "plugin/bullet/src/gather_island.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>

#include "core/world/src/island_contents.h"
#include "plugin/bullet/src/body_motion.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

/// Effective inverse inertia of a body, with axes locked by its angular factor.
Eigen::Matrix3d inverse_inertia_of(const btRigidBody& body) {
  const Eigen::DiagonalMatrix<double, 3> factor(to_eigen(body.getAngularFactor()));
  return factor * to_eigen(body.getInvInertiaTensorWorld()) * factor;
}

/// Sets the part of the external impulse that comes from Bullet's implicit gyroscopic torque.
void set_gyroscopic(const btRigidBody& body, double dt, Mover& mover) {
  const btVector3& inertia = body.getLocalInertia();
  const bool is_equal = inertia.x() == inertia.y() && inertia.y() == inertia.z();
  const btVector3& factor = body.getAngularFactor();
  // A moment of inertia of 0 counts as infinite.
  const bool is_locked =
      factor.x() != 1 || factor.y() != 1 || factor.z() != 1 || !(inertia[inertia.minAxis()] > 0);
  const int flags = body.getFlags();
  const bool in_body = (flags & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY) != 0;
  const bool in_world = (flags & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD) != 0;
  if (is_equal || is_locked || in_body == in_world) return;
  mover.has_gyroscopic = true;
  const auto step = static_cast<btScalar>(dt);
  mover.gyroscopic = to_eigen(in_body ? body.computeGyroscopicImpulseImplicit_Body(step)
                                      : body.computeGyroscopicImpulseImplicit_World(step));
}

Mover mover_of(const btRigidBody& body, const btSolverBody& start, double dt) {
  Mover mover;
  mover.X_WB_start = to_pose(body.getWorldTransform());
  mover.start_velocity = joined(start.m_angularVelocity, start.m_linearVelocity);
  mover.inverse_mass = to_eigen(start.internalGetInvMass());
  mover.inverse_inertia = inverse_inertia_of(body);
  mover.external = joined(start.m_externalTorqueImpulse, start.m_externalForceImpulse);
  set_gyroscopic(body, dt, mover);
  return mover;
}

class Gathering {
 public:
  Gathering(const IslandData& data, const WorldBodies& bodies, const KinematicTracks& tracks,
            double dt, SolverIsland& there, GatheredIsland& gathered)
      : data_(data),
        bodies_(bodies),
        tracks_(tracks),
        dt_(dt),
        there_(there),
        gathered_(gathered) {}

  void enter(const IslandLink& link) {
    enter(*link.a);
    enter(*link.b);
    if (link.pair != nullptr) enter(*link.pair);
  }

  /// Call when all bodies of links have been entered.
  void enter_strand(const IslandLink& link) {
    if (link.strand != nullptr) enter(*link.strand);
  }

  /// Enters the bodies that joints couple to bodies in contact, directly or through others, so that
  /// joints are solved together with contact, not beside it. Does nothing for mechanisms of more
  /// than k_most_joints joints, where that would take too long. Call when all bodies in contact
  /// have been entered.
  void enter_joined() {
    find_joints();
    if (there_.joints.size() > k_most_joints) return;
    for (btTypedConstraint* joint : there_.joints) {
      enter_joined(joint->getRigidBodyA());
      enter_joined(joint->getRigidBodyB());
    }
  }

 private:
  static constexpr std::size_t k_most_joints = 24;

  int& place_of(const btRigidBody& body) { return there_.place[body.getCompanionId()]; }

  void enter(btRigidBody& body) {
    enter_joined(body);
    gathered_.bodies_in_contact = gathered_.movers.size();
  }

  void enter(SessionStrand& strand) {
    begin_entering(strand);
    for (const int number : strand.bodies) {
      btRigidBody& body = *bodies_[number].body;
      add_body(end_of(body), to_pose(body.getWorldTransform()), strand);
    }
    gathered_.strands.push_back(&strand);
  }

  void enter_joined(btRigidBody& body) {
    if (!is_dynamic(body) || place_of(body) >= 0) return;
    place_of(body) = static_cast<int>(gathered_.movers.size());
    gathered_.movers.push_back(mover_of(body, (*data_.bodies)[body.getCompanionId()], dt_));
    gathered_.bodies.push_back(&body);
  }

  /// Finds the joints between two dynamic bodies that are connected to bodies in contact, in the
  /// order in which they are reached from those bodies.
  void find_joints() {
    std::vector<btTypedConstraint*>& joints = there_.joints;
    std::vector<char>& reached = there_.reached;
    joints.clear();
    reached.clear();
    for (const int place : there_.place) reached.push_back(place >= 0);
    const auto is_reached = [&reached](const btRigidBody& body) -> char& {
      return reached[body.getCompanionId()];
    };
    for (bool has_grown = true; has_grown && joints.size() <= k_most_joints;) {
      has_grown = false;
      for (btTypedConstraint* joint : data_.constraints) {
        const btRigidBody &a = joint->getRigidBodyA(), &b = joint->getRigidBodyB();
        if (!joint->isEnabled() || !is_dynamic(a) || !is_dynamic(b) ||
            is_reached(a) == is_reached(b))
          continue;
        is_reached(a) = is_reached(b) = true;
        joints.push_back(joint);
        has_grown = true;
      }
    }
  }

  void enter(SessionPair& pair) {
    const GroupEnd casting = end_of(*bodies_[pair.casting_collider.body].body),
                   target = end_of(*bodies_[pair.target_collider.body].body);
    gathered_.pairs.push_back(&pair);
    gathered_.ends.emplace_back(casting, target);
  }

  GroupEnd end_of(btRigidBody& body) {
    GroupEnd end;
    if (is_dynamic(body)) {
      end.body = place_of(body);
      return end;
    }
    // Searching the list from its end is fast: an island touches few such bodies, and its links
    // come sorted.
    std::vector<btRigidBody*>& given_bodies = gathered_.given_bodies;
    const auto found = std::find(given_bodies.rbegin(), given_bodies.rend(), &body);
    if (found != given_bodies.rend()) {
      end.given = static_cast<int>(given_bodies.rend() - found) - 1;
      return end;
    }
    end.given = static_cast<int>(given_bodies.size());
    given_bodies.push_back(&body);
    GivenBody given;
    given.X_WB_given = to_pose(body.getWorldTransform());
    given.time_left = tracks_.time_left(body);
    given.velocity = tracks_.velocity(body);
    gathered_.given.push_back(given);
    return end;
  }

  const IslandData& data_;
  const WorldBodies& bodies_;
  const KinematicTracks& tracks_;
  double dt_;
  SolverIsland& there_;
  GatheredIsland& gathered_;
};

}  // namespace

void SolverIsland::begin(const IslandData& data, std::span<const IslandLinks::InIsland> its_links) {
  links = its_links;
  place.assign(data.bodies->size(), -1);
}

void GatheredIsland::clear() {
  movers.clear();
  bodies.clear();
  bodies_in_contact = 0;
  given.clear();
  given_bodies.clear();
  pairs.clear();
  ends.clear();
  strands.clear();
}

void gather_island(const IslandData& data, const WorldBodies& bodies, const KinematicTracks& tracks,
                   double dt, SolverIsland& there, GatheredIsland& gathered) {
  gathered.clear();
  Gathering gathering(data, bodies, tracks, dt, there, gathered);
  for (const auto& [link, island, place] : there.links) gathering.enter(link);
  gathering.enter_joined();
  for (const auto& [link, island, place] : there.links) gathering.enter_strand(link);
}

void enter(const GatheredIsland& gathered, Island& island) {
  for (std::size_t i = 0; i < gathered.movers.size(); ++i) {
    const Mover& mover = gathered.movers[i];
    i < gathered.bodies_in_contact ? island.add(mover) : island.add_joined(mover);
  }
  for (const GivenBody& given : gathered.given) island.add(given);
  for (std::size_t p = 0; p < gathered.pairs.size(); ++p)
    condyle::enter(*gathered.pairs[p], gathered.ends[p].first, gathered.ends[p].second, island);
  for (SessionStrand* strand : gathered.strands) condyle::enter(*strand, island);
}

}  // namespace condyle::bullet
