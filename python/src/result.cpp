#include "result.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "long_call.h"

namespace condyle::python {
namespace {

/// Values per triangle of one side.
struct Map {
  std::shared_ptr<const SideMap> of;
};

/// Connected triangles in contact.
struct Patch {
  std::shared_ptr<const int> triangles;
  std::size_t count = 0;
  Statistics statistics;
};

Map casting_of(const Result& result) {
  return {result.shared(without_lock([&]() -> const SideMap& { return result.casting_map(); }))};
}

Map target_of(const Result& result) {
  return {result.shared(without_lock([&]() -> const SideMap& { return result.target_map(); }))};
}

py::dict statistics_by_region(const Result& result) {
  py::dict regions;
  for (const RegionStatistics& region : result.get().regions)
    regions[py::str(region.name)] = result.statistics(region.statistics);
  return regions;
}

std::vector<Patch> patches_of(const Result& result) {
  const ContactResult& get = result.get();
  const Statistics total = result.statistics(get.total);  // shares the owner
  std::vector<Patch> patches;
  for (const ContactPatch& patch : get.patches) {
    const int* const first = get.patch_triangles.data() + patch.first_triangle;
    patches.push_back({std::shared_ptr<const int>(total.of, first),
                       static_cast<std::size_t>(patch.triangle_count),
                       result.statistics(patch.statistics)});
  }
  return patches;
}

/// Describes how an elastic layer was solved; None for other laws.
py::object solution_of_layer(const Result& result) {
  const LayerFigures& layer = result.get().layer;
  if (layer.nodes == 0) return py::none();
  return py::dict(py::arg("nodes") = layer.nodes, py::arg("node_spacing") = layer.node_spacing,
                  py::arg("active_nodes") = layer.active_nodes,
                  py::arg("edge_nodes") = layer.edge_nodes, py::arg("residual") = layer.residual);
}

void add_maps(py::module_& module) {
  py::class_<Map> map(module, "SideMap",
                      "Values per triangle of one side, read-only views without a copy. Out of\n"
                      "contact the pressure is 0; a ray that met nothing has partner -1.");
  const auto add = [&](const char* name, auto member, const char* doc) {
    add_view(
        map, name, [member](const Map& m) { return std::span((*m.of).*member); }, doc);
  };
  add("pressure", &SideMap::pressure, "(m,) [Pa]");
  add("proximity", &SideMap::proximity, "Depth of overlap, (m,) [m].");
  add("potential_energy", &SideMap::potential_energy, "(m,) [J]");
  add("partner", &SideMap::partner, "Triangle of the other mesh, or -1: (m,) int32.");
  map.def("__len__", [](const Map& m) { return m.of->pressure.size(); })
      .def("__repr__", [](const Map& m) {
        return fmt::format("<condyle.SideMap of {} triangles>", m.of->pressure.size());
      });
}

void add_patches(py::module_& module) {
  py::class_<Patch> patch(module, "Patch", "Triangles in contact, connected over shared edges.");
  add_view(
      patch, "triangles", [](const Patch& p) { return std::span(p.triangles.get(), p.count); },
      "Casting triangles, ascending, (k,) int32. A read-only view.");
  patch
      .def_property_readonly(
          "statistics", [](const Patch& p) { return p.statistics; }, "The figures of the patch.")
      .def("__repr__", [](const Patch& p) {
        return fmt::format("<condyle.Patch of {} triangles, {:.4g} N>", p.count,
                           p.statistics.of->contact_force.norm());
      });
}

void add_matrices(py::class_<Result>& cls) {
  add_view(
      cls, "wrench", [](const Result& r) -> const Wrench& { return r.get().F_casting_C; },
      "Moment [N m] about the casting mesh's origin and force [N] on the casting body, (6,).\n"
      "The target feels the opposite.");
  add_view(
      cls, "force",
      [](const Result& r) -> const Eigen::Vector3d& { return r.get().F_casting_C.force; },
      "Force on the casting body, (3,) [N].");
  add_view(
      cls, "moment",
      [](const Result& r) -> const Eigen::Vector3d& { return r.get().F_casting_C.moment; },
      "Moment on the casting body about the casting mesh's origin, (3,) [N m].");
  add_view(
      cls, "stiffness", [](const Result& r) -> const Matrix6& { return r.get().stiffness; },
      "Minus the derivative of the wrench by the casting mesh's displacement, (6, 6): rotation\n"
      "first, about its origin, for a fixed set of contacts [N/m, N, N m].");
  add_view(
      cls, "damping", [](const Result& r) -> const Matrix6& { return r.get().damping; },
      "The same by the velocity, (6, 6) [N s/m, N s, N m s].");
}

void add_shortcuts(py::class_<Result>& cls) {
  cls.def_property_readonly("casting", casting_of, "The map of the casting side: a SideMap.")
      .def_property_readonly("target", target_of,
                             "The map of the target side; made when it is first read.")
      .def_property_readonly(
          "pressure",
          [](const Result& r) -> py::object { return py::cast(casting_of(r)).attr("pressure"); },
          "casting.pressure, (m,) [Pa].")
      .def_property_readonly(
          "proximity",
          [](const Result& r) -> py::object { return py::cast(casting_of(r)).attr("proximity"); },
          "casting.proximity, (m,) [m].");
}

std::string repr_of_result(const Result& result) {
  const ContactStatistics& total = result.get().total;
  return fmt::format("<condyle.Result: {} of {} triangles in contact, {:.4g} N, peak {:.4g} MPa>",
                     total.n_contacting, result.pair().casting().element_count(),
                     result.get().F_casting_C.force.norm(), total.max_pressure / 1e6);
}

}  // namespace

void add_results(py::module_& module) {
  add_maps(module);
  add_patches(module);
  py::class_<Result> cls(
      module, "Result",
      "What Pair.evaluate() gives, in the casting mesh frame. Immutable; its arrays are views "
      "that\n"
      "keep it. It holds the pair's working memory, so keep what you need of many results, or use\n"
      "Pair.evaluate_many().");
  cls.def_property_readonly(
         "total", [](const Result& r) { return r.statistics(r.get().total); },
         "Statistics of all triangles in contact.")
      .def_property_readonly("regions", statistics_by_region,
                             "Statistics by region: '-x', '+x' to '+z', then your own.")
      .def_property_readonly("patches", patches_of, "Patches, largest force first.")
      .def_property_readonly(
          "clamped_triangles", [](const Result& r) { return r.get().clamped_triangles; },
          "Triangles deeper than the nonlinear law reaches.")
      .def_property_readonly("elastic_layer", solution_of_layer,
                             "How an elastic layer was solved, a dict, or None for other laws.")
      .def("__repr__", repr_of_result);
  add_matrices(cls);
  add_shortcuts(cls);
}

}  // namespace condyle::python
