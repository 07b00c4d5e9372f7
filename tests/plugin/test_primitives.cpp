#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/bullet/surface_shape.h"
#include "condyle/error.h"
#include "plugin/bullet/src/collider_shape.h"
#include "plugin/pressing.h"
#include "plugin/test_world.h"

// Contact takes Bullet's primitives as analytic shapes of their exact size.

namespace condyle::test::primitives_tests {
namespace {

using bullet::ColliderShape;
using Eigen::Vector3d;

constexpr double k_rounding = k_double_engine ? 1e-12 : 1e-6;
constexpr double k_pi = 3.14159265358979323846;

ColliderShape shape_of(const btCollisionShape& shape) {
  const auto found = bullet::collider_shape(shape);
  REQUIRE(found);
  return *found;
}

/// Extent of the shape along +-x, y, z of Bullet's frame.
Eigen::AlignedBox3d extent(const ColliderShape& collider) {
  Eigen::AlignedBox3d box;
  for (int k = 0; k < 3; ++k) {
    const Vector3d along = collider.X_BS.linear().transpose() * Vector3d::Unit(k);
    box.max()[k] = (collider.X_BS * support(collider.shape, along))[k];
    box.min()[k] = (collider.X_BS * support(collider.shape, -along))[k];
  }
  return box;
}

void check_extent(const btCollisionShape& shape, const Vector3d& low, const Vector3d& high) {
  const Eigen::AlignedBox3d box = extent(shape_of(shape));
  CAPTURE(shape.getName(), box.min().transpose(), box.max().transpose());
  CHECK((box.min() - low).norm() < k_rounding);
  CHECK((box.max() - high).norm() < k_rounding);
}

/// Checks that the mesh of a shape lies within `error` of the shape.
void check_mesh(const btCollisionShape& shape, double error) {
  const ColliderShape collider = shape_of(shape);
  const Pose X_SB = collider.X_BS.inverse(Eigen::Isometry);
  for (const Vector3d& p_B : bullet::collider_mesh(shape, "shape").vertices)
    REQUIRE(std::abs(nearest(collider.shape, X_SB * p_B).distance) < error);
}

btScalar scalar(double x) { return static_cast<btScalar>(x); }
btVector3 vector(double x, double y, double z) { return {scalar(x), scalar(y), scalar(z)}; }

/// Hills as a grid of samples, `rows` along the first axis.
struct Terrain {
  static constexpr int k_rows = 9, k_columns = 7;
  std::vector<btScalar> heights;
  explicit Terrain(unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < k_rows * k_columns; ++i)
      heights.push_back(std::uniform_real_distribution<btScalar>(-1, 1)(random));
  }
  btHeightfieldTerrainShape shape(int up_axis) const {
    return btHeightfieldTerrainShape(k_rows, k_columns, heights.data(), btScalar(-1), btScalar(1),
                                     up_axis, false);
  }
};

struct Corners final : btTriangleCallback {
  std::vector<Vector3d> points;
  void processTriangle(btVector3* corners, int, int) override {
    for (int k = 0; k < 3; ++k) points.push_back(bullet::to_eigen(corners[k]));
  }
};

/// The depth at which `force` [N], which rises with depth, carries the load.
template <class Force>
double depth_under(double load, const Force& force) {
  double low = 0, high = 1e-3;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (force(middle) < load ? low : high) = middle;
  }
  return low;
}

ContactSettings nearly_critical(double depth) {
  ContactSettings settings;
  settings.dissipation = 4.0 / 3.0 / std::sqrt(k_gravity * depth);
  return settings;
}

}  // namespace

