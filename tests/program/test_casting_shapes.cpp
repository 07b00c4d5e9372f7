// Analytic shapes that cast, through condyle contact and condyle simulate.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle::test::casting_shape_tests {
namespace {

using Catch::Contains;
using nlohmann::json;
using std::numbers::pi;

constexpr double k_modulus = 5e6, k_ratio = 0.45, k_thickness = 3e-3;

/// Pressure over depth of two such layers in series [Pa/m].
constexpr double k_stiffness =
    (1 - k_ratio) * k_modulus / ((1 + k_ratio) * (1 - 2 * k_ratio) * 2 * k_thickness);

/// A ball that casts along its radii on a plane: the integral of k s / cos over the sphere, where
/// s = R - (R - d) / cos is the depth along the radius at that angle from the plane's normal.
double force_of_ball(double radius, double depth) {
  return 2 * pi * radius * radius * k_stiffness *
         (radius * std::log(radius / (radius - depth)) - depth);
}

/// Runs of `condyle contact` of a ball that casts on a half space, or the reverse.
struct BallOnPlane {
  double radius;
  TemporaryFolder folder;
  json poses = json::array();

  explicit BallOnPlane(double ball_radius) : radius(ball_radius) {
    folder.write("ball.json", json{{"kind", "sphere"}, {"radius", radius}}.dump());
    folder.write("plane.json", R"({"kind": "half_space"})");
  }

  /// The plane as target, pressed into the ball from any side.
  void add(const Eigen::Quaterniond& turn, double depth) {
    const Eigen::Matrix3d R = turn.toRotationMatrix();
    const Eigen::Vector3d p = -(radius - depth) * R.col(2);
    poses.push_back({{"id", poses.size()},
                     {"T_target_in_casting",
                      {R(0, 0), R(0, 1), R(0, 2), p.x(), R(1, 0), R(1, 1), R(1, 2), p.y(), R(2, 0),
                       R(2, 1), R(2, 2), p.z(), 0, 0, 0, 1}}});
  }

  ProgramRun contact(const std::string& casting, const std::string& target,
                     const std::string& more = "") const {
    folder.write("poses.json", poses.dump());
    const std::string layer = fmt::format("E={},nu={},h={}", k_modulus, k_ratio, k_thickness);
    return run_program(
        fmt::format("contact --casting {} --casting-layer {} --target {} "
                    "--target-layer {} --poses {} --out {} {}",
                    (folder / casting).string(), layer, (folder / target).string(), layer,
                    (folder / "poses.json").string(), (folder / "result.json").string(), more));
  }

  std::vector<double> forces() const {
    std::vector<double> forces;
    for (const json& result : json::parse(file_content(folder / "result.json"))) {
      const auto force = result.at("contact_force").get<std::vector<double>>();
      forces.push_back(std::hypot(force[0], force[1], force[2]));
    }
    return forces;
  }
};

Eigen::Quaterniond random_turn(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
  return Eigen::Quaterniond(w, x, y, z).normalized();
}

}  // namespace

TEST_CASE("a ball that casts on a plane is right to 1 %, at depths of 0.1 to 10 % of its layer",
          "[program]") {
  const unsigned seed = 20261128;
  CAPTURE(seed);
  std::mt19937 random(seed);
  BallOnPlane pair(GENERATE(0.005, 0.02));
  std::vector<double> depths;
  for (const double depth : {3e-6, 3e-5, 3e-4}) {
    for (int i = 0; i < 6; ++i) {
      pair.add(random_turn(random), depth);
      depths.push_back(depth);
    }
  }
  const ProgramRun run = pair.contact("ball.json", "plane.json");
  CAPTURE(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK(run.errors.empty());
  const std::vector<double> forces = pair.forces();
  for (std::size_t i = 0; i < forces.size(); ++i)
    CHECK(forces[i] == Approx(force_of_ball(pair.radius, depths[i])).epsilon(0.01));
}

TEST_CASE("a half space that casts finds the contact of a ball", "[program]") {
  BallOnPlane turned(0.02);
  turned.poses = json::parse(R"([{"id": "a", "T_target_in_casting":
                                  [1,0,0,0.003, 0,1,0,0.001, 0,0,1,0.0199, 0,0,0,1]}])");
  const ProgramRun run = turned.contact("plane.json", "ball.json");
  REQUIRE(run.exit_code == 0);
  CHECK(run.errors.empty());
  const double depth = 1e-4, cap = pi * depth * depth * (0.02 - depth / 3);
  CHECK(turned.forces()[0] == Approx(k_stiffness * cap).epsilon(0.01));
}

TEST_CASE("condyle contact says how much a mesh may be wrong whose triangles stay whole",
          "[program]") {
  BallOnPlane pair(0.02);
  pair.add(Eigen::Quaterniond::Identity(), 1e-4);
  const std::string given = GENERATE("--chord-error", "--two-sided --chord-error");
  const ProgramRun coarse = pair.contact("ball.json", "plane.json", given + " 4e-5");
  REQUIRE(coarse.exit_code == 0);
  CHECK_THAT(coarse.errors, Contains("warning: one pose, worst at 0: ") &&
                                Contains("at an overlap of 0.") && Contains("% off") &&
                                Contains("smaller chord error"));
  CHECK(pair.contact("ball.json", "plane.json", given + " 1e-6").errors.empty());
}

TEST_CASE("simulate says that a half space whose triangles stay whole is of no use", "[findings]") {
  json scene = json::parse(R"({
    "condyle_scene": 1, "gravity": [0, 0, -9.81], "duration": 0.05,
    "bodies": [
      {"name": "ground", "kind": "fixed",
       "meshes": [{"name": "plane", "shape": {"kind": "half_space"},
                   "layer": {"elastic_modulus": 2e5, "poissons_ratio": 0.3, "thickness": 0.01}}]},
      {"name": "rider", "kind": "dynamic", "mass": 0.1, "inertia": [1e-5, 1e-5, 1e-5],
       "position": [0.003, 0.001, 0.0199],
       "meshes": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.02},
                   "layer": {"elastic_modulus": 2e5, "poissons_ratio": 0.3, "thickness": 0.01}}]}
    ],
    "contacts": [{"name": "touch", "casting": {"body": "ground", "mesh": "plane"},
                  "target": {"body": "rider", "mesh": "ball"}, "dissipation": 5, "two_sided": true}]})");
  const TemporaryFolder folder;
  const auto kinds = [&] {
    const ProgramRun run =
        run_program("simulate " + folder.write("scene.json", scene.dump()).string() +
                    " --quiet --out " + (folder / "out").string());
    INFO(run.errors);
    REQUIRE(run.exit_code == 0);
    std::vector<std::string> found;
    const json summary = json::parse(file_content(folder / "out" / "summary.json"));
    for (const json& finding : summary.at("findings")) found.push_back(finding.at("kind"));
    return found;
  };
  CHECK(kinds() == std::vector<std::string>{"coarse_casting"});
  scene["contacts"][0]["casts"] = "both";
  CHECK(kinds() == std::vector<std::string>{"coarse_casting", "sides_differ"});
  scene["contacts"][0]["casts"] = "auto";
  CHECK(kinds().empty());
  scene["contacts"][0].erase("two_sided");
  scene["contacts"][0]["casts"] = GENERATE("casting", "both");
  CHECK(kinds().empty());
}

}  // namespace condyle::test::casting_shape_tests
