#include "validate/finite_elements.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

#include "condyle/error.h"
#include "core/src/files/file_bytes.h"
#include "core/src/files/unfinished_file.h"
#include "elements/programs.h"
#include "validate/element_mesh.h"
#include "validate/gauss_points.h"

namespace condyle {
namespace {

namespace fs = std::filesystem;

/// CalculiX expands an axisymmetric model to a wedge of two degrees and prints the forces on the
/// wedge; this many wedges make a full turn.
constexpr double k_wedges = 180;

/// Forces along the axis, by node. The axis is y in CalculiX, so they are in the second column
/// after the node number.
std::map<int, double> read_forces(const fs::path& file) {
  std::map<int, double> forces;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    int node = 0;
    double x = 0, y = 0, z = 0;
    if (words >> node >> x >> y >> z) forces[node] = k_wedges * y;
  }
  return forces;
}

/// The pressure at element corners, linear between them, whose consistent nodal forces fit `forces`
/// by least squares.
Eigen::VectorXd pressures_of(const std::vector<std::pair<int, double>>& nodes,
                             const Eigen::VectorXd& forces) {
  const auto corners = static_cast<Eigen::Index>(nodes.size() / 2 + 1);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(nodes.size()), corners);
  const GaussPoints s = gauss_points(4, 0, 1);
  for (Eigen::Index e = 0; e + 1 < corners; ++e) {
    const double from = nodes[2 * e].second, to = nodes[2 * e + 2].second;
    for (Eigen::Index q = 0; q < s.points.size(); ++q) {
      const double x = s.points[q], r = from + x * (to - from);
      const double ring = s.weights[q] * (to - from) * 2 * std::numbers::pi * r;
      const Eigen::Vector3d shape((1 - x) * (1 - 2 * x), 4 * x * (1 - x), x * (2 * x - 1));
      A.block<3, 2>(2 * e, e) += ring * shape * Eigen::RowVector2d(1 - x, x);
    }
  }
  return A.colPivHouseholderQr().solve(forces);
}

/// The result of pressing some columns of the layer.
struct Pressed {
  double force = 0;
  Eigen::VectorXd pressures;  ///< at the element corners [Pa]
};

Pressed press_elements(const ElementMesh& mesh, int columns, const fs::path& folder) {
  replace_file(folder / "layer.inp", mesh.input(columns));
  run_program("ccx", "layer", folder);
  const std::vector<std::pair<int, double>> nodes = mesh.surface(columns);
  const std::map<int, double> forces = read_forces(folder / "layer.dat");
  if (forces.size() != nodes.size()) throw InputError("ccx gave no forces");
  Eigen::VectorXd f(static_cast<Eigen::Index>(nodes.size()));
  for (std::size_t i = 0; i < nodes.size(); ++i)
    f[static_cast<Eigen::Index>(i)] = -forces.at(nodes[i].first);
  return {f.sum(), pressures_of(nodes, f)};
}

double rim(const Pressed& pressed) { return pressed.pressures[pressed.pressures.size() - 1]; }

}  // namespace

ElementSolution solve_by_elements(const SphereCase& one, int columns) {
  const UnfinishedFolder folder(fs::temp_directory_path());
  const ElementMesh mesh(one, columns);
  const double width = mesh.column_width();
  int inner = static_cast<int>(one.contact_radius / width);
  Pressed inside = press_elements(mesh, inner, folder.path());
  while (rim(inside) < 0 && inner > 1) inside = press_elements(mesh, --inner, folder.path());
  Pressed outside = press_elements(mesh, inner + 1, folder.path());
  while (rim(outside) > 0 && inner + 1 < columns) {
    inside = std::move(outside);
    outside = press_elements(mesh, ++inner + 1, folder.path());
  }
  const double part = rim(inside) / (rim(inside) - rim(outside));
  // The force is greatest at the true contact radius.
  const Pressed& best = inside.force > outside.force ? inside : outside;
  ElementSolution solution{best.force, best.pressures[0], (inner + part) * width};
  for (Eigen::Index i = 0; i < best.pressures.size(); ++i)
    solution.pressure_over_radius.emplace_back(static_cast<double>(i) * width,
                                               std::max(0.0, best.pressures[i]));
  return solution;
}

}  // namespace condyle
