// The columns of history.csv that a scene chooses with its key "history".
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "scene_run.h"

namespace condyle::test::history_columns_tests {

using Catch::Contains;
using nlohmann::json;

namespace {

constexpr double k_slack_length = 0.07;

/// A ball lands on a plate that is turned about the vertical, off the plate's centre, and stretches
/// a strand that hangs from the world above.
json ball_on_turned_plate() {
  json scene = json::parse(R"({
    "condyle_scene": 1, "name": "columns",
    "bodies": [
      {"name": "plate", "kind": "fixed", "position": [0, -0.01, 0], "rotation": [0, 0.7, 0],
       "meshes": [{"name": "m", "primitive": {"shape": "box", "size": [0.1, 0.02, 0.1], "segments": 40},
                   "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]},
      {"name": "ball", "kind": "dynamic", "position": [0.02, 0.021, 0], "density": 1000,
       "meshes": [{"name": "m", "shape": {"kind": "sphere", "radius": 0.02},
                   "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]}
    ],
    "contacts": [{"name": "touch", "casting": {"body": "plate", "mesh": "m"},
                  "target": {"body": "ball", "mesh": "m"}, "dissipation": 5,
                  "regions": [{"name": "far", "normal": [1, 0, 0], "offset": 0.02}]}],
    "ligaments": [{"name": "string", "linear_stiffness": 0.1, "damping_coefficient": 0,
                   "a": {"body": "ball", "point": [0, 0, 0]}, "b": {"point": [0.02, 0.1, 0]}}]
  })");
  scene["ligaments"][0]["slack_length"] = k_slack_length;
  return scene;
}

struct Outcome {
  const TemporaryFolder folder;
  ProgramRun run;

  explicit Outcome(const json& history) {
    json scene = ball_on_turned_plate();
    if (!history.is_null()) scene["history"] = history;
    const std::string file = folder.write("scene.json", scene.dump()).string();
    run = run_program(fmt::format("simulate {} --seconds 0.5 --rate 200 --quiet --out {}", file,
                                  (folder / "out").string()));
  }
  History history() const { return read_history((folder / "out").string()); }
  std::vector<std::string> header() const {
    std::ifstream stream(folder / "out" / "history.csv");
    std::string line, name;
    std::getline(stream, line);
    std::istringstream fields(line);
    std::vector<std::string> names;
    while (std::getline(fields, name, ',')) names.push_back(name);
    return names;
  }
};

const json k_all = {"default", "contact_moments", "contact_proximity", "axis_regions",
                    "strand_rates"};

}  // namespace

TEST_CASE("history: further columns leave the default ones as they are", "[simulate]") {
  const Outcome usual(nullptr), all(k_all), named({"default"});
  INFO(all.run.errors);
  REQUIRE(usual.run.exit_code == 0);
  REQUIRE(all.run.exit_code == 0);
  CHECK(named.header() == usual.header());
  const History before = usual.history(), after = all.history();
  const std::vector<std::string> names = all.header();
  auto place = names.begin();
  for (const std::string& name : usual.header()) {  // in the same order
    INFO(name);
    place = std::find(place, names.end(), name);
    REQUIRE(place != names.end());
    const std::vector<double>&a = before[name], &b = after[name];
    REQUIRE(a.size() == b.size());
    for (std::size_t row = 0; row < a.size(); ++row)
      CHECK((a[row] == b[row] || (std::isnan(a[row]) && std::isnan(b[row]))));
  }
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
}

TEST_CASE("history: a scene chooses groups of columns", "[simulate]") {
  const Outcome contacts({"contact_proximity", "solver"});
  INFO(contacts.run.errors);
  REQUIRE(contacts.run.exit_code == 0);
  std::vector<std::string> expected = {"time [s]"};
  for (const char* name : {"touch", "touch.far"}) {
    expected.push_back(fmt::format("{}.mean_proximity [m]", name));
    for (const char* axis : {"x", "y", "z"})
      expected.push_back(fmt::format("{}.center_of_proximity_{} [m]", name, axis));
  }
  for (const char* name : {"solver.substeps [1]", "solver.passes [1]", "solver.residual [1]"})
    expected.emplace_back(name);
  CHECK(contacts.header() == expected);

  // Axis regions alone have a contact's usual columns.
  const std::vector<std::string> regions = Outcome({"axis_regions"}).header();
  CHECK(std::ranges::count(regions, "touch.-x.area [m^2]") == 1);
  CHECK(std::ranges::count(regions, "touch.area [m^2]") == 0);
}

TEST_CASE("history: moment and proximity of a contact, and those of its axis regions",
          "[simulate]") {
  const Outcome outcome(k_all);
  REQUIRE(outcome.run.exit_code == 0);
  const History history = outcome.history();
  const auto vector = [&](const std::string& name, const char* unit) {
    Eigen::Vector3d v;
    for (int i = 0; i < 3; ++i)
      v[i] = history.last(fmt::format("{}_{} [{}]", name, "xyz"[i], unit));
    return v;
  };
  const double force = history.last("touch.force_y [N]");
  REQUIRE(force < -0.1);  // on the plate, which casts

  // About the plate's origin, though along the world's axes. Without friction all forces pass
  // through the ball's centre, where it was at the step's last search: micrometres away.
  const Eigen::Vector3d arm = vector("ball.position", "m") - Eigen::Vector3d(0, -0.01, 0);
  const Eigen::Vector3d expected = arm.cross(vector("touch.force", "N"));
  const Eigen::Vector3d moment = vector("touch.moment", "N m");
  CHECK((moment - expected).norm() < 1e-4 * expected.norm());

  // With a uniform layer the pressure is proportional to proximity, but for damping, which at this
  // speed shifts it by far less than a hundredth of the patch, a millimetre in radius.
  const Eigen::Vector3d center = vector("touch.center_of_proximity", "m");
  CHECK((center - vector("touch.center_of_pressure", "m")).norm() < 1e-5);
  const double mean = history.last("touch.mean_proximity [m]");
  CHECK(mean > 0);
  CHECK(mean < history.last("touch.max_proximity [m]"));
  CHECK(history["touch.center_of_proximity_x [m]"][0] == -1);

  // Each triangle is in one half space of each axis. To the rounding of a sum of thousands.
  for (const char* axis : {"x", "y", "z"}) {
    for (const char* figure : {"force_y [N]", "moment_z [N m]", "area [m^2]"}) {
      const std::string name = fmt::format(".{}", figure);
      CHECK(history.last(fmt::format("touch.-{}{}", axis, name)) +
                history.last(fmt::format("touch.+{}{}", axis, name)) ==
            Approx(history.last("touch" + name)).epsilon(1e-9));
    }
  }
  CHECK(history.last("touch.-y.area [m^2]") == 0);  // only the upper side touches
}

TEST_CASE("history: strain rate and lengthening speed of a strand", "[simulate]") {
  const Outcome outcome(k_all);
  REQUIRE(outcome.run.exit_code == 0);
  const History history = outcome.history();
  const std::vector<double>&length = history["string.length [m]"],
        &speed = history["string.lengthening_speed [m/s]"],
        &rate = history["string.strain_rate [1/s]"];
  const double step = 1.0 / 200;
  double fastest = 0;
  for (std::size_t row = 2; row + 1 < length.size(); ++row) {
    CHECK(rate[row] == Approx(speed[row] / k_slack_length).epsilon(1e-12));
    // The mean over a step is between the speeds at its ends, to an acceleration that the impact
    // changes within the step: at most 0.15 m/s, the speed of the blow.
    CHECK((length[row] - length[row - 1]) / step == Approx(speed[row]).margin(0.15));
    fastest = std::max(fastest, speed[row]);
  }
  CHECK(fastest > 0.05);  // the ball falls 1 mm: 0.14 m/s
  CHECK(speed.back() == Approx(0).margin(1e-3));
}

TEST_CASE("history: a group that does not exist is refused with its place", "[simulate]") {
  const Outcome unknown({"default", "contact_moment"}), none(json::array());
  for (const Outcome* outcome : {&unknown, &none}) {
    CHECK(outcome->run.exit_code == 2);
    CHECK_THAT(outcome->run.errors, Contains("scene.json") && Contains("history"));
    CHECK(!std::filesystem::exists(outcome->folder / "out" / "history.csv"));
  }
  CHECK_THAT(unknown.run.errors, Contains("contact_moments"));
}

}  // namespace condyle::test::history_columns_tests
