#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <catch2/catch.hpp>

#include "plugin/bullet_mesh.h"
#include "plugin/pressing.h"

// A body of every kind of shape rests at the depth of the law on a plate of every kind of shape.

namespace condyle::test::colliders_tests {
namespace {

constexpr double k_half = 0.05;
constexpr double k_mass = 0.5;
constexpr double k_weight = k_mass * k_gravity;
constexpr Layer k_foam{2e4, 0.4, 0.01};  ///< soft enough for depths of some 0.2 mm
const Eigen::Vector3d k_cube = Eigen::Vector3d::Constant(2 * k_half);
const btVector3 k_half_cube = bullet::to_bullet(Eigen::Vector3d(k_cube / 2));

struct Rig {
  void add_plate() {
    world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 10, 10), k_foam, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
  }
  /// A body that stands on z = 0 with its centre at height k_half.
  btRigidBody& add_body(btCollisionShape* shape, const Pose& X_WB = Pose::Identity()) {
    return world.add_body(shape, k_mass, box_inertia(k_mass, k_cube),
                          X_WB.translation() + Eigen::Vector3d(0, 0, k_half),
                          Eigen::Quaterniond(X_WB.linear()));
  }
  btRigidBody& press(btRigidBody& body, const bullet::ColliderOptions& options = {}) {
    world.plugin->add_collider(body, k_foam, options);
    return body;
  }
  void check_depth(const btRigidBody& body, double area) {
    world.step(1. / 240, 240);
    const double depth = flat_depth(k_foam, k_weight, area);
    CHECK(height(body) == at_depth(k_half - depth, depth));
    CHECK(bullet_points(world.world, *world.bodies[0], *world.bodies[1]) == 0);
  }

  TestWorld world;
};

constexpr double k_face = 4 * k_half * k_half;

btCompoundShape* compound_of(btCollisionShape& child, const Pose& X_BS) {
  auto* compound = new btCompoundShape;
  compound->addChildShape(bullet::to_bullet(X_BS), &child);
  return compound;
}

}  // namespace

TEST_CASE("a body of any shape stands at the depth of the law", "[bullet][colliders]") {
  Rig rig;
  SECTION("box") {
    btRigidBody& body = rig.press(rig.add_body(new btBoxShape(k_half_cube)));
    rig.add_plate();
    rig.check_depth(body, k_face);
  }
  SECTION("scaled box") {
    auto* box = new btBoxShape(k_half_cube / 4);
    box->setLocalScaling(btVector3(4, 4, 4));
    btRigidBody& body = rig.press(rig.add_body(box));
    rig.add_plate();
    rig.check_depth(body, k_face);
  }
  SECTION("convex hull") {
    auto* hull = new btConvexHullShape;
    for (const Eigen::Vector3d& corner : mesh::make_box(k_cube).vertices)
      hull->addPoint(bullet::to_bullet(corner));
    btRigidBody& body = rig.press(rig.add_body(hull));
    rig.add_plate();
    rig.check_depth(body, k_face);
  }
  SECTION("cylinder") {
    btRigidBody& body = rig.press(rig.add_body(new btCylinderShapeZ(k_half_cube)));
    rig.add_plate();
    const double polygon = 32 * std::sin(2 * 3.14159265358979 / 64) * k_half * k_half;
    rig.check_depth(body, polygon);
  }
  SECTION("GImpact mesh, its algorithm registered or not") {
    if (GENERATE(true, false))
      btGImpactCollisionAlgorithm::registerAlgorithm(&rig.world.dispatcher);
    BulletMesh mesh(mesh::make_box(k_cube / 2, {4, 4, 4}));
    auto* gimpact = new btGImpactMeshShape(&mesh.array);
    gimpact->setLocalScaling(btVector3(2, 2, 2));
    gimpact->updateBound();
    btRigidBody& body = rig.press(rig.add_body(gimpact));
    rig.add_plate();
    rig.check_depth(body, k_face);
  }
  SECTION("child of a compound, turned and shifted") {
    btBoxShape box(btVector3(btScalar(k_half), btScalar(0.02), btScalar(0.03)));
    Pose X_BS = Pose::Identity();  // its face of 0.1 by 0.06 m faces down, 0.05 m below B
    X_BS.linear() = Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitX()).toRotationMatrix();
    X_BS.translation() = Eigen::Vector3d(0, 0, -0.03);
    btRigidBody& body = rig.press(rig.add_body(compound_of(box, X_BS)), {0, "child"});
    rig.add_plate();
    rig.check_depth(body, 2 * k_half * 0.06);
  }
  SECTION("a prepared surface at a pose of its own") {
    // The body's shape is only for the broad phase.
    btRigidBody& body = rig.add_body(new btBoxShape(k_half_cube * 2));
    Pose X_BS = Pose::Identity();
    X_BS.linear() = Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitY()).toRotationMatrix();
    X_BS.translation() = Eigen::Vector3d(0.01, 0, -0.02);
    rig.world.plugin->add_collider(body,
                                   std::make_shared<const ContactSurface>(
                                       mesh::make_box({0.06, 0.08, 0.1}, {6, 8, 10}), k_foam),
                                   X_BS);
    rig.add_plate();
    body.setAngularFactor(btVector3(0, 0, 0));  // the foot stands 1 cm off the centre of mass
    rig.check_depth(body, 0.08 * 0.1);
  }
}

