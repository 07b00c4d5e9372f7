// The examples: each is run as its README says, and its results are checked.
#ifdef CONDYLE_EXAMPLES
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/materials.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "scene_run.h"

namespace condyle::test::examples_tests {
namespace {

using nlohmann::json;
using std::numbers::pi;
using Row = std::vector<double>;

/// Output of an example. Fails the test if the example ends with an error.
std::string output_of(const std::string& name, const std::string& arguments = "") {
  const ProgramRun run = run_command(std::string(CONDYLE_EXAMPLES) + "/" + name + " " + arguments);
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  REQUIRE(run.errors.empty());
  return run.output;
}

/// The numbers of each line that contains any. Skips `label` words at the start of a line.
std::vector<Row> rows_of(const std::string& text, int header_lines, int label = 0) {
  std::vector<Row> rows;
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; std::getline(lines, line); ++i) {
    if (i < header_lines) continue;
    std::istringstream words(line);
    std::string word;
    for (int k = 0; k < label; ++k) words >> word;
    Row row;
    for (double value = 0; words >> value;) row.push_back(value);
    rows.push_back(row);
  }
  return rows;
}

/// All numbers of a text in order, without other words.
Row numbers_of(const std::string& text) {
  Row numbers;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (end != word.c_str()) numbers.push_back(value);
  }
  return numbers;
}

TEST_CASE("example sphere_on_plate: force, peak and area are the closed form's", "[examples]") {
  const std::vector<Row> rows = rows_of(output_of("sphere_on_plate"), 2);
  REQUIRE(rows.size() == 4);
  for (const Row& row : rows) {
    REQUIRE(row.size() == 8);
    INFO("depth " << row[0] << " mm");
    // The sum over at least 1,500 triangles is a quadrature of second order; two digits are
    // printed.
    CHECK(row[1] == Approx(row[2]).epsilon(1e-3));
    // The nearest centroid is at most 0.05 mm from the axis, where the depth is r^2 / 2 R = 4e-8 m
    // smaller: 0.2 % of the smallest depth.
    CHECK(row[3] == Approx(row[4]).epsilon(2.5e-3));
    // Triangles at the border count fully or not at all: about 1 % of so small a patch.
    CHECK(row[5] == Approx(row[6]).epsilon(1e-2));
  }
  // By hand, at 0.1 mm: K = 463e6 * 0.54 / (1.46 * 0.08) = 2.1406e9 Pa, steel 2.692e11 Pa, so k =
  // 1 / (0.008 / 2.1406e9 + 0.001 / 2.692e11) = 2.6731e11 Pa/m, and Hertz's E* = 585.7 MPa gives
  // (6 F E*^2 / (pi^3 R^2))^(1/3) = 26.5 MPa.
  CHECK(rows[2][2] == Approx(251.65).epsilon(1e-4));
  CHECK(rows[2][4] == Approx(26.731).epsilon(1e-4));
  CHECK(rows[2][7] == Approx(26.48).epsilon(1e-3));
}

TEST_CASE("example two_meshes: the table of the default, and of the same meshes in files",
          "[examples]") {
  const std::string table = output_of("two_meshes");
  const std::vector<Row> all = rows_of(table, 2, 1);
  REQUIRE(all.size() == 2);  // the total, and one patch, which equals the total
  REQUIRE(all[0].size() == 7);

  // Two layers of 8 mm act as one of 16 mm. The cap of an ellipsoid at depth d has the peak
  // pressure k d, the force k V, the area of an ellipse, and the mean pressure F / A.
  const double a = 0.025, b = 0.020, c = 0.022, d = 0.0002;
  const double k = 463e6 * 0.54 / (1.46 * 0.08) / 0.016;
  const double force = k * pi * a * b * (d * d / c - d * d * d / (3 * c * c));
  const double area = pi * a * b * (1 - (1 - d / c) * (1 - d / c));
  // The facets' edges are up to 0.43 mm long, on a radius of curvature of at least 18 mm, so they
  // lie up to edge^2 / (8 R) = 1.3e-6 m inside the ellipsoid. That is 0.65 % of d, and so of area,
  // peak and mean pressure, which grow with d, and 1.3 % of the force. Triangles at the border
  // cause the rest.
  CHECK(all[0][1] == Approx(area * 1e6).epsilon(1e-2));
  CHECK(all[0][2] == Approx(force / area / 1e6).epsilon(1e-2));
  CHECK(all[0][3] == Approx(k * d / 1e6).epsilon(7e-3));
  CHECK(all[0][6] == Approx(-force).epsilon(1.4e-2));
  // Both meshes are symmetric about the planes x = 0 and y = 0, except for the diagonals of the
  // grid.
  CHECK(std::abs(all[0][4]) < 1e-3 * force);
  CHECK(std::abs(all[0][5]) < 1e-3 * force);

  // OBJ files in millimetres have all digits, so the table is the same to the last digit shown.
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(0.020, 0.020, 150, 150),
                   mesh::LengthUnit::millimetre);
  mesh::write_mesh(folder / "ellipsoid.obj", mesh::make_ellipsoid({a, b, c}, 6),
                   mesh::LengthUnit::millimetre);
  const std::string files =
      (folder / "plate.obj").string() + " " + (folder / "ellipsoid.obj").string();
  // Compared as numbers, since the sign of a force of 0.00 is random.
  CHECK(rows_of(output_of("two_meshes", files + " 0 0 21.8"), 2, 1) == all);
  CHECK(rows_of(output_of("two_meshes", files + " 0 0 23"), 2, 1)[0][0] == 0);  // apart

  const ProgramRun missing = run_command(CONDYLE_EXAMPLES "/two_meshes a.stl b.stl");
  CHECK(missing.exit_code == 2);
  CHECK(contains(missing.errors, "a.stl"));
}

