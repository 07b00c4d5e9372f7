// condyle geometry, run as by a user.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <tuple>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle::test::geometry_command_tests {
namespace {

using Catch::Contains;
using nlohmann::json;
using std::numbers::pi;

/// Queries a shape through files.
class Geometry {
 public:
  explicit Geometry(const json& shape) { folder.write("shape.json", shape.dump()); }

  ProgramRun run(const std::string& queries) const {
    folder.write("queries.json", queries);
    const auto path = [&](const char* name) { return "'" + (folder / name).string() + "'"; };
    return run_program("geometry " + path("shape.json") + " --query " + path("queries.json") +
                       " --out " + path("result.json"));
  }

  json answers(const json& queries) const {
    const ProgramRun outcome = run(queries.dump());
    CHECK(outcome.errors.empty());
    REQUIRE(outcome.exit_code == 0);
    const json result = json::parse(file_content(folder / "result.json"));
    REQUIRE(result.size() == queries.size());
    for (std::size_t i = 0; i < result.size(); ++i) CHECK(result[i]["op"] == queries[i]["op"]);
    return result;
  }
  json answer(const json& query) const { return answers(json::array({query})).front(); }

  /// The message of queries that must fail with exit code 2 and one line, and leave no result.
  std::string error(const std::string& queries) const {
    const ProgramRun outcome = run(queries);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.output.empty());
    CHECK(std::count(outcome.errors.begin(), outcome.errors.end(), '\n') == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "result.json"));
    return outcome.errors;
  }

  TemporaryFolder folder;
};

double distance(const json& a, const json& b) {
  return std::hypot(a[0].get<double>() - b[0].get<double>(),
                    a[1].get<double>() - b[1].get<double>(),
                    a[2].get<double>() - b[2].get<double>());
}

const json k_sphere = {{"kind", "sphere"}, {"radius", 0.5}};

}  // namespace

TEST_CASE("condyle geometry: a sphere has its closed forms", "[program][geometry]") {
  const Geometry sphere(k_sphere);
  const json r = sphere.answers({
      {{"op", "value"}, {"point", {0, 0, 1}}},
      {{"op", "gradient"}, {"point", {0, 0, 0.5}}},
      {{"op", "hessian"}, {"point", {0.1, 0.2, 0.3}}},
      {{"op", "nearest"}, {"point", {0.3, 0.4, 0}}},
      {{"op", "nearest"}, {"point", {0, -2, 0}}},
      {{"op", "ray"}, {"point", {-2, 0, 0}}, {"direction", {3, 0, 0}}},
      {{"op", "curvature"}, {"point", {1, 1, 1}}, {"direction", {1, 0, 0}}},
      {{"op", "support"}, {"direction", {0, 0, -7}}},
      {{"op", "bounding_sphere"}},
      {{"op", "geodesic"}, {"point", {0.5, 0, 0}}, {"to", {0, 0.5, 0}}, {"polyline", true}},
      {{"op", "geodesic_shoot"}, {"point", {0.5, 0, 0}}, {"direction", {0, 0, 1}}, {"length", 1}},
      {{"op", "geodesic_shoot"},
       {"point", {0.5, 0, 0}},
       {"direction", {0, 1, 0}},
       {"length", 9},
       {"plane", {{"normal", {0, 2, 0}}, {"offset", 0.25}}}},
  });
  CHECK(r[0]["value"] == 0.75);  // (1 / R - R) / 2
  CHECK(r[0]["inside"] == false);
  CHECK(distance(r[1]["gradient"], {0, 0, 1}) < 1e-15);
  CHECK(r[2]["hessian"] == json({{2.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, 2.0}}));
  CHECK(distance(r[3]["point"], {0.3, 0.4, 0}) < 1e-15);
  CHECK(distance(r[4]["normal"], {0, -1, 0}) < 1e-15);
  CHECK(r[4]["distance"] == 1.5);
  REQUIRE(r[5]["crossings"].size() == 2);
  // In metres, not in units of the direction.
  CHECK(r[5]["crossings"][0]["distance"].get<double>() == Approx(1.5));
  CHECK(r[5]["crossings"][0]["leaves"] == false);
  CHECK(r[5]["crossings"][1]["distance"].get<double>() == Approx(2.5));
  CHECK(r[6]["gaussian"].get<double>() == Approx(4));
  CHECK(r[6]["mean"].get<double>() == Approx(2));
  CHECK(r[6]["along_direction"]["curvature"].get<double>() == Approx(2));
  CHECK(std::abs(r[6]["along_direction"]["torsion"].get<double>()) < 1e-12);
  CHECK(distance(r[7]["point"], {0, 0, -0.5}) < 1e-15);
  CHECK(r[8]["radius"] == 0.5);
  CHECK(r[9]["status"] == "complete");
  CHECK(r[9]["length"].get<double>() == Approx(pi / 4).epsilon(1e-14));
  CHECK(distance(r[9]["start"]["tangent"], {0, 1, 0}) < 1e-14);
  CHECK(distance(r[9]["polyline"].front(), {0.5, 0, 0}) < 1e-14);
  CHECK(distance(r[9]["polyline"].back(), {0, 0.5, 0}) < 1e-14);
  CHECK(distance(r[10]["end"]["point"], {0.5 * std::cos(2), 0, 0.5 * std::sin(2)}) < 1e-14);
  CHECK(r[10]["length"] == 1);
  CHECK_FALSE(r[10].contains("polyline"));
  CHECK(r[11]["length"].get<double>() == Approx(pi / 12).epsilon(1e-13));
}

