#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "plugin/bits.h"
#include "plugin/pressing.h"

// Queries between steps do not change later steps, to the bit, and see all colliders.

namespace condyle::test::queries_tests {
namespace {

constexpr Layer k_foam{2e4, 0.4, 0.01};

/// A ball and a box that press on a plate and on one another, tied by a strand.
struct Heap {
  Heap() {
    world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 10, 10), k_foam, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    ball = &world.add_mesh_body(mesh::make_icosphere(0.03, 3), k_foam, 0.1,
                                sphere_inertia(0.1, 0.03), {0, 0.002, 0.13});
    box = &world.add_body(new btBoxShape(btVector3(btScalar(0.05), btScalar(0.05), btScalar(0.05))),
                          0.5, box_inertia(0.5, {0.1, 0.1, 0.1}), {0, 0, 0.05});
    world.colliders.push_back(world.plugin->add_collider(*box, k_foam));
    world.plugin->add_strand({"cord", 5, 0.05}, *ball, {0, 0, 0}, *box, {0, 0, 0});
  }
  TestWorld world;
  btRigidBody *ball, *box;
};

struct Contacts final : btCollisionWorld::ContactResultCallback {
  int count = 0;
  btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    ++count;
    return 0;
  }
};

/// Makes Bullet's queries and returns the number of contacts that they found.
int ask_everything(Heap& heap) {
  btDiscreteDynamicsWorld& world = heap.world.world;
  Contacts contacts;
  world.contactTest(heap.box, contacts);
  world.contactTest(heap.ball, contacts);
  world.contactPairTest(heap.box, heap.ball, contacts);
  const btVector3 above(0, 0, 1), below(0, 0, -1);
  btCollisionWorld::ClosestRayResultCallback ray(above, below);
  world.rayTest(above, below, ray);
  btSphereShape probe(btScalar(0.01));
  btCollisionWorld::ClosestConvexResultCallback sweep(above, below);
  world.convexSweepTest(&probe, btTransform(btQuaternion::getIdentity(), above),
                        btTransform(btQuaternion::getIdentity(), below), sweep);
  world.updateAabbs();
  world.performDiscreteCollisionDetection();
  for (const PairReport& pair : heap.world.plugin->pairs())
    contacts.count += pair.result().total.n_contacting < 0;
  for (const StrandReport& strand : heap.world.plugin->strands())
    contacts.count += strand.length < 0;
  return contacts.count + (heap.world.plugin->times().total() < 0);
}

}  // namespace

TEST_CASE("queries between steps change no bit", "[bullet][queries]") {
  Heap asked, left_alone;
  int listened = 0, seen = 0;
  asked.world.plugin->on_substep([&](double) {
    ++listened;
    for (const PairReport& pair : asked.world.plugin->pairs())
      seen += pair.result().total.n_contacting;
  });
  int contacts = 0;
  for (int i = 0; i < 200; ++i) {
    contacts += ask_everything(asked);
    asked.world.step(1. / 240);
    left_alone.world.step(1. / 240);
    REQUIRE(bits_of(asked.world.world) == bits_of(left_alone.world.world));
  }
  CHECK(listened == 200);
  CHECK(seen > 0);
  CHECK(contacts > 0);
  CHECK(pressing(*asked.world.plugin) >= 2);
}

TEST_CASE("a report that is out of date says so", "[bullet][queries]") {
  const auto makes_error = [](const PairReport& report) {
    CHECK_THROWS_AS(report.result(), InputError);
    CHECK_THROWS_AS(report.casting_map(), InputError);
    CHECK_THROWS_AS(report.contact_pair(), InputError);
    CHECK_THROWS_AS(report.vertex_forces(), InputError);
    CHECK_THROWS_AS(report.is_coarse(), InputError);
  };
  PairReport of_last_step, of_world_that_is_gone;
  makes_error(of_last_step);
  {
    Heap heap;
    heap.world.step(1e-3, 300);
    REQUIRE(pressing(*heap.world.plugin) > 0);
    of_last_step = heap.world.plugin->pairs()[0];
    CHECK_NOTHROW(of_last_step.result());
    heap.world.step(1e-3);
    makes_error(of_last_step);
    of_last_step = heap.world.plugin->pairs()[0];
    heap.world.plugin->remove_collider(of_last_step.casting);
    makes_error(of_last_step);
    of_world_that_is_gone = of_last_step;
  }
  makes_error(of_world_that_is_gone);
}

