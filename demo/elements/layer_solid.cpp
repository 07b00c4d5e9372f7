#include "elements/layer_solid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "condyle/error.h"

namespace condyle {
namespace {

constexpr double k_wedge_growth = 1.5;

/// Heights z of surface and back at a point of the plan [m].
struct Column {
  double top = 0, back = 0;
};

/// The column at `point`. A point on the border may miss the surface or the back; then looks step
/// by step closer to `inside`.
Column column_at(const Footprint& footprint, const Eigen::Vector2d& point,
                 const Eigen::Vector2d& inside) {
  for (const double part : {0.0, 0.01, 0.03, 0.1, 0.3, 1.0}) {
    const Eigen::Vector2d p = point + part * (inside - point);
    const std::optional<double> top = top_height(footprint, p);
    if (!top) continue;
    const geometry::Ray down{Eigen::Vector3d(p.x(), p.y(), *top), -Eigen::Vector3d::UnitZ()};
    const geometry::RayHit back =
        footprint.back_tree.nearest(down, std::numeric_limits<double>::infinity());
    if (back.triangle >= 0) return {*top, *top - back.distance};
  }
  const Eigen::Vector3d where =
      footprint.R_FS.transpose() *
      Eigen::Vector3d(point.x(), point.y(), footprint.top.vertices.front().z());
  throw InputError(fmt::format(
      "no surface or no back near ({:.4g}, {:.4g}, {:.4g}) m; give a finer --element-size, or "
      "repair the mesh",
      where.x(), where.y(), where.z()));
}

std::vector<Column> columns_of(const Footprint& footprint, const PlanMesh& plan, double least) {
  std::vector<Column> columns(plan.points.size());
  std::vector<bool> is_known(plan.points.size(), false);
  for (const auto& t : plan.triangles) {
    const Eigen::Vector2d middle = (plan.points[t[0]] + plan.points[t[1]] + plan.points[t[2]]) / 3;
    for (const int p : t) {
      if (is_known[p]) continue;
      is_known[p] = true;
      columns[p] = column_at(footprint, plan.points[p], middle);
      columns[p].back = std::min(columns[p].back, columns[p].top - least);
    }
  }
  return columns;
}

/// Depths of the boundaries between wedges as fractions of the thickness, from 0 to 1.
std::vector<double> depths_of(const std::vector<Column>& columns, double first) {
  std::vector<double> thickness;
  for (const Column& column : columns) thickness.push_back(column.top - column.back);
  const auto middle = thickness.begin() + static_cast<std::ptrdiff_t>(thickness.size() / 2);
  std::ranges::nth_element(thickness, middle);
  std::vector<double> depths{0};
  for (double d = first; depths.back() < *middle; d *= k_wedge_growth)
    depths.push_back(depths.back() + d);
  const double whole = depths.back();
  for (double& depth : depths) depth /= whole;
  return depths;
}

/// Appends the numbers in lines of at most ten.
template <class Numbers>
void append_lines(std::string& text, const Numbers& numbers) {
  std::size_t i = 0;
  for (const int number : numbers) {
    ++i;
    const bool is_last = i == std::size(numbers);
    fmt::format_to(std::back_inserter(text), "{}{}", number,
                   is_last       ? "\n"
                   : i % 10 == 0 ? ",\n"
                                 : ",");
  }
}

}  // namespace

LayerSolid make_layer_solid(const Footprint& footprint, PlanMesh plan, double size, double least) {
  const std::vector<Column> columns = columns_of(footprint, plan, least);
  const std::vector<double> depths = depths_of(columns, size / 2);
  LayerSolid solid;
  solid.levels = static_cast<int>(depths.size()) - 1;
  std::vector<bool> is_corner(plan.points.size(), false);
  for (const auto& t : plan.triangles)
    for (int k = 0; k < 3; ++k) is_corner[t[k]] = true;
  // Node numbers by point and half level; 0 in the middle of a face, where wedges have no node.
  std::vector<std::vector<int>> numbers(plan.points.size());
  for (std::size_t p = 0; p < plan.points.size(); ++p) {
    for (int half = 0; half <= 2 * solid.levels; ++half) {
      numbers[p].push_back(0);
      if (half % 2 != 0 && !is_corner[p]) continue;
      const double depth = (depths[half / 2] + depths[(half + 1) / 2]) / 2;
      solid.nodes.emplace_back(plan.points[p].x(), plan.points[p].y(),
                               std::lerp(columns[p].top, columns[p].back, depth));
      numbers[p].back() = static_cast<int>(solid.nodes.size());
    }
    solid.top_node.push_back(numbers[p].front());
    solid.back_nodes.push_back(numbers[p].back());
  }
  for (int level = 0; level < solid.levels; ++level) {
    for (const auto& t : plan.triangles) {
      const int low = 2 * level + 2, up = 2 * level;
      std::array<int, 15>& wedge = solid.wedges.emplace_back();
      for (int k = 0; k < 3; ++k) {
        wedge[k] = numbers[t[k]][low];
        wedge[3 + k] = numbers[t[k]][up];
        wedge[6 + k] = numbers[t[3 + k]][low];
        wedge[9 + k] = numbers[t[3 + k]][up];
        wedge[12 + k] = numbers[t[k]][low - 1];
      }
    }
  }
  solid.plan = std::move(plan);
  return solid;
}

std::string calculix_input(const LayerSolid& solid, double elastic_modulus, double poissons_ratio) {
  std::string text = "*NODE,NSET=ALL\n";
  const auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < solid.nodes.size(); ++i)  // CalculiX reads 20 characters of a number
    fmt::format_to(out, "{},{:.12g},{:.12g},{:.12g}\n", i + 1, solid.nodes[i].x(),
                   solid.nodes[i].y(), solid.nodes[i].z());
  text += "*ELEMENT,TYPE=C3D15,ELSET=LAYER\n";
  int number = 0;
  for (const auto& wedge : solid.wedges) {
    fmt::format_to(out, "{},", ++number);
    append_lines(text, wedge);
  }
  text += "*NSET,NSET=BACK\n";
  for (const int node : solid.back_nodes) fmt::format_to(out, "{},\n", node);
  fmt::format_to(out,
                 "*MATERIAL,NAME=LAYER\n*ELASTIC\n{:.12g},{:.12g}\n*DENSITY\n1\n*SOLID "
                 "SECTION,ELSET=LAYER,MATERIAL=LAYER\n*BOUNDARY\nBACK,1,3\n*STEP\n*FREQUENCY,"
                 "SOLVER=MATRIXSTORAGE\n1\n*END STEP\n",
                 elastic_modulus, poissons_ratio);
  return text;
}

}  // namespace condyle
