#include <catch2/catch.hpp>

#include "condyle/contact/contact_pair.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test::casting_side_tests {

namespace {

constexpr Layer k_layer{5e6, 0.3, 0.003};

std::shared_ptr<const ContactSurface> ball(int divisions) {
  return std::make_shared<ContactSurface>(mesh::make_icosphere(0.03, divisions), k_layer);
}

}  // namespace

TEST_CASE("the side that casts better has triangles, is no shape, and is finer", "[contact]") {
  const ContactSurface coarse(mesh::make_icosphere(0.03, 2), k_layer),
      fine(mesh::make_icosphere(0.03, 3), k_layer);
  const ContactSurface shape(geometry::Ellipsoid{{0.03, 0.03, 0.03}}, mesh::make_icosphere(0.03, 4),
                             k_layer);
  const ContactSurface plane(geometry::HalfSpace{}, {}, k_layer);
  CHECK(casts_better(fine, coarse));
  CHECK_FALSE(casts_better(coarse, fine));
  CHECK_FALSE(casts_better(fine, fine));
  CHECK(casts_better(coarse, shape));
  CHECK_FALSE(casts_better(shape, coarse));
  CHECK(casts_better(shape, plane));
  CHECK_FALSE(casts_better(plane, coarse));
  // However fine the piece of a half space that has a mesh.
  const ContactSurface meshed(geometry::HalfSpace{}, mesh::make_plane_grid(1, 1, 40, 40), k_layer);
  const ContactSurface large(geometry::Sphere{5}, mesh::make_icosphere(5, 1), k_layer);
  CHECK(casts_better(large, meshed));
  CHECK_FALSE(casts_better(meshed, large));
}

TEST_CASE("two casts of half a share each add up to their mean", "[contact]") {
  const Pose X_CT(Eigen::Translation3d(0.001, -0.002, 0.059));
  const Twist V_TC_C{{0.3, -1, 2}, {0.02, 0.01, 0.05}};
  ContactSettings settings;
  settings.dissipation = 0.2;
  settings.friction = {0.4, 0.3, 1e-3, 2e-3};
  settings.normal.kind = GENERATE(NormalLawKind::elastic_foundation, NormalLawKind::impact);
  if (settings.normal.kind == NormalLawKind::impact) settings.normal.stiffness = 1e7;
  ContactPair whole(ball(3), ball(4), settings), half(ball(3), ball(4), settings);
  half.set_share(0.5);
  const ContactResult &all = whole.evaluate(X_CT, V_TC_C), &part = half.evaluate(X_CT, V_TC_C);
  REQUIRE(all.F_casting_C.force.norm() > 1);
  // A product with a half is exact, and so is a sum of such products.
  CHECK(part.F_casting_C.force == 0.5 * all.F_casting_C.force);
  CHECK(part.F_casting_C.moment == 0.5 * all.F_casting_C.moment);
  CHECK(part.total.contact_area == 0.5 * all.total.contact_area);
  CHECK(part.total.potential_energy == 0.5 * all.total.potential_energy);
  CHECK(part.total.max_pressure == all.total.max_pressure);
  CHECK(part.casting->pressure == all.casting->pressure);
}

}  // namespace condyle::test::casting_side_tests