TEST_CASE("detection by the user makes no contact of Bullet's", "[bullet][queries]") {
  Heap heap;
  heap.world.step(1. / 240, 100);
  heap.world.world.performDiscreteCollisionDetection();
  CHECK(bullet_points(heap.world.world, *heap.box, *heap.world.bodies[0]) == 0);
  CHECK(heap.world.world.getNumConstraints() == 0);
}

TEST_CASE("Bullet's rays hit the surface's triangles", "[bullet][queries]") {
  const auto scale =
      GENERATE(Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(2, 1, 0.5), Eigen::Vector3d(1, 1, -1));
  const TriangleMesh mesh = mesh::make_box({0.2, 0.2, 0.2}, {3, 3, 3});
  TestWorld world;
  auto* shape = new bullet::SurfaceShape(std::make_shared<const ContactSurface>(mesh, k_foam));
  shape->setLocalScaling(bullet::to_bullet(scale));
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()));
  const btRigidBody& body = world.add_body(shape, 0, btVector3(0, 0, 0), {0.5, 0, 1}, turn);
  const Pose X_WB = bullet::to_pose(body.getWorldTransform());

  const Eigen::Vector3d hit_B(0.013 * scale.x(), 0.021, 0.1 * std::abs(scale.z()));
  const btVector3 from =
      bullet::to_bullet(Eigen::Vector3d(X_WB * (hit_B + Eigen::Vector3d(0.1, 0, 1))));
  const btVector3 to =
      bullet::to_bullet(Eigen::Vector3d(X_WB * (hit_B - Eigen::Vector3d(0.1, 0, 1))));
  btCollisionWorld::ClosestRayResultCallback ray(from, to);
  world.world.rayTest(from, to, ray);
  REQUIRE(ray.hasHit());
  CHECK(ray.m_collisionObject == &body);
  const double tolerance = k_double_engine ? 1e-9 : 1e-5;
  CHECK((bullet::to_eigen(ray.m_hitPointWorld) - X_WB * hit_B).norm() < tolerance);
  const Eigen::Vector3d up = X_WB.linear().col(2);
  CHECK((bullet::to_eigen(ray.m_hitNormalWorld) - up).norm() < tolerance);

  const btVector3 beside =
      bullet::to_bullet(Eigen::Vector3d(X_WB.linear() * Eigen::Vector3d(1, 0, 0)));
  btCollisionWorld::ClosestRayResultCallback miss(from + beside, to + beside);
  world.world.rayTest(from + beside, to + beside, miss);
  CHECK_FALSE(miss.hasHit());
}

TEST_CASE("a surface that is not registered is a mesh for Bullet", "[bullet][queries]") {
  TestWorld world;
  world.add_body(new bullet::SurfaceShape(std::make_shared<const ContactSurface>(
                     mesh::make_plane_grid(1, 1, 4, 4), k_foam)),
                 0, btVector3(0, 0, 0), {0, 0, 0});
  btRigidBody& box =
      world.add_body(new btBoxShape(btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1))), 1,
                     box_inertia(1, {0.2, 0.2, 0.2}), {0.03, 0.01, 0.11});
  world.step(1. / 240, 240);
  CHECK(bullet_points(world.world, box, *world.bodies[0]) > 0);
  CHECK(height(box) == Approx(0.1).margin(2e-3));
}

}  // namespace condyle::test::queries_tests
