#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btConvexHullComputer.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "condyle/bullet/surface_shape.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/src/mesh/division.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/height_field.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

constexpr double k_edges_per_diagonal = 16;
constexpr double k_chord_over_size = 1e-3;

void add_triangle(TriangleMesh& mesh, const btVector3& a, const btVector3& b, const btVector3& c) {
  const int first = static_cast<int>(mesh.vertices.size());
  for (const btVector3* corner : {&a, &b, &c}) mesh.vertices.push_back(to_eigen(*corner));
  mesh.triangles.push_back({first, first + 1, first + 2});
}

/// Collects a mesh interface's triangles in its own order.
struct TriangleCollector final : btInternalTriangleIndexCallback {
  TriangleMesh mesh;
  void internalProcessTriangleIndex(btVector3* corners, int, int) override {
    add_triangle(mesh, corners[0], corners[1], corners[2]);
  }
};

/// Welds the mesh and flips its triangles if a mirroring scaling has turned them inside out.
TriangleMesh outward(TriangleMesh mesh, const btVector3& scaling) {
  if (scaling.x() * scaling.y() * scaling.z() < 0)
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return welded(mesh);
}

TriangleMesh mesh_of(const btStridingMeshInterface& interface) {
  const btVector3 everywhere(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
  TriangleCollector collector;
  interface.InternalProcessAllTriangles(&collector, -everywhere, everywhere);
  return outward(std::move(collector.mesh), interface.getScaling());
}

TriangleMesh mesh_of(const btGImpactMeshShape& shape) {
  TriangleMesh mesh;
  for (int p = 0; p < shape.getMeshPartCount(); ++p) {
    const btGImpactMeshShapePart& part = *shape.getMeshPart(p);
    part.lockChildShapes();
    for (int i = 0; i < part.getNumChildShapes(); ++i) {
      btTriangleShapeEx triangle;
      part.getBulletTriangle(i, triangle);
      add_triangle(mesh, triangle.m_vertices1[0], triangle.m_vertices1[1], triangle.m_vertices1[2]);
    }
    part.unlockChildShapes();
  }
  return outward(std::move(mesh), shape.getLocalScaling());
}

TriangleMesh hull_of(const btPolyhedralConvexShape& shape) {
  btAlignedObjectArray<btVector3> points;
  for (int i = 0; i < shape.getNumVertices(); ++i) {
    btVector3 point;
    shape.getVertex(i, point);
    points.push_back(point);
  }
  TriangleMesh mesh;
  if (points.size() == 0) return mesh;
  btConvexHullComputer hull;
  hull.compute(&points[0].m_floats[0], sizeof(btVector3), points.size(), 0, 0);
  for (int f = 0; f < hull.faces.size(); ++f) {
    const btConvexHullComputer::Edge* first = &hull.edges[hull.faces[f]];
    const btVector3& apex = hull.vertices[first->getSourceVertex()];
    for (auto edge = first->getNextEdgeOfFace();
         edge->getTargetVertex() != first->getSourceVertex(); edge = edge->getNextEdgeOfFace())
      add_triangle(mesh, apex, hull.vertices[edge->getSourceVertex()],
                   hull.vertices[edge->getTargetVertex()]);
  }
  return welded(mesh);
}

double diagonal(const btCollisionShape& shape) {
  btVector3 low, high;
  shape.getAabb(btTransform::getIdentity(), low, high);
  return to_eigen(high - low).norm();
}

TriangleMesh divided_for_contact(const TriangleMesh& mesh, const btCollisionShape& shape) {
  return divided(mesh, diagonal(shape) / k_edges_per_diagonal);
}

/// Turns a mesh about the z axis to Bullet's axis 0, 1 or 2.
TriangleMesh about_axis(TriangleMesh mesh, int axis) {
  Pose X = Pose::Identity();
  if (axis == 0)
    X.linear() = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitY()).toRotationMatrix();
  if (axis == 1)
    X.linear() = Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitX()).toRotationMatrix();
  return transformed(std::move(mesh), X);
}

TriangleMesh mesh_of(const btCylinderShape& shape) {
  const int axis = shape.getUpAxis();
  const double half_length = to_eigen(shape.getHalfExtentsWithMargin())[axis];
  return about_axis(mesh::make_cylinder(shape.getRadius(), 2 * half_length, 64, 24, 12), axis);
}

