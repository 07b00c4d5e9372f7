#include "plugin/incline.h"

#include "plugin/pressing.h"

namespace condyle::test {

Incline::Incline(double slope, const Friction& friction)
    : downhill(std::cos(slope), 0, -std::sin(slope)) {
  const Eigen::Quaterniond tilt(Eigen::AngleAxisd(slope, Eigen::Vector3d::UnitY()));
  const double depth =
      flat_depth(k_polyethylene, k_mass * k_gravity * std::cos(slope), k_size.x() * k_size.y());
  block = &world.add_mesh_body(mesh::make_box(k_size, {10, 10, 2}), k_polyethylene, k_mass,
                               box_inertia(k_mass, k_size),
                               tilt * Eigen::Vector3d(0, 0, k_size.z() / 2 - depth), tilt);
  world.add_mesh_body(mesh::make_plane_grid(2, 2, 4, 4), k_polyethylene, 0, btVector3(0, 0, 0),
                      {0, 0, 0}, tilt);
  ContactSettings settings;
  settings.friction = friction;
  world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                            CastingSide::first);
}

double Incline::along() const {
  return bullet::to_eigen(block->getWorldTransform().getOrigin()).dot(downhill);
}

double Incline::speed() const { return bullet::to_eigen(block->getLinearVelocity()).dot(downhill); }

}  // namespace condyle::test
