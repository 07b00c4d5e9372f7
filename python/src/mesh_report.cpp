#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "condyle/mesh/mesh_repair.h"

namespace condyle::python {
namespace {

std::string repr_of_report(const mesh::MeshReport& report) {
  return fmt::format("<condyle.MeshReport: {} triangles, {}, {} findings>", report.triangles,
                     report.closed ? "closed" : "open", report.findings.size());
}

void add_figures(py::class_<mesh::MeshReport>& cls) {
  const auto add = [&](const char* name, auto member, const char* doc) {
    cls.def_readonly(name, member, doc);
  };
  add("triangles", &mesh::MeshReport::triangles, "Number of triangles.");
  add("vertices", &mesh::MeshReport::vertices, "Number of vertices.");
  add("area", &mesh::MeshReport::area, "[m^2]");
  add("closed", &mesh::MeshReport::closed, "Whether exactly two triangles share every edge.");
  add("volume", &mesh::MeshReport::volume,
      "[m^3] if closed and consistently wound, else None; negative: inside out.");
  add("components", &mesh::MeshReport::components, "Parts connected across edges.");
  add("euler_characteristic", &mesh::MeshReport::euler_characteristic,
      "Used vertices - edges + triangles; 2 for a closed sphere.");
  add("open_edges", &mesh::MeshReport::open_edges, "Edges of one triangle.");
  add("borders", &mesh::MeshReport::borders, "Connected groups of open edges.");
  add("non_manifold_edges", &mesh::MeshReport::non_manifold_edges,
      "Edges of more than two triangles.");
  add("slivers", &mesh::MeshReport::slivers, "Triangles lower than 1/100 of their longest side.");
  add("degenerate_triangles", &mesh::MeshReport::degenerate_triangles,
      "Triangles without a normal.");
  add("duplicate_triangles", &mesh::MeshReport::duplicate_triangles,
      "Triangles with the vertices of an earlier one.");
  add("unused_vertices", &mesh::MeshReport::unused_vertices, "Vertices of no triangle.");
  add("coincident_vertices", &mesh::MeshReport::coincident_vertices,
      "Vertices at the position of an earlier one.");
  add("turned_edges", &mesh::MeshReport::turned_edges,
      "Edges between triangles of opposite winding.");
  add("inward_components", &mesh::MeshReport::inward_components,
      "Closed parts that are inside out.");
  add("one_sided_components", &mesh::MeshReport::one_sided_components,
      "Parts without a consistent winding.");
  add("outward_fraction", &mesh::MeshReport::outward_fraction,
      "Share of the area that faces away from the centre of area.");
  add("findings", &mesh::MeshReport::findings, "What the user should know: a list of MeshFinding.");
}

}  // namespace

void add_mesh_reports(py::module_& module) {
  py::class_<mesh::MeshFinding>(module, "MeshFinding", "A finding about a mesh.")
      .def_readonly("kind", &mesh::MeshFinding::kind, "Short, stable name, such as 'open_edges'.")
      .def_readonly("problem", &mesh::MeshFinding::problem, "One clause with the count or figure.")
      .def_readonly("remedy", &mesh::MeshFinding::remedy, "What to do about it.")
      .def("__repr__", [](const mesh::MeshFinding& finding) {
        return fmt::format("<condyle.MeshFinding {}: {}; {}>", finding.kind, finding.problem,
                           finding.remedy);
      });

  py::class_<mesh::MeshReport> cls(module, "MeshReport",
                                   "What Mesh.report() finds; str() of it is a table for people.");
  add_figures(cls);
  add_view(
      cls, "low", [](const mesh::MeshReport& r) -> const Eigen::Vector3d& { return r.low; },
      "Lower corner of the bounding box, (3,) [m].");
  add_view(
      cls, "high", [](const mesh::MeshReport& r) -> const Eigen::Vector3d& { return r.high; },
      "Upper corner of the bounding box, (3,) [m].");
  cls.def("__repr__", repr_of_report).def("__str__", [](const mesh::MeshReport& report) {
    return to_text(report, "mesh");
  });
}

}  // namespace condyle::python
