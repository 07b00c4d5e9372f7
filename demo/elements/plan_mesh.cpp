#include "elements/plan_mesh.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "elements/programs.h"

namespace condyle {
namespace {

bool is_inside(const Eigen::Vector2d& p, const PlanLoop& loop) {
  bool inside = false;
  for (std::size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++) {
    const Eigen::Vector2d &a = loop[i], &b = loop[j];
    if ((a.y() > p.y()) != (b.y() > p.y()) &&
        p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x()))
      inside = !inside;
  }
  return inside;
}

/// The plan as gmsh input: a surface for each loop that is not a hole, with the holes inside it.
/// Lengths are in millimetres, because gmsh merges points closer than 1e-8 of its unit.
std::string plan_text(const std::vector<PlanLoop>& loops, double size) {
  std::string text = fmt::format(
      "Mesh.MshFileVersion=2.2;Mesh.ElementOrder=2;Mesh.SecondOrderLinear=1;Mesh.Algorithm=6;\n"
      "Mesh.CharacteristicLengthMin={0:.9g};Mesh.CharacteristicLengthMax={0:.9g};\n",
      1e3 * size);
  std::size_t first = 1;
  std::vector<std::string> curves;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const std::size_t count = loops[l].size();
    std::string lines;
    for (std::size_t i = 0; i < count; ++i)
      text += fmt::format("Point({})={{{:.12g},{:.12g},0}};\n", first + i, 1e3 * loops[l][i].x(),
                          1e3 * loops[l][i].y());
    for (std::size_t i = 0; i < count; ++i) {
      text += fmt::format("Line({0})={{{0},{1}}};\n", first + i, first + (i + 1) % count);
      lines += fmt::format("{}{}", i > 0 ? "," : "", first + i);
    }
    text += fmt::format("Curve Loop({})={{{}}};\n", l + 1, lines);
    first += count;
  }
  for (std::size_t l = 0; l < loops.size(); ++l) {
    if (area_of(loops[l]) < 0) continue;
    text += fmt::format("Plane Surface({0})={{{0}", l + 1);
    for (std::size_t hole = 0; hole < loops.size(); ++hole)
      if (area_of(loops[hole]) < 0 && is_inside(loops[hole].front(), loops[l]))
        text += fmt::format(",{}", hole + 1);
    text += "};\n";
  }
  return text;
}

/// Reverses the orientation of a triangle, because gmsh makes some clockwise.
void turn(std::array<int, 6>& t) { t = {t[0], t[2], t[1], t[5], t[4], t[3]}; }

bool is_clockwise(const PlanMesh& mesh, const std::array<int, 6>& t) {
  const Eigen::Vector2d a = mesh.points[t[1]] - mesh.points[t[0]],
                        b = mesh.points[t[2]] - mesh.points[t[0]];
  return a.x() * b.y() - a.y() * b.x() < 0;
}

/// Reads the nodes and six-node triangles of a gmsh file, format version 2.2.
PlanMesh read_plan(const std::filesystem::path& file) {
  constexpr int k_six_node_triangle = 9;
  std::ifstream lines(file);
  PlanMesh mesh;
  std::map<long, Eigen::Vector2d> places;
  std::map<long, int> point_of;
  const auto point = [&](long number) {
    const auto [found, is_new] = point_of.emplace(number, static_cast<int>(mesh.points.size()));
    if (is_new) mesh.points.push_back(places.at(number));
    return found->second;
  };
  std::string line;
  while (std::getline(lines, line) && line != "$Nodes") continue;
  for (std::getline(lines, line); std::getline(lines, line) && line != "$EndNodes";) {
    std::istringstream words(line);
    long number = 0;
    double x = 0, y = 0;
    words >> number >> x >> y;
    places[number] = 1e-3 * Eigen::Vector2d(x, y);
  }
  while (std::getline(lines, line) && line != "$Elements") continue;
  for (std::getline(lines, line); std::getline(lines, line) && line != "$EndElements";) {
    std::istringstream words(line);
    long number = 0, kind = 0, tags = 0;
    words >> number >> kind >> tags;
    if (kind != k_six_node_triangle) continue;
    for (; tags > 0; --tags) words >> number;
    std::array<int, 6> triangle{};
    for (int& corner : triangle) {
      words >> number;
      corner = point(number);
    }
    if (is_clockwise(mesh, triangle)) turn(triangle);
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace

PlanMesh mesh_plan(const std::vector<PlanLoop>& loops, double size,
                   const std::filesystem::path& folder) {
  replace_file(folder / "plan.geo", plan_text(loops, size));
  run_program("gmsh", "-2 -v 1 -o plan.msh plan.geo", folder);
  PlanMesh mesh = read_plan(folder / "plan.msh");
  if (mesh.triangles.empty())
    throw InputError("gmsh made no triangles within the surface's outline; repair the mesh");
  return mesh;
}

}  // namespace condyle
