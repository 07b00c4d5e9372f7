#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "condyle/mesh/mesh_repair.h"

namespace condyle::python {
namespace {

std::string repr_of_report(const MeshReport& report) {
  return fmt::format("<condyle.MeshReport: {} triangles, {}, {} findings>", report.triangles,
                     report.closed ? "closed" : "open", report.findings.size());
}

void add_figures(py::class_<MeshReport>& cls) {
  const auto add = [&](const char* name, auto member, const char* doc) {
    cls.def_readonly(name, member, doc);
  };
  add("triangles", &MeshReport::triangles, "Number of triangles.");
  add("vertices", &MeshReport::vertices, "Number of vertices.");
  add("area", &MeshReport::area, "[m^2]");
  add("closed", &MeshReport::closed, "Whether exactly two triangles share every edge.");
  add("volume", &MeshReport::volume,
      "[m^3] if closed and consistently wound, else None; negative: inside out.");
  add("components", &MeshReport::components, "Parts connected across edges.");
  add("euler_characteristic", &MeshReport::euler_characteristic,
      "Used vertices - edges + triangles; 2 for a closed sphere.");
  add("open_edges", &MeshReport::open_edges, "Edges of one triangle.");
  add("borders", &MeshReport::borders, "Connected groups of open edges.");
  add("non_manifold_edges", &MeshReport::non_manifold_edges, "Edges of more than two triangles.");
  add("slivers", &MeshReport::slivers, "Triangles lower than 1/100 of their longest side.");
  add("degenerate_triangles", &MeshReport::degenerate_triangles, "Triangles without a normal.");
  add("duplicate_triangles", &MeshReport::duplicate_triangles,
      "Triangles with the vertices of an earlier one.");
  add("unused_vertices", &MeshReport::unused_vertices, "Vertices of no triangle.");
  add("coincident_vertices", &MeshReport::coincident_vertices,
      "Vertices at the position of an earlier one.");
  add("turned_edges", &MeshReport::turned_edges, "Edges between triangles of opposite winding.");
  add("inward_components", &MeshReport::inward_components, "Closed parts that are inside out.");
  add("one_sided_components", &MeshReport::one_sided_components,
      "Parts without a consistent winding.");
  add("outward_fraction", &MeshReport::outward_fraction,
      "Share of the area that faces away from the centre of area.");
  add("findings", &MeshReport::findings, "What the user should know: a list of MeshFinding.");
}

}  // namespace

void add_mesh_reports(py::module_& module) {
  py::class_<MeshFinding>(module, "MeshFinding", "A finding about a mesh.")
      .def_readonly("kind", &MeshFinding::kind, "Short, stable name, such as 'open_edges'.")
      .def_readonly("problem", &MeshFinding::problem, "One clause with the count or figure.")
      .def_readonly("remedy", &MeshFinding::remedy, "What to do about it.")
      .def("__repr__", [](const MeshFinding& finding) {
        return fmt::format("<condyle.MeshFinding {}: {}; {}>", finding.kind, finding.problem,
                           finding.remedy);
      });

  py::class_<MeshReport> cls(module, "MeshReport",
                             "What Mesh.report() finds; str() of it is a table for people.");
  add_figures(cls);
  add_view(
      cls, "low", [](const MeshReport& r) -> const Eigen::Vector3d& { return r.low; },
      "Lower corner of the bounding box, (3,) [m].");
  add_view(
      cls, "high", [](const MeshReport& r) -> const Eigen::Vector3d& { return r.high; },
      "Upper corner of the bounding box, (3,) [m].");
  cls.def("__repr__", repr_of_report).def("__str__", [](const MeshReport& report) {
    return to_text(report, "mesh");
  });
}

}  // namespace condyle::python
