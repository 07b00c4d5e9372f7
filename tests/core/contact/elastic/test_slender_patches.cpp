// Needle triangles and slivers under an elastic layer: single nodes that press too hard are cured
// or said.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "core/contact/elastic/layer_cases.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "core/src/contact/range_watch.h"
#include "support/few_or_all.h"

namespace condyle::test::slender_patch_tests {
namespace {

/// A rigid ball pressed 60 um deep: a contact of some 1.1 mm radius.
ContactPair pressed(const TriangleMesh& mesh, double spacing, double nu = 0.3) {
  ContactSettings settings = layer_settings();
  settings.free_edges = FreeEdges::none;
  settings.node_spacing = spacing;
  ContactPair pair(surface(mesh, elastic_layer(10e6, nu, 2e-3)), ball(0.02), settings);
  pair.evaluate(translation(13e-6, 21e-6, 0.02 - 60e-6));
  return pair;
}

double peak_of(const ContactPair& pair) { return pair.result().total.max_pressure; }

/// The ratio that a finding "uneven_pressure" names; 0 if there is none.
double said_ratio(const ContactPair& pair) {
  RangeWatch watch, both;
  watch.observe(pair);
  both.add(watch);
  CHECK(both.count() == watch.count());
  const std::vector<RangeFault> faults = watch.faults();
  const auto found = std::ranges::find(faults, "uneven_pressure", &RangeFault::kind);
  return found == faults.end() ? 0 : found->numbers[0].second;
}

/// A square of 8 mm with 40 cells a side, into whose middle a strip of this width is cut [m].
TriangleMesh plate_with_strip(double width) {
  TriangleMesh mesh = mesh::make_plane_grid(8e-3, 8e-3, 42, 40);
  for (Vector3d& v : mesh.vertices) {
    const long column = std::lround((v.x() + 4e-3) / (8e-3 / 42));
    const std::vector<double> cells = {0.35e-3, 0.35e-3 + width};
    v.x() = column < 22   ? -4e-3 + 0.2e-3 * static_cast<double>(column)
            : column < 24 ? cells[column - 22]
                          : -4e-3 + 0.2e-3 * static_cast<double>(column - 2);
  }
  return mesh;
}

/// Part of the crest of a cylinder of 20 mm, of triangles as long as it.
TriangleMesh prism(int strips) {
  TriangleMesh mesh = mesh::make_plane_grid(8e-3, 20e-3, strips, 1);
  for (Vector3d& v : mesh.vertices) {
    const double angle = v.x() / 20e-3;
    v = {20e-3 * std::sin(angle), v.y(), 20e-3 * (std::cos(angle) - 1)};
  }
  return mesh;
}

double between(std::mt19937& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

/// A plate of x by y cells, whose inner vertices are shifted at random by at most `shift` [m].
struct Wobbly {
  int x, y;
  double shift;
  TriangleMesh mesh;
};
Wobbly wobbly_plate(std::mt19937& random) {
  const auto cells = [&] { return static_cast<int>(between(random, 14, 26)); };
  const int x = cells(), y = cells();
  const double shift = between(random, 0, 0.24) * 3e-3 / std::max(x, y);
  Wobbly wobbly{x, y, shift, mesh::make_plane_grid(3e-3, 3e-3, x, y)};
  for (Vector3d& v : wobbly.mesh.vertices) {
    if (v.head<2>().lpNorm<Eigen::Infinity>() < 1.49e-3)
      v += Vector3d(between(random, -shift, shift), between(random, -shift, shift), 0);
  }
  return wobbly;
}

}  // namespace

TEST_CASE("slender patches: slivers do not press harder than what is around them",
          "[contact][elastic_layer]") {
  const double right = peak_of(pressed(mesh::make_plane_grid(8e-3, 8e-3, 80, 80), 0.2e-3));
  for (const double width : {1e-8, 1e-7, 1e-5}) {
    for (const double spacing : {0.0, 0.1e-3}) {
      CAPTURE(width, spacing);
      const ContactPair pair = pressed(plate_with_strip(width), spacing);
      // 85 nodes give the peak to 2 %.
      CHECK(peak_of(pair) == Approx(right).epsilon(0.02));
      CHECK(said_ratio(pair) == 0);
    }
  }
}

TEST_CASE("slender patches: needles whose peak is wrong are said", "[contact][elastic_layer]") {
  const double right = peak_of(pressed(mesh::make_plane_grid(8e-3, 8e-3, 80, 80), 0.2e-3));
  int wrong = 0;
  const TriangleMesh needles = mesh::make_plane_grid(4e-3, 4e-3, 4, 133);  // 1 x 0.03 mm
  for (const double spacing : {0.0, 0.2e-3}) {
    CAPTURE(spacing);
    const ContactPair pair = pressed(needles, spacing);
    const double off = peak_of(pair) / right;
    if (off > 1.5) CHECK(said_ratio(pair) > 1.3);
    wrong += off > 1.5;
  }
  CHECK(wrong >= 1);  // what is to be said
  // As the message advises: at half of their length.
  const ContactPair mended = pressed(needles, 0.5e-3);
  CHECK(said_ratio(mended) == 0);
  CHECK(peak_of(mended) == Approx(right).epsilon(0.03));
}

TEST_CASE("slender patches: no patch is left over between others",
          "[contact][elastic_layer][rounds]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  int patches = 0;
  for (int i = 0; i < few_or_all(150, 400); ++i) {
    const Wobbly wobbly = wobbly_plate(random);
    const double spacing = between(random, 0.2e-3, 0.5e-3);
    CAPTURE(wobbly.x, wobbly.y, wobbly.shift, spacing);
    const LayerNodes nodes =
        make_layer_nodes(*surface(wobbly.mesh, elastic_layer(10e6, 0.3, 2e-3)), spacing);
    for (int node = 0; node < nodes.count(); ++node) {
      const auto around = nodes.neighbours.of(node);
      double mean = 0;
      for (const int other : around)
        mean += nodes.areas[other] / static_cast<double>(around.size());
      // A node with 0.26 of both, at the border, pressed 2.1 times as hard as those around it. 0.3
      // is asked when a patch comes up; those around it may grow a little later.
      CHECK(nodes.areas[node] >= 0.27 * std::min(spacing * spacing, mean));
    }
    patches += nodes.count();
  }
  CHECK(patches > few_or_all(5000, 10000));  // without joining, 10 of 34,465 are below 0.3
}

TEST_CASE("slender patches: nothing is said of good meshes", "[contact][elastic_layer]") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  // Few of thousands of meshes, of which none had an excess above 0.15; 0.25 is said.
  for (int i = 0; i < 5; ++i) {
    const Wobbly wobbly = wobbly_plate(random);
    const double spacing = between(random, 0, 1) < 0.3 ? 0 : between(random, 0.15e-3, 0.5e-3);
    CAPTURE(wobbly.x, wobbly.y, wobbly.shift, spacing);
    CHECK(said_ratio(pressed(wobbly.mesh, spacing, between(random, 0, 0.49))) == 0);
  }
  // Long triangles along a line contact are as they should be.
  for (int i = 0; i < 3; ++i) {
    const int strips = static_cast<int>(between(random, 40, 100));
    CAPTURE(strips);
    ContactSettings settings = layer_settings();
    settings.free_edges = FreeEdges::none;
    ContactPair pair(surface(prism(strips), elastic_layer(10e6, 0.3, 2e-3)),
                     half_space(rigid_layer()), settings);
    Pose X = pressed_down(60e-6);
    X.translation().x() = between(random, -1e-4, 1e-4);
    pair.evaluate(X);
    CHECK(said_ratio(pair) == 0);
  }
}

}  // namespace condyle::test::slender_patch_tests
