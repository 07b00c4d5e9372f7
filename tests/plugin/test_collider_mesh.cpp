#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <catch2/catch.hpp>

#include "condyle/bullet/surface_shape.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mesh/triangle_mesh.h"
#include "plugin/bullet_mesh.h"
#include "plugin/test_world.h"

// The triangles of a Bullet shape have its area, volume, winding, order and scaling.

namespace condyle::test::collider_mesh_tests {
namespace {

constexpr double k_rounding = k_double_engine ? 1e-12 : 1e-6;

Approx near(double value) { return Approx(value).epsilon(k_rounding); }
// Facets lie inside a round shape.
Approx about(double value) { return Approx(value).epsilon(0.02); }

TriangleMesh mesh_of(const btCollisionShape& shape) {
  return bullet::collider_mesh(shape, "shape");
}

double box_area(const Eigen::Vector3d& size) {
  return 2 * (size.x() * size.y() + size.y() * size.z() + size.z() * size.x());
}

void check_same(const TriangleMesh& mesh, const TriangleMesh& expected) {
  REQUIRE(mesh.triangles.size() == expected.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const Eigen::Vector3d& v = mesh.vertices[mesh.triangles[t][i]];
      const Eigen::Vector3d& e = expected.vertices[expected.triangles[t][i]];
      REQUIRE((v - e).norm() <= k_rounding * (1 + e.norm()));
    }
}

Eigen::Vector3d extent(const TriangleMesh& mesh) {
  Eigen::Vector3d most = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& v : mesh.vertices) most = most.cwiseMax(v.cwiseAbs());
  return most;
}

}  // namespace

TEST_CASE("a box and a hull of its corners are a box", "[bullet][colliders]") {
  const Eigen::Vector3d half(0.03, 0.05, 0.11), scale(2, 0.5, 1.5);
  const Eigen::Vector3d size = 2 * half.cwiseProduct(scale);
  btBoxShape box(bullet::to_bullet(half));
  btConvexHullShape hull;
  for (const Eigen::Vector3d& corner : mesh::make_box(2 * half).vertices)
    hull.addPoint(bullet::to_bullet(corner));
  for (btConvexShape* shape :
       {static_cast<btConvexShape*>(&box), static_cast<btConvexShape*>(&hull)}) {
    shape->setLocalScaling(bullet::to_bullet(scale));
    const TriangleMesh mesh = mesh_of(*shape);
    CHECK(surface_area(mesh) == near(box_area(size)));
    CHECK(signed_volume(mesh) == near(size.prod()));
    CHECK(mesh.triangles.size() > 500);  // fine enough to sample pressure
  }
}

TEST_CASE("round shapes keep their size and axis", "[bullet][colliders]") {
  const double r = 0.04, l = 0.13, pi = 3.14159265358979;
  SECTION("sphere") {
    btSphereShape shape{btScalar(r)};
    shape.setLocalScaling(btVector3(2, 2, 2));
    const TriangleMesh mesh = mesh_of(shape);
    CHECK(signed_volume(mesh) == about(4. / 3 * pi * 8 * r * r * r));
    for (const Eigen::Vector3d& v : mesh.vertices) REQUIRE(v.norm() == near(2 * r));
  }
  SECTION("cylinder") {
    const auto R = btScalar(r), L = btScalar(l / 2);
    const auto check = [&](const btCylinderShape& shape, const Eigen::Vector3d& half) {
      const TriangleMesh mesh = mesh_of(shape);
      CHECK(extent(mesh).isApprox(half, 1e-6));
      CHECK(signed_volume(mesh) == about(pi * r * r * l));
      CHECK(surface_area(mesh) == about(2 * pi * r * (r + l)));
    };
    check(btCylinderShape({R, L, R}), {r, l / 2, r});
    check(btCylinderShapeX({L, R, R}), {l / 2, r, r});
    check(btCylinderShapeZ({R, R, L}), {r, r, l / 2});
  }
  SECTION("capsule") {
    const auto check = [&](const btCapsuleShape& shape, const Eigen::Vector3d& half) {
      const TriangleMesh mesh = mesh_of(shape);
      CHECK(extent(mesh).isApprox(half, 1e-6));
      CHECK(signed_volume(mesh) == about(pi * r * r * (l + 4. / 3 * r)));
    };
    const auto R = btScalar(r), L = btScalar(l);
    check(btCapsuleShape(R, L), {r, l / 2 + r, r});
    check(btCapsuleShapeX(R, L), {l / 2 + r, r, r});
    check(btCapsuleShapeZ(R, L), {r, r, l / 2 + r});
  }
}

TEST_CASE("mesh shapes keep their triangles and their order", "[bullet][colliders]") {
  const TriangleMesh mesh = mesh::make_torus(0.05, 0.02, 12, 8);
  BulletMesh bullet_mesh(mesh);
  const auto scale =
      GENERATE(Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(0.5, 2, 3), Eigen::Vector3d(1, -1, 2));
  CAPTURE(scale.transpose());
  const TriangleMesh expected = scaled(mesh, scale);
  REQUIRE(signed_volume(expected) > 0);
  const btVector3 bullet_scale = bullet::to_bullet(scale);
  SECTION("triangle mesh") {
    btBvhTriangleMeshShape shape(&bullet_mesh.array, true);
    shape.setLocalScaling(bullet_scale);
    check_same(mesh_of(shape), expected);
    CHECK(signed_volume(mesh_of(shape)) > 0);
  }
  SECTION("scaled triangle mesh") {
    btBvhTriangleMeshShape child(&bullet_mesh.array, true);
    btScaledBvhTriangleMeshShape shape(&child, bullet_scale);
    check_same(mesh_of(shape), expected);
  }
  SECTION("GImpact mesh of two parts") {
    btIndexedMesh again = bullet_mesh.array.getIndexedMeshArray()[0];
    bullet_mesh.array.addIndexedMesh(again);
    btGImpactMeshShape shape(&bullet_mesh.array);
    shape.setLocalScaling(bullet_scale);
    shape.updateBound();
    check_same(mesh_of(shape), joined(expected, expected));
  }
  SECTION("Condyle's own shape") {
    const auto surface = std::make_shared<const ContactSurface>(mesh, k_polyethylene);
    bullet::SurfaceShape shape(surface);
    shape.setLocalScaling(bullet_scale);
    check_same(mesh_of(shape), expected);
  }
}

TEST_CASE("shapes without triangles are refused by name", "[bullet][colliders][errors]") {
  const auto refused = [](const btCollisionShape& shape, const char* type) {
    CHECK_THROWS_WITH(bullet::collider_mesh(shape, "shin"),
                      Catch::Contains("shin") && Catch::Contains(type));
  };
  refused(btStaticPlaneShape(btVector3(0, 0, 1), 0), "STATICPLANE");
  refused(btCompoundShape(), "Compound");
  refused(btEmptyShape(), "Empty");
  refused(btConvexHullShape(), "Convex");
}

}  // namespace condyle::test::collider_mesh_tests
