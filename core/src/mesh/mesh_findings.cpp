#include "core/src/mesh/mesh_findings.h"

#include <fmt/core.h>

#include "core/src/base/counted.h"

namespace condyle::mesh {
namespace {

void judge_triangles(const MeshReport& report, std::vector<MeshFinding>& findings) {
  if (report.coincident_vertices > 0) {
    findings.push_back(
        {"coincident_vertices",
         counted(report.coincident_vertices, "vertex lies", "vertices lie") + " exactly on another",
         "weld the mesh (repair does)"});
  }
  if (report.degenerate_triangles > 0) {
    findings.push_back({"degenerate_triangles",
                        counted(report.degenerate_triangles, "triangle has", "triangles have") +
                            " no area and so no normal",
                        "repair the mesh"});
  }
  if (report.duplicate_triangles > 0) {
    findings.push_back(
        {"duplicate_triangles",
         counted(report.duplicate_triangles, "triangle repeats", "triangles repeat") +
             " an earlier one, which would count its pressure twice",
         "repair the mesh"});
  }
  if (report.unused_vertices > 0) {
    findings.push_back(
        {"unused_vertices",
         counted(report.unused_vertices, "vertex belongs", "vertices belong") + " to no triangle",
         "harmless; repair drops them"});
  }
  if (report.slivers > 0) {
    findings.push_back({"slivers",
                        counted(report.slivers, "triangle is a sliver", "triangles are slivers") +
                            ", less than 1 % as high as long: their normals are uncertain",
                        "remesh the surface with even triangles; repair cannot"});
  }
}

void judge_edges(const MeshReport& report, std::vector<MeshFinding>& findings) {
  if (report.non_manifold_edges > 0) {
    findings.push_back(
        {"non_manifold_edges",
         counted(report.non_manifold_edges, "edge is", "edges are") +
             " shared by more than two triangles, so inside and outside are not defined there",
         "separate the touching parts or remove inner walls in a mesh editor; repair removes only "
         "repeated triangles"});
  }
  if (report.open_edges > 0) {
    findings.push_back(
        {"open_edges",
         counted(report.open_edges, "open edge", "open edges") + " on " +
             counted(report.borders, "border", "borders") + ": the surface is not closed",
         "fine for a contact surface that is only touched from its front; otherwise close the "
         "holes in a mesh editor, or weld across cracks with a weld distance"});
  }
}

void judge_orientation(const MeshReport& report, std::vector<MeshFinding>& findings) {
  if (report.turned_edges > 0) {
    findings.push_back({"inconsistent_winding",
                        counted(report.turned_edges, "edge has", "edges have") +
                            " neighbours wound in opposite senses",
                        "repair the mesh"});
  }
  if (report.one_sided_components > 0) {
    findings.push_back({"one_sided",
                        counted(report.one_sided_components, "part has", "parts have") +
                            " only one side, as a Moebius strip, and no consistent winding",
                        "correct the shape in a mesh editor; repair cannot"});
  }
  if (report.inward_components > 0) {
    findings.push_back({"inward",
                        counted(report.inward_components, "closed part is", "closed parts are") +
                            " wound inward, so contact would act through the body",
                        "repair the mesh, which turns them outward"});
  }
  if (report.open_edges > 0 && report.outward_fraction < 0.5) {
    findings.push_back(
        {"possibly_inward",
         fmt::format("{:.0f} % of the open surface faces toward its own centre",
                     100 * (1 - report.outward_fraction)),
         "right for a dish such as a tibial insert; for a convex part such as a femoral component "
         "it is inside out: turn all triangles when repairing"});
  }
}

void judge_unit(const MeshReport& report, std::vector<MeshFinding>& findings) {
  constexpr double k_smallest_joint = 1e-3;
  constexpr double k_largest_joint = 1;
  const double extent = (report.high - report.low).maxCoeff();
  if (extent > k_largest_joint) {
    findings.push_back(
        {"unit",
         fmt::format("the largest extent is {:.4g} m, but joints measure 1 mm to 1 m: it looks "
                     "like {} taken for metres",
                     extent, extent > 1e3 ? "micrometres" : "millimetres"),
         extent > 1e3 ? "read the file as micrometres" : "read the file as millimetres"});
  } else if (extent < k_smallest_joint) {
    findings.push_back(
        {"unit",
         fmt::format("the largest extent is {:.4g} m, but joints measure 1 mm to 1 m: it looks "
                     "like metres taken for millimetres",
                     extent),
         "read the file as metres"});
  }
}

}  // namespace

std::vector<MeshFinding> find_problems(const MeshReport& report) {
  std::vector<MeshFinding> findings;
  judge_unit(report, findings);
  judge_triangles(report, findings);
  judge_edges(report, findings);
  judge_orientation(report, findings);
  return findings;
}

}  // namespace condyle::mesh
