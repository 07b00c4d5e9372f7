// Tables, maps and summary that condyle analyze writes for one contact agree.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "program/ball_over_plate.h"

namespace condyle::test::analyze_maps_tests {
namespace {

using nlohmann::json;
using std::numbers::pi;

constexpr double k_ball_edge = 1.2e-3;  // edge length of the ball's triangles [m]

/// The numbers of a cell array in a map, which write_vtp appends unencoded.
std::vector<double> cell_values(const std::string& bytes, const std::string& name) {
  const auto array = bytes.find("Name=\"" + name + "\"");
  const auto offset = bytes.find("offset=\"", array), data = bytes.find("<AppendedData");
  REQUIRE(offset < data);
  const char* at = bytes.data() + bytes.find('_', data) + 1 + std::stoul(bytes.substr(offset + 8));
  std::uint64_t size = 0;
  std::memcpy(&size, at, sizeof size);
  std::vector<double> values(size / sizeof(double));
  std::memcpy(values.data(), at + sizeof size, size);
  return values;
}

/// Sums of a map over triangles with proximity > 0, in the map's frame.
struct MapTotal {
  double area = 0, energy = 0, max_pressure = 0, mean_pressure = 0, mean_of_triangles = 0;
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
};

MapTotal total_of_map(const std::filesystem::path& file) {
  const TriangleMesh mesh = mesh::read_mesh(file, mesh::LengthUnit::metre);
  const std::string bytes = file_content(file);
  const std::vector<double> pressure = cell_values(bytes, "pressure [Pa]"),
                            proximity = cell_values(bytes, "proximity [m]"),
                            energy = cell_values(bytes, "potential energy [J]");
  REQUIRE(pressure.size() == mesh.triangles.size());
  MapTotal total;
  int count = 0;
  for (std::size_t t = 0; t < pressure.size(); ++t) {
    if (!(proximity[t] > 0)) continue;
    const Eigen::Vector3d area = 0.5 * area_vector_doubled(mesh, static_cast<int>(t));
    total.area += area.norm();
    total.force -= pressure[t] * area;
    total.energy += energy[t];
    total.max_pressure = std::max(total.max_pressure, pressure[t]);
    total.mean_pressure += pressure[t] * area.norm();
    total.mean_of_triangles += pressure[t];
    ++count;
  }
  if (count > 0) {
    total.mean_pressure /= total.area;
    total.mean_of_triangles /= count;
  }
  return total;
}

}  // namespace

TEST_CASE("condyle analyze: the maps add up to the columns, also where the meshes are flipped",
          "[program]") {
  const BallOverPlate scene;
  const bool flip = GENERATE(false, true);
  // The sum of -p A n over the map's triangles is the force along the casting mesh's normals.
  const std::string options = "--vtp --force-direction casting";
  REQUIRE(scene.analyze(flip ? options + " --flip-meshes" : options).exit_code == 0);
  const opensim::MotionTable contact = scene.table("contact");
  for (const int row : {0, 7, 20}) {
    for (const std::string side : {"casting", "target"}) {
      CAPTURE(flip, row, side);
      const MapTotal map =
          total_of_map(scene.folder / fmt::format("out/vtp/touch.{}_{:05}.vtp", side, row));
      // The columns for the side of the map: without --flip-meshes only those of the casting side.
      const std::string cast = flip ? side : "casting";
      const auto column = [&](const std::string& quantity) {
        const auto found = contact.column("touch." + cast + ".total." + quantity);
        REQUIRE(found);
        return contact.at(row, *found);
      };
      CHECK(map.energy == Approx(column("potential_energy")).epsilon(1e-12));
      if (cast != side) {  // values transferred to the target's triangles
        const double area = column("contact_area"), border = 2 * std::sqrt(pi * area);
        // The border counts whole triangles.
        CHECK(std::abs(map.area - area) < border * 0.5 * k_ball_edge);
        CHECK(map.max_pressure <= column("max_pressure"));
        CHECK(-map.force.z() == Approx(column("contact_force_z")).epsilon(0.03));
        continue;
      }
      CHECK(map.area == Approx(column("contact_area")).epsilon(1e-12));
      CHECK(map.max_pressure == column("max_pressure"));
      CHECK(map.mean_pressure == Approx(column("mean_pressure")).epsilon(1e-12));
      CHECK(map.mean_of_triangles == Approx(column("mean_pressure_of_triangles")).epsilon(1e-12));
      for (int axis = 0; axis < 3; ++axis) {
        const std::string name = "contact_force_" + std::string(1, "xyz"[axis]);
        CHECK(map.force[axis] == Approx(column(name)).epsilon(1e-12).margin(1e-9));
      }
    }
  }
}

TEST_CASE("condyle analyze: the centre of an empty contact is -1 in tables and no extreme",
          "[program]") {
  const BallOverPlate scene;
  std::string motion = BallOverPlate::motion();  // the ball slides off the plate's end
  for (auto at = motion.find("\t0.00"); at != std::string::npos; at = motion.find("\t0.00", at)) {
    motion.replace(at, 5, "\t0.10");
  }
  scene.folder.write("off.sto", motion);
  for (const std::string file : {"off.sto", "motion.sto"}) {
    CAPTURE(file);
    REQUIRE(scene.analyze("", file).exit_code == 0);
    const opensim::MotionTable contact = scene.table("contact");
    const json extremes = json::parse(file_content(scene.folder / "out/summary.json"))["contact"];
    for (const std::string name : {"total.center_of_pressure", "regional.center_of_pressure_0",
                                   "regional.center_of_proximity_0"}) {
      const std::string label = "touch.casting." + name + "_x";
      const int column = contact.column(label).value();
      int empty = 0;
      for (int row = 0; row < contact.rows(); ++row) empty += contact.at(row, column) == -1;
      CAPTURE(label, empty);
      CHECK(extremes.at(label).at("min").is_null() == (empty == contact.rows()));
      if (empty < contact.rows()) CHECK(extremes.at(label).at("min") > -0.1);
      if (empty < contact.rows()) CHECK(extremes.at(label).at("mean") > -0.1);
      if (file == "off.sto" && name[0] == 't') CHECK(empty > 0);
    }
  }
}

}  // namespace condyle::test::analyze_maps_tests
