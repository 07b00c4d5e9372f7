// Nodes that cast instead of triangles: their geometry, and that pairs treat them as they treat
// triangles.
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "condyle/contact/contact_result.h"
#include "condyle/error.h"
#include "core/collision/random_geometry.h"
#include "core/contact/contact_cases.h"
#include "core/src/collision/proximity_search.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/surface/casting_nodes.h"
#include "core/src/contact/triangle_map.h"
#include "support/few_or_all.h"

namespace condyle::test::casting_nodes_tests {

namespace {

const ContactSettings k_by_nodes{.casts_from = CastingElements::nodes};

/// The mesh with three vertices of its own for each triangle, as an STL file has it.
TriangleMesh unwelded(const TriangleMesh& mesh) {
  TriangleMesh apart;
  for (const auto& triangle : mesh.triangles) {
    const int first = static_cast<int>(apart.vertices.size());
    for (const int vertex : triangle) apart.vertices.push_back(mesh.vertices[vertex]);
    apart.triangles.push_back({first, first + 1, first + 2});
  }
  return apart;
}

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The sets of connected nodes, found by walking over the mesh's sides from each node, and across
/// its creases.
std::set<std::set<int>> patches_by_walking(const ContactSurface& casting,
                                           const std::set<int>& touching) {
  std::set<std::set<int>> patches;
  std::set<int> left = touching;
  while (!left.empty()) {
    std::vector<int> walk = {*left.begin()};
    left.erase(walk[0]);
    for (std::size_t i = 0; i < walk.size(); ++i) {
      for (int node = 0; node < casting.element_count(); ++node)
        if (casting.vertex_of_node(node) == casting.vertex_of_node(walk[i]) && left.erase(node) > 0)
          walk.push_back(node);
      for (const auto& triangle : casting.nodes_of_triangles()) {
        if (!std::ranges::count(triangle, walk[i])) continue;
        for (const int node : triangle)
          if (left.erase(node) > 0) walk.push_back(node);
      }
    }
    patches.insert({walk.begin(), walk.end()});
  }
  return patches;
}

}  // namespace

TEST_CASE("nodes of a flat grid share out its area", "[contact][nodes]") {
  const CastingNodes nodes = casting_nodes(mesh::make_plane_grid(0.06, 0.04, 6, 4));
  REQUIRE(nodes.positions.size() == 7 * 5);
  CHECK(sum(nodes.areas) == Approx(0.06 * 0.04).epsilon(1e-14));
  for (std::size_t i = 0; i < nodes.positions.size(); ++i) {
    CHECK(nodes.normals[i] == Vector3d::UnitZ());
    const bool inside =
        std::abs(nodes.positions[i].x()) < 0.029 && std::abs(nodes.positions[i].y()) < 0.019;
    // Six triangles of half a cell meet inside: a third of each is the cell.
    if (inside) CHECK(nodes.areas[i] == Approx(1e-4).epsilon(1e-13));
    if (inside) CHECK(nodes.neighbours.of(static_cast<int>(i)).size() == 6);
  }
}

TEST_CASE("an even pressure on the nodes of a closed mesh is no force", "[contact][nodes]") {
  const TriangleMesh mesh =
      GENERATE(mesh::make_icosphere(0.02, 3), mesh::make_box({0.01, 0.02, 0.03}),
               mesh::make_cylinder(0.01, 0.03, 24));
  const CastingNodes welded_nodes = casting_nodes(mesh), nodes = casting_nodes(unwelded(mesh));
  REQUIRE(nodes.positions.size() == welded_nodes.positions.size());
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
  for (std::size_t i = 0; i < nodes.positions.size(); ++i) {
    force += nodes.areas[i] * nodes.normals[i];
    moment += nodes.areas[i] * nodes.positions[i].cross(nodes.normals[i]);
  }
  CHECK(force.norm() < 1e-15);  // sums of areas of 1e-3 m^2 in double
  CHECK(moment.norm() < 1e-17);
  for (const auto& corners : nodes.of_triangle)
    for (const int node : corners) CHECK(node >= 0);
}

TEST_CASE("a sheet of two sides has nodes on both", "[contact][nodes]") {
  const TriangleMesh side = mesh::make_plane_grid(0.02, 0.02, 3, 3);
  const auto sheet = surface(welded(joined(side, inverted(side))));
  ContactPair pair(sheet, surface(inverted(plate())), k_by_nodes);
  CHECK(pair.casting().element_count() == 2 * 16);
  CHECK(sum(pair.casting().areas()) == Approx(8e-4).epsilon(1e-13));
  const auto& result = pair.evaluate(translation(0, 0, -1e-3));
  CHECK(result.total.contact_area == Approx(4e-4).epsilon(1e-13));
}

TEST_CASE("a vertex that bounds no area is no node", "[contact][nodes]") {
  TriangleMesh with_stray = plate();
  with_stray.vertices.push_back({5, 5, 5});
  const CastingNodes nodes = casting_nodes(with_stray);
  CHECK(nodes.positions.size() == 4);
}

TEST_CASE("nodes are split at creases, and nowhere else", "[contact][nodes]") {
  // Each face has all of its vertices.
  const CastingNodes box = casting_nodes(mesh::make_box({0.01, 0.02, 0.03}, {3, 4, 5}));
  CHECK(box.positions.size() == 2 * (4 * 5 + 4 * 6 + 5 * 6));
  CHECK(sum(box.areas) == Approx(2 * (2e-4 + 3e-4 + 6e-4)).epsilon(1e-13));
  for (const Vector3d& normal : box.normals) CHECK(normal.cwiseAbs().maxCoeff() == 1);
  const TriangleMesh ball = mesh::make_icosphere(0.02, 3);
  CHECK(casting_nodes(ball).positions == ball.vertices);
  const int vertices = static_cast<int>(mesh::make_cylinder(0.01, 0.03, 24).vertices.size());
  const CastingNodes cylinder = casting_nodes(mesh::make_cylinder(0.01, 0.03, 24));
  CHECK(static_cast<int>(cylinder.positions.size()) == vertices + 2 * 24);
}

TEST_CASE("solids with sharp edges press from nodes as from triangles and in closed form",
          "[contact][nodes]") {
  // An L of two blocks that share a few vertices.
  const TriangleMesh blocks = joined(
      transformed(mesh::make_box({0.01, 0.04, 0.03}, {2, 8, 6}), translation(5e-3, 0.02, 0)),
      transformed(mesh::make_box({0.02, 0.01, 0.03}, {5, 3, 6}), translation(0.02, 5e-3, 0)));
  const double polygon = 24 * 0.5 * 1e-4 * std::sin(2 * M_PI / 24);
  const auto [mesh, area] = GENERATE_COPY(
      std::pair(mesh::make_box({0.02, 0.02, 0.03}), 4e-4),
      std::pair(mesh::make_box({0.02, 0.03, 0.03}, {2, 3, 4}), 6e-4),
      std::pair(unwelded(mesh::make_box({0.02, 0.03, 0.03}, {2, 3, 4})), 6e-4),
      std::pair(mesh::make_cylinder(0.01, 0.03, 24), polygon), std::pair(blocks, 6e-4));
  const bool follows_target = GENERATE(false, true);
  const double depth = 0.5e-3, force = k_modulus / k_thickness * depth * area;
  ContactSettings settings = follows_target ? ContactSettings{} : along_casting();
  ContactPair triangles(surface(mesh), surface(plate()), settings);
  settings.casts_from = CastingElements::nodes;
  ContactPair nodes(surface(mesh), surface(plate()), settings);
  const Pose X_CT = translation(0, 0, depth - 0.015);
  const ContactResult &by_nodes = nodes.evaluate(X_CT), &by_triangles = triangles.evaluate(X_CT);
  CHECK(by_nodes.total.contact_area == Approx(area).epsilon(1e-12));
  CHECK(by_nodes.total.max_proximity == Approx(depth).epsilon(1e-12));
  const Wrench &one = by_nodes.F_casting_C, &other = by_triangles.F_casting_C;
  CHECK((one.force - Vector3d(0, 0, force)).norm() < 1e-11 * force);
  CHECK((one.force - other.force).norm() < 1e-11 * force);
  CHECK((one.moment - other.moment).norm() < 1e-11 * force * 0.03);
  CHECK(by_nodes.patches.size() == 1);
}

TEST_CASE("a layer that casts from its nodes bears a ball as in closed form", "[contact][nodes]") {
  const double R = 0.02, d = 1e-3;
  const auto layer = surface(mesh::make_plane_grid(0.02, 0.02, 160, 160));
  const auto ball = std::make_shared<const ContactSurface>(geometry::Sphere{R},
                                                           mesh::make_icosphere(R, 2), k_layer);
  ContactPair pair(layer, ball, k_by_nodes);
  const auto& result = pair.evaluate(translation(0, 0, R - d));
  const double k = k_modulus / k_thickness;
  // 7500 nodes lie in the contact; its rim, where pressure begins, runs through cells of 1/8 mm.
  CHECK(-result.F_casting_C.force.z() == Approx(k * M_PI * d * d * (R - d / 3)).epsilon(2e-4));
  CHECK(result.total.contact_area == Approx(M_PI * (2 * R * d - d * d)).epsilon(5e-3));
  CHECK(result.total.max_pressure == Approx(k * d).epsilon(1e-12));  // a node lies below the pole
}

TEST_CASE("nodes cast as a search by brute force says", "[contact][nodes][rounds]") {
  const unsigned seed = GENERATE(take(few_or_all(2, 5), random(1u, 1u << 30)));
  CAPTURE(seed);
  RandomGeometry random(seed);
  const auto ball = surface(random.bumpy(mesh::make_icosphere(0.03, 3), 1e-3));
  const auto slab = surface(random.bumpy(mesh::make_plane_grid(0.1, 0.1, 30, 30), 1e-3));
  ContactPair pair(ball, slab, k_by_nodes);
  const ContactSurface& nodes = pair.casting();
  std::size_t found = 0;
  for (int i = 0; i < 20; ++i) {
    const Pose X_CT = random.pose(0.1, 2e-3) * translation(0, 0, -0.029);
    std::vector<ProximityHit> expected;
    find_by_brute_force({nodes.centroids(), nodes.normals()}, slab->mesh(), X_CT,
                        {-1e-3, 0.01, false}, expected);
    const auto hits = pair.evaluator().find_hits(X_CT, 1e-3);
    REQUIRE(std::ranges::equal(hits, expected, [](const auto& a, const auto& b) {
      return a.casting_triangle == b.casting_triangle && a.target_triangle == b.target_triangle &&
             a.proximity == b.proximity;
    }));
    found += hits.size();
  }
  CHECK(found > 100);
}

TEST_CASE("patches of nodes hang together over the mesh's sides", "[contact][nodes]") {
  const unsigned seed = GENERATE(take(5, random(1u, 1u << 30)));
  CAPTURE(seed);
  RandomGeometry random(seed);
  const auto rough = surface(random.bumpy(mesh::make_plane_grid(0.1, 0.1, 12, 12), 2e-3));
  ContactPair pair(rough, surface(inverted(plate())), k_by_nodes);
  for (int i = 0; i < 5; ++i) {
    const auto& result = pair.evaluate(random.pose(0.01, 1e-3));
    std::set<int> touching;
    for (const ProximityHit& hit : result.hits)
      if (hit.proximity > 0) touching.insert(hit.casting_triangle);
    std::set<std::set<int>> patches;
    for (const ContactPatch& patch : result.patches) {
      const auto first = result.patch_triangles.begin() + patch.first_triangle;
      patches.insert({first, first + patch.triangle_count});
    }
    REQUIRE(touching.size() > 10);
    CHECK(patches == patches_by_walking(pair.casting(), touching));
  }
}

TEST_CASE("nodes make maps, regions and energies as triangles do", "[contact][nodes]") {
  const auto layer = surface(mesh::make_plane_grid(0.03, 0.03, 40, 40));
  const auto ball = surface(mesh::make_icosphere(0.02, 4));
  const std::vector<Region> regions = {half_space_region(*layer, "right", {1e-3, 0, 0}, {1, 0, 0})};
  ContactPair by_nodes(layer, ball, k_by_nodes, regions), by_triangles(layer, ball, {}, regions);
  const Pose X_CT = translation(2e-3, 0, 0.019);
  const auto &nodes = by_nodes.evaluate(X_CT), &triangles = by_triangles.evaluate(X_CT);
  const SideMap& map = by_nodes.casting_map();
  REQUIRE(map.pressure.size() == layer->mesh().triangles.size());
  CHECK(sum(map.potential_energy) == Approx(nodes.total.potential_energy).epsilon(1e-13));
  CHECK(by_triangles.casting_map().pressure == triangles.casting->pressure);
  // Both are quadratures of one field over 400 cells: right to one percent, plus a cell where a
  // region ends.
  CHECK(nodes.total.contact_force.z() == Approx(triangles.total.contact_force.z()).epsilon(0.01));
  CHECK(nodes.total.potential_energy == Approx(triangles.total.potential_energy).epsilon(0.01));
  const double right = nodes.regions.back().statistics.contact_force.z();
  CHECK(right == Approx(triangles.regions.back().statistics.contact_force.z()).epsilon(0.1));
  CHECK(sum(by_nodes.target_map().potential_energy) ==
        Approx(nodes.total.potential_energy).epsilon(1e-12));
  for (std::size_t t = 0; t < map.pressure.size(); ++t) {
    if (triangles.casting->pressure[t] == 0) continue;
    // Linear pressure over cells of 0.75 mm on a slope of at most a third.
    const double depth = map.pressure[t] * k_thickness / k_modulus;
    REQUIRE(depth == Approx(triangles.casting->proximity[t]).margin(2.5e-4));
  }
}

TEST_CASE("a node's layer is the mean of its triangles'", "[contact][nodes]") {
  const TriangleMesh mesh = mesh::make_plane_grid(0.02, 0.02, 2, 2);
  std::vector<Layer> layers;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    layers.push_back({5e6, 0.45, 1e-3 * (1 + static_cast<double>(t))});
  const auto nodes = ContactSurface::cast_from_nodes(ContactSurface(mesh, layers, "steps"));
  for (int node = 0; node < nodes->element_count(); ++node) {
    double thickness = 0, count = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      for (const int at : nodes->nodes_of_triangles()[t]) {
        if (at != node) continue;
        thickness += layers[t].thickness;
        ++count;
      }
    }
    CHECK(nodes->layer(node).thickness == Approx(thickness / count).epsilon(1e-14));
    CHECK(nodes->layer(node).elastic_modulus == Approx(5e6).epsilon(1e-14));
  }
}

TEST_CASE("what casts is chosen when a pair is made", "[contact][nodes]") {
  ContactPair pair(surface(plate()), surface(plate()), k_by_nodes);
  CHECK_THROWS_WITH(pair.set_settings({}), Catch::Contains("make a new pair"));
  CHECK_THROWS_WITH(
      ContactPair(surface(plate()), ContactSurface::cast_from_nodes(*surface(plate())), {}),
      Catch::Contains("only cast"));
}

}  // namespace condyle::test::casting_nodes_tests
