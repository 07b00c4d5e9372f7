#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "condyle/error.h"
#include "core/contact/contact_cases.h"
#include "core/contact/same_bits.h"
#include "core/src/contact/laws/pressure_law.h"

namespace condyle::test::contact_surface_tests {

TEST_CASE("a surface knows centroids, normals, areas and neighbours", "[contact][surface]") {
  const auto box = surface(mesh::make_box({1, 2, 3}));
  double area = 0;
  Vector3d sum = Vector3d::Zero();
  for (int t = 0; t < box->triangle_count(); ++t) {
    CHECK(box->normals()[t].norm() == Approx(1).epsilon(1e-15));
    CHECK(box->normals()[t].dot(box->centroids()[t]) > 0);
    area += box->areas()[t];
    sum += box->areas()[t] * box->normals()[t];
    for (const int neighbour : box->neighbours()[t]) CHECK(neighbour >= 0);
  }
  CHECK(area == Approx(22).epsilon(1e-14));
  CHECK(sum.norm() < 1e-14);
}

TEST_CASE("an unusable surface is refused by name and place", "[contact][surface]") {
  TriangleMesh mesh = mesh::make_box({1, 1, 1});
  const Layer layer = k_layer;
  SECTION("degenerate triangle") {
    mesh.triangles[5] = {0, 1, 1};
    CHECK_THROWS_WITH(ContactSurface(mesh, layer, "cup"),
                      Catch::Contains("cup") && Catch::Contains("triangle 5"));
  }
  SECTION("incompressible layer") {
    CHECK_THROWS_WITH(ContactSurface(mesh, {1e6, 0.5, 1e-3}, "cup"), Catch::Contains("Poisson"));
  }
  SECTION("one layer too few") {
    CHECK_THROWS_AS(ContactSurface(mesh, std::vector<Layer>(11, layer), "cup"), InputError);
  }
  SECTION("one bad layer among many") {
    std::vector<Layer> layers(12, layer);
    layers[7].thickness = 0;
    CHECK_THROWS_WITH(ContactSurface(mesh, layers, "cup"), Catch::Contains("triangle 7"));
  }
  SECTION("no triangles") { CHECK_THROWS_AS(ContactSurface(TriangleMesh{}, layer), InputError); }
}

TEST_CASE("a surface with other layers shares mesh and hierarchy, and is a new one to the bit",
          "[contact][surface]") {
  const bool casts_from_nodes = GENERATE(false, true);
  const auto first = surface(mesh::make_icosphere(10e-3, 3));
  const auto cast = casts_from_nodes ? ContactSurface::cast_from_nodes(*first) : first;
  const Layer soft{1e6, 0.3, 2e-3};
  const auto other = std::make_shared<const ContactSurface>(with_layer(*cast, soft));
  CHECK(&other->mesh() == &cast->mesh());
  CHECK(&other->tree() == &cast->tree());
  CHECK(&other->ordered_rays() == &cast->ordered_rays());
  CHECK(&other->layer_setups() != &cast->layer_setups());
  CHECK(other->layer(0) == soft);
  CHECK(cast->layer(0) == k_layer);
  auto fresh = surface(mesh::make_icosphere(10e-3, 3), soft);
  if (casts_from_nodes) fresh = ContactSurface::cast_from_nodes(*fresh);
  const auto target = surface(plate());
  ContactPair shared(other, target, {}), alone(fresh, target, {});
  const Pose X = translation(0, 0, -9.8e-3);
  CHECK(difference_of_bits(shared.evaluate(X), alone.evaluate(X)) == "");
  CHECK(shared.result().total.n_contacting > 0);
  CHECK_THROWS_WITH(with_layers(*first, std::vector<Layer>(3, soft)), Catch::Contains("3 layers"));
}

TEST_CASE("a surface with another layer stays where it is while the one it came from deforms",
          "[contact][surface]") {
  DeformableSurface pad(plate(), k_layer);
  const ContactSurface other = with_layer(*pad.surface(), {1e6, 0.3, 2e-3});
  const TriangleMesh before = other.mesh();
  std::vector<Vector3d> raised = before.vertices;
  for (Vector3d& vertex : raised) vertex.z() += 1e-3;
  pad.move_vertices(raised);
  CHECK(other.mesh().vertices == before.vertices);
  CHECK(pad.surface()->mesh().vertices == raised);
  CHECK_FALSE(other.is_deformable());
}

TEST_CASE("a pair refuses what it cannot use", "[contact][surface]") {
  const auto box = surface(mesh::make_box({1, 1, 1}));
  CHECK_THROWS_AS(ContactPair(box, nullptr, {}), InputError);
  CHECK_THROWS_AS(ContactPair(box, box, {.max_proximity = -1}), InputError);
  CHECK_THROWS_WITH(ContactPair(box, box, {}, {{"medial", {3, 12}}}),
                    Catch::Contains("medial") && Catch::Contains("12"));
  CHECK_THROWS_WITH(ContactPair(box, box, {}, {{"medial", {3, 3}}}), Catch::Contains("medial"));
  ContactPair pair(box, box, {});
  CHECK_THROWS_AS(pair.set_settings({.dissipation = -1}), InputError);
  CHECK(pair.settings().dissipation == 0);
}

TEST_CASE("layers per triangle give each triangle its own pressure", "[contact][surface]") {
  const TriangleMesh grid = mesh::make_plane_grid(20e-3, 20e-3, 2, 1);
  std::vector<Layer> layers(4, k_layer);
  layers[2].thickness = 1e-3;
  layers[3].elastic_modulus = 50e6;
  const auto casting = std::make_shared<const ContactSurface>(grid, layers);
  const auto target = surface(inverted(plate()));
  const bool lumped = GENERATE(true, false);
  ContactPair pair(casting, target, {.lumped = lumped});
  const double depth = 0.3e-3;
  const auto& result = pair.evaluate(translation(0, 0, -depth));
  for (int t = 0; t < 4; ++t) {
    const PressureLaw law = make_pressure_law(layers[t], k_layer, pair.settings());
    CHECK(result.casting->pressure[t] == Approx(evaluate(law, depth).pressure).epsilon(1e-12));
  }
  CHECK(result.casting->pressure[2] > 1.3 * result.casting->pressure[0]);
  CHECK(result.casting->pressure[3] > 1.3 * result.casting->pressure[0]);
}

TEST_CASE("the logarithmic law's clamp is counted", "[contact][surface]") {
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 3, 3)), surface(inverted(plate())),
                   {.formulation = Formulation::nonlinear});
  CHECK(pair.evaluate(translation(0, 0, -5.9e-3)).clamped_triangles == 0);
  const auto& deep = pair.evaluate(translation(0, 0, -7e-3));
  CHECK(deep.clamped_triangles == 18);
  CHECK(std::isfinite(deep.total.max_pressure));
}

}  // namespace condyle::test::contact_surface_tests
