#include "condyle/bullet/collider_mesh.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btConvexHullComputer.h>
#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "condyle/bullet/convert.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/error.h"
#include "condyle/mesh/primitives.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

constexpr double k_edges_per_diagonal = 16;

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

/// Welded, and with triangles that a mirroring scaling has turned inside out turned back.
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

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  for (const auto& t : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto a = static_cast<std::size_t>(t[i]), b = static_cast<std::size_t>(t[(i + 1) % 3]);
      longest = std::max(longest, (mesh.vertices[a] - mesh.vertices[b]).norm());
    }
  return longest;
}

/// Every triangle cut into n * n equal ones.
TriangleMesh divided(const TriangleMesh& mesh, int n) {
  TriangleMesh fine;
  for (const auto& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[static_cast<std::size_t>(t[0])];
    const Vector3d u = (mesh.vertices[static_cast<std::size_t>(t[1])] - a) / n;
    const Vector3d v = (mesh.vertices[static_cast<std::size_t>(t[2])] - a) / n;
    const int first = static_cast<int>(fine.vertices.size());
    const auto index = [&](int i, int j) { return first + i * (2 * n + 3 - i) / 2 + j; };
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n - i; ++j) fine.vertices.push_back(a + i * u + j * v);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n - i; ++j) {
        fine.triangles.push_back({index(i, j), index(i + 1, j), index(i, j + 1)});
        if (j < n - i - 1)
          fine.triangles.push_back({index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)});
      }
  }
  return fine;
}

double diagonal(const btCollisionShape& shape) {
  btVector3 low, high;
  shape.getAabb(btTransform::getIdentity(), low, high);
  return to_eigen(high - low).norm();
}

TriangleMesh divided_for_contact(const TriangleMesh& mesh, const btCollisionShape& shape) {
  const double wanted = diagonal(shape) / k_edges_per_diagonal;
  return divided(mesh, std::max(1, static_cast<int>(std::ceil(longest_edge(mesh) / wanted))));
}

/// From a mesh about the z axis to one about Bullet's axis 0, 1 or 2.
TriangleMesh about_axis(TriangleMesh mesh, int axis) {
  Pose X = Pose::Identity();
  if (axis == 0) X.linear() = Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitY()).toRotationMatrix();
  if (axis == 1) X.linear() = Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitX()).toRotationMatrix();
  return transformed(std::move(mesh), X);
}

TriangleMesh mesh_of(const btCylinderShape& shape) {
  const int axis = shape.getUpAxis();
  const btVector3 half = shape.getHalfExtentsWithMargin();
  TriangleMesh mesh = about_axis(make_cylinder(1, 2, 64, 24, 12), axis);
  return scaled(std::move(mesh), to_eigen(half));
}

TriangleMesh mesh_of(const btCapsuleShape& shape) {
  return about_axis(make_capsule(shape.getRadius(), 2 * shape.getHalfHeight(), 64, 16, 24),
                    shape.getUpAxis());
}

/// Box, hull, mesh: what each shape type yields, or an empty mesh where there is no way.
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
      return divided_for_contact(make_box(2 * to_eigen(box.getHalfExtentsWithMargin())), shape);
    }
    case SPHERE_SHAPE_PROXYTYPE:
      return make_icosphere(static_cast<const btSphereShape&>(shape).getRadius(), 4);
    case CYLINDER_SHAPE_PROXYTYPE:
      return mesh_of(static_cast<const btCylinderShape&>(shape));
    case CAPSULE_SHAPE_PROXYTYPE:
      return mesh_of(static_cast<const btCapsuleShape&>(shape));
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
        "GImpact "
        "mesh, convex hull, box, sphere, cylinder or capsule, or register a ContactSurface",
        what, shape.getName()));
  return mesh;
}

}  // namespace condyle::bullet