TEST_CASE("round primitives have Bullet's size, axis and scaling", "[bullet][primitives]") {
  const double r = 0.04, l = 0.13, s = 1.5;
  const auto check = [](btCollisionShape&& shape, const btVector3& scaling, const Vector3d& half) {
    shape.setLocalScaling(scaling);
    check_extent(shape, -half, half);
    check_mesh(shape, 2e-3 * half.maxCoeff());  // the chords of a cone: 1e-3 of its height
  };
  const btVector3 plain(1, 1, 1), scaled = vector(s, s, s);
  check(btSphereShape(scalar(r)), plain, {r, r, r});
  check(btSphereShape(scalar(r)), scaled, {s * r, s * r, s * r});
  check(btCapsuleShape(scalar(r), scalar(l)), scaled, s * Vector3d(r, l / 2 + r, r));
  check(btCapsuleShapeX(scalar(r), scalar(l)), plain, {l / 2 + r, r, r});
  check(btCapsuleShapeZ(scalar(r), scalar(l)), plain, {r, r, l / 2 + r});
  check(btCylinderShape(vector(r, l, r)), scaled, s * Vector3d(r, l, r));
  check(btCylinderShapeX(vector(l, r, r)), plain, {l, r, r});
  check(btCylinderShapeZ(vector(r, r, l)), plain, {r, r, l});
  check(btConeShape(scalar(r), scalar(l)), scaled, s * Vector3d(r, l / 2, r));
  check(btConeShapeX(scalar(r), scalar(l)), plain, {l / 2, r, r});
  check(btConeShapeZ(scalar(r), scalar(l)), plain, {r, r, l / 2});
  check(btBoxShape(vector(r, l, 0.2)), vector(2, 1, 0.5), {2 * r, l, 0.1});
}

TEST_CASE("a margin is part of the shape, as Bullet has it", "[bullet][primitives]") {
  btBoxShape box(vector(0.1, 0.2, 0.3));
  box.setMargin(scalar(0.02));
  check_extent(box, {-0.1, -0.2, -0.3}, {0.1, 0.2, 0.3});
  btCylinderShape cylinder(vector(0.1, 0.2, 0.1));
  cylinder.setMargin(scalar(0.005));
  check_extent(cylinder, {-0.1, -0.2, -0.1}, {0.1, 0.2, 0.1});
}

TEST_CASE("a cone points where Bullet's does", "[bullet][primitives]") {
  const ColliderShape cone = shape_of(btConeShape(scalar(0.1), scalar(0.3)));
  const Pose X_SB = cone.X_BS.inverse(Eigen::Isometry);
  CHECK(is_inside(cone.shape, X_SB * Vector3d(0.09, -0.149, 0)));
  CHECK_FALSE(is_inside(cone.shape, X_SB * Vector3d(0.09, 0.149, 0)));
}

TEST_CASE("spheres in one shape", "[bullet][primitives]") {
  const btVector3 places[] = {vector(0.1, 0, 0.05), vector(-0.2, 0.1, 0), vector(0, 0.3, 0)};
  const btScalar same[] = {scalar(0.03), scalar(0.03), scalar(0.03)};
  const btScalar other[] = {scalar(0.03), scalar(0.02)};
  SECTION("one is a sphere") {
    btMultiSphereShape shape(places, same, 1);
    shape.setLocalScaling(vector(2, 2, 2));
    check_extent(shape, {0.14, -0.06, 0.04}, {0.26, 0.06, 0.16});
  }
  SECTION("two of a size are a capsule") {
    const btMultiSphereShape shape(places, same, 2);
    CHECK(std::holds_alternative<geometry::Capsule>(shape_of(shape).shape));
    check_extent(shape, {-0.23, -0.03, -0.03}, {0.13, 0.13, 0.08});
  }
  SECTION("others are the mesh of their hull") {
    for (const btMultiSphereShape& shape :
         {btMultiSphereShape(places, other, 2), btMultiSphereShape(places, same, 3)}) {
      CHECK_FALSE(bullet::collider_shape(shape));
      for (const Vector3d& p : bullet::collider_mesh(shape, "spheres").vertices) {
        const btVector3 there = shape.localGetSupportingVertex(bullet::to_bullet(p));
        // No vertex lies outside the hull of the spheres, by the hull's support along the vertex.
        REQUIRE(p.squaredNorm() <= bullet::to_eigen(there).dot(p) + 10 * k_rounding);
      }
    }
  }
}

TEST_CASE("a plane is the half space behind it", "[bullet][primitives]") {
  const Vector3d normal = Vector3d(1, 2, -2) / 3;
  const ColliderShape plane = shape_of(btStaticPlaneShape(bullet::to_bullet(normal), scalar(0.25)));
  const Pose X_SB = plane.X_BS.inverse(Eigen::Isometry);
  CHECK(std::abs(nearest(plane.shape, X_SB * (0.25 * normal)).distance) < k_rounding);
  CHECK(nearest(plane.shape, X_SB * (0.75 * normal)).distance == Approx(0.5).epsilon(k_rounding));
}