TEST_CASE("a ball and a capsule rest where the pressure carries their weight",
          "[bullet][colliders]") {
  const bool ball = GENERATE(true, false);
  Rig rig;
  btRigidBody& body =
      rig.press(ball ? rig.add_body(new btSphereShape(btScalar(k_half)))
                     : rig.add_body(new btCapsuleShapeX(btScalar(k_half), btScalar(0.1))));
  rig.add_plate();
  // This test is not about rolling on facets.
  body.setAngularFactor(btVector3(0, 0, 0));
  rig.world.step(1. / 240, 480);
  REQUIRE(rig.world.plugin->pairs().size() == 1);
  const PairReport& pair = rig.world.plugin->pairs()[0];
  const Eigen::Vector3d force = pair.X_WC.linear() * pair.result().total.contact_force;
  const double of_casting = pair.casting == rig.world.colliders[0] ? -k_weight : k_weight;
  CHECK(force.z() == Approx(of_casting).epsilon(1e-3));
  CHECK(pair.F_casting_W.force.z() == Approx(of_casting).epsilon(1e-3));
  if (!ball) return;
  // p = K d / 2 h over a cap of radius sqrt(2 R depth): F = pi K R depth^2 / 2 h.
  const double K = constrained_modulus(k_foam.elastic_modulus, k_foam.poissons_ratio);
  const double depth = std::sqrt(k_weight * 2 * k_foam.thickness / (3.14159265358979 * K * k_half));
  // The sagitta of facets is 1.4 % of 1.9 mm.
  CHECK(k_half - height(body) == Approx(depth).epsilon(0.02));
}

TEST_CASE("a plate of any shape carries at the depth of the law", "[bullet][colliders]") {
  const Eigen::Vector3d plate_size(0.4, 0.4, 0.1);
  const Pose X_WP(Eigen::Translation3d(0, 0, -0.05));
  Rig rig;
  btRigidBody& body = rig.press(rig.add_body(new btBoxShape(k_half_cube)));
  const auto add_static = [&](btCollisionShape* shape) -> btRigidBody& {
    return rig.world.add_body(shape, 0, btVector3(0, 0, 0), X_WP.translation());
  };
  SECTION("box") {
    rig.press(add_static(new btBoxShape(bullet::to_bullet(Eigen::Vector3d(plate_size / 2)))));
  }
  SECTION("triangle mesh, plain and scaled") {
    BulletMesh mesh(mesh::make_box(plate_size / 2, {4, 4, 1}));
    SECTION("its own scaling") {
      auto* shape = new btBvhTriangleMeshShape(&mesh.array, true);
      shape->setLocalScaling(btVector3(2, 2, 2));
      rig.press(add_static(shape));
    }
    SECTION("scaled by another") {
      btBvhTriangleMeshShape child(&mesh.array, true);
      rig.press(add_static(new btScaledBvhTriangleMeshShape(&child, btVector3(2, 2, 2))));
      rig.check_depth(body, k_face);
      return;
    }
    rig.check_depth(body, k_face);
    return;
  }
  SECTION("GImpact mesh") {
    btGImpactCollisionAlgorithm::registerAlgorithm(&rig.world.dispatcher);
    BulletMesh mesh(mesh::make_box(plate_size, {4, 4, 1}));
    auto* gimpact = new btGImpactMeshShape(&mesh.array);
    gimpact->updateBound();
    rig.press(add_static(gimpact));
    rig.check_depth(body, k_face);
    return;
  }
  rig.check_depth(body, k_face);
}

TEST_CASE("children that are not registered keep Bullet's contact", "[bullet][colliders]") {
  // A bench with two feet of one shape; only the left foot is a collider of Condyle.
  btBoxShape foot(btVector3(btScalar(0.02), btScalar(0.05), btScalar(0.02)));
  Rig rig;
  auto* compound = new btCompoundShape(GENERATE(true, false));  // with a tree of children or not
  for (const double x : {-0.08, 0.08})
    compound->addChildShape(bullet::to_bullet(Pose(Eigen::Translation3d(x, 0, 0.02 - k_half))),
                            &foot);
  btRigidBody& body = rig.press(rig.add_body(compound), {0, "child"});

  BulletMesh plate_mesh(mesh::make_box({0.4, 0.4, 0.1}, {8, 8, 1}));
  btBoxShape plate_box(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.05)));
  SECTION("on a surface") { rig.add_plate(); }
  SECTION("on a GImpact mesh") {
    btGImpactCollisionAlgorithm::registerAlgorithm(&rig.world.dispatcher);
    auto* gimpact = new btGImpactMeshShape(&plate_mesh.array);
    gimpact->setMargin(btScalar(1e-4));  // the default of 1 cm would lift Bullet's foot
    gimpact->updateBound();
    rig.press(rig.world.add_body(gimpact, 0, btVector3(0, 0, 0), {0, 0, -0.05}));
  }
  SECTION("on the child of a compound") {
    rig.press(rig.world.add_body(compound_of(plate_box, Pose::Identity()), 0, btVector3(0, 0, 0),
                                 {0, 0, -0.05}),
              {0, "child"});
  }
  rig.world.step(1. / 240, 240);

  int points = 0;
  for (int i = 0; i < rig.world.dispatcher.getNumManifolds(); ++i) {
    const btPersistentManifold& m = *rig.world.dispatcher.getManifoldByIndexInternal(i);
    points += m.getNumContacts();
    for (int p = 0; p < m.getNumContacts(); ++p)
      CHECK(m.getContactPoint(p).getPositionWorldOnA().x() > 0.05);
  }
  CHECK(points > 0);
  REQUIRE(pressing(*rig.world.plugin) == 1);
  // Bullet's points lie 6 to 10 cm from the middle, the soft foot's centre 8 cm.
  const double carried = rig.world.plugin->pairs()[0].F_casting_W.force.z();
  CHECK(carried > 0.99 * k_weight * 6 / 14);
  CHECK(carried < 1.01 * k_weight * 10 / 18);
  CHECK(height(body) == Approx(k_half).margin(2e-3));
}

}  // namespace condyle::test::colliders_tests
