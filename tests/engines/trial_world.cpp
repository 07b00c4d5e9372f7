#include "engines/trial_world.h"

#include "condyle/contact/layer.h"

namespace condyle::test {

using Eigen::Vector3d;

void TrialWorld::set_contact(int casting, int target, const ContactSettings& settings) {
  session().set_contact(collider(casting), collider(target), settings, {}, CastingSide::first);
}

Vector3d inertia_of_ball(double mass, double radius) {
  return Vector3d::Constant(0.4 * mass * radius * radius);
}

Vector3d inertia_of_box(double mass, const Vector3d& size) {
  const Vector3d s = size.cwiseAbs2();
  return mass / 12 * Vector3d(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
}

namespace {

TrialBody body_of(const TriangleMesh& mesh, const Layer& layer, double mass,
                  const Vector3d& inertia, const Vector3d& at) {
  TrialBody body{std::make_shared<const ContactSurface>(mesh, layer), mass, inertia};
  body.X_WB.translation() = at;
  return body;
}

}  // namespace

TrialBody trial_box(const Vector3d& size, const std::array<int, 3>& cells, const Layer& layer,
                    double mass, const Vector3d& at) {
  return body_of(mesh::make_box(size, cells), layer, mass, inertia_of_box(mass, size), at);
}

TrialBody trial_ball(double radius, int level, const Layer& layer, double mass,
                     const Vector3d& at) {
  return body_of(mesh::make_icosphere(radius, level), layer, mass, inertia_of_ball(mass, radius),
                 at);
}

TrialBody trial_plate(double width, int cells, const Layer& layer) {
  return body_of(mesh::make_plane_grid(width, width, cells, cells), layer, 0, Vector3d::Zero(),
                 Vector3d::Zero());
}

double kinetic_energy(const TrialWorld& world, int body) {
  const TrialBody& of = world.scene().bodies[static_cast<std::size_t>(body)];
  const Twist twist = world.velocity(body);
  const Vector3d spin = world.pose(body).linear().transpose() * twist.angular;
  return 0.5 * (of.mass * twist.linear.squaredNorm() + spin.cwiseAbs2().dot(of.inertia));
}

double stiffness_by_area(const Layer& layer) {
  return constrained_modulus(layer.elastic_modulus, layer.poissons_ratio) / (2 * layer.thickness);
}

}  // namespace condyle::test