TEST_CASE("a height field passes through its samples, whichever axis is up",
          "[bullet][primitives]") {
  const int up_axis = GENERATE(0, 1, 2);
  const Terrain terrain(3);
  btHeightfieldTerrainShape field = terrain.shape(up_axis);
  field.setLocalScaling(vector(0.5, 0.4, 0.3));
  const ColliderShape collider = shape_of(field);
  const Pose X_SB = collider.X_BS.inverse(Eigen::Isometry);
  Corners corners;
  field.processAllTriangles(&corners, vector(-99, -99, -99), vector(99, 99, 99));
  REQUIRE(corners.points.size() == 2 * 3 * (Terrain::k_rows - 1) * (Terrain::k_columns - 1));
  const auto& map = std::get<geometry::HeightMap>(collider.shape);
  for (const Vector3d& p_B : corners.points) {
    const Vector3d p = X_SB * p_B;
    REQUIRE(map.covers(p.x(), p.y()));
    REQUIRE(map.at(p.x(), p.y()).z == Approx(p.z()).margin(k_rounding));
  }
  CHECK((collider.X_BS.linear() * Vector3d::UnitZ()).isApprox(Vector3d::Unit(up_axis)));
  check_mesh(field, 10 * k_rounding);
}

TEST_CASE("a sphere and a capsule rest on a casting plate at the depth of the closed form",
          "[bullet][primitives][rest]") {
  const double rate = GENERATE(60., 1000.);
  const double R = 0.05, half = 0.06, mass = 1000, k = stiffness_per_area(k_polyethylene);
  const auto settle = [&](btCollisionShape* shape, const Eigen::Quaterniond& turn,
                          double expected) {
    TestWorld world;
    btRigidBody& body = world.add_body(shape, mass, sphere_inertia(mass, R), {0, 0, R}, turn);
    const ColliderId round = world.plugin->add_collider(body, k_polyethylene);
    world.add_mesh_body(mesh::make_plane_grid(0.2, 0.04, 400, 160), k_polyethylene, 0, {0, 0, 0},
                        {0, 0, 0});
    world.plugin->set_contact(world.colliders[0], round, nearly_critical(expected), {},
                              CastingSide::first);
    world.step(1 / rate, 20 + static_cast<int>(15 / std::sqrt(k_gravity / expected) * rate));
    // Cells of 0.25 and 0.5 mm across a contact some mm wide.
    CHECK(R - height(body) == Approx(expected).epsilon(2e-3));
  };
  const double load = mass * k_gravity;
  settle(new btSphereShape(scalar(R)), Eigen::Quaterniond::Identity(),
         depth_under(load, [&](double d) { return k * k_pi * d * d * (R - d / 3); }));
  settle(new btCapsuleShapeX(scalar(R), scalar(2 * half)), Eigen::Quaterniond::Identity(),
         depth_under(load, [&](double d) {
           const double segment =
               R * R * std::acos(1 - d / R) - (R - d) * std::sqrt(2 * R * d - d * d);
           return k * (2 * half * segment + k_pi * d * d * (R - d / 3));
         }));
}

TEST_CASE("a body rests on each flat primitive at the depth of the law",
          "[bullet][primitives][rest]") {
  const double side = 0.1, mass = 50;
  const double expected = mass * k_gravity / (stiffness_per_area(k_polyethylene) * side * side);
  const Terrain terrain(0);
  std::vector<btScalar> level(std::size_t{8 * 8}, 0);
  struct Ground {
    btCollisionShape* shape;
    double top;
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  };
  const Eigen::Quaterniond y_up(Eigen::AngleAxisd(k_pi / 2, Vector3d::UnitX()));
  const Eigen::Quaterniond y_down(Eigen::AngleAxisd(-k_pi / 2, Vector3d::UnitX()));
  for (const Ground& ground : {Ground{new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0},
                               Ground{new btBoxShape(vector(1, 1, 0.2)), 0.2},
                               Ground{new btCylinderShape(vector(0.5, 0.2, 0.5)), 0.2, y_up},
                               Ground{new btConeShape(scalar(0.5), scalar(0.4)), 0.2, y_down},
                               Ground{new btHeightfieldTerrainShape(
                                          8, 8, level.data(), btScalar(-1), btScalar(1), 2, false),
                                      0}}) {
    CAPTURE(ground.shape->getName());
    TestWorld world;
    const Vector3d size(side, side, side);
    btRigidBody& box = world.add_body(new btBoxShape(bullet::to_bullet(Vector3d(size / 2))), mass,
                                      box_inertia(mass, size), {0.01, 0.02, ground.top + side / 2});
    btRigidBody& below = world.add_body(ground.shape, 0, {0, 0, 0}, {0, 0, 0}, ground.turn);
    const ColliderId on_box = world.plugin->add_collider(box, k_polyethylene);
    const ColliderId on_ground = world.plugin->add_collider(below, k_polyethylene);
    world.plugin->set_contact(on_box, on_ground, nearly_critical(expected), {}, CastingSide::first);
    world.step(1. / 240, 600);
    CHECK(ground.top + side / 2 - height(box) ==
          Approx(expected).epsilon(1e-6).margin(k_double_engine ? 1e-12 : 4e-8));
    CHECK(pressing(*world.plugin) == 1);
  }
}

