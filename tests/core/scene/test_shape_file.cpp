#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "support/peak_memory.h"

namespace condyle::test::shape_file_tests {

using namespace scene;
using Catch::Contains;
using Eigen::Vector3d;
using nlohmann::json;

namespace {

geometry::Shape read(const json& text) {
  const TemporaryFolder folder;
  return read_shape(folder.write("shape.json", text.dump()));
}

std::string error_of(const json& text) {
  return input_error_of([&] { read(text); });
}

/// z = x y on irregular grid lines, which a natural spline reproduces.
json saddle() {
  json map = {{"kind", "height_map"}, {"x", {0, 1, 2, 4}}, {"y", {-1, 0, 1, 3, 4}}};
  for (const double x : map["x"]) {
    json row;
    for (const double y : map["y"]) row.push_back(x * y);
    map["z"].push_back(row);
  }
  return map;
}

}  // namespace

TEST_CASE("a height map without numbers in its rows is refused", "[model]") {
  const json empty = {{"kind", "height_map"},
                      {"z", {json::array(), json::array()}},
                      {"start", {0, 0}},
                      {"spacing", {1, 1}}};
  CHECK_THAT(error_of(empty), Contains("z[0]: is a list of 0, must be a list of numbers"));
  json map = saddle();
  map["zx"] = map["zy"] = map["zxy"] = {json::array(), json::array()};
  CHECK_THAT(error_of(map), Contains("zx[0]: is a list of 0, must be a list of numbers"));
  map = saddle();
  map["z"] = json::array();
  CHECK_THAT(error_of(map), Contains("z: is a list of 0, must be a list of lists of numbers"));
  map["z"] = {{1, 2}, {3}};
  CHECK_THAT(error_of(map), Contains("z[1]: has 1 numbers, must have 2 as the first list has"));
  map["z"] = {{1, 2}, 3};
  CHECK_THAT(error_of(map), Contains("z[1]: is 3, must be a list in [ ]"));
}

TEST_CASE("a height map takes memory in proportion to its file, or is refused", "[model][memory]") {
  const TemporaryFolder folder;
  const auto map_of = [&](int lines, const std::string& number) {
    std::string row;
    for (int i = 0; i < lines; ++i) row += (i == 0 ? "" : ",") + number;
    std::string text = R"({"kind":"height_map","start":[0,0],"spacing":[0.01,0.01],"z":[)";
    for (int i = 0; i < lines; ++i) text += (i == 0 ? "[" : ",[") + row + "]";
    return folder.write("map.json", text + "]}");
  };
  const auto memory_per_byte = [](const std::filesystem::path& file) {
    const double memory = test::peak_memory_of([&] { read_shape(file); });
    return memory / static_cast<double>(std::filesystem::file_size(file));
  };
  const auto zeros = map_of(1000, "0");
  CHECK_THAT(
      input_error_of([&] { read_shape(zeros); }),
      Contains("map.json: z: has 1000 x 1000 samples, which take 256 MB of memory, 128 times "
               "the file; thin the grid out to 250000 samples or fewer"));
  CHECK(memory_per_byte(zeros) < 16);
  const auto full = map_of(600, "-0.0012345678901234567");
  CHECK(std::holds_alternative<geometry::HeightMap>(read_shape(full)));
  CHECK(memory_per_byte(full) < 16);
  CHECK(std::holds_alternative<geometry::HeightMap>(read_shape(map_of(400, "0"))));  // small
}

TEST_CASE("shape file: every kind arrives with its sizes", "[model]") {
  CHECK(std::holds_alternative<geometry::HalfSpace>(read({{"kind", "half_space"}})));
  CHECK(std::get<geometry::Sphere>(read({{"kind", "sphere"}, {"radius", 0.1}})).radius == 0.1);
  CHECK(std::get<geometry::Ellipsoid>(read({{"kind", "ellipsoid"}, {"semi_axes", {1, 2, 3}}}))
            .semi_axes == Vector3d(1, 2, 3));
  const geometry::Shape endless = read({{"kind", "infinite_cylinder"}, {"radius", 2}});
  CHECK(std::get<geometry::InfiniteCylinder>(endless).radius == 2);
  const auto cylinder =
      std::get<geometry::Cylinder>(read({{"kind", "cylinder"}, {"radius", 2}, {"half_length", 3}}));
  CHECK((cylinder.radius == 2 && cylinder.half_length == 3));
  const auto capsule =
      std::get<geometry::Capsule>(read({{"kind", "capsule"}, {"radius", 2}, {"half_length", 3}}));
  CHECK((capsule.radius == 2 && capsule.half_length == 3));
  const auto cone =
      std::get<geometry::Cone>(read({{"kind", "cone"}, {"radius", 2}, {"height", 3}}));
  CHECK((cone.radius == 2 && cone.height == 3));
  const auto torus =
      std::get<geometry::Torus>(read({{"kind", "torus"}, {"radius", 2}, {"tube_radius", 1}}));
  CHECK((torus.major_radius == 2 && torus.minor_radius == 1));
  CHECK(std::get<geometry::Brick>(read({{"kind", "brick"}, {"half_size", {1, 2, 3}}})).half_size ==
        Vector3d(1, 2, 3));
}

TEST_CASE("shape file: a height map in each way to give it", "[model]") {
  const auto map = std::get<geometry::HeightMap>(read(saddle()));
  CHECK(map.x()[3] == 4);
  CHECK(map.samples().z(3, 4) == 16);  // rows along x
  CHECK(map.at(3.3, 2.1).z == Approx(3.3 * 2.1));

  json regular = saddle();
  regular.erase("x");
  regular.erase("y");
  regular["start"] = {1, 2};
  regular["spacing"] = {0.5, 0.25};
  const auto evenly = std::get<geometry::HeightMap>(read(regular));
  CHECK(evenly.x()[3] == 2.5);
  CHECK(evenly.y()[4] == 3);

  json bumpy = saddle();
  bumpy["z"][1][1] = 0.5;
  const auto exact = std::get<geometry::HeightMap>(read(bumpy));
  bumpy["smoothness"] = 10;
  const auto smoothed = std::get<geometry::HeightMap>(read(bumpy));
  CHECK(exact.at(1, 0).z == Approx(0.5));
  CHECK(std::abs(smoothed.at(1, 0).z) < 0.3);

  const auto sloped = std::get<geometry::HeightMap>(read({{"kind", "height_map"},
                                                          {"start", {0, 0}},
                                                          {"spacing", {1, 1}},
                                                          {"z", {{0, 1}, {2, 3}}},
                                                          {"zx", {{2, 2}, {2, 2}}},
                                                          {"zy", {{1, 1}, {1, 1}}},
                                                          {"zxy", {{0, 0}, {0, 0}}}}));
  CHECK(sloped.at(0.3, 0.6).z == Approx(2 * 0.3 + 0.6));
}

TEST_CASE("shape file: a mesh is found beside the file, in its unit", "[model]") {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "ball.ply", mesh::make_icosphere(0.1, 2), mesh::LengthUnit::millimetre);
  json text = {{"kind", "mesh"}, {"file", "ball.ply"}, {"unit", "mm"}};
  const auto solid = std::get<geometry::MeshSolid>(read_shape(folder.write("a.json", text.dump())));
  CHECK(solid.bounds().max().x() == Approx(0.1).epsilon(0.1));
  const geometry::MeshPoint middle{0, Vector3d::Constant(1.0 / 3)};
  text["normals"] = "smooth";
  const auto smooth =
      std::get<geometry::MeshSolid>(read_shape(folder.write("b.json", text.dump())));
  CHECK(solid.normal({0, {1, 0, 0}}).isApprox(solid.normal(middle)));
  CHECK_FALSE(smooth.normal({0, {1, 0, 0}}).isApprox(smooth.normal(middle)));