TEST_CASE("condyle geometry: helices on a cylinder, curvature of a torus", "[program][geometry]") {
  const double R = 0.3, turn = 2, rise = 0.7;
  const Geometry cylinder({{"kind", "infinite_cylinder"}, {"radius", R}});
  const json helix = cylinder.answer({{"op", "geodesic"},
                                      {"point", {R, 0, 0}},
                                      {"to", {R * std::cos(turn), R * std::sin(turn), rise}}});
  CHECK(helix["length"].get<double>() == Approx(std::hypot(R * turn, rise)).epsilon(1e-14));
  CHECK(helix["residual"].get<double>() < 1e-14);

  const double r = 0.1, t = 0.8;  // ORACLES 3.9: K = cos t / (r (R + r cos t)), and H
  const double off_axis = R + r * std::cos(t);
  const Geometry torus({{"kind", "torus"}, {"radius", R}, {"tube_radius", r}});
  const json at = torus.answer({{"op", "curvature"}, {"point", {off_axis, 0, r * std::sin(t)}}});
  CHECK(at["gaussian"].get<double>() == Approx(std::cos(t) / (r * off_axis)).epsilon(1e-12));
  CHECK(at["mean"].get<double>() ==
        Approx((R + 2 * r * std::cos(t)) / (2 * r * off_axis)).epsilon(1e-12));
  // Once around the tube, and around the inner equator.
  for (const auto& [x, direction, length] :
       {std::tuple(R + r, json({0, 0, 1}), 2 * pi * r),
        std::tuple(R - r, json({0, 1, 0}), 2 * pi * (R - r))}) {
    const json shot = torus.answer({{"op", "geodesic_shoot"},
                                    {"point", {x, 0, 0}},
                                    {"direction", direction},
                                    {"length", length}});
    CHECK(shot["status"] == "complete");
    CHECK(distance(shot["end"]["point"], {x, 0, 0}) < 1e-7);
  }
}