TEST_CASE("example ligament: lengths and tensions are the closed form's", "[examples]") {
  const std::vector<Row> rows = rows_of(output_of("ligament"), 3);
  REQUIRE(rows.size() == 4);
  // The law of Blankevoort and Huiskes with k = 2500 N, L0 = 80 mm, e_t = 0.06.
  const auto tension = [](double length) {
    const double e = length / 80 - 1;
    return e <= 0 ? 0 : e < 0.06 ? 2500 * e * e / 0.12 : 2500 * (e - 0.03);
  };
  for (const Row& row : rows) {
    REQUIRE(row.size() == 9);
    INFO("tibia at " << row[0] << " mm");
    // Three decimals of a millimetre are printed: 0.0005 mm of 80 mm, times 2500 N.
    CHECK(row[1] == Approx(40 - row[0]).margin(6e-4));
    CHECK(row[3] == Approx(tension(row[1])).margin(0.03));
    CHECK(row[4] == Approx(row[5]).margin(1.1e-3));
    CHECK(row[7] == Approx(tension(row[4])).margin(0.03));
    // Cosine of the angle between the axis and the last straight piece, at the tibia.
    const double x = 8, z = -row[0], r = 20;
    const double along = std::atan2(z, x) - std::atan2(std::sqrt(x * x + z * z - r * r), r);
    CHECK(row[8] == Approx(row[7] * std::cos(along)).margin(0.02));
  }
  CHECK(rows[0][7] == 0);   // slack
  CHECK(rows[3][3] > 80);   // taut, straight
  CHECK(rows[3][7] > 180);  // longer, since it wraps
}

TEST_CASE("example law_in_bullet: the ball rests where its law holds the weight", "[examples]") {
  const Row numbers = numbers_of(output_of("law_in_bullet"));
  REQUIRE(numbers.size() == 4);
  // One second is 100 times as long as the damped bounce, so the remaining motion is below the
  // digits shown.
  CHECK(numbers[0] == Approx(numbers[2]).margin(1.1e-3));
  CHECK(numbers[1] == Approx(numbers[3]).margin(1.1e-3));
  CHECK(numbers[2] == Approx(1e6 * std::sqrt(0.9 * 9.81 / 1e10)).margin(6e-4));
}

