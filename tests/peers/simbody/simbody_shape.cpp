#include "peers/simbody/simbody_shape.h"

#include <Simbody.h>

namespace condyle::peers {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using SimTK::ContactGeometry;
using SimTK::UnitVec3;
using SimTK::Vec2;
using SimTK::Vec3;

Vec3 to(const Vector3d& v) { return {v[0], v[1], v[2]}; }
UnitVec3 to_unit(const Vector3d& v) { return UnitVec3(to(v)); }
Vector3d from(const Vec3& v) { return {v[0], v[1], v[2]}; }
Vector3d from(const UnitVec3& v) { return {v[0], v[1], v[2]}; }
Matrix3d from(const SimTK::Mat33& m) {
  Matrix3d result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result(i, j) = m(i, j);
  }
  return result;
}

SimTK::Vector to(const VectorXd& v) {
  SimTK::Vector result(static_cast<int>(v.size()));
  for (int k = 0; k < result.size(); ++k) result[k] = v[k];
  return result;
}
SimTK::Matrix to(const MatrixXd& m) {
  SimTK::Matrix result(static_cast<int>(m.rows()), static_cast<int>(m.cols()));
  for (int i = 0; i < result.nrow(); ++i) {
    for (int j = 0; j < result.ncol(); ++j) result(i, j) = m(i, j);
  }
  return result;
}

SimTK::Rotation to_rotation(const Matrix3d& R) {
  return SimTK::Rotation(SimTK::Mat33(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0),
                                      R(2, 1), R(2, 2)));
}

SimbodyGeodesic copied(const SimTK::Geodesic& g) {
  SimbodyGeodesic result;
  for (int k = 0; k < g.getNumPoints(); ++k) {
    const SimTK::Transform& frame = g.getFrenetFrames()[k];
    result.points.push_back(from(frame.p()));
    result.tangents.push_back(from(frame.y()));
    result.normals.push_back(from(frame.z()));
    if (k < static_cast<int>(g.getArcLengths().size())) {
      result.lengths.push_back(g.getArcLengths()[k]);
    }
  }
  for (const double k : g.getCurvatures()) result.curvatures.push_back(k);
  result.torsion_p = g.getTorsionP();
  result.torsion_q = g.getTorsionQ();
  const auto& rotational = g.getDirectionalSensitivityPtoQ();
  const auto& translational = g.getPositionalSensitivityPtoQ();
  if (!rotational.empty()) {
    result.jacobi_q = rotational.back()[0];
    result.jacobi_q_dot = rotational.back()[1];
  }
  if (!translational.empty()) {
    result.jacobi_trans_q = translational.back()[0];
    result.jacobi_trans_q_dot = translational.back()[1];
  }
  return result;
}

}  // namespace

struct SimbodyShape::Impl {
  ContactGeometry shape;
};

SimbodyShape::SimbodyShape(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SimbodyShape::SimbodyShape(SimbodyShape&&) noexcept = default;
SimbodyShape::~SimbodyShape() = default;

SimbodyShape SimbodyShape::half_space() {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::HalfSpace()}));
}
SimbodyShape SimbodyShape::sphere(double radius) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::Sphere(radius)}));
}
SimbodyShape SimbodyShape::ellipsoid(const Vector3d& a) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::Ellipsoid(to(a))}));
}
SimbodyShape SimbodyShape::cylinder(double radius) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::Cylinder(radius)}));
}
SimbodyShape SimbodyShape::torus(double R, double r) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::Torus(R, r)}));
}
SimbodyShape SimbodyShape::brick(const Vector3d& h) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::Brick(to(h))}));
}
SimbodyShape SimbodyShape::mesh(const std::vector<Vector3d>& vertices,
                                const std::vector<std::array<int, 3>>& triangles, bool smooth) {
  SimTK::Array_<Vec3> points;
  for (const Vector3d& v : vertices) points.push_back(to(v));
  SimTK::Array_<int> indices;
  for (const auto& triangle : triangles) {
    for (const int v : triangle) indices.push_back(v);
  }
  return SimbodyShape(
      std::unique_ptr<Impl>(new Impl{ContactGeometry::TriangleMesh(points, indices, smooth)}));
}
SimbodyShape SimbodyShape::height_map(const VectorXd& x, const VectorXd& y, const MatrixXd& z,
                                      double smoothness) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{
      ContactGeometry::SmoothHeightMap(SimTK::BicubicSurface(to(x), to(y), to(z), smoothness))}));
}
SimbodyShape SimbodyShape::height_map(const VectorXd& x, const VectorXd& y, const MatrixXd& z,
                                      const MatrixXd& zx, const MatrixXd& zy, const MatrixXd& zxy) {
  return SimbodyShape(std::unique_ptr<Impl>(new Impl{ContactGeometry::SmoothHeightMap(
      SimTK::BicubicSurface(to(x), to(y), to(z), to(zx), to(zy), to(zxy)))}));
}

