#include "elements/stiffness.h"

#include <charconv>
#include <fstream>
#include <string>

#include "condyle/error.h"
#include "core/src/base/number_text.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/mesh_source.h"
#include "elements/programs.h"

namespace condyle {
namespace {

[[noreturn]] void fail_cut_off() {
  throw InputError("ccx wrote an incomplete stiffness; is the disk of the temporary folder full?");
}

/// The next whole number of a line. Throws InputError if the line ends before it.
int next_integer(const char*& from, const char* end) {
  while (from != end && (*from == ' ' || *from == '.')) ++from;
  int value = 0;
  const auto [rest, error] = std::from_chars(from, end, value);
  if (error != std::errc{}) fail_cut_off();
  from = rest;
  return value;
}

/// The number that is the rest of a line. Throws InputError if there is none.
double last_number(const char* from, const char* end) {
  const std::optional<double> value = parse_number(mesh::trimmed({from, end}));
  if (!value) fail_cut_off();
  return *value;
}

/// Reads node and axis of each row, from lines NODE.AXIS, both counted from 1.
void read_rows(const std::filesystem::path& file, Stiffness& stiffness) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const char* from = line.data();
    const char* const end = from + line.size();
    stiffness.node.push_back(next_integer(from, end) - 1);
    stiffness.axis.push_back(next_integer(from, end) - 1);
  }
}

/// Reads one triangle of the matrix, from lines of row, column and value.
void read_entries(const std::filesystem::path& file, Stiffness& stiffness) {
  std::vector<Eigen::Triplet<double, int>> entries;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const char* from = line.data();
    const char* const end = from + line.size();
    const int i = next_integer(from, end) - 1, j = next_integer(from, end) - 1;
    const double value = last_number(from, end);
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
    fail_cut_off();
  return stiffness;
}

}  // namespace condyle
