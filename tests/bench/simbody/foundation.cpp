#include "bench/simbody/foundation.h"

#include <Simbody.h>

namespace condyle::bench {
namespace {

using SimTK::ContactGeometry;
using SimTK::TriangleMeshContact;

const SimTK::ContactSurfaceIndex k_casting(0);

ContactGeometry::TriangleMesh to_simbody(const TriangleMesh& mesh) {
  SimTK::Array_<SimTK::Vec3> vertices;
  for (const Eigen::Vector3d& v : mesh.vertices) vertices.push_back({v[0], v[1], v[2]});
  SimTK::Array_<int> indices;
  for (const auto& triangle : mesh.triangles) {
    for (const int vertex : triangle) indices.push_back(vertex);
  }
  return {vertices, indices};
}

SimTK::Transform to_simbody(const Pose& X) {
  const Eigen::Matrix3d R = X.linear();
  const Eigen::Vector3d p = X.translation();
  const SimTK::Mat33 rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0),
                              R(2, 1), R(2, 2));
  return {SimTK::Rotation(rotation), {p[0], p[1], p[2]}};
}

SimTK::Body unit_body() {
  return SimTK::Body::Rigid(
      SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::UnitInertia::sphere(1)));
}

}  // namespace

struct SimbodyFoundation::Impl {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralContactSubsystem contacts{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::ContactSetIndex set = contacts.createContactSet();
  SimTK::MobilizedBody::Free target{matter.updGround(), unit_body()};
  SimTK::State state;
};

SimbodyFoundation::SimbodyFoundation(const TriangleMesh& casting, const TriangleMesh& target,
                                     double stiffness)
    : impl_(std::make_unique<Impl>()) {
  Impl& s = *impl_;
  s.contacts.addBody(s.set, s.matter.updGround(), to_simbody(casting), SimTK::Transform());
  s.contacts.addBody(s.set, s.target, to_simbody(target), SimTK::Transform());
  SimTK::ElasticFoundationForce foundation(s.forces, s.contacts, s.set);
  foundation.setBodyParameters(k_casting, stiffness, 0, 0, 0, 0);
  s.state = s.system.realizeTopology();
}

SimbodyFoundation::~SimbodyFoundation() = default;

void SimbodyFoundation::evaluate(const Pose& X_CT) {
  impl_->target.setQToFitTransform(impl_->state, to_simbody(X_CT));
  impl_->system.realize(impl_->state, SimTK::Stage::Dynamics);
}

int SimbodyFoundation::casting_faces(int limit) const {
  int count = 0;
  for (const SimTK::Contact& contact : impl_->contacts.getContacts(impl_->state, impl_->set)) {
    if (!TriangleMeshContact::isInstance(contact)) continue;
    const auto& meshes = static_cast<const TriangleMeshContact&>(contact);
    const bool first = meshes.getSurface1() == k_casting;
    for (const int face : first ? meshes.getSurface1Faces() : meshes.getSurface2Faces()) {
      count += face < limit;
    }
  }
  return count;
}

double SimbodyFoundation::force() const {
  const auto& forces = impl_->system.getRigidBodyForces(impl_->state, SimTK::Stage::Dynamics);
  return forces[impl_->target.getMobilizedBodyIndex()][1].norm();
}

}  // namespace condyle::bench