TEST_CASE("example own_engine: the knee moves as it does with Bullet", "[examples]") {
  const std::filesystem::path shipped =
      std::filesystem::path(CONDYLE_PROGRAM).parent_path().parent_path() / "assets" / "scenes";
  const std::string scene = (shipped / "knee_replacement.json").string();
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const auto compare = [&](const std::string& file, double seconds, double of_each) {
    INFO(file << " after " << seconds << " s");
    const Row numbers = numbers_of(output_of("own_engine", file + fmt::format(" {}", seconds)));
    REQUIRE(numbers.size() == 14);  // a place, force and peak, nine ligaments
    const History history = simulate(file, seconds, 240, out);
    // Both solve the same equations, each to 1e-9 of the momentum of a step.
    for (int axis = 0; axis < 3; ++axis)
      CHECK(numbers[axis] ==
            Approx(history.last(fmt::format("tibia.position_{} [m]", "xyz"[axis]))).margin(1e-9));
    CHECK(numbers[3] == Approx(history.last("insert_femoral.force [N]")).epsilon(1e-9));
    CHECK(1e6 * numbers[4] ==
          Approx(history.last("insert_femoral.peak_pressure [Pa]")).epsilon(of_each));
    CHECK(numbers[9] == Approx(history.last("MCL_a.force [N]")).epsilon(of_each));
  };
  // At rest under its load little holds the tibia along x, and its places there differ by 6e-12 m:
  // that is 2e-9 of the peak's depth of 0.08 mm, though not 1e-11 of the force.
  compare(scene, 0.5, 1e-8);
  compare(scene, 2, 1e-9);  // while it bends

  // Another motion, which begins bent, about another axis, and a load beside the middle.
  json other = json::parse(file_content(scene));
  for (json& body : other["bodies"])
    for (json& mesh : body["meshes"])
      mesh["file"] = (shipped / mesh["file"].get<std::string>()).string();
  other["motions"][0]["table"] = {
      {"times", {0, 0.7, 1.1, 2}}, {"values", {0.02, 0.5, 0.1, 0.3}}, {"period", 2}};
  other["motions"][0]["axis"] = {0.05, -0.03, std::sqrt(1 - 0.05 * 0.05 - 0.03 * 0.03)};
  other["loads"][0]["point"] = {0.004, 0, 0.006};
  other["gravity"] = {0.5, -9.81, 1};
  other.erase("$schema");
  compare(folder.write("other.json", other.dump()).string(), 1.5, 1e-9);

  const ProgramRun gears =
      run_command(CONDYLE_EXAMPLES "/own_engine " + (shipped / "gear_pair.json").string() + " 0.1");
  CHECK(gears.exit_code == 2);
  CHECK(contains(gears.errors, "this engine knows"));
}

TEST_CASE("example gripper_skin: each pad feels half of the grip", "[examples]") {
  if (!std::filesystem::exists(CONDYLE_EXAMPLES "/gripper_skin")) {
    WARN("built without MuJoCo");
    return;
  }
  const std::filesystem::path model =
      std::filesystem::path(CONDYLE_PROGRAM).parent_path().parent_path() / "assets" / "robots" /
      "mug_gripper.xml";
  const TemporaryFolder folder;
  const std::filesystem::path drawing = folder / "skin.svg";
  const Row numbers =
      numbers_of(output_of("gripper_skin", model.string() + " " + drawing.string() + " 1.3"));
  REQUIRE(numbers.size() == 5);  // at 1.3 s, when 80 N hold the mug on the table
  CHECK(numbers[1] == Approx(40).epsilon(0.01));
  CHECK(numbers[3] == Approx(40).epsilon(0.01));
  // A bar of 12 mm: some 6 mm of the pad's 16 bear the force along 30 mm.
  CHECK(numbers[2] > 40 / (0.012 * 0.030) / 1e3);
  const std::string svg = file_content(drawing);
  CHECK(contains(svg, "<polyline"));
  CHECK(contains(svg, "fill=\"rgb("));
  CHECK(svg.ends_with("</svg>\n"));
}

TEST_CASE("example cad_to_scene: its scene is in order and the part comes to rest", "[examples]") {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "foot.stl", mesh::make_ellipsoid({0.03, 0.02, 0.01}, 6),
                   mesh::LengthUnit::millimetre);
  const std::string scene = (folder / "foot.json").string();
  const std::string output =
      output_of("cad_to_scene", (folder / "foot.stl").string() + " " + scene);
  CHECK(contains(output, "60 x 40 x 20 mm"));
  CHECK(contains(output, "No findings."));
  CHECK(contains(output, "condyle view " + scene));

  const ProgramRun check = run_program("check " + scene);
  INFO(check.output << check.errors);
  CHECK(check.exit_code == 0);

  const History history = simulate(scene, 1, 240, (folder / "out").string());
  // The mesh lies inside the ellipsoid and has 0.1 % less volume. The remaining bounce is smaller.
  const double volume = 4 * pi / 3 * 0.03 * 0.02 * 0.01;
  const double weight = volume * scene::find_material("silicone")->density.value * 9.81;
  CHECK(history.last("part_plate.force_z [N]") == Approx(weight).epsilon(5e-3));

  // Without an argument the example writes a file in the current folder.
  const ProgramRun plain =
      run_command("cd " + (folder / "out").string() + " && " + CONDYLE_EXAMPLES + "/cad_to_scene");
  CHECK(plain.exit_code == 0);
  CHECK(plain.output.ends_with("condyle view part.json\n"));
  CHECK(run_program("check " + (folder / "out" / "part.json").string()).exit_code == 0);
}

}  // namespace
}  // namespace condyle::test::examples_tests
#endif