TEST_CASE("condyle geometry: a longer way round, the split method, and integration",
          "[program][geometry]") {
  const double R = 0.3;
  const json shape{{"kind", "infinite_cylinder"}, {"radius", R}};
  const Geometry cylinder(shape);
  const json ends{
      {"op", "geodesic"}, {"point", {R, 0, 0}}, {"to", {R * std::cos(2), R * std::sin(2), 0.7}}};
  const auto length = [&](json query) {
    query.update(ends);
    return cylinder.answer(query)["length"].get<double>();
  };
  const double shortest = std::hypot(R * 2, 0.7), longer = std::hypot(R * (2 * pi - 2), 0.7);
  // To the accuracy of Newton's method on the end point.
  CHECK(length({{"direction", {0, -1, 0.5}}, {"length", longer}}) == Approx(longer).epsilon(1e-9));
  CHECK(length({{"direction", {0, 0.7, 0.7}}, {"direction_back", {0.7, 0.5, -0.7}}}) ==
        Approx(shortest).epsilon(1e-9));
  for (const json& plane : {json(), json{{"normal", {0, 0, 1}}, {"offset", 0.4}}}) {
    json shot{
        {"op", "geodesic_shoot"}, {"point", {R, 0, 0}}, {"direction", {0, 1, 1}}, {"length", 1}};
    if (!plane.is_null()) shot["plane"] = plane;
    const json closed = cylinder.answer(shot)["end"]["point"];
    shot["integrate"] = true;
    // The integration's accuracy is 1e-11 of a step.
    CHECK(distance(cylinder.answer(shot)["end"]["point"], closed) < 1e-10);
  }
  json query = ends;
  query["direction_back"] = {1, 0, 0};
  CHECK_THAT(Geometry(shape).error(json::array({query}).dump()),
             Contains("lacks the key 'direction'"));
}

TEST_CASE("condyle geometry: numbers read back to the same doubles", "[program][geometry]") {
  const Geometry ellipsoid({{"kind", "ellipsoid"}, {"semi_axes", {0.1, 0.2, 0.3}}});
  const json near = ellipsoid.answer({{"op", "nearest"}, {"point", {0.3, 0.17, -0.23}}});
  const geometry::SurfacePoint truth =
      nearest(geometry::Ellipsoid{{0.1, 0.2, 0.3}}, {0.3, 0.17, -0.23});
  CHECK(near["distance"].get<double>() == truth.distance);
  for (int k = 0; k < 3; ++k) CHECK(near["point"][k].get<double>() == truth.point[k]);
}

TEST_CASE("condyle geometry: the shortest path over a mesh", "[program][geometry]") {
  const Geometry room({{"kind", "mesh"}, {"file", "room.obj"}, {"unit", "cm"}});
  mesh::write_mesh(room.folder / "room.obj", mesh::make_box({30, 12, 12}, {2, 2, 2}),
                   mesh::LengthUnit::centimetre);
  const json r = room.answers({
      {{"op", "geodesic"}, {"point", {-15, 0, 5}}, {"to", {15, 0, -5}}, {"polyline", true}},
      {{"op", "geodesic"}, {"point", {-15, 0, 5}}, {"to", {-15, 0, 5}}},
  });
  CHECK(r[0]["status"] == "complete");
  CHECK(r[0]["length"].get<double>() == Approx(40).epsilon(1e-13));  // spider and fly
  CHECK(r[0]["residual"] == 0);
  double sum = 0;
  const json& line = r[0]["polyline"];
  for (std::size_t k = 1; k < line.size(); ++k) sum += distance(line[k], line[k - 1]);
  CHECK(sum == Approx(40).epsilon(1e-13));
  CHECK(distance(r[0]["start"]["normal"], {-1, 0, 0}) < 1e-14);
  CHECK(r[1]["length"] == 0);
  CHECK(r[1]["start"]["tangent"].is_null());
}

TEST_CASE("condyle geometry: warns once of a mesh file with polygons that are not plane",
          "[program][geometry]") {
  // A cube whose upper side is bent.
  const std::string bent =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1.3\nv 0 1 1\n"
      "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5 8\n";
  const json mesh = {{"kind", "mesh"}, {"file", "bent.obj"}, {"unit", "m"}};
  const json query = {{"op", "separation"}, {"other", mesh}, {"position", {0, 0, 5}}};
  const json queries = {query, query, {{"op", "value"}, {"point", {0, 0, 0}}}};
  const auto count = [](const ProgramRun& run, const std::string& place) {
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.errors, Contains(place + ": bent.obj: 1 polygon") && Contains("not plane"));
    return std::count(run.errors.begin(), run.errors.end(), '\n');
  };
  const Geometry ball(k_sphere);
  ball.folder.write("bent.obj", bent);
  CHECK(count(ball.run(queries.dump()), "queries.json: [0].other") == 1);
  const Geometry cube(mesh);
  cube.folder.write("bent.obj", bent);
  CHECK(count(cube.run(json::array({queries[2]}).dump()), "shape.json") == 1);
}

