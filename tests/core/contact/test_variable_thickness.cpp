#include <catch2/catch.hpp>

#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "core/contact/contact_cases.h"

namespace condyle::test::variable_thickness_tests {

TEST_CASE("thickness is the distance to the back mesh against the normal", "[contact][thickness]") {
  // Front: the plane z = 0, facing up. Back: a plane that falls from -1 mm at x = -10 mm to -5 mm
  // at +10 mm, and beyond it another sheet that must not count.
  const TriangleMesh front = mesh::make_plane_grid(20e-3, 10e-3, 20, 3);
  TriangleMesh back = mesh::make_plane_grid(20.1e-3, 11e-3, 1, 1);
  for (Vector3d& v : back.vertices) v.z() = -3e-3 - 0.2 * v.x();
  const TriangleMesh sheet = transformed(plate(), translation(0, 0, -7e-3));
  const VariableThickness result =
      measure_thickness(front, joined(back, sheet), {1.5e-3, 4e-3}, "tibia");
  int raised = 0, lowered = 0;
  for (int t = 0; t < static_cast<int>(front.triangles.size()); ++t) {
    const double distance = 3e-3 + 0.2 * centroid(front, t).x();
    CHECK(result.thickness[t] == Approx(std::clamp(distance, 1.5e-3, 4e-3)).epsilon(1e-12));
    raised += distance < 1.5e-3;
    lowered += distance > 4e-3;
  }
  CHECK(result.raised_to_minimum == raised);
  CHECK(result.lowered_to_maximum == lowered);
  CHECK(raised > 0);
  CHECK(lowered > 0);
  CHECK(result.missed == 0);
}

TEST_CASE("rays that miss the back mesh get the minimum and are counted", "[contact][thickness]") {
  const TriangleMesh front = mesh::make_plane_grid(20e-3, 20e-3, 4, 4);
  const TriangleMesh half =
      transformed(mesh::make_plane_grid(10e-3, 20e-3, 1, 1), translation(-5e-3, 0, -3e-3));
  const VariableThickness result = measure_thickness(front, half, {1e-3, 5e-3}, "tibia");
  CHECK(result.missed == 16);
  for (int t = 0; t < 32; ++t) {
    CHECK(result.thickness[t] == Approx(centroid(front, t).x() < 0 ? 3e-3 : 1e-3).epsilon(1e-12));
  }
  const auto layers = layers_of_thickness({5e6, 0.45, 1e-3}, result.thickness);
  CHECK_NOTHROW(ContactSurface(front, layers));
  // A layer that only the elastic layer's law accepts, here an incompressible one, stays valid.
  const auto rubber = layers_of_thickness(elastic_layer(5e6, 0.5, 1e-3), result.thickness);
  CHECK_NOTHROW(ContactSurface(front, rubber));
}

TEST_CASE("bad thickness bounds are refused", "[contact][thickness]") {
  const TriangleMesh mesh = plate();
  CHECK_THROWS_AS(measure_thickness(mesh, mesh, {0, 1}, "tibia"), InputError);
  CHECK_THROWS_AS(measure_thickness(mesh, mesh, {2, 1}, "tibia"), InputError);
  CHECK_THROWS_WITH(measure_thickness(mesh, {}, {1, 2}, "tibia"), Catch::Contains("tibia, back"));
}

}  // namespace condyle::test::variable_thickness_tests
