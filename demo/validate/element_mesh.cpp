#include "validate/element_mesh.h"

#include <fmt/format.h>

#include <cmath>

namespace condyle {
namespace {

constexpr double k_growth = 1.15;
constexpr double k_even = 1.3;  // width of the even columns, in contact radii
constexpr double k_side = 8;    // distance from there to the free side, in thicknesses

/// The coordinate at half step i: on a line, or midway between two.
double at_half(const std::vector<double>& lines, int i) {
  const auto k = static_cast<std::size_t>(i / 2);
  return i % 2 == 0 ? lines[k] : 0.5 * (lines[k] + lines[k + 1]);
}

}  // namespace

ElementMesh::ElementMesh(const SphereCase& one, int columns) : case_(one) {
  const double width = k_even * one.contact_radius / columns, h = one.layer.thickness;
  for (int i = 0; i <= columns; ++i) r_.push_back(i * width);
  for (double d = k_growth * width; r_.back() < k_even * one.contact_radius + k_side * h;
       d *= k_growth)
    r_.push_back(r_.back() + d);
  z_ = {0};
  for (double d = width; z_.back() > -h; d *= k_growth) z_.push_back(z_.back() - d);
  const double scale = -h / z_.back();
  for (double& z : z_) z *= scale;
  int count = 0;
  nodes_.assign(2 * r_.size() - 1, std::vector<int>(2 * z_.size() - 1, 0));
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (std::size_t j = 0; j < nodes_[i].size(); ++j)
      if (i % 2 == 0 || j % 2 == 0) nodes_[i][j] = ++count;
}

std::pair<double, double> ElementMesh::place(int i, int j) const {
  return {at_half(r_, i), at_half(z_, j)};
}

std::vector<std::pair<int, double>> ElementMesh::surface(int columns) const {
  std::vector<std::pair<int, double>> nodes;
  for (int i = 0; i <= 2 * columns; ++i) nodes.emplace_back(node(i, 0), place(i, 0).first);
  return nodes;
}

/// Numbers have 12 digits, because CalculiX reads 20 characters of each.
std::string ElementMesh::input(int pressed) const {
  const int last_i = static_cast<int>(nodes_.size()) - 1,
            last_j = static_cast<int>(nodes_.front().size()) - 1;
  std::string nodes, elements, held, top, shape;
  int element = 0;
  for (int i = 0; i <= last_i; ++i) {
    for (int j = 0; j <= last_j; ++j) {
      if (node(i, j) == 0) continue;
      const auto [r, z] = place(i, j);
      nodes += fmt::format("{},{:.12g},{:.12g},0\n", node(i, j), r, z);
      if (j == last_j) held += fmt::format("{},1,2\n", node(i, j));
      if (i == 0 && j < last_j) held += fmt::format("{},1\n", node(i, j));
    }
  }
  for (int i = 0; i < last_i; i += 2)
    for (int j = 0; j < last_j; j += 2)
      elements += fmt::format("{},{},{},{},{},{},{},{},{}\n", ++element, node(i, j + 2),
                              node(i + 2, j + 2), node(i + 2, j), node(i, j), node(i + 1, j + 2),
                              node(i + 2, j + 1), node(i + 1, j), node(i, j + 1));
  const double R = case_.sphere_radius;
  for (const auto& [number, r] : surface(pressed)) {
    top += fmt::format("{}\n", number);
    shape += fmt::format("{},2,2,{:.12g}\n", number, R - case_.approach - std::sqrt(R * R - r * r));
  }
  return fmt::format(
      "*NODE,NSET=ALL\n{}*ELEMENT,TYPE=CAX8,ELSET=LAYER\n{}*MATERIAL,NAME=LAYER\n*ELASTIC\n{},{}\n"
      "*SOLID "
      "SECTION,ELSET=LAYER,MATERIAL=LAYER\n*BOUNDARY\n{}*NSET,NSET=PRESSED\n{}*STEP\n*STATIC\n"
      "*BOUNDARY\n{}*NODE PRINT,NSET=PRESSED\nRF\n*END STEP\n",
      nodes, elements, case_.layer.elastic_modulus, case_.layer.poissons_ratio, held, top, shape);
}

}  // namespace condyle