TEST_CASE("condyle geometry: separation from another shape", "[program][geometry]") {
  const Geometry sphere(k_sphere);
  const json brick = {{"kind", "brick"}, {"half_size", {0.2, 0.2, 0.2}}};
  const double corner = 0.2 * std::sqrt(2.0);  // of the square, turned by 45 degrees
  const json r = sphere.answers({
      {{"op", "separation"}, {"other", k_sphere}, {"position", {0, 0, 1.3}}},
      {{"op", "separation"}, {"other", k_sphere}, {"position", {0, 0.9, 0}}},
      {{"op", "separation"},
       {"other", brick},
       {"position", {1, 0, 0}},
       {"rotation", {0, 0, pi / 4}}},
  });
  CHECK(r[0]["status"] == "complete");
  CHECK(r[0]["distance"] == Approx(0.3).epsilon(1e-12));
  CHECK(distance(r[0]["point"], {0, 0, 0.5}) < 1e-12);
  CHECK(distance(r[0]["other_point"], {0, 0, 0.8}) < 1e-12);
  CHECK(distance(r[0]["normal"], {0, 0, 1}) < 1e-12);
  CHECK(r[1]["distance"] == Approx(-0.1).epsilon(1e-12));
  CHECK(r[2]["distance"] == Approx(1 - corner - 0.5).epsilon(1e-9));
  CHECK(distance(r[2]["other_point"], {1 - corner, 0, 0}) < 1e-9);

  const json torus = {{"kind", "torus"}, {"radius", 0.3}, {"tube_radius", 0.1}};
  const std::string refused = Geometry(torus).error(
      json::array({{{"op", "separation"}, {"other", torus}, {"position", {1, 0, 0}}}}).dump());
  CHECK_THAT(refused, Contains("torus") && Contains("[0]"));
}

TEST_CASE("condyle geometry: separation from a line", "[program][geometry]") {
  const Geometry sphere(k_sphere);
  const json r = sphere.answers({
      {{"op", "line_separation"}, {"point", {0.8, -7, 0}}, {"direction", {0, 3, 0}}},
      {{"op", "line_separation"}, {"point", {2, 0, 0.4}}, {"direction", {-1, 0, 0}}},
  });
  for (const json& answer : r) CHECK(answer["status"] == "complete");
  CHECK(r[0]["distance"] == Approx(0.3).epsilon(1e-12));
  CHECK(distance(r[0]["point"], {0.5, 0, 0}) < 1e-12);
  CHECK(distance(r[0]["line_point"], {0.8, 0, 0}) < 1e-12);
  CHECK(distance(r[0]["normal"], {1, 0, 0}) < 1e-12);
  CHECK(r[1]["distance"] == Approx(-0.1).epsilon(1e-12));  // the line cuts the sphere
  CHECK(distance(r[1]["point"], {0, 0, 0.5}) < 1e-12);

  // Through the middle of a torus, where a place of farthest distance would do as well.
  const Eigen::Vector3d along = Eigen::Vector3d(-0.15, -0.4, 0.9).normalized();
  json queries = {{{"op", "line_separation"},
                   {"point", {0, 0, 0}},
                   {"direction", {along.x(), along.y(), along.z()}}}};
  for (int i = -200; i <= 200; ++i) {
    const Eigen::Vector3d at = 2e-3 * i * along;
    queries.push_back({{"op", "nearest"}, {"point", {at.x(), at.y(), at.z()}}});
  }
  const json torus = {{"kind", "torus"}, {"radius", 0.3}, {"tube_radius", 0.1}};
  const json beside = Geometry(torus).answers(queries);
  CHECK(beside[0]["status"] == "complete");
  for (std::size_t i = 1; i < beside.size(); ++i)
    CHECK(beside[0]["distance"] <= beside[i]["distance"].get<double>() + 1e-12);
}

