// Contact accepts meshes that repair calls repaired.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/contact/contact_surface.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "core/collision/random_geometry.h"
#include "core/src/mesh/written_mesh.h"
#include "support/rounds.h"
#include "temporary_folder.h"

namespace condyle::test::repaired_contact_tests {
namespace {

using Eigen::Vector3d;

const Layer k_layer{463e6, 0.46, 0.008};

/// Coordinates with which corners lie on lines, and edges on one another, nearly or exactly.
double lattice(RandomGeometry& random) {
  constexpr double k_places[] = {0, -0.0, 1, -1, 0.5, 0.25, 1.0 / 3, 1 + 1e-15, 1e-9, 1e-300};
  const int pick = random.integer(0, 14);
  return pick < 10 ? k_places[pick] : random.uniform(-1, 1);
}

TriangleMesh lattice_soup(RandomGeometry& random) {
  TriangleMesh mesh;
  const int vertices = random.integer(3, 20), triangles = random.integer(1, 40);
  for (int i = 0; i < vertices; ++i) {
    mesh.vertices.emplace_back(lattice(random), lattice(random), lattice(random));
  }
  for (int i = 0; i < triangles; ++i) {
    const auto corner = [&] { return random.integer(0, vertices - 1); };
    mesh.triangles.push_back({corner(), corner(), corner()});
  }
  return mesh;
}

/// Moves vertices onto others, onto edges and onto the lattice; repeats and flips triangles.
void damage(TriangleMesh& mesh, RandomGeometry& random) {
  const auto any_triangle = [&]() -> std::array<int, 3>& {
    return mesh.triangles[random.integer(0, static_cast<int>(mesh.triangles.size()) - 1)];
  };
  const auto [a, b, c] = any_triangle();
  Vector3d& moved = mesh.vertices[a];
  switch (random.integer(0, 5)) {
    case 0:
      moved = mesh.vertices[b];
      break;
    case 1:
      moved = 0.5 * (mesh.vertices[b] + mesh.vertices[c]);
      break;
    case 2:
      moved = mesh.vertices[b] + 1e-15 * random.vector(1);
      break;
    case 3:
      moved = {lattice(random), lattice(random), lattice(random)};
      break;
    case 4:
      mesh.triangles.push_back({b, a, c});
      break;
    default:
      any_triangle()[1] = a;
  }
}

TriangleMesh damaged_mesh(RandomGeometry& random) {
  TriangleMesh mesh = mesh::make_icosphere(1, 1);
  const int kind = random.integer(0, 4);
  if (kind == 1) mesh = mesh::make_plane_grid(1, 1, 5, 5);
  if (kind == 2) mesh = mesh::make_box({1, 2, 3}, {2, 2, 2});
  if (kind >= 3) mesh = lattice_soup(random);
  for (int i = random.integer(1, 12); i > 0; --i) damage(mesh, random);
  if (random.integer(0, 5) == 0) mesh = scaled(mesh, {1, 1, 1e-17});
  const double size = std::pow(10, random.integer(0, 3) == 0 ? random.uniform(-160, 8) : -1.5);
  return scaled(mesh, Vector3d::Constant(size));
}

/// Whether repair accepts the mesh; contact must then accept the result.
bool is_repaired_or_refused(const TriangleMesh& mesh, const mesh::RepairOptions& options) try {
  const mesh::RepairedMesh repaired = repair(mesh, options);
  const ContactSurface surface(repaired.mesh, k_layer, "repaired");
  return surface.triangle_count() > 0;
} catch (const InputError& error) {
  const std::string problem = error.what();
  INFO(problem);
  REQUIRE(problem == "repaired mesh: the mesh has no triangle; give a surface mesh");
  return false;
}

}  // namespace

TEST_CASE("a flat triangle that no diagonal replaces is dropped, and repair says so",
          "[mesh][repair]") {
  // Two triangles without area back to back, between two with area.
  const TriangleMesh mesh{{{0, 0, 0}, {0, 0, 2}, {0, 0, 1}, {0, 0, 0.5}, {1, 0, 1}, {0, 1, 1}},
                          {{0, 1, 2}, {1, 0, 3}, {2, 1, 4}, {0, 2, 4}, {3, 0, 5}, {1, 3, 5}}};
  CHECK_THROWS_AS(ContactSurface(mesh, k_layer), InputError);
  const mesh::RepairedMesh repaired = repair(mesh);
  CHECK_NOTHROW(ContactSurface(repaired.mesh, k_layer));
  CHECK(repaired.mesh.triangles.size() == 4);
  REQUIRE_FALSE(repaired.done.empty());
  CHECK(repaired.done.front() ==
        "dropped 2 triangles without area that no diagonal could replace; edges beside them are "
        "open now");
}

TEST_CASE("contact accepts what repair makes of any damage", "[mesh][repair][property]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  RandomGeometry random(seed);
  int repaired = 0;
  const int whole = rounds(3000);
  for (int round = 0; round < whole; ++round) {
    INFO("round " << round);
    mesh::RepairOptions options;
    if (random.integer(0, 3) == 0) options.weld_distance = std::pow(10, random.uniform(-6, -1));
    repaired += is_repaired_or_refused(damaged_mesh(random), options);
  }
  CHECK(repaired > whole / 2);
}

TEST_CASE("a repaired mesh stays one when it is written", "[mesh][repair][property]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TemporaryFolder folder;
  for (int round = 0; round < rounds(300); ++round) {
    INFO("round " << round);
    const auto file = folder / (random.integer(0, 1) == 0 ? "mesh.stl" : "mesh.ply");
    const mesh::LengthUnit unit =
        random.integer(0, 1) == 0 ? mesh::LengthUnit::metre : mesh::LengthUnit::millimetre;
    mesh::RepairedMesh repaired;
    try {
      repaired = repair(as_written(file, damaged_mesh(random), unit));
    } catch (const InputError&) {
      continue;  // nothing is left
    }
    mesh::write_mesh(file, repaired.mesh, unit);
    REQUIRE_NOTHROW(ContactSurface(mesh::read_mesh(file, unit), k_layer));
  }
}

}  // namespace condyle::test::repaired_contact_tests
