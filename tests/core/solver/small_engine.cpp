#include "core/solver/small_engine.h"

namespace condyle::test {
namespace {

PairSide side_of(const SmallBody& body) {
  PairSide side;
  side.box_S = bounding_box(body.surface->mesh());
  side.extent = body.extent.get();
  side.thinnest_layer = body.surface->layer(0).thickness;
  side.name = body.name;
  return side;
}

}  // namespace

void SmallEngine::add_pair(std::size_t casting, std::size_t target,
                           const ContactSettings& contact) {
  auto step = std::make_unique<PairStep>(
      ContactPair(bodies[casting].surface, bodies[target].surface, contact));
  step->casting_side = side_of(bodies[casting]);
  step->target_side = side_of(bodies[target]);
  pairs_.push_back({casting, target, std::move(step)});
}

GroupEnd SmallEngine::gather(const SmallBody& body, double dt, Island& island) const {
  if (body.mass > 0) {
    Mover mover;
    mover.X_WB_start = body.X_WB;
    mover.inverse_mass.setConstant(1 / body.mass);
    const Eigen::Matrix3d& R = body.X_WB.linear();
    mover.inverse_inertia = R * body.inertia.cwiseInverse().asDiagonal() * R.transpose();
    mover.start_velocity = body.velocity;
    mover.external.tail<3>() = dt * gravity;
    return island.add(mover);
  }
  GivenBody given;
  given.velocity = {body.velocity.head<3>(), body.velocity.tail<3>()};
  given.X_WB_given = body.X_WB;
  given.time_left = -dt;  // so that it is at its pose at the start of the step
  return island.add(given);
}

void SmallEngine::step(double dt) {
  Island& island = step_.begin(rows_);
  island.settings = settings;
  island.time = time;
  island.dt = dt;
  island.follows_touch = follows_touch;
  std::vector<GroupEnd> ends;
  for (const SmallBody& body : bodies) ends.push_back(gather(body, dt, island));
  for (const Pair& pair : pairs_) island.add(*pair.step, ends[pair.casting], ends[pair.target]);
  if (on_gathered) on_gathered(island);
  step_.solve();
  step_.correct();
  step_.finish();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    SmallBody& body = bodies[i];
    if (body.mass > 0) {
      const Mover& mover = island.movers[ends[i].body];
      body.X_WB = mover.X_WB;
      body.velocity = mover.velocity;
    } else {
      body.X_WB = pose_before(body.X_WB, {body.velocity.head<3>(), body.velocity.tail<3>()}, -dt);
    }
  }
  time += dt;
}

}  // namespace condyle::test
