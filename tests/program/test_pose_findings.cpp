// Findings about edges and sizes of contacts, which runs have too, of condyle contact.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "support/few_or_all.h"

namespace condyle::test::pose_finding_tests {
namespace {

using Catch::Contains;
using nlohmann::json;

constexpr double k_radius = 0.02;

/// The mesh without the triangles whose centroids are less than `radius` from `p`.
TriangleMesh with_hole(TriangleMesh mesh, const Eigen::Vector3d& p, double radius) {
  std::erase_if(mesh.triangles, [&](const auto& triangle) {
    const Eigen::Vector3d sum =
        mesh.vertices[triangle[0]] + mesh.vertices[triangle[1]] + mesh.vertices[triangle[2]];
    return (sum / 3 - p).norm() < radius;
  });
  return mesh;
}

/// condyle contact of a plate and a ball above it, at several depths.
struct PlateAndBall {
  TemporaryFolder folder;
  std::string plate_layer = "E=5e6,nu=0.4,h=0.003", ball_layer = plate_layer;

  PlateAndBall(const TriangleMesh& plate, const TriangleMesh& ball) {
    mesh::write_mesh(folder / "plate.obj", plate, mesh::LengthUnit::metre);
    mesh::write_mesh(folder / "ball.obj", ball, mesh::LengthUnit::metre);
  }

  /// What it says with the ball's lowest point this deep below the plate [m].
  std::string errors(const std::vector<double>& depths, bool ball_casts = false,
                     const std::string& more = "", double half_height = k_radius) const {
    json poses = json::array();
    for (const double depth : depths) {
      const double z = (ball_casts ? -1 : 1) * (half_height - depth);
      poses.push_back({{"id", fmt::format("{} mm", 1e3 * depth)},
                       {"T_target_in_casting", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, z, 0, 0, 0, 1}}});
    }
    folder.write("poses.json", poses.dump());
    const char *casting = ball_casts ? "ball" : "plate", *target = ball_casts ? "plate" : "ball";
    const ProgramRun run = run_program(
        fmt::format("contact --casting {0}/{1}.obj --target {0}/{2}.obj --unit m --casting-layer "
                    "{3} --target-layer {4} --poses {0}/poses.json --out {0}/result.json {5}",
                    (folder / "").string(), casting, target, ball_casts ? ball_layer : plate_layer,
                    ball_casts ? plate_layer : ball_layer, more));
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    return run.errors;
  }
};

TriangleMesh plate(int n = 40) { return mesh::make_plane_grid(0.04, 0.04, n, n); }
TriangleMesh ball(int level = 5) { return mesh::make_icosphere(k_radius, level); }

}  // namespace

TEST_CASE("pose findings: a hole within the contact of either side is said, and its place",
          "[findings]") {
  const bool ball_casts = GENERATE(false, true), ball_is_open = GENERATE(false, true);
  const Eigen::Vector3d bottom(0, 0, -k_radius), middle(0, 0, 0);
  const PlateAndBall open(ball_is_open ? plate() : with_hole(plate(), middle, 0.8e-3),
                          ball_is_open ? with_hole(ball(), bottom, 0.8e-3) : ball());
  CAPTURE(ball_casts, ball_is_open);
  const std::string errors = open.errors({-1e-3, 2e-4, 4e-4}, ball_casts);
  CHECK_THAT(errors, Contains("warning: 2 poses, worst at \"0."));
  CHECK_THAT(errors, Contains(ball_is_open ? "ball.obj' at (" : "plate.obj' at (") &&
                         Contains("an open edge of mesh '") && Contains("close the hole"));
}

TEST_CASE("pose findings: open meshes say nothing while the contact stays inside",
          "[findings][rounds]") {
  std::mt19937 random(51);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < few_or_all(5, 12); ++i) {
    // Contacts of up to 4.5 mm radius; holes and the ends of a cap lie beyond.
    const double angle = between(0, 6), away = between(7e-3, 12e-3);
    const Eigen::Vector3d aside(away * std::cos(angle), away * std::sin(angle), 0);
    const double cut = between(6e-3, 30e-3);
    TriangleMesh cap = with_hole(ball(), {0, 0, k_radius}, 2 * k_radius - cut);
    const PlateAndBall pair(with_hole(plate(), aside, 1.5e-3), cap);
    CAPTURE(i, away, angle, cut);
    CHECK(pair.errors({-1e-4, 1e-5, 1e-4, between(2e-4, 5e-4)}, i % 2 == 1) == "");
  }
}

TEST_CASE("pose findings: a plate of two triangles that is met in its middle has no edge near",
          "[findings]") {
  CHECK(PlateAndBall(plate(1), ball()).errors({2e-4, 5e-4}, true) == "");
}

TEST_CASE("pose findings: few triangles are said of the largest contact", "[findings]") {
  const PlateAndBall coarse(plate(8), ball());
  const std::string errors = coarse.errors({-1e-3, 6e-4, 1e-4});
  CHECK_THAT(errors, Contains("largest contact, at pose \"0.6 mm\": at most ") &&
                         Contains("of the casting mesh's triangles touch"));
  // A fine mesh at a contact that begins, and with deeper poses too.
  const PlateAndBall fine(plate(80), ball());
  CHECK(fine.errors({8e-6}) == "");
  CHECK(fine.errors({8e-6, 3e-4}) == "");
}

TEST_CASE("pose findings: few nodes are said once, of the largest contact", "[findings]") {
  PlateAndBall layer(plate(), ball());
  layer.ball_layer = "rigid";
  const std::string more = "--formulation elastic_layer --node-spacing ";
  const std::string errors = layer.errors({1e-4, 2e-4, 3e-4}, false, more + "3e-3");
  CHECK_THAT(errors, Contains("largest contact, at pose \"0.3 mm\": at most ") &&
                         Contains("nodes of its elastic layer press"));
  CHECK(errors.find("press") == errors.rfind("press"));
  CHECK(layer.errors({1e-6, 1e-4, 1e-3}, false, more + "1e-3") == "");
}

TEST_CASE("pose findings: a rigid punch reaches its rim, a rigid ball has none", "[findings]") {
  PlateAndBall punch(plate(), mesh::make_box({0.02, 0.02, 0.02}, {6, 6, 6}));
  punch.ball_layer = "rigid";
  const std::string more = "--formulation elastic_layer --node-spacing 1e-3";
  CHECK_THAT(punch.errors({1e-4}, false, more, 0.01),
             Contains("warning: one pose, worst at \"0.1 mm\": the contact reaches a sharp edge"));
}

TEST_CASE("pose findings: metal and cartilage averaged, and pressure beyond the yield stress",
          "[findings]") {
  PlateAndBall pair(plate(), ball());
  pair.ball_layer = "E=2e11,nu=0.3,h=0.003";
  CHECK_THAT(pair.errors({-1e-3, 1e-4, 2e-4}),
             Contains("warning: 2 poses, worst at \"0.1 mm\": its layers, of 5 MPa") &&
                 Contains("--two-layer"));
  CHECK(pair.errors({-1e-3, 1e-4, 2e-4}, false, "--two-layer") == "");
  pair.ball_layer = pair.plate_layer += ",yield=5e5";
  CHECK_THAT(pair.errors({1e-4, 4e-4, 2e-4}),
             Contains("warning: one pose, worst at \"0.4 mm\": its pressure exceeds the yield "
                      "stress of its layers, 0.5 MPa, on up to "));
}

}  // namespace condyle::test::pose_finding_tests
