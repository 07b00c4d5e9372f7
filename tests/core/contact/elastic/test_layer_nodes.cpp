#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/contact_surface.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle::test::layer_nodes_tests {
namespace {

ContactSurface surface_of(const TriangleMesh& mesh) {
  return {mesh, elastic_layer(5e6, 0.3, 1e-3), "layer"};
}

/// A plate, in places much finer than in others, with bent edges across it.
TriangleMesh uneven_plate(std::mt19937& random) {
  TriangleMesh mesh = mesh::make_plane_grid(1, 1, 40, 40);
  const double power = std::uniform_real_distribution<double>(1, 4)(random);
  const int folds = std::uniform_int_distribution<int>(1, 5)(random);
  for (Eigen::Vector3d& v : mesh.vertices) {
    const double x = v.x() + 0.5;
    v.z() = 2 * std::abs(std::remainder(folds * x, 1.0)) / folds;
    v.x() = std::pow(x, power) - 0.5;
  }
  return mesh;
}

}  // namespace

TEST_CASE("the least spacing for a number of nodes gives no more of them",
          "[contact][elastic_layer]") {
  constexpr unsigned k_seed = 20261128;
  CAPTURE(k_seed);
  std::mt19937 random(k_seed);
  for (int i = 0; i < 6; ++i) {
    const ContactSurface surface = surface_of(uneven_plate(random));
    for (const int most : {20, 300, 3000}) {
      const double spacing = least_spacing(surface, most);
      CAPTURE(i, most, spacing);
      REQUIRE(std::isfinite(spacing));
      CHECK(make_layer_nodes(surface, spacing).count() <= most);
    }
  }
}

TEST_CASE("the least spacing for a number of nodes wastes few of them",
          "[contact][elastic_layer]") {
  const ContactSurface surface = surface_of(mesh::make_plane_grid(0.3, 0.1, 60, 60));
  const int count = make_layer_nodes(surface, least_spacing(surface, 500)).count();
  CHECK(count <= 500);
  CHECK(count > 480);  // the spacing is found to 1 %
  CHECK(least_spacing(surface, 7200) == 0);
}

TEST_CASE("no spacing gives fewer nodes than a mesh has pieces", "[contact][elastic_layer]") {
  TriangleMesh loose;
  for (int i = 0; i < 30; ++i) {
    const double x = 2 * i;
    const int first = 3 * i;
    loose.vertices.insert(loose.vertices.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}});
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  const ContactSurface surface = surface_of(loose);
  CHECK(std::isinf(least_spacing(surface, 29)));
  CHECK(least_spacing(surface, 30) == 0);
}

}  // namespace condyle::test::layer_nodes_tests
