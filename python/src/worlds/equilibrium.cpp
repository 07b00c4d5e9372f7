#include "worlds/equilibrium.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>

#include "arrays.h"
#include "condyle/error.h"
#include "settings.h"

namespace condyle::python {
namespace {

/// What save() gives.
struct SavedEquilibrium {
  std::shared_ptr<const EquilibriumMemory> memory;
};

Pose pose_or_identity(const py::object& any, const char* what) {
  return any.is_none() ? Pose(Pose::Identity()) : pose_of(any, what);
}

std::optional<Eigen::Vector3d> vector_if_given(const py::object& any, const char* what) {
  if (any.is_none()) return {};
  return vector_of(any, what);
}

Eigen::Vector3d vector_or(const py::object& any, const Eigen::Vector3d& usual, const char* what) {
  return vector_if_given(any, what).value_or(usual);
}

std::unique_ptr<NamedEquilibrium> make_equilibrium(double tolerance, double largest_jump,
                                                   double rough_tolerance, int max_iterations,
                                                   int threads) {
  return std::make_unique<NamedEquilibrium>(EquilibriumSettings{.tolerance = tolerance,
                                                                .largest_jump = largest_jump,
                                                                .rough_tolerance = rough_tolerance,
                                                                .max_iterations = max_iterations,
                                                                .threads = threads});
}

// ---- bodies

void add_fixed(NamedEquilibrium& of, const std::string& name, const py::object& X_WB) {
  const Pose pose = pose_or_identity(X_WB, "X_WB");
  of.use([&] { of.add_body(name, pose, {}); });
}

void add_free(NamedEquilibrium& of, const std::string& name, double radius,
              const py::object& X_WB) {
  const Pose pose = pose_or_identity(X_WB, "X_WB");
  of.use([&] { of.add_body(name, pose, radius); });
}

void put_body(NamedEquilibrium& of, const std::string& body, const py::object& X_WB) {
  const Pose pose = pose_of(X_WB, "X_WB");
  of.use([&] { of.world.put(of.body(body), pose); });
}

py::dict poses_of(NamedEquilibrium& of) {
  const auto poses = of.use([&] {
    std::vector<std::pair<std::string, Pose>> found;
    for (std::size_t b = 0; b < of.bodies.size(); ++b)
      found.emplace_back(of.bodies[b].name, of.world.pose(static_cast<int>(b)));
    return found;
  });
  py::dict by_name;
  for (const auto& [name, pose] : poses) by_name[py::str(name)] = array_of(pose);
  return by_name;
}

void set_meeting(NamedEquilibrium& of,
                 const std::optional<std::vector<std::pair<std::string, std::string>>>& named) {
  if (!named) return of.use([&] { of.world.set_meeting({}); });
  of.use([&] {
    std::vector<std::pair<int, int>> pairs;
    for (const auto& [a, b] : *named) pairs.emplace_back(of.body(a), of.body(b));
    of.world.set_meeting([pairs](int a, int b) {
      return std::ranges::any_of(pairs, [&](const auto& pair) {
        return pair == std::pair(a, b) || pair == std::pair(b, a);
      });
    });
  });
}

void add_body_functions(EquilibriumClass& cls) {
  cls.def("add_fixed", add_fixed, py::arg("name"), py::arg("X_WB") = py::none(),
          "Adds a body that stays where it is put, at a pose (4, 4) [m], by default the world's.")
      .def("add_free", add_free, py::arg("name"), py::arg("radius"), py::arg("X_WB") = py::none(),
           "Adds a body that is free to move, whose surfaces are within about `radius` [m] of the\n"
           "origin of its frame.")
      .def_property_readonly(
          "bodies", [](NamedEquilibrium& of) { return of.names(&NamedEquilibrium::bodies); },
          "Names of the bodies.")
      .def(
          "is_free",
          [](NamedEquilibrium& of, const std::string& body) {
            return of.use([&] { return of.world.is_free(of.body(body)); });
          },
          py::arg("body"), "Whether a body is free to move.")
      .def_property_readonly("poses", poses_of, "From body to its pose (4, 4) [m]: copies.")
      .def("put", put_body, py::arg("body"), py::arg("X_WB"),
           "Puts a body at a pose (4, 4) [m]. A free one is where the next search starts.")
      .def("set_meeting", set_meeting, py::arg("pairs"),
           "The pairs of bodies that may touch, by name; None: all may.");
}

// ---- loads

void add_load(NamedEquilibrium& of, const std::string& name, const std::string& body,
              const py::object& point, const py::object& force, const py::object& moment,
              const std::string& frame) {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  PointLoad load{.p_B = vector_or(point, zero, "point"),
                 .force = vector_or(force, zero, "force"),
                 .moment = vector_or(moment, zero, "moment")};
  of.use([&] {
    load.body = of.body(body);
    load.frame = of.body_or_world(frame);
    of.add_load(name, load);
  });
}

void set_load(NamedEquilibrium& of, const std::string& name, const py::object& point,
              const py::object& force, const py::object& moment) {
  const auto p_B = vector_if_given(point, "point"), of_force = vector_if_given(force, "force"),
             of_moment = vector_if_given(moment, "moment");
  of.use([&] {
    const int number = of.load(name);
    PointLoad load = of.world.load(number);
    load.p_B = p_B.value_or(load.p_B);
    load.force = of_force.value_or(load.force);
    load.moment = of_moment.value_or(load.moment);
    of.world.set_load(number, load);
  });
}

py::dict load_of(NamedEquilibrium& of, const std::string& name) {
  std::string body, frame;
  const PointLoad load = of.use([&] {
    const auto name_at = [&](int number) {
      return number < 0 ? std::string() : of.bodies[static_cast<std::size_t>(number)].name;
    };
    const PointLoad& found = of.world.load(of.load(name));
    body = name_at(found.body);
    frame = name_at(found.frame);
    return found;
  });
  return py::dict(py::arg("body") = body, py::arg("point") = array_of(load.p_B),
                  py::arg("force") = array_of(load.force),
                  py::arg("moment") = array_of(load.moment), py::arg("frame") = frame);
}

void add_loads(EquilibriumClass& cls) {
  cls.def("add_load", add_load, py::arg("name"), py::arg("body"), py::kw_only(),
          py::arg("point") = py::none(), py::arg("force") = py::none(),
          py::arg("moment") = py::none(), py::arg("frame") = "",
          "Adds a force (3,) [N] and a moment (3,) [N m] on a body, at a point fixed to it (3,) "
          "[m].\n\n"
          "frame: the body along whose axes force and moment are given; by default the world's.")
      .def("set_load", set_load, py::arg("name"), py::kw_only(), py::arg("point") = py::none(),
           py::arg("force") = py::none(), py::arg("moment") = py::none(),
           "Changes a load. What is None stays as it is.")
      .def("load", load_of, py::arg("name"), "A load as it was given, by the words of add_load.")
      .def_property_readonly(
          "loads", [](NamedEquilibrium& of) { return of.names(&NamedEquilibrium::loads); },
          "Names of the loads.")
      .def(
          "clear_loads",
          [](NamedEquilibrium& of) {
            of.use([&] {
              of.world.clear_loads();
              of.loads.clear();
            });
          },
          "Removes all loads.");
}

// ---- joints

using Values = std::array<std::optional<double>, 6>;

/// `most`: None is without limit.
std::array<double, 6> limits_of(const Values& most) {
  std::array<double, 6> limits;
  for (std::size_t i = 0; i < 6; ++i) limits[i] = most[i].value_or(CoordinateJoint::k_unlimited);
  return limits;
}

constexpr const char* k_translation_axes[] = {"of_rotations", "of_first", "of_second"};

TranslationAxes axes_of(const std::string& word) {
  for (const TranslationAxes axes :
       {TranslationAxes::of_rotations, TranslationAxes::of_first, TranslationAxes::of_second})
    if (word == k_translation_axes[static_cast<int>(axes)]) return axes;
  throw InputError(
      fmt::format("axes '{}' are unknown; it has: {}", word, fmt::join(k_translation_axes, ", ")));
}

void add_joint(NamedEquilibrium& of, const std::string& name, const std::string& body_a,
               const std::string& body_b, const py::object& X_AJ, const py::object& X_BK,
               const Values& held, const Values& most, const std::string& axes) {
  CoordinateJoint joint{.name = name,
                        .X_AJ = pose_or_identity(X_AJ, "X_AJ"),
                        .X_BK = pose_or_identity(X_BK, "X_BK"),
                        .axes = axes_of(axes),
                        .held = held,
                        .most = limits_of(most)};
  of.use([&] {
    joint.body_a = of.body_or_world(body_a);
    joint.body_b = of.body_or_world(body_b);
    of.add_joint(joint);
  });
}

void hold_coordinate(NamedEquilibrium& of, const std::string& name, int coordinate,
                     std::optional<double> value, std::optional<double> most) {
  if (coordinate < 0 || coordinate > 5)
    throw InputError(fmt::format("coordinate is {}; a joint has 0 to 5", coordinate));
  const auto axis = static_cast<std::size_t>(coordinate);
  of.use([&] {
    const int number = of.joint(name);
    CoordinateJoint joint = of.world.joint(number);
    joint.held[axis] = value;
    joint.most[axis] = most.value_or(CoordinateJoint::k_unlimited);
    of.world.set_joint(number, joint);
  });
}

py::list held_of(NamedEquilibrium& of, const std::string& name) {
  const Values values = of.use([&] { return of.world.joint(of.joint(name)).held; });
  py::list held;
  for (const std::optional<double>& value : values)
    held.append(value ? py::object(py::float_(*value)) : py::none());
  return held;
}

py::array six_of(const Vector6& numbers) {
  return array_of(std::span<const double>(numbers.data(), 6));
}

void add_joints(EquilibriumClass& cls) {
  cls.def("add_joint", add_joint, py::arg("name"), py::arg("body_a"), py::arg("body_b"),
          py::kw_only(), py::arg("X_AJ") = py::none(), py::arg("X_BK") = py::none(),
          py::arg("held") = Values(), py::arg("most") = Values(), py::arg("axes") = "of_rotations",
          "Ties frame K of body_b to frame J of body_a by the six coordinates of Grood & Suntay:\n"
          "0 to 2 rotations about x of J, the floating axis and z of K [rad], 3 to 5 translations\n"
          "[m]. A body without name is the world.\n\n"
          "held: a value for each coordinate, or None where it is free.\n"
          "most: the moment [N m] or force [N] with which each is held; None: without limit.\n"
          "axes: of the translations: 'of_rotations', 'of_first' (J) or 'of_second' (K).")
      .def("hold", hold_coordinate, py::arg("joint"), py::arg("coordinate"), py::arg("value"),
           py::arg("most") = py::none(),
           "Holds a coordinate of a joint at a value [rad, m], or frees it by None. One value "
           "after\n"
           "the other drives it.")
      .def("held", held_of, py::arg("joint"),
           "The values of its held coordinates [rad or m], None if free.")
      .def_property_readonly(
          "joints", [](NamedEquilibrium& of) { return of.names(&NamedEquilibrium::joints); },
          "Names of the joints.")
      .def(
          "coordinates",
          [](NamedEquilibrium& of, const std::string& name) {
            return six_of(of.use([&] { return of.world.coordinates(of.joint(name)); }));
          },
          py::arg("joint"), "The six coordinates at the present poses, (6,) [rad, m].")
      .def(
          "joint_forces",
          [](NamedEquilibrium& of, const std::string& name) {
            return six_of(of.use([&] { return of.world.joint_forces(of.joint(name)); }));
          },
          py::arg("joint"),
          "The moments [N m] and forces [N] that held its coordinates, positive where they push a\n"
          "coordinate up, (6,); 0 for free ones.");
}

// ---- search

void add_search(py::module_& module, EquilibriumClass& cls) {
  py::class_<EquilibriumReport>(module, "EquilibriumReport", "How an equilibrium was found.")
      .def_readonly("iterations", &EquilibriumReport::iterations, "Steps of the search.")
      .def_readonly("load", &EquilibriumReport::load,
                    "The largest force of a load, contact, strand or joint [N].")
      .def_readonly("residual", &EquilibriumReport::residual,
                    "Imbalance that is left, as a part of `load`; of moments over the radius.")
      .def_readonly(
          "jump", &EquilibriumReport::jump,
          "Relative imbalance at the pose itself, where a body rests on an edge between facets\n"
          "and `residual` is that of the mean of forces to its sides.")
      .def_readonly(
          "travel", &EquilibriumReport::travel,
          "How far the search moved a body, over its radius (a turn by its angle [rad]).\n"
          "More than about 0.1 after a small change: a jump to another branch.")
      .def("__repr__", [](const EquilibriumReport& report) {
        return fmt::format(
            "<condyle.EquilibriumReport: {} iterations, residual {:.1g} of {:.4g} N>",
            report.iterations, report.residual, report.load);
      });
  py::class_<SavedEquilibrium>(module, "EquilibriumMemory",
                               "What Equilibrium.save() gives, for restore().");
  cls.def(
         "solve",
         [](NamedEquilibrium& of) {
           return of.use([&] {
             const EquilibriumReport report = of.world.solve();
             of.has_changed = false;
             return report;
           });
         },
         "Moves the free bodies to an equilibrium: an EquilibriumReport. Raises SimulationError,\n"
         "with the body and the reason, if there is none within reach; all is then as it was.")
      .def_property_readonly(
          "report", [](NamedEquilibrium& of) { return of.use([&] { return of.world.report(); }); },
          "The report of the last solve().")
      .def(
          "lead",
          [](NamedEquilibrium& of, double part) {
            return of.use([&] { return of.world.lead(part); });
          },
          py::arg("part") = 1.0,
          "Moves the free bodies to where the last two equilibria lead: `part` times [1]\n"
          "further than from the one to the other. False, and nothing done, without two of them.")
      .def(
          "forget", [](NamedEquilibrium& of) { of.use([&] { of.world.forget(); }); },
          "Forgets earlier equilibria: the next search starts as the first did.")
      .def(
          "save",
          [](NamedEquilibrium& of) {
            return SavedEquilibrium{of.use([&] { return of.world.save(); })};
          },
          "Bodies, joint forces and what contact and strands remember, for restore().")
      .def(
          "restore",
          [](NamedEquilibrium& of, const SavedEquilibrium& saved) {
            of.use([&] { of.world.restore(*saved.memory); });
          },
          py::arg("memory"),
          "Returns to what save() kept. Loads and joints stay. Raises InputError if bodies,\n"
          "surfaces or strands have changed since.");
}

}  // namespace

void add_equilibria(py::module_& module) {
  EquilibriumClass cls(
      module, "Equilibrium",
      "Static balance of bodies under loads, contact, ligaments and joints, without simulated "
      "time\n"
      "(docs/equilibrium.md). Bodies, surfaces, strands, loads and joints go by their names.\n\n"
      "tolerance: largest imbalance of a body, as a part of the largest force.\n"
      "largest_jump: of the force at an edge between facets, as a part of the largest force.\n"
      "rough_tolerance: largest imbalance that is taken where steps go to and fro over coarse "
      "facets.\n"
      "max_iterations: of a search. threads: that share the work.");
  const EquilibriumSettings usual;
  cls.def(py::init(&make_equilibrium), py::kw_only(), py::arg("tolerance") = usual.tolerance,
          py::arg("largest_jump") = usual.largest_jump,
          py::arg("rough_tolerance") = usual.rough_tolerance,
          py::arg("max_iterations") = usual.max_iterations, py::arg("threads") = usual.threads)
      .def("__repr__", [](NamedEquilibrium& of) {
        return of.use([&] {
          return fmt::format("<condyle.Equilibrium: {} bodies, {} surfaces, {} strands>",
                             of.bodies.size(), of.surfaces.size(), of.strands.size());
        });
      });
  add_body_functions(cls);
  add_loads(cls);
  add_joints(cls);
  add_search(module, cls);
  add_equilibrium_interactions(module, cls);
  add_equilibrium_derivatives(module, cls);
  add_equilibrium_scenes(cls);
}

}  // namespace condyle::python
