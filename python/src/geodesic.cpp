#include "condyle/geometry/geodesic.h"

#include <fmt/format.h>

#include "arrays.h"
#include "long_call.h"
#include "mesh.h"
#include "shape.h"

namespace condyle::python {
namespace {

/// A shortest or straightest path over a surface.
struct Path {
  std::vector<Eigen::Vector3d> points;
  double length = 0, residual = 0;
  const char* status = "";
};

Path path_of(const geometry::Geodesic& geodesic) {
  Path path{{}, geodesic.length(), geodesic.residual, name(geodesic.status)};
  for (const geometry::GeodesicPoint& point : geodesic.points) path.points.push_back(point.point);
  return path;
}

Path shortest_on_shape(const Solid& solid, const py::object& from, const py::object& to) {
  const Eigen::Vector3d start = vector_of(from, "start"), end = vector_of(to, "end");
  return without_lock([&] { return path_of(shortest_geodesic(solid.shape, start, end)); });
}

Path shot(const Solid& solid, const py::object& from, const py::object& direction, double length) {
  const Eigen::Vector3d start = vector_of(from, "start"), along = vector_of(direction, "direction");
  const double far = number_of(py::float_(length), "length");
  return without_lock([&] { return path_of(shoot_geodesic(solid.shape, start, along, far)); });
}

/// Geodesic searches on one mesh, with the mesh as a solid to project points onto it.
struct MeshPaths {
  explicit MeshPaths(const Mesh& mesh) : solid(mesh.get()), paths(mesh.get()) {}
  geometry::MeshSolid solid;
  geometry::MeshGeodesics paths;
};

Path shortest_on_mesh(const MeshPaths& mesh, const py::object& from, const py::object& to) {
  const Eigen::Vector3d start = vector_of(from, "start"), end = vector_of(to, "end");
  return without_lock([&] {
    geometry::MeshGeodesic found =
        mesh.paths.shortest(mesh.solid.nearest_point(start), mesh.solid.nearest_point(end));
    return Path{std::move(found.points), found.length, found.residual, name(found.status)};
  });
}

}  // namespace

void add_geodesics(py::module_& module) {
  py::class_<Path> path(module, "Geodesic", "A shortest or straightest path over a surface.");
  add_view(
      path, "points", [](const Path& p) { return std::span<const Eigen::Vector3d>(p.points); },
      "Points along it, (k, 3) [m]: over a mesh its corners, over a shape samples.");
  path.def_readonly("length", &Path::length, "[m]")
      .def_readonly("status", &Path::status, "'complete', or why it is not.")
      .def_readonly("residual", &Path::residual, "Remaining error [m].")
      .def("__repr__", [](const Path& p) {
        return fmt::format("<condyle.Geodesic: {:.6g} m, {}>", p.length, p.status);
      });

  module.def("shortest_geodesic", shortest_on_shape, py::arg("shape"), py::arg("start"),
             py::arg("end"),
             "The shortest path over a smooth shape between points (3,) [m], which are first\n"
             "projected onto it.");
  module.def("shoot_geodesic", shot, py::arg("shape"), py::arg("start"), py::arg("direction"),
             py::arg("length"),
             "The straightest path from a point (3,) [m] in a direction (3,), `length` [m] far.");
  py::class_<MeshPaths>(module, "MeshGeodesics",
                        "Shortest paths over a closed mesh, prepared once for any number of them.")
      .def(py::init<const Mesh&>(), py::arg("mesh"))
      .def(
          "shortest", shortest_on_mesh, py::arg("start"), py::arg("end"),
          "The globally shortest path between the mesh's points nearest to `start` and `end` (3,)\n"
          "[m].");
}

}  // namespace condyle::python
