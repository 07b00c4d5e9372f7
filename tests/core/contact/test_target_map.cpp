#include <catch2/catch.hpp>
#include <numeric>

#include "core/contact/contact_cases.h"

namespace condyle::test::target_map_tests {

namespace {

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Force of a side's pressures along z.
double force_z(const ContactSurface& side, const SideMap& map) {
  double force = 0;
  for (int t = 0; t < side.triangle_count(); ++t) {
    force += map.pressure[t] * side.areas()[t] * std::abs(side.normals()[t].z());
  }
  return force;
}

}  // namespace

TEST_CASE("both sides add up to the same energy", "[contact][target]") {
  const int target_subdivisions = GENERATE(2, 4, 6);
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 40, 40)),
                   surface(mesh::make_icosphere(30e-3, target_subdivisions)), {});
  const auto& result = pair.evaluate(translation(0, 0, 29e-3));
  const SideMap& target_map = pair.target_map();
  CHECK(sum(result.casting->potential_energy) ==
        Approx(result.total.potential_energy).epsilon(1e-12));
  CHECK(sum(target_map.potential_energy) == Approx(result.total.potential_energy).epsilon(1e-12));
}

TEST_CASE("a target that is finer than the casting mesh is covered without holes",
          "[contact][target]") {
  // 400 casting triangles in contact against some 5000 target triangles under the same circle.
  // The cap reaches 2 mm above the plate, so that flooding has triangles to stop at.
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 32, 32)),
                   surface(sphere_cap(30e-3, 7, 3e-3)), {});
  const Pose X_CT = translation(0, 0, 29e-3);
  const auto& result = pair.evaluate(X_CT);
  const SideMap& target_map = pair.target_map();
  const ContactSurface& ball = pair.target();
  const double radius = std::sqrt(2 * 30e-3 * 1e-3), edge = 20e-3 / 32;
  int covered = 0;
  for (int t = 0; t < ball.triangle_count(); ++t) {
    const Vector3d c = X_CT * ball.centroids()[t];
    const double r = c.head<2>().norm();
    CAPTURE(t, r);
    if (c.z() < 0 && r < radius - 2 * edge) CHECK(target_map.pressure[t] > 0);
    // A target triangle (0.26 mm, slope 0.25) may be hit below the plane while its centroid lies
    // above.
    if (c.z() > 0.07e-3 || r > radius + 2 * edge) CHECK(target_map.pressure[t] == 0);
    if (target_map.pressure[t] == 0) continue;
    ++covered;
    // A casting triangle's value holds for its whole footprint, at most an edge away.
    const double slope = edge * radius / 30e-3;
    CHECK(std::abs(target_map.proximity[t] + c.z()) < 1.5 * slope);
  }
  CHECK(covered > 3000);
  CHECK(force_z(ball, target_map) == Approx(force_z(pair.casting(), result.casting)).epsilon(0.02));
}

TEST_CASE("a target that is coarser gets area-weighted means", "[contact][target]") {
  ContactPair pair(surface(mesh::make_plane_grid(20e-3, 20e-3, 30, 30)), surface(inverted(plate())),
                   {});
  const auto& result =
      pair.evaluate(translation(0, 0, -1e-3) * rotation(std::atan(0.02), {1, 0, 0}));
  const SideMap& target_map = pair.target_map();
  std::vector<double> area(2), weighted(2);
  for (const ProximityHit& hit : result.hits) {
    const double a = pair.casting().areas()[hit.casting_triangle];
    area[hit.target_triangle] += a;
    weighted[hit.target_triangle] += a * result.casting->pressure[hit.casting_triangle];
  }
  for (int t = 0; t < 2; ++t) {
    CHECK(target_map.pressure[t] == Approx(weighted[t] / area[t]).epsilon(1e-12));
    CHECK(target_map.partner[t] >= 0);
  }
}

TEST_CASE("flooding stays on the face that is in contact", "[contact][target]") {
  // A fine plate of 3 x 3 x 0.05 mm below a coarse one that faces down and covers all of it.
  const auto thin = surface(mesh::make_box({3e-3, 3e-3, 0.05e-3}, {30, 30, 1}));
  const auto coarse = surface(inverted(mesh::make_plane_grid(5e-3, 5e-3, 5, 5)));
  // Pressed in by half its thickness, the plate is hit at its upper face; passed through, at its
  // lower face from behind.
  const auto [depth, two_sided, face] =
      GENERATE(table<double, bool, double>({{0.025e-3, false, 1.0}, {0.1e-3, true, -1.0}}));
  ContactPair pair(coarse, thin, {.two_sided = two_sided});
  pair.evaluate(translation(0, 0, depth - 0.025e-3));
  const SideMap& target_map = pair.target_map();
  for (int t = 0; t < thin->triangle_count(); ++t) {
    const bool on_face = thin->normals()[t].z() == face;
    CHECK((target_map.pressure[t] > 0) == on_face);
  }
}

TEST_CASE("flooding ends where the casting mesh ends", "[contact][target]") {
  const auto small = surface(mesh::make_plane_grid(6e-3, 6e-3, 3, 3));
  const auto wide = surface(inverted(mesh::make_plane_grid(30e-3, 30e-3, 100, 100)));
  ContactPair pair(small, wide, {});
  pair.evaluate(translation(0, 0, -0.1e-3));
  const SideMap& target_map = pair.target_map();
  // Corners lie 1.5 mm from their triangle's centroid, which lies 0.67 mm inside the border.
  for (int t = 0; t < wide->triangle_count(); ++t) {
    const double out = wide->centroids()[t].cwiseAbs().maxCoeff();
    if (out < 3e-3) CHECK(target_map.pressure[t] > 0);
    if (out > 4e-3) CHECK(target_map.pressure[t] == 0);
  }
}

}  // namespace condyle::test::target_map_tests
