// Shapes that cast on edges of a mesh, where no ray may meet it.
#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_pair.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/casting_error.h"
#include "core/src/contact/mesh_overlap.h"
#include "core/src/contact/range_watch.h"
#include "support/rounds.h"

namespace condyle::test::mesh_overlap_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_layer{10e6, 0.45, 0.002};

std::shared_ptr<const ContactSurface> surface_of(const TriangleMesh& mesh) {
  return std::make_shared<ContactSurface>(mesh, k_layer, "mesh");
}

/// A box of 40 mm about the origin.
std::shared_ptr<const ContactSurface> box_surface() {
  return surface_of(mesh::make_box(Vector3d::Constant(0.04)));
}

/// Pose of the box in the frame of a shape whose centre is at p in the box's frame.
Pose box_seen_from(const Vector3d& p) { return Pose(Eigen::Translation3d(-p)); }

bool says_coarse(const ContactPair& pair) {
  RangeWatch watch;
  watch.observe(pair);
  return std::ranges::any_of(
      watch.faults(), [](const RangeFault& fault) { return fault.kind == "coarse_casting"; });
}

}  // namespace

TEST_CASE("mesh overlap: of balls on faces, edges and corners of a box", "[contact]") {
  const auto box = box_surface();
  const double radius = 0.01, half = 0.02, depth = 1e-5;
  const geometry::Shape ball = geometry::Sphere{radius};
  const Vector3d directions[] = {
      {1, 0, 0}, Vector3d(1, 0.7, 0).normalized(), Vector3d(1, 1.2, 0.8).normalized()};
  const Vector3d places[] = {{half, 0.004, 0.003}, {half, half, 0.003}, {half, half, half}};
  for (int k = 0; k < 3; ++k) {
    const Vector3d in = places[k] + (radius - depth) * directions[k];
    const Vector3d out = places[k] + (radius + depth) * directions[k];
    // An edge is searched to the 40th power of the golden section, 4e-9 of its 40 mm, near which
    // distances change by the square of that.
    CHECK(overlap_with_mesh(ball, *box, box_seen_from(in)) == Approx(depth).epsilon(1e-9));
    CHECK(overlap_with_mesh(ball, *box, box_seen_from(out)) == 0);
  }
}

TEST_CASE("mesh overlap: nothing presses on what turns its back", "[contact]") {
  // An open sheet, whose front is upwards, under and above a ball that reaches through it.
  const auto sheet = surface_of(mesh::make_plane_grid(0.04, 0.04, 1, 1));
  const geometry::Shape ball = geometry::Sphere{0.01};
  CHECK(overlap_with_mesh(ball, *sheet, box_seen_from({0, 0, 0.009})) == Approx(0.001));
  CHECK(overlap_with_mesh(ball, *sheet, box_seen_from({0.02, 0.003, 0.009})) == Approx(0.001));
  Pose turned = Pose::Identity();
  turned.linear() = Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
  turned.translation().z() = 0.009;
  CHECK(overlap_with_mesh(ball, *sheet, turned * box_seen_from({0, 0, 0.002})) == 0);
}

TEST_CASE("mesh overlap: nothing presses on long shapes behind an open sheet, or beside it",
          "[contact]") {
  const auto sheet = surface_of(mesh::make_plane_grid(0.04, 0.04, 1, 1));
  const geometry::Capsule capsule{0.004, 0.02};
  for (const double gap :
       {0.0005, 0.001, 0.002, -0.001})  // the last reaches through it from behind
    for (const double tilt : {0.0, 0.3, 0.8, 1.2, 1.5}) {
      CAPTURE(gap, tilt);
      Pose X_TC = Pose::Identity();
      X_TC.linear() = Eigen::AngleAxisd(tilt, Vector3d::UnitX()).toRotationMatrix();
      const Vector3d top = support(geometry::Shape(capsule), X_TC.linear().transpose().col(2));
      X_TC.translation().z() = -gap - (X_TC.linear() * top).z();
      CHECK(overlap_with_mesh(capsule, *sheet, X_TC.inverse(Eigen::Isometry)) == 0);
      X_TC.translation().z() = gap + (X_TC.linear() * top).z();  // in front
      const double depth = overlap_with_mesh(capsule, *sheet, X_TC.inverse(Eigen::Isometry));
      CHECK(depth == Approx(std::max(0.0, -gap)).margin(1e-9));
    }
}

TEST_CASE("mesh overlap: bodies that touch to rounding are not said to miss", "[contact]") {
  const auto box = box_surface();
  const geometry::Shape ball = geometry::Sphere{0.01};
  const auto casting = std::make_shared<ContactSurface>(ball, mesh_of(ball, 2e-4), k_layer, "ball");
  ContactPair pair(casting, box, {});
  const Vector3d way = Vector3d(1, 0.7, 0).normalized();
  for (const double depth : {1e-18, 1e-15, 1e-12, 1e-9, 1e-7}) {
    CAPTURE(depth);
    pair.evaluate(box_seen_from(Vector3d(0.02, 0.02, 0.003) + (0.01 - depth) * way));
    CHECK(casting_error(pair).relative_error == 0);
    CHECK_FALSE(says_coarse(pair));
  }
}

TEST_CASE("mesh overlap: no shape that casts on an edge of a mesh is without force in silence",
          "[contact]") {
  const auto box = box_surface();
  const geometry::Shape shapes[] = {geometry::Sphere{0.01}, geometry::Capsule{0.008, 0.01},
                                    geometry::Ellipsoid{{0.012, 0.009, 0.007}},
                                    geometry::Cylinder{0.008, 0.01}};
  std::mt19937 random(20261129);
  std::uniform_real_distribution<double> part(-1, 1);
  int missed = 0;
  for (const geometry::Shape& shape : shapes) {
    const auto casting =
        std::make_shared<ContactSurface>(shape, mesh_of(shape, 2e-4), k_layer, "shape");
    ContactPair pair(casting, box, {});
    for (int i = 0; i < rounds(30); ++i) {
      INFO("shape " << shape.index() << ", pose " << i);
      // The shape above an edge of the box, which it reaches into by a thousandth to a tenth of a
      // layer, found by its distance from the edge: support along the way out.
      const Vector3d way = Vector3d(1 + 0.5 * part(random), 1, 0).normalized();
      Pose X_TC = Pose::Identity();
      X_TC.linear() = Eigen::Quaterniond(part(random), part(random), part(random), part(random))
                          .normalized()
                          .toRotationMatrix();
      const double depth = k_layer.thickness * std::pow(10, -2 + part(random));
      const Vector3d lowest = support(shape, X_TC.linear().transpose() * -way);
      X_TC.translation() =
          Vector3d(0.02, 0.02, 0.01 * part(random)) - X_TC.linear() * lowest - depth * way;
      pair.evaluate(X_TC.inverse(Eigen::Isometry));
      if (overlap_with_mesh(shape, *box, pair.pose()) <= 0) continue;
      if (pair.result().total.n_contacting > 0) continue;
      ++missed;
      CHECK(casting_error(pair).relative_error == 1);
      CHECK(casting_error(pair).depth > 0);
      CHECK(says_coarse(pair));
    }
  }
  CHECK(missed > 10);  // else the test looks at nothing
}

}  // namespace condyle::test::mesh_overlap_tests