bool SimbodyShape::is_smooth() const { return impl_->shape.isSmooth(); }
bool SimbodyShape::is_convex() const { return impl_->shape.isConvex(); }
double SimbodyShape::value(const Vector3d& p) const { return impl_->shape.calcSurfaceValue(to(p)); }
Vector3d SimbodyShape::gradient(const Vector3d& p) const {
  return from(impl_->shape.calcSurfaceGradient(to(p)));
}
Matrix3d SimbodyShape::hessian(const Vector3d& p) const {
  return from(impl_->shape.calcSurfaceHessian(to(p)));
}
Vector3d SimbodyShape::unit_normal(const Vector3d& p) const {
  return from(impl_->shape.calcSurfaceUnitNormal(to(p)));
}
Vector3d SimbodyShape::nearest(const Vector3d& p, bool& inside, Vector3d& normal) const {
  UnitVec3 n;
  const Vec3 found = impl_->shape.findNearestPoint(to(p), inside, n);
  normal = from(n);
  return from(found);
}
Vector3d SimbodyShape::downhill(const Vector3d& p) const {
  return from(impl_->shape.projectDownhillToNearestPoint(to(p)));
}
bool SimbodyShape::ray(const Vector3d& origin, const Vector3d& direction, double& distance,
                       Vector3d& normal) const {
  UnitVec3 n;
  const bool hit = impl_->shape.intersectsRay(to(origin), to_unit(direction), distance, n);
  if (hit) normal = from(n);
  return hit;
}
void SimbodyShape::bounding_sphere(Vector3d& centre, double& radius) const {
  Vec3 c;
  impl_->shape.getBoundingSphere(c, radius);
  centre = from(c);
}
double SimbodyShape::gaussian_curvature(const Vector3d& p) const {
  return impl_->shape.calcGaussianCurvature(to(p));
}
double SimbodyShape::curvature_in_direction(const Vector3d& p, const Vector3d& t) const {
  return impl_->shape.calcSurfaceCurvatureInDirection(to(p), to_unit(t));
}
void SimbodyShape::principal_curvatures(const Vector3d& p, Vector2d& k, Matrix3d& frame) const {
  Vec2 curvatures;
  SimTK::Rotation R;
  impl_->shape.calcSurfacePrincipalCurvatures(to(p), curvatures, R);
  k = {curvatures[0], curvatures[1]};
  frame = from(R.asMat33());
}
void SimbodyShape::curvature(const Vector3d& p, Vector2d& k, Matrix3d& frame) const {
  Vec2 curvatures;
  SimTK::Rotation R;
  impl_->shape.calcCurvature(to(p), curvatures, R);
  k = {curvatures[0], curvatures[1]};
  frame = from(R.asMat33());
}
Vector3d SimbodyShape::support(const Vector3d& d) const {
  return from(impl_->shape.calcSupportPoint(to_unit(d)));
}
bool SimbodyShape::track_line(const Vector3d& on_line, const Vector3d& direction,
                              const Vector3d& guess, Vector3d& on_surface,
                              Vector3d& nearest_on_line, double& height) const {
  Vec3 p, q;
  const bool found = impl_->shape.trackSeparationFromLine(to(on_line), to_unit(direction),
                                                          to(guess), p, q, height);
  on_surface = from(p);
  nearest_on_line = from(q);
  return found;
}

SimbodyGeodesic SimbodyShape::shoot(const Vector3d& p, const Vector3d& t, double length) const {
  SimTK::Geodesic g;
  impl_->shape.shootGeodesicInDirectionUntilLengthReached(to(p), to_unit(t), length,
                                                          SimTK::GeodesicOptions(), g);
  return copied(g);
}
SimbodyGeodesic SimbodyShape::shoot_to_plane(const Vector3d& p, const Vector3d& t,
                                             const Vector3d& plane_normal,
                                             double plane_offset) const {
  SimTK::Geodesic g;
  impl_->shape.shootGeodesicInDirectionUntilPlaneHit(
      to(p), to_unit(t), SimTK::Plane(to(plane_normal), plane_offset), SimTK::GeodesicOptions(), g);
  return copied(g);
}
SimbodyGeodesic SimbodyShape::between_in_closed_form(const Vector3d& p, const Vector3d& q,
                                                     const Vector3d& tangent_p,
                                                     const Vector3d& tangent_q) const {
  SimTK::Geodesic g;
  impl_->shape.calcGeodesicAnalytical(to(p), to(q), to(tangent_p), to(tangent_q), g);
  return copied(g);
}
SimbodyGeodesic SimbodyShape::between(const Vector3d& p, const Vector3d& q,
                                      const Vector3d& tangent_hint, double length_hint) const {
  SimTK::Geodesic g;
  impl_->shape.calcGeodesicUsingOrthogonalMethod(to(p), to(q), to(tangent_hint), length_hint, g);
  return copied(g);
}

Vector2d simbody_parametric_curvature(const Vector3d& point, const Vector3d& normal,
                                      const Vector3d& du, const Vector3d& dv, const Vector3d& duu,
                                      const Vector3d& dvv, const Vector3d& duv) {
  SimTK::Transform frame;
  const Vec2 k = ContactGeometry::evalParametricCurvature(to(point), to_unit(normal), to(du),
                                                          to(dv), to(duu), to(dvv), to(duv), frame);
  return {k[0], k[1]};
}

void simbody_combine(const Matrix3d& frame_1, const Vector2d& k1, const Vector3d& x2,
                     const Vector2d& k2, Matrix3d& frame, Vector2d& k) {
  SimTK::Rotation R;
  Vec2 combined;
  ContactGeometry::combineParaboloids(to_rotation(frame_1), Vec2(k1[0], k1[1]), to_unit(x2),
                                      Vec2(k2[0], k2[1]), R, combined);
  frame = from(R.asMat33());
  k = {combined[0], combined[1]};
}

}  // namespace condyle::peers