TEST_CASE("condyle geometry: the oriented box", "[program][geometry]") {
  const Geometry ellipsoid({{"kind", "ellipsoid"}, {"semi_axes", {0.1, 0.2, 0.3}}});
  const json box = ellipsoid.answer({{"op", "oriented_box"}});
  CHECK(box["center"] == json({0.0, 0.0, 0.0}));
  CHECK(box["axes"] == json({{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}));
  CHECK(box["half_size"] == json({0.1, 0.2, 0.3}));
}

TEST_CASE("condyle geometry: an unknown op, or one that the shape has not, is named with its index",
          "[program][geometry]") {
  const json half_space = {{"kind", "half_space"}};
  const Geometry ground(half_space);
  CHECK_THAT(ground.error(R"([{"op": "bounding_sphere"}])"),
             Contains("queries.json: [0]: 'bounding_sphere'") && Contains("half space"));
  CHECK_THAT(ground.error(R"([{"op": "value", "point": [0, 0, 1]}, {"op": "neerest"}])"),
             Contains("queries.json: [1].op: is \"neerest\"") && Contains("mean 'nearest'"));
  CHECK_THAT(ground.error(R"([{"op": "support", "direction": [0, 0, 1]}])"), Contains("'support'"));
  const Geometry brick({{"kind", "brick"}, {"half_size", {1, 1, 1}}});
  CHECK_THAT(brick.error(R"([{"op": "geodesic", "point": [1, 0, 0], "to": [0, 1, 0]}])"),
             Contains("[0]: 'geodesic'") && Contains("brick"));
  const Geometry mesh({{"kind", "mesh"}, {"file", "ball.stl"}, {"unit", "m"}});
  mesh::write_mesh(mesh.folder / "ball.stl", mesh::make_icosphere(1, 1), mesh::LengthUnit::metre);
  for (const char* query :
       {R"({"op": "hessian", "point": [1, 0, 0]})", R"({"op": "curvature", "point": [1, 0, 0]})",
        R"({"op": "line_separation", "point": [2, 0, 0], "direction": [0, 1, 0]})",
        R"({"op": "geodesic_shoot", "point": [1, 0, 0],
                                "direction": [0, 1, 0], "length": 1})"}) {
    CHECK_THAT(mesh.error("[" + std::string(query) + "]"),
               Contains("[0]: '" + json::parse(query)["op"].get<std::string>() + "'") &&
                   Contains("mesh solid"));
  }
}

TEST_CASE("condyle geometry: an edge, corner, rim or apex has no curvature, and the error says so",
          "[program][geometry]") {
  const json brick = {{"kind", "brick"}, {"half_size", {0.01, 0.02, 0.03}}};
  const json cylinder = {{"kind", "cylinder"}, {"radius", 0.01}, {"half_length", 0.02}};
  const json cone = {{"kind", "cone"}, {"radius", 0.01}, {"height", 0.02}};
  const std::tuple<json, json, const char*> places[] = {
      {brick,
       {0.01, 0.02, 0.03},
       "brick: it has no curvature at (0.01, 0.02, 0.03), which is on a"},
      {brick, {1, 1, 0.005}, "brick: it has no curvature at (0.01, 0.02, 0.005), which is on an"},
      {cylinder,
       {0.01, 0, 0.02},
       "cylinder: it has no curvature at (0.01, 0, 0.02), which is on t"},
      {cone, {0, 0, 1}, "cone: it has no curvature at (0, 0, 0.01), which is on the apex"},
      {cone, {0, 1, -1}, "cone: it has no curvature at (0, 0.01, -0.01), which is on the rim"},
  };
  for (const auto& [shape, point, words] : places) {
    const json query = {{{"op", "nearest"}, {"point", point}},
                        {{"op", "curvature"}, {"point", point}}};
    CHECK_THAT(Geometry(shape).error(query.dump()),
               Contains("queries.json: [1]: 'curvature' is not possible") && Contains(words));
  }
  const json beside = {{"op", "curvature"}, {"point", {0.01, 0.0199, 0}}};
  CHECK(Geometry(brick).answer(beside)["max"] == 0);
}

