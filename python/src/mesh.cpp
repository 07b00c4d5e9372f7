#include "mesh.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <utility>

#include "arrays.h"
#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "long_call.h"

namespace condyle::python {
namespace {

Mesh mesh_from(py::handle vertices, py::handle triangles) {
  TriangleMesh mesh;
  mesh.vertices = vectors_of(vertices, "vertices");
  mesh.triangles = triangles_of(triangles, static_cast<int>(mesh.vertices.size()), "triangles");
  require_valid(mesh, "Mesh");
  return Mesh(std::move(mesh));
}

Mesh mesh_in(const std::filesystem::path& file, const std::string& unit, bool weld) {
  return without_lock([&] {
    const mesh::LengthUnit length = mesh::parse_length_unit(unit);
    mesh::MeshInFile read = mesh::read_mesh_with_findings(file, length, weld);
    return Mesh(std::move(read.mesh), std::move(read.findings));
  });
}

mesh::MeshReport report_on(const Mesh& mesh) {
  mesh::MeshReport report = inspect(mesh.get());
  report.findings.insert(report.findings.begin(), mesh.file_findings().begin(),
                         mesh.file_findings().end());
  return report;
}

void write_to_file(const Mesh& mesh, const std::filesystem::path& file, const std::string& unit) {
  without_lock([&] { mesh::write_mesh(file, mesh.get(), mesh::parse_length_unit(unit)); });
}

/// Returns the repaired mesh and the list of changes.
py::tuple repaired(const Mesh& mesh, double weld_distance, bool turn_all) {
  mesh::RepairedMesh result = without_lock(
      [&] { return repair(mesh.get(), {.weld_distance = weld_distance, .turn_all = turn_all}); });
  return py::make_tuple(Mesh(std::move(result.mesh)), result.done);
}

/// Writes a mesh file with values per triangle: arrays (n,) or (n, columns).
void write_map(const std::filesystem::path& file, const Mesh& mesh, const py::dict& values) {
  const auto triangles = static_cast<py::ssize_t>(mesh.get().triangles.size());
  std::vector<Doubles> arrays;  // owns the numbers until they are written
  std::vector<mesh::CellArray> cells;
  for (const auto& [key, any] : values) {
    const auto name = py::cast<std::string>(key);
    const bool has_columns = py::array::ensure(any) && py::array::ensure(any).ndim() == 2;
    arrays.push_back(has_columns ? numbers_of(any, {triangles, -1}, name)
                                 : numbers_of(any, {triangles}, name));
    const Doubles& array = arrays.back();
    cells.push_back({name,
                     has_columns ? static_cast<int>(array.shape(1)) : 1,
                     {array.data(), static_cast<std::size_t>(array.size())}});
  }
  without_lock([&] { mesh::write_vtp(file, mesh.get(), cells); });
}

std::string repr_of_mesh(const Mesh& mesh) {
  return fmt::format("<condyle.Mesh: {} vertices, {} triangles>", mesh.get().vertices.size(),
                     mesh.get().triangles.size());
}

void add_edits(py::class_<Mesh>& cls) {
  cls.def(
         "transformed",
         [](const Mesh& mesh, const py::object& X_AB) {
           return Mesh(transformed(mesh.get(), pose_of(X_AB, "X_AB")));
         },
         py::arg("X_AB"), "The mesh in frame A, given its frame's pose there: (4, 4) [m].")
      .def(
          "scaled",
          [](const Mesh& mesh, const py::object& factors) {
            return Mesh(scaled(mesh.get(), vector_of(factors, "factors")));
          },
          py::arg("factors"),
          "The mesh with its coordinates times `factors` (3,); a mirror image is rewound.")
      .def(
          "joined",
          [](const Mesh& mesh, const Mesh& other) { return Mesh(joined(mesh.get(), other.get())); },
          py::arg("other"), "One mesh of both, triangles of this one first.")
      .def(
          "with_curved_facets",
          [](const Mesh& mesh, int parts) { return Mesh(with_curved_facets(mesh.get(), parts)); },
          py::arg("parts"),
          "The mesh with each facet divided into `parts` squared on a smooth surface through the\n"
          "vertices; edges bent by more than 45 degrees and borders stay straight.")
      .def(
          "welded", [](const Mesh& mesh) { return Mesh(welded(mesh.get())); },
          "The mesh with vertices at equal positions merged and unused ones dropped.")
      .def("repaired", repaired, py::kw_only(), py::arg("weld_distance") = 0,
           py::arg("turn_all") = false,
           "The repaired mesh, and a list of sentences that say what was done.\n\n"
           "weld_distance: merges vertices up to so far apart [m].\n"
           "turn_all: turns every triangle first, for open meshes that are inside out.");
}

}  // namespace

void add_meshes(py::module_& module) {
  py::class_<Mesh> cls(
      module, "Mesh",
      "A triangle mesh, in metres. Immutable.\n\n"
      "vertices: (n, 3) [m], in the mesh's own frame.\n"
      "triangles: (m, 3) indices, counter-clockwise seen from outside.\n"
      "Both are copied. Raises InputError if an index or a coordinate is unusable.");
  cls.def(py::init(&mesh_from), py::arg("vertices"), py::arg("triangles"))
      .def("write", write_to_file, py::arg("file"), py::arg("unit"),
           "Writes STL, OBJ, PLY or VTP, by the extension, in `unit`: m, cm, mm, um or in.\n\n"
           "OBJ, PLY and VTP in metres read back as the same numbers.")
      .def(
          "report", [](const Mesh& mesh) { return without_lock([&] { return report_on(mesh); }); },
          "Examines the mesh: size, volume, holes and defects, with remedies.")
      .def("__repr__", repr_of_mesh)
      .def(py::pickle(
          [](const py::object& mesh) {
            return py::make_tuple(mesh.attr("vertices"), mesh.attr("triangles"));
          },
          [](const py::tuple& state) { return mesh_from(state[0], state[1]); }));
  add_view(
      cls, "vertices",
      [](const Mesh& mesh) { return std::span(std::as_const(mesh.get().vertices)); },
      "Coordinates, (n, 3) [m]. A read-only view.");
  add_view(
      cls, "triangles",
      [](const Mesh& mesh) { return std::span(std::as_const(mesh.get().triangles)); },
      "Vertex indices, (m, 3) int32. A read-only view.");
  add_edits(cls);

  module.def("read_mesh", mesh_in, py::arg("file"), py::arg("unit"), py::kw_only(),
             py::arg("weld") = true,
             "Reads STL, OBJ, PLY or VTP, by content and extension.\n\n"
             "unit: that of the coordinates in the file, which does not say it: m, cm, mm, um or "
             "in.\n"
             "weld: merges vertices at equal positions.");
  module.def("write_vtp", write_map, py::arg("file"), py::arg("mesh"), py::arg("cell_data"),
             "Writes a mesh with values per triangle, for ParaView.\n\n"
             "cell_data: from name, such as 'pressure [Pa]', to an array (m,) or (m, k).");
}

}  // namespace condyle::python
