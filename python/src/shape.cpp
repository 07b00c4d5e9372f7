#include "shape.h"

#include <fmt/format.h>
#include <pybind11/eigen.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.h"
#include "condyle/error.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "core/scene/src/json_node.h"
#include "core/scene/src/shape_reader.h"
#include "long_call.h"
#include "mesh.h"
#include "warnings.h"

namespace condyle::python {
namespace {

Solid checked(geometry::Shape shape) {
  require_valid(shape);
  return {std::move(shape)};
}

/// Warns of what the file of a mesh leaves open.
Solid solid_of(const scene::JsonNode& node, const std::filesystem::path& folder) {
  Solid solid{scene::read_shape(node, folder)};
  const scene::ShapeFindings found = scene::findings_of_shape(node, folder);
  for (const mesh::MeshFinding& finding : found.findings)
    warn(fmt::format("{}: {}; {}", found.place, finding.problem, finding.remedy));
  return solid;
}

Solid from_dict(const py::dict& dict, const std::filesystem::path& folder) {
  const py::object text = py::module_::import("json").attr("dumps")(dict);
  return solid_of(scene::JsonNode::parse(py::cast<std::string>(text), "shape"), folder);
}

Solid load(const std::filesystem::path& file) {
  return solid_of(scene::JsonNode::read(file), file.parent_path());
}

/// The numbers of a shape as text, in the order of the arguments of its factory function; empty for
/// shapes given by data, such as height maps and meshes.
std::string numbers_of_shape(const geometry::Shape& shape) {
  struct Text {
    std::string operator()(const geometry::Sphere& s) const { return fmt::format("{}", s.radius); }
    std::string operator()(const geometry::Ellipsoid& s) const { return text_of(s.semi_axes); }
    std::string operator()(const geometry::InfiniteCylinder& s) const {
      return fmt::format("{}", s.radius);
    }
    std::string operator()(const geometry::Cylinder& s) const {
      return fmt::format("{}, {}", s.radius, s.half_length);
    }
    std::string operator()(const geometry::Capsule& s) const {
      return fmt::format("{}, {}", s.radius, s.half_length);
    }
    std::string operator()(const geometry::Cone& s) const {
      return fmt::format("{}, {}", s.radius, s.height);
    }
    std::string operator()(const geometry::Torus& s) const {
      return fmt::format("{}, {}", s.major_radius, s.minor_radius);
    }
    std::string operator()(const geometry::Brick& s) const { return text_of(s.half_size); }
    std::string operator()(const geometry::HeightMap& s) const {
      return fmt::format("{} x {} samples", s.x().size(), s.y().size());
    }
    std::string operator()(const geometry::MeshSolid& s) const {
      return fmt::format("{} triangles", s.mesh().triangles.size());
    }
    std::string operator()(const geometry::HalfSpace&) const { return ""; }
    static std::string text_of(const Eigen::Vector3d& v) {
      return fmt::format("{}, {}, {}", v.x(), v.y(), v.z());
    }
  };
  return std::visit(Text(), shape);
}

void add_kinds(py::class_<Solid>& cls) {
  cls.def_static(
         "half_space", [] { return Solid{geometry::HalfSpace{}}; }, "The solid z <= 0.")
      .def_static(
          "sphere", [](double radius) { return checked(geometry::Sphere{radius}); },
          py::arg("radius"), "About the origin [m].")
      .def_static(
          "ellipsoid",
          [](const py::object& axes) {
            return checked(geometry::Ellipsoid{vector_of(axes, "semi_axes")});
          },
          py::arg("semi_axes"), "Semi-axes along x, y, z: (3,) [m].")
      .def_static(
          "infinite_cylinder",
          [](double radius) { return checked(geometry::InfiniteCylinder{radius}); },
          py::arg("radius"), "About the z axis, without ends [m].")
      .def_static(
          "cylinder",
          [](double radius, double half) {
            return checked(geometry::Cylinder{radius, half});
          },
          py::arg("radius"), py::arg("half_length"), "About the z axis, flat ends [m].")
      .def_static(
          "capsule",
          [](double radius, double half) {
            return checked(geometry::Capsule{radius, half});
          },
          py::arg("radius"), py::arg("half_length"),
          "About the z axis, round ends; half the length of the wall [m].")
      .def_static(
          "cone",
          [](double radius, double height) {
            return checked(geometry::Cone{radius, height});
          },
          py::arg("radius"), py::arg("height"), "About the z axis, apex at +z [m].")
      .def_static(
          "torus",
          [](double major, double minor) {
            return checked(geometry::Torus{major, minor});
          },
          py::arg("major_radius"), py::arg("minor_radius"), "About the z axis [m].")
      .def_static(
          "brick",
          [](const py::object& half) {
            return checked(geometry::Brick{vector_of(half, "half_size")});
          },
          py::arg("half_size"), "Half its edges along x, y, z: (3,) [m].")
      .def_static(
          "solid", [](const Mesh& mesh) { return Solid{geometry::MeshSolid(mesh.get())}; },
          py::arg("mesh"), "The solid inside a closed mesh.")
      .def_static("from_dict", from_dict, py::arg("dict"), py::arg("folder") = "",
                  "From the keys of docs/scenes.md, 'Shape'; files are relative to `folder`.")
      .def_static("load", load, py::arg("file"), "Reads a JSON file that holds only a shape.");
}

/// Returns the nearest point of the surface, its normal and the signed distance.
py::tuple nearest_to(const Solid& solid, const py::object& point) {
  const geometry::SurfacePoint at = nearest(solid.shape, vector_of(point, "point"));
  return py::make_tuple(array_of(at.point), array_of(at.normal), at.distance);
}

/// Returns the signed distances (n,) and the nearest points of the surface (n, 3).
py::tuple nearest_to_all(const Solid& solid, const py::object& points) {
  const std::vector<Eigen::Vector3d> queries = vectors_of(points, "points");
  std::vector<double> distances(queries.size());
  std::vector<Eigen::Vector3d> found(queries.size());
  without_lock([&] {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const geometry::SurfacePoint at = nearest(solid.shape, queries[i]);
      distances[i] = at.distance;
      found[i] = at.point;
    }
  });
  return py::make_tuple(array_of(std::span<const double>(distances)),
                        array_of(std::span<const Eigen::Vector3d>(found)));
}

py::list crossings_of(const Solid& solid, const py::object& origin, const py::object& direction) {
  py::list crossings;
  for (const geometry::RayCrossing& crossing :
       ray_crossings(solid.shape, vector_of(origin, "origin"), vector_of(direction, "direction")))
    crossings.append(py::make_tuple(crossing.distance, array_of(crossing.point),
                                    array_of(crossing.normal), crossing.leaves));
  return crossings;
}

/// Volume, area, centre, inertia of unit density.
py::dict properties_of(const Solid& solid) {
  const geometry::SolidProperties all = without_lock([&] { return solid_properties(solid.shape); });
  return py::dict(py::arg("volume") = all.volume, py::arg("area") = all.area,
                  py::arg("centre") = array_of(all.centre),
                  py::arg("inertia") = array_of(all.inertia));
}

Mesh mesh_of_shape(const Solid& solid, std::optional<double> chord_error, double extent) {
  return without_lock([&] {
    scene::ShapeFineness fineness = scene::default_fineness(solid.shape, extent);
    if (chord_error) fineness.chord_error = *chord_error;
    return Mesh(display_mesh(solid.shape, fineness));
  });
}

/// The state of a shape, for pickle: its index in the variant Shape, then the arguments of its
/// factory function.
py::tuple state_of(const Solid& solid) {
  struct State {
    py::tuple operator()(const geometry::HalfSpace&) const { return py::tuple(); }
    py::tuple operator()(const geometry::Sphere& s) const { return py::make_tuple(s.radius); }
    py::tuple operator()(const geometry::Ellipsoid& s) const {
      return py::make_tuple(array_of(s.semi_axes));
    }
    py::tuple operator()(const geometry::InfiniteCylinder& s) const {
      return py::make_tuple(s.radius);
    }
    py::tuple operator()(const geometry::Cylinder& s) const {
      return py::make_tuple(s.radius, s.half_length);
    }
    py::tuple operator()(const geometry::Capsule& s) const {
      return py::make_tuple(s.radius, s.half_length);
    }
    py::tuple operator()(const geometry::Cone& s) const {
      return py::make_tuple(s.radius, s.height);
    }
    py::tuple operator()(const geometry::Torus& s) const {
      return py::make_tuple(s.major_radius, s.minor_radius);
    }
    py::tuple operator()(const geometry::Brick& s) const {
      return py::make_tuple(array_of(s.half_size));
    }
    py::tuple operator()(const geometry::HeightMap& s) const {
      const geometry::HeightSamples& at = s.samples();
      return py::make_tuple(s.x(), s.y(), at.z, at.zx, at.zy, at.zxy);
    }
    py::tuple operator()(const geometry::MeshSolid& s) const {
      return py::make_tuple(Mesh(s.mesh()), s.normals() == geometry::MeshNormals::smooth);
    }
  };
  return py::make_tuple(solid.shape.index(), std::visit(State(), solid.shape));
}

Solid solid_of_state(const py::tuple& state) {
  const auto values = state[1].cast<py::tuple>();
  const auto number = [&](std::size_t i) { return values[i].cast<double>(); };
  switch (state[0].cast<std::size_t>()) {
    case 0:
      return {geometry::HalfSpace{}};
    case 1:
      return {geometry::Sphere{number(0)}};
    case 2:
      return {geometry::Ellipsoid{vector_of(values[0], "state")}};
    case 3:
      return {geometry::InfiniteCylinder{number(0)}};
    case 4:
      return {geometry::Cylinder{number(0), number(1)}};
    case 5:
      return {geometry::Capsule{number(0), number(1)}};
    case 6:
      return {geometry::Cone{number(0), number(1)}};
    case 7:
      return {geometry::Torus{number(0), number(1)}};
    case 8:
      return {geometry::Brick{vector_of(values[0], "state")}};
    case 9:
      return {geometry::HeightMap::with_derivatives(
          values[0].cast<Eigen::VectorXd>(), values[1].cast<Eigen::VectorXd>(),
          {values[2].cast<Eigen::MatrixXd>(), values[3].cast<Eigen::MatrixXd>(),
           values[4].cast<Eigen::MatrixXd>(), values[5].cast<Eigen::MatrixXd>()})};
    case 10:
      return {geometry::MeshSolid(
          values[0].cast<const Mesh&>().get(),
          values[1].cast<bool>() ? geometry::MeshNormals::smooth : geometry::MeshNormals::faces)};
    default:
      throw InputError("this pickle of a Shape is of another version of Condyle");
  }
}

void add_queries(py::class_<Solid>& cls) {
  cls.def("nearest", nearest_to, py::arg("point"),
          "The nearest point of the surface (3,) [m], the outward normal there (3,), and the\n"
          "signed distance [m], negative inside.")
      .def("nearest_many", nearest_to_all, py::arg("points"),
           "For points (n, 3) [m]: signed distances (n,) and nearest points (n, 3) [m].")
      .def(
          "is_inside",
          [](const Solid& solid, const py::object& point) {
            return is_inside(solid.shape, vector_of(point, "point"));
          },
          py::arg("point"), "Whether a point (3,) [m] is in the solid or on its surface.")
      .def("ray_crossings", crossings_of, py::arg("origin"), py::arg("direction"),
           "Crossings of a ray from `origin` (3,) [m], ascending: tuples of the distance in\n"
           "lengths of the direction, point (3,) [m], normal (3,), and whether the ray leaves.")
      .def("properties", properties_of,
           "volume [m^3], area [m^2], centre (3,) [m] and inertia about it (3, 3) [m^5] for unit\n"
           "density: a dict.")
      .def("mesh", mesh_of_shape, py::kw_only(), py::arg("chord_error") = py::none(),
           py::arg("extent") = 1.0,
           "A mesh of the shape: at most `chord_error` from it, `extent` large if endless [m].");
}

}  // namespace

std::string text_of(const Solid& solid) {
  const std::string numbers = numbers_of_shape(solid.shape);
  return fmt::format("{}{}{}", name(solid.shape), numbers.empty() ? "" : ": ", numbers);
}

void add_shapes(py::module_& module) {
  py::class_<Solid> cls(module, "Shape",
                        "The surface of a solid in closed form, in its own frame. Immutable.\n"
                        "Made by Shape.sphere(0.03) and so on. Target rays meet it exactly.");
  add_kinds(cls);
  add_queries(cls);
  cls.def_property_readonly(
         "kind", [](const Solid& solid) { return name(solid.shape); },
         "Its name in words, such as 'half space'.")
      .def("__repr__",
           [](const Solid& solid) { return fmt::format("<condyle.Shape {}>", text_of(solid)); })
      .def(py::pickle([](const Solid& solid) { return state_of(solid); }, &solid_of_state));
}

}  // namespace condyle::python
