#include "core/src/contact/elastic/compliance_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <locale>
#include <sstream>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/src/contact/surface/layer_setups.h"
#include "core/src/files/file_bytes.h"
#include "core/src/files/path_text.h"
#include "core/src/files/unfinished_file.h"

namespace condyle {
namespace {

static_assert(std::endian::native == std::endian::little, "files have little-endian numbers");

constexpr std::string_view k_first_line = "condyle compliance 1\n";

/// The FNV-1a hash of Fowler, Noll and Vo, 64 bits.
template <class T>
std::uint64_t hash_of(const T* values, std::size_t count, std::uint64_t hash) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(values);
  for (std::size_t i = 0; i < count * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}
constexpr std::uint64_t k_no_bytes = 0xcbf29ce484222325;

[[noreturn]] void fail_file(const std::string& file, const std::string& problem) {
  throw InputError(fmt::format("{}: {}; make it with 'condyle compliance'", file, problem));
}

template <class T>
void append(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Takes values off the front of the bytes. Precondition: there are enough bytes.
template <class T>
std::vector<T> take_values(std::string_view& bytes, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0)
    std::memcpy(values.data(), bytes.data(), count * sizeof(T));  // else it has no data
  bytes.remove_prefix(count * sizeof(T));
  return values;
}

/// The value of the next line, which must begin with the key.
template <class T>
T take_line(std::istringstream& head, const std::string& key, const std::string& file) {
  std::string word;
  T value{};
  if (!(head >> word >> value) || word != key)
    fail_file(file, fmt::format("the line '{}' is missing or has no number", key));
  return value;
}

std::size_t triangle_size(std::size_t n) { return n * (n + 1) / 2; }

bool is_sane(const ComplianceTable& table) {
  const auto ascends = [](int a, int b) { return a >= b; };
  const bool are_nodes =
      std::ranges::adjacent_find(table.nodes, ascends) == table.nodes.end() &&
      (table.nodes.empty() ||
       (table.nodes.front() >= 0 && table.nodes.back() < static_cast<int>(table.thickness.size())));
  bool has_diagonal = true;
  for (std::size_t i = 0; i < table.nodes.size(); ++i)
    has_diagonal = has_diagonal && table.entries[triangle_size(i) + i] > 0;
  return are_nodes && has_diagonal && table.elastic_modulus > 0 && table.spacing > 0 &&
         std::ranges::all_of(table.entries, [](double c) { return std::isfinite(c); });
}

[[noreturn]] void fail_other(const ComplianceTable& table, const std::string& surface,
                             const std::string& difference) {
  throw InputError(
      fmt::format("{}: is not of {}: {}; make a file for this mesh and layer with 'condyle "
                  "compliance', or leave the compliance out",
                  table.file, surface, difference));
}

}  // namespace

std::uint64_t mesh_fingerprint(const TriangleMesh& mesh) {
  std::uint64_t hash = k_no_bytes;
  for (const Eigen::Vector3d& vertex : mesh.vertices) hash = hash_of(vertex.data(), 3, hash);
  for (const auto& triangle : mesh.triangles) hash = hash_of(triangle.data(), 3, hash);
  return hash;
}

std::uint64_t patch_fingerprint(const LayerNodes& nodes) {
  return hash_of(nodes.node_of_triangle.data(), nodes.node_of_triangle.size(), k_no_bytes);
}

ComplianceTable read_compliance(const std::filesystem::path& path) {
  const std::string bytes = read_file_bytes(path), file = path.string();
  const std::size_t end = bytes.find("\n\n");
  if (!bytes.starts_with(k_first_line) || end == std::string::npos)
    fail_file(file, "is no file of a compliance");
  std::istringstream head(bytes.substr(k_first_line.size(), end + 1 - k_first_line.size()));
  head.imbue(std::locale::classic());  // a host may set another one for all streams
  ComplianceTable table{.file = file};
  table.mesh = take_line<std::uint64_t>(head, "mesh", file);
  table.patches = take_line<std::uint64_t>(head, "patches", file);
  table.spacing = take_line<double>(head, "spacing", file);
  table.elastic_modulus = take_line<double>(head, "elastic_modulus", file);
  table.poissons_ratio = take_line<double>(head, "poissons_ratio", file);
  const auto nodes = take_line<std::size_t>(head, "nodes", file);
  const auto known = take_line<std::size_t>(head, "known_nodes", file);
  std::string_view rest = std::string_view(bytes).substr(end + 2);
  if (known > k_most_table_nodes || known > nodes || nodes > rest.size() ||
      rest.size() != sizeof(double) * (nodes + triangle_size(known)) + sizeof(int) * known)
    fail_file(file, "has not as many bytes as its first lines say");
  table.thickness = take_values<double>(rest, nodes);
  table.nodes = take_values<int>(rest, known);
  table.entries = take_values<double>(rest, triangle_size(known));
  if (!is_sane(table)) fail_file(file, "has values that no compliance has");
  return table;
}

void write_compliance(const std::filesystem::path& file, const ComplianceTable& table) {
  std::string bytes = fmt::format(
      "{}mesh {}\npatches {}\nspacing {}\nelastic_modulus {}\npoissons_ratio {}\nnodes "
      "{}\nknown_nodes {}\n\n",
      k_first_line, table.mesh, table.patches, table.spacing, table.elastic_modulus,
      table.poissons_ratio, table.thickness.size(), table.nodes.size());
  append(bytes, table.thickness);
  append(bytes, table.nodes);
  append(bytes, table.entries);
  replace_file(file, bytes);
}

void require_belongs(const ComplianceTable& table, const ContactSurface& casting,
                     const LayerNodes& nodes) {
  const std::string& name = casting.name();
  if (table.mesh != mesh_fingerprint(casting.mesh()))
    fail_other(table, name, "it was made for another mesh, unit or curved_facets");
  if (table.patches != patch_fingerprint(nodes) ||
      table.thickness.size() != static_cast<std::size_t>(nodes.count()))
    fail_other(table, name, "its nodes lie elsewhere, as another version placed them");
  const Layer& layer = casting.layer(0);
  if (table.poissons_ratio != layer.poissons_ratio)
    fail_other(table, name,
               fmt::format("it has a Poisson's ratio of {}, and the layer {}", table.poissons_ratio,
                           layer.poissons_ratio));
  for (int node = 0; node < nodes.count(); ++node) {
    const double h = nodes.thickness[node], of_table = table.thickness[node];
    if (!(std::abs(h - of_table) <= 1e-9 * of_table))
      fail_other(table, name,
                 fmt::format("at node {} it has a thickness of {:.6g} m, and the layer {:.6g} m",
                             node, of_table, h));
  }
}

void use_compliance(ContactSurface& surface, const std::filesystem::path& file) {
  std::shared_ptr<const ComplianceTable> table;
  if (!file.empty()) table = std::make_shared<const ComplianceTable>(read_compliance(file));
  surface.layer_setups().use(std::move(table));
}

std::filesystem::path compliance_file_of(const ContactSurface& surface) {
  const auto table = surface.layer_setups().table();
  return table ? path_of(table->file) : std::filesystem::path();
}

TableEntries::TableEntries(std::shared_ptr<const ComplianceTable> table, int node_count,
                           double elastic_modulus)
    : table_(std::move(table)) {
  if (!table_) return;
  row_of_node_.assign(node_count, -1);
  for (std::size_t row = 0; row < table_->nodes.size(); ++row)
    row_of_node_[table_->nodes[row]] = static_cast<int>(row);
  scale_ = table_->elastic_modulus / elastic_modulus;
}

double TableEntries::greatest_lift() const {
  return any() ? std::max(0.0, -scale_ * std::ranges::min(table_->entries)) : 0;
}

}  // namespace condyle