TEST_CASE("condyle geometry: bad input is one clear error", "[program][geometry]") {
  const Geometry sphere(k_sphere);
  const auto error = [&](const std::string& query) { return sphere.error("[" + query + "]"); };
  CHECK_THAT(sphere.error("[{"), Contains("queries.json") && Contains("is not valid JSON"));
  CHECK_THAT(sphere.error("{}"), Contains("queries.json: is an object, must be a list"));
  CHECK_THAT(sphere.error("[3]"), Contains("[0]: is 3, must be an object"));
  CHECK_THAT(error("{}"), Contains("[0]: lacks the key 'op'"));
  CHECK_THAT(error(R"({"op": "value"})"), Contains("[0]: lacks the key 'point'"));
  CHECK_THAT(error(R"({"op": "value", "point": [1, 2]})"),
             Contains("[0].point: ") && Contains("three"));
  CHECK_THAT(error(R"({"op": "value", "point": [1, 2, "3"]})"), Contains("[0].point[2]: "));
  CHECK_THAT(error(R"({"op": "value", "point": [1, 2, 1e300]})"),
             Contains("[0].point[2]: ") && Contains("1000000000"));
  CHECK_THAT(error(R"({"op": "value", "point": [0, 0, 0], "pt": 1})"),
             Contains("unknown key 'pt'"));
  CHECK_THAT(error(R"({"op": "ray", "point": [0, 0, 0], "direction": [0, 0, 0]})"),
             Contains("[0].direction: is a vector of length zero"));
  CHECK_THAT(error(R"({"op": "geodesic_shoot", "point": [0.5, 0, 0], "direction": [1, 0, 0],
                       "length": 1})"),
             Contains("[0]: 'geodesic_shoot'") && Contains("normal"));
  CHECK_THAT(error(R"({"op": "geodesic_shoot", "point": [0.5, 0, 0], "direction": [0, 1, 0],
                       "length": -1})"),
             Contains("[0].length: is -1"));
  CHECK_THAT(error(R"({"op": "geodesic_shoot", "point": [0.5, 0, 0], "direction": [0, 1, 0],
                       "length": 1, "plane": {"offset": 1}})"),
             Contains("[0].plane: lacks the key 'normal'"));
  const Geometry wrong({{"kind", "sphere"}, {"radius", 0}});
  CHECK_THAT(wrong.error("[]"), Contains("shape.json: radius: is 0"));
  CHECK(run_program("geometry none.json --query q.json --out r.json").exit_code == 2);
  CHECK(run_program("geometry").exit_code == 2);
  // No point makes the command fail.
  const Geometry cone({{"kind", "cone"}, {"radius", 1e-9}, {"height", 1e9}});
  for (const char* point : {"[0, 0, 0]", "[0, 0, 5e8]", "[1e9, -1e9, 1e9]", "[1e-300, 0, -5e8]"}) {
    for (const char* op : {"value", "gradient", "hessian", "nearest", "curvature"}) {
      const ProgramRun run =
          cone.run(std::string(R"([{"op": ")") + op + R"(", "point": )" + point + "}]");
      CHECK((run.exit_code == 0 || run.exit_code == 2));
      CHECK(run.errors.empty() == (run.exit_code == 0));
    }
  }
}

TEST_CASE("condyle geometry: every example of the help works", "[program][geometry]") {
  const ProgramRun help = run_program("geometry --help");
  CHECK(help.exit_code == 0);
  const Geometry sphere({{"kind", "sphere"}, {"radius", 0.03}});
  json queries = json::array();
  for (std::size_t at = help.output.find("{\"op\""); at != std::string::npos;
       at = help.output.find("{\"op\"", at + 1)) {
    int open = 0;
    std::size_t end = at;
    do {
      open += help.output[end] == '{';
      open -= help.output[end] == '}';
      ++end;
    } while (open > 0);
    queries.push_back(json::parse(help.output.substr(at, end - at)));
  }
  CHECK(queries.size() == 13);
  sphere.answers(queries);
}

}  // namespace condyle::test::geometry_command_tests