TriangleMesh mesh_of(const btCapsuleShape& shape) {
  return about_axis(mesh::make_capsule(shape.getRadius(), 2 * shape.getHalfHeight(), 64, 16, 24),
                    shape.getUpAxis());
}

TriangleMesh mesh_of(const btConeShape& shape) {
  const geometry::Cone cone{shape.getRadius(), shape.getHeight()};
  const double chord_error = k_chord_over_size * std::max(cone.radius, cone.height);
  return about_axis(mesh_of(geometry::Shape(cone), chord_error), shape.getConeUpIndex());
}

/// The hull of the spheres: the vertices of a sphere, moved to the support points of their
/// directions.
TriangleMesh mesh_of(const btMultiSphereShape& shape) {
  TriangleMesh mesh = mesh::make_icosphere(1, 4);
  for (Vector3d& vertex : mesh.vertices) {
    vertex = to_eigen(shape.localGetSupportingVertex(to_bullet(vertex)));
  }
  return mesh;
}

TriangleMesh mesh_of(const btHeightfieldTerrainShape& shape) {
  const auto samples = height_field_samples(shape);
  if (!samples) return {};
  Pose X_BS = Pose::Identity();
  X_BS.linear() = samples->R_BS;
  return transformed(mesh_of(*samples), X_BS);
}

/// The mesh of any supported shape type; an empty mesh for other types.
TriangleMesh mesh_of(const btCollisionShape& shape) {
  switch (shape.getShapeType()) {
    case TRIANGLE_MESH_SHAPE_PROXYTYPE:
      return mesh_of(*static_cast<const btTriangleMeshShape&>(shape).getMeshInterface());
    case SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE: {
      const auto& scaled_shape = static_cast<const btScaledBvhTriangleMeshShape&>(shape);
      return scaled(mesh_of(*scaled_shape.getChildShape()->getMeshInterface()),
                    to_eigen(scaled_shape.getLocalScaling()));
    }
    case GIMPACT_SHAPE_PROXYTYPE: {
      const auto& gimpact = static_cast<const btGImpactShapeInterface&>(shape);
      if (gimpact.getGImpactShapeType() != CONST_GIMPACT_TRIMESH_SHAPE) return {};
      return mesh_of(static_cast<const btGImpactMeshShape&>(shape));
    }
    case FAST_CONCAVE_MESH_PROXYTYPE:
      if (const auto* surface = dynamic_cast<const SurfaceShape*>(&shape))
        return scaled(surface->surface()->mesh(), to_eigen(surface->getLocalScaling()));
      return {};
    case BOX_SHAPE_PROXYTYPE: {
      const auto& box = static_cast<const btBoxShape&>(shape);
      return divided_for_contact(mesh::make_box(2 * to_eigen(box.getHalfExtentsWithMargin())),
                                 shape);
    }
    case SPHERE_SHAPE_PROXYTYPE:
      return mesh::make_icosphere(static_cast<const btSphereShape&>(shape).getRadius(), 4);
    case CYLINDER_SHAPE_PROXYTYPE:
      return mesh_of(static_cast<const btCylinderShape&>(shape));
    case CAPSULE_SHAPE_PROXYTYPE:
      return mesh_of(static_cast<const btCapsuleShape&>(shape));
    case CONE_SHAPE_PROXYTYPE:
      return divided_for_contact(mesh_of(static_cast<const btConeShape&>(shape)), shape);
    case MULTI_SPHERE_SHAPE_PROXYTYPE:
      return divided_for_contact(mesh_of(static_cast<const btMultiSphereShape&>(shape)), shape);
    case TERRAIN_SHAPE_PROXYTYPE:
      return mesh_of(static_cast<const btHeightfieldTerrainShape&>(shape));
    default:
      if (!shape.isPolyhedral()) return {};
      return divided_for_contact(hull_of(static_cast<const btPolyhedralConvexShape&>(shape)),
                                 shape);
  }
}

}  // namespace

TriangleMesh collider_mesh(const btCollisionShape& shape, const std::string& what) {
  TriangleMesh mesh = mesh_of(shape);
  if (mesh.triangles.empty())
    throw InputError(fmt::format(
        "{}: a Bullet shape of type '{}' has no triangles to press on; use a triangle mesh, "
        "GImpact mesh, convex hull, box, sphere, cylinder, capsule, cone, spheres, plane or "
        "height field, or register a ContactSurface",
        what, shape.getName()));
  return mesh;
}

}  // namespace condyle::bullet
