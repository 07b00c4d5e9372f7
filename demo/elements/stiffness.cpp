#include "elements/stiffness.h"

#include <charconv>
#include <fstream>
#include <string>

#include "condyle/error.h"
#include "core/src/mesh/file_bytes.h"
#include "elements/programs.h"

namespace condyle {
namespace {

/// The next number of a line. Throws InputError if the line ends before it: the file was cut off.
template <class T>
T next_number(const char*& from, const char* end) {
  while (from != end && (*from == ' ' || *from == '.')) ++from;
  T value{};
  const auto [rest, error] = std::from_chars(from, end, value);
  if (error != std::errc{})
    throw InputError(
        "ccx wrote an incomplete stiffness; is the disk of the temporary folder full?");
  from = rest;
  return value;
}

/// Reads node and axis of each row, from lines NODE.AXIS, both counted from 1.
void read_rows(const std::filesystem::path& file, Stiffness& stiffness) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const char* from = line.data();
    const char* const end = from + line.size();
    stiffness.node.push_back(next_number<int>(from, end) - 1);
    stiffness.axis.push_back(next_number<int>(from, end) - 1);
  }
}

/// Reads one triangle of the matrix, from lines of row, column and value.
void read_entries(const std::filesystem::path& file, Stiffness& stiffness) {
  std::vector<Eigen::Triplet<double, int>> entries;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const char* from = line.data();
    const char* const end = from + line.size();
    const int i = next_number<int>(from, end) - 1, j = next_number<int>(from, end) - 1;
    const auto value = next_number<double>(from, end);
    entries.emplace_back(i, j, value);
    if (i != j) entries.emplace_back(j, i, value);
  }
  const auto n = static_cast<Eigen::Index>(stiffness.node.size());
  stiffness.K.resize(n, n);
  stiffness.K.setFromTriplets(entries.begin(), entries.end());
}

}  // namespace

Stiffness stiffness_of(const LayerSolid& solid, double elastic_modulus, double poissons_ratio,
                       const std::filesystem::path& folder) {
  replace_file(folder / "layer.inp", calculix_input(solid, elastic_modulus, poissons_ratio));
  run_program("ccx", "layer", folder);
  Stiffness stiffness;
  read_rows(folder / "layer.dof", stiffness);
  read_entries(folder / "layer.sti", stiffness);
  if (stiffness.node.size() != 3 * (solid.nodes.size() - solid.back_nodes.size()) ||
      !(stiffness.K.diagonal().minCoeff() > 0))
    throw InputError(
        "ccx wrote an incomplete stiffness; is the disk of the temporary folder full?");
  return stiffness;
}

}  // namespace condyle
