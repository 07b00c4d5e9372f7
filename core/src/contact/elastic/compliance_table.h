#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// The compliance of a surface's nodes as a file gives it (docs/model.md has the format): C_ij is
/// the mean displacement of patch i along its normals per newton spread over patch j.
struct ComplianceTable {
  std::string file = {};       ///< for messages
  std::uint64_t mesh = 0;      ///< mesh_fingerprint()
  std::uint64_t patches = 0;   ///< patch_fingerprint()
  double spacing = 0;          ///< spacing of the nodes that was asked for [m]
  double elastic_modulus = 0;  ///< modulus of the entries, which scale with its inverse [Pa]
  double poissons_ratio = 0;
  std::vector<double> thickness = {};  ///< per node of the surface [m]
  /// The nodes that have entries, ascending. Other nodes keep the compliance of a flat layer.
  std::vector<int> nodes = {};
  std::vector<double> entries = {};  ///< lower triangle of C, row by row [m/N]
};

/// Limit on the nodes with entries: a step keeps C and its factor, half a gigabyte for so many
/// nodes.
constexpr std::size_t k_most_table_nodes = 5000;

/// Hashes of the mesh, and of which triangle belongs to which node: the same on all machines.
std::uint64_t mesh_fingerprint(const TriangleMesh& mesh);
std::uint64_t patch_fingerprint(const LayerNodes& nodes);

/// Throws InputError naming the file and the remedy if it is not a compliance file, cut off or
/// damaged.
ComplianceTable read_compliance(const std::filesystem::path& path);

/// Writes the file completely or not at all. Throws InputError if the file cannot be written.
void write_compliance(const std::filesystem::path& file, const ComplianceTable& table);

/// Throws InputError naming the file, what differs and the remedy if the table was not made for
/// this surface, layer and nodes.
void require_belongs(const ComplianceTable& table, const ContactSurface& casting,
                     const LayerNodes& nodes);

/// The entries of a table for a layer's modulus, by node; by default there are none.
class TableEntries {
 public:
  TableEntries() = default;
  TableEntries(std::shared_ptr<const ComplianceTable> table, int node_count,
               double elastic_modulus);

  bool any() const { return table_ != nullptr; }
  bool has(int node) const { return any() && row_of_node_[node] >= 0; }

  /// The entry of two nodes; 0 unless the table has both [m/N].
  double operator()(int a, int b) const {
    if (!has(a) || !has(b)) return 0;
    const auto row = static_cast<std::size_t>(std::max(row_of_node_[a], row_of_node_[b]));
    const auto column = static_cast<std::size_t>(std::min(row_of_node_[a], row_of_node_[b]));
    return scale_ * table_->entries[row * (row + 1) / 2 + column];
  }

  /// LayerCompliance::greatest_lift() of these entries [m/N].
  double greatest_lift() const;

 private:
  std::shared_ptr<const ComplianceTable> table_;
  std::vector<int> row_of_node_;  ///< per node: its row in the table, or -1
  double scale_ = 1;
};

}  // namespace condyle
