// What is under the cursor on a map.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "demo/view/viewer_in_window.h"
#include "view/probe.h"

namespace condyle::test::probe_tests {

namespace {

// The middle of a piece in the world, and the mean of its values.
std::pair<Eigen::Vector3d, double> middle_of(const ShownWorld& world, const ShownMap& map,
                                             const PatchPiece& piece) {
  const WorldMesh& mesh = world.mesh(map.mesh);
  const auto& [a, b, c] = mesh.mesh->triangles[piece.triangle];
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();
  double value = 0;
  for (const PatchCorner& corner : piece.corners) {
    weights += corner.weights / 3;
    value += corner.value / 3;
  }
  const Eigen::Vector3d p_M = weights[0] * mesh.mesh->vertices[a] +
                              weights[1] * mesh.mesh->vertices[b] +
                              weights[2] * mesh.mesh->vertices[c];
  return {world.bodies()[map.mesh.body].X_WB * mesh.X_BM * p_M, value};
}

}  // namespace

TEST_CASE("probe: a ray to a piece of a map finds its triangle and its value, through glass alone",
          "[probe][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(1.0 / 240);
  state.view.on_target = false;
  viewer->lay_out(1);
  REQUIRE(state.drawing->maps().size() == 1);
  const ShownMap& map = state.drawing->maps()[0];
  const Eigen::Vector3d from = eye(state.camera);
  int found = 0, hidden = 0;
  for (std::size_t i = 0; i < map.pieces.size(); i += 7) {
    const auto [p_W, value] = middle_of(*state.world, map, map.pieces[i]);
    const CameraRay ray{from, (p_W - from).normalized()};
    const auto place = probe(*state.world, state.view, state.drawing->maps(), ray);
    if (!place) continue;  // behind the rim of the insert
    CHECK(place->triangle == map.pieces[i].triangle);
    CHECK(place->value == Approx(value));
    CHECK(place->mesh == map.mesh);
    ++found;
    ViewOptions solid = state.view;
    std::ranges::fill(solid.opacity, 1.0f);
    hidden += !probe(*state.world, solid, state.drawing->maps(), ray);
  }
  CHECK(found > 20);
  CHECK(hidden == found);  // under the femoral component
  const CameraRay away{from, -(map.pieces.empty() ? from : view_direction(state.camera))};
  CHECK_FALSE(probe(*state.world, state.view, state.drawing->maps(), away));
}

TEST_CASE("probe: it tells all fields of the place, the triangle and the layer, on either side",
          "[probe][viewer]") {
  const auto viewer = open_viewer("knee_replacement", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  for (int k = 0; k < 60; ++k) state.live->step(1.0 / 240);
  for (const bool on_casting : {true, false}) {
    state.view.on_casting = on_casting;
    state.view.on_target = !on_casting;
    viewer->lay_out(1);
    const ShownMap& map = state.drawing->maps()[0];
    const auto deepest = std::ranges::max_element(
        map.pieces, {}, [](const PatchPiece& piece) { return piece.corners[0].value; });
    const Probe place{0, on_casting, map.mesh, deepest->triangle, deepest->corners[0].value};
    GapFinder gaps;
    const std::vector<std::string> lines =
        probe_lines(*state.world, Field::pressure, {"MPa", 1e6}, place, gaps);
    const auto tells = [&](const std::string& start, const std::string& end) {
      return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.starts_with(start) && line.ends_with(end);
      });
    };
    INFO(fmt::format("{}", fmt::join(lines, ", ")));
    CHECK(lines[0].starts_with("pressure "));
    CHECK(tells("depth ", "m"));
    CHECK(tells("gap 0 ", "m"));
    CHECK(tells("thickness ", on_casting ? " 8.00 mm" : " 7.00 mm"));
    CHECK(tells("energy ", "J/m\xc2\xb2"));
    CHECK(tells("slip ", "m/s"));
    CHECK_FALSE(tells("wear ", ""));
    CHECK(tells(fmt::format("triangle {} of", deepest->triangle), ""));
    CHECK(tells("layer of ", ""));
  }
}

}  // namespace condyle::test::probe_tests