TEST_CASE("what has no triangles never casts, even where it was registered first",
          "[bullet][primitives]") {
  TestWorld world;
  btRigidBody& ground =
      world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0, {0, 0, 0}, {0, 0, 0});
  const ColliderId plane = world.plugin->add_collider(ground, k_polyethylene);
  SECTION("sphere on plane") {
    btRigidBody& body =
        world.add_body(new btSphereShape(scalar(0.05)), 1, sphere_inertia(1, 0.05), {0, 0, 0.0499});
    const ColliderId sphere = world.plugin->add_collider(body, k_polyethylene);
    world.step(1. / 240);
    REQUIRE(world.plugin->pairs().size() == 1);
    CHECK(world.plugin->pairs()[0].casting == sphere);
  }
  SECTION("mesh on plane") {
    world.add_mesh_body(mesh::make_icosphere(0.05, 3), k_polyethylene, 1, sphere_inertia(1, 0.05),
                        {0, 0, 0.0499});
    world.step(1. / 240);
    REQUIRE(world.plugin->pairs().size() == 1);
    CHECK(world.plugin->pairs()[0].casting == world.colliders[0]);
    CHECK(world.plugin->pairs()[0].target == plane);
  }
  SECTION("told to, it refuses") {
    btRigidBody& body =
        world.add_body(new btSphereShape(scalar(0.05)), 1, sphere_inertia(1, 0.05), {0, 0, 0.0499});
    const ColliderId sphere = world.plugin->add_collider(body, k_polyethylene);
    CHECK_THROWS_WITH(world.plugin->set_contact(plane, sphere, {}, {}, CastingSide::first),
                      Catch::Contains("no triangles to cast from"));
  }
}

TEST_CASE("a sphere slides, spins and leaves freely on a casting plate without friction",
          "[bullet][primitives][motion]") {
  const double rate = GENERATE(60., 240., 1000.);
  const double R = 0.05, mass = 10, speed = 0.3, spin = 10;
  const double rest = depth_under(mass * k_gravity, [&](double d) {
    return stiffness_per_area(k_polyethylene) * k_pi * d * d * (R - d / 3);
  });
  TestWorld world;
  btRigidBody& ball = world.add_body(new btSphereShape(scalar(R)), mass, sphere_inertia(mass, R),
                                     {-0.08, 0, R - rest});
  const ColliderId round = world.plugin->add_collider(ball, k_polyethylene);
  world.add_mesh_body(mesh::make_plane_grid(0.25, 0.02, 500, 40), k_polyethylene, 0, {0, 0, 0},
                      {0, 0, 0});
  world.plugin->set_contact(world.colliders[0], round, {}, {}, CastingSide::first);
  ball.setLinearVelocity(vector(speed, 0, 0));
  ball.setAngularVelocity(vector(0, spin, 0));
  world.step(1 / rate, static_cast<int>(0.5 * rate));
  // The plate's cells come and go at the edge of the contact.
  CHECK(double(ball.getLinearVelocity().x()) == Approx(speed).epsilon(0.01));
  CHECK(double(ball.getAngularVelocity().y()) == Approx(spin).epsilon(0.01));
}

}  // namespace condyle::test::primitives_tests
