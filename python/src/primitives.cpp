#include "condyle/mesh/primitives.h"

#include <pybind11/stl.h>

#include "arrays.h"
#include "mesh.h"

namespace condyle::python {

void add_primitives(py::module_& module) {
  module.def(
      "make_box",
      [](const py::object& size, const std::array<int, 3>& segments) {
        return Mesh(mesh::make_box(vector_of(size, "size"), segments));
      },
      py::arg("size"), py::arg("segments") = std::array<int, 3>{1, 1, 1},
      "A box with full edge lengths `size` (3,) [m], its edges divided into `segments`.");
  module.def(
      "make_uv_sphere",
      [](double radius, int slices, int stacks) {
        return Mesh(mesh::make_uv_sphere(radius, slices, stacks));
      },
      py::arg("radius"), py::arg("slices"), py::arg("stacks"),
      "A sphere [m] divided by longitude and latitude.");
  module.def(
      "make_icosphere",
      [](double radius, int subdivisions) {
        return Mesh(mesh::make_icosphere(radius, subdivisions));
      },
      py::arg("radius"), py::arg("subdivisions"),
      "A sphere [m] of 20 * 4**subdivisions triangles, 0 to 8 subdivisions.");
  module.def(
      "make_cylinder",
      [](double radius, double length, int slices, int stacks, int rings) {
        return Mesh(mesh::make_cylinder(radius, length, slices, stacks, rings));
      },
      py::arg("radius"), py::arg("length"), py::arg("slices"), py::arg("stacks") = 1,
      py::arg("rings") = 1,
      "A cylinder about z [m] with flat ends: `stacks` along the wall, `rings` in each end.");
  module.def(
      "make_capsule",
      [](double radius, double length, int slices, int cap_stacks, int stacks) {
        return Mesh(mesh::make_capsule(radius, length, slices, cap_stacks, stacks));
      },
      py::arg("radius"), py::arg("length"), py::arg("slices"), py::arg("cap_stacks"),
      py::arg("stacks") = 1, "A cylinder about z of `length` between two half spheres [m].");
  module.def(
      "make_torus",
      [](double major_radius, double minor_radius, int major_segments, int minor_segments) {
        return Mesh(mesh::make_torus(major_radius, minor_radius, major_segments, minor_segments));
      },
      py::arg("major_radius"), py::arg("minor_radius"), py::arg("major_segments"),
      py::arg("minor_segments"), "A ring about z [m].");
  module.def(
      "make_ellipsoid",
      [](const py::object& semi_axes, int subdivisions) {
        return Mesh(mesh::make_ellipsoid(vector_of(semi_axes, "semi_axes"), subdivisions));
      },
      py::arg("semi_axes"), py::arg("subdivisions"),
      "An icosphere scaled to semi-axes along x, y, z: (3,) [m].");
  module.def(
      "make_plane_grid",
      [](double size_x, double size_y, int segments_x, int segments_y) {
        return Mesh(mesh::make_plane_grid(size_x, size_y, segments_x, segments_y));
      },
      py::arg("size_x"), py::arg("size_y"), py::arg("segments_x"), py::arg("segments_y"),
      "An open rectangle in z = 0 with normal +z [m].");
}

}  // namespace condyle::python
