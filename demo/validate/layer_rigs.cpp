#include "validate/layer_rigs.h"

#include <cmath>
#include <numbers>

#include "condyle/mesh/primitives.h"

namespace condyle {

ContactSettings settings_of(Formulation formulation) {
  ContactSettings settings;
  settings.formulation = formulation;
  settings.lumped = false;
  return settings;
}

std::shared_ptr<const ContactSurface> surface_of(TriangleMesh mesh, const Layer& layer) {
  return std::make_shared<const ContactSurface>(std::move(mesh), layer, "mesh");
}

std::shared_ptr<const ContactSurface> sphere_of(double radius, const Layer& layer) {
  return std::make_shared<const ContactSurface>(geometry::Shape(geometry::Sphere{radius}),
                                                TriangleMesh{}, layer, "sphere");
}

std::shared_ptr<const ContactSurface> half_space_of(const Layer& layer) {
  return std::make_shared<const ContactSurface>(geometry::Shape(geometry::HalfSpace{}),
                                                TriangleMesh{}, layer, "plane");
}

Layer hard_layer() { return {1e12, 0.3, 1e-6}; }

Pose SphereOnPlate::pose() const {
  Pose X = Pose::Identity();
  X.translation() = Eigen::Vector3d(offset, offset, sphere_radius - approach);
  return X;
}

ContactPair press(const SphereOnPlate& rig, Formulation formulation) {
  const bool is_elastic = formulation == Formulation::elastic_layer;
  ContactPair pair(
      surface_of(mesh::make_plane_grid(rig.width, rig.width, rig.cells, rig.cells), rig.layer),
      sphere_of(rig.sphere_radius, is_elastic ? rigid_layer() : hard_layer()),
      settings_of(formulation));
  pair.evaluate(rig.pose());
  return pair;
}

double force_along_edge(const std::shared_ptr<const ContactSurface>& layer,
                        const ContactSettings& settings, double length, double edge_y,
                        const EdgeRow& row) {
  const double h = layer->layer(0).thickness, R = 10.5 * h;
  ContactPair pair(
      layer,
      std::make_shared<const ContactSurface>(geometry::Shape(geometry::Cylinder{R, 4 * length}),
                                             TriangleMesh{}, rigid_layer(), "cylinder"),
      settings);
  Pose X(Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitY()));
  X.translation() = Eigen::Vector3d(0, edge_y + row.edge * h, R - row.depth * h);
  pair.evaluate(X);
  return normal_force(pair);
}

double normal_force(const ContactPair& pair) { return -pair.result().F_casting_C.force.z(); }

double contact_radius(const ContactPair& pair) {
  return std::sqrt(pair.result().total.contact_area / std::numbers::pi);
}

}  // namespace condyle