  text["file"] = "none.ply";
  CHECK_THAT(input_error_of([&] { read_shape(folder.write("c.json", text.dump())); }),
             Contains("c.json: file: ") && Contains("none.ply"));
  mesh::write_mesh(folder / "open.ply", mesh::make_plane_grid(1, 1, 2, 2), mesh::LengthUnit::metre);
  text["file"] = "open.ply";
  CHECK_THAT(input_error_of([&] { read_shape(folder.write("d.json", text.dump())); }),
             Contains("d.json: file: ") && Contains("not closed"));
}

TEST_CASE("shape file: every mistake is named with its place and the remedy", "[model]") {
  CHECK_THAT(error_of({{"radius", 1}}), Contains("shape.json: lacks the key 'kind'"));
  CHECK_THAT(error_of({{"kind", "shpere"}}), Contains("kind: ") && Contains("mean 'sphere'"));
  CHECK_THAT(error_of({{"kind", "sphere"}}), Contains("lacks the key 'radius'"));
  CHECK_THAT(error_of({{"kind", "sphere"}, {"raduis", 1}}), Contains("misspelling"));
  CHECK_THAT(
      error_of({{"kind", "sphere"}, {"radius", -1}}),
      Contains("shape.json: radius: is -1, must be a finite number >= 1e-09 and <= 1000000000"));
  CHECK_THAT(error_of({{"kind", "sphere"}, {"radius", "1"}}), Contains("finite number"));
  CHECK_THAT(error_of({{"kind", "sphere"}, {"radius", 1}, {"height", 1}}),
             Contains("unknown key 'height'"));
  CHECK_THAT(error_of({{"kind", "torus"}, {"radius", 1}, {"tube_radius", 1}}),
             Contains("tube_radius: is 1, must be") && Contains("< 1"));
  CHECK_THAT(error_of({{"kind", "brick"}, {"half_size", {1, 0, 1}}}),
             Contains("half_size[1]: is 0, must be"));
  CHECK_THAT(error_of({{"kind", "ellipsoid"}, {"semi_axes", {1, 2}}}),
             Contains("semi_axes: ") && Contains("three numbers"));
  CHECK_THAT(error_of({{"kind", "mesh"}, {"file", "a.stl"}}), Contains("lacks the key 'unit'"));
  CHECK_THAT(error_of(json::array()), Contains("must be an object"));

  json map = saddle();
  map["z"][2].push_back(1);
  CHECK_THAT(error_of(map), Contains("z[2]: has 6 numbers, must have 5"));
  map = saddle();
  map["z"].erase(3);
  CHECK_THAT(error_of(map), Contains("3 x 5 values for 4 x 5 grid lines"));
  map = saddle();
  map["x"] = {0, 2, 1, 3};
  CHECK_THAT(error_of(map), Contains("grid line 2 along x"));
  map = saddle();
  map["z"] = json::array();
  CHECK_THAT(error_of(map), Contains("z: is a list of 0, must be"));
  map = saddle();
  map["start"] = {0, 0};
  CHECK_THAT(error_of(map), Contains("both 'x' and 'start'"));
  map = saddle();
  map["zx"] = map["z"];
  CHECK_THAT(error_of(map), Contains("lacks the key 'zy'"));
}

}  // namespace condyle::test::shape_file_tests
