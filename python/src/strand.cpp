#include "strand.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "arrays.h"
#include "condyle/error.h"
#include "condyle/ligament/ligament_strand.h"
#include "long_call.h"
#include "shape.h"

namespace condyle::python {
namespace {

ligament::Strand strand_of(const std::string& name, double linear_stiffness, double slack_length,
                           double transition_strain, double damping_coefficient,
                           double failure_strain, double softening_strain, bool applies_force) {
  ligament::Strand strand{.name = name,
                          .linear_stiffness = linear_stiffness,
                          .slack_length = slack_length,
                          .transition_strain = transition_strain,
                          .damping_coefficient = damping_coefficient,
                          .failure_strain = failure_strain,
                          .softening_strain = softening_strain,
                          .applies_force = applies_force};
  require_valid(strand, fmt::format("Strand '{}'", name));
  return strand;
}

/// A strand as made by strand_of, with the slack length that puts `length` [m] at a reference:
/// slack_from(strand, length, reference).
template <double (*slack_from)(const ligament::Strand&, double, double)>
ligament::Strand strand_at(const std::string& name, double linear_stiffness, double length,
                           double reference, double transition_strain, double damping_coefficient,
                           double failure_strain, double softening_strain, bool applies_force) {
  constexpr double any_length = 1;
  ligament::Strand strand =
      strand_of(name, linear_stiffness, any_length, transition_strain, damping_coefficient,
                failure_strain, softening_strain, applies_force);
  strand.slack_length = slack_from(strand, length, reference);
  require_valid(strand, fmt::format("Strand '{}'", name));
  return strand;
}

/// Defines a static function that makes a strand, with the keywords of its properties.
template <class Class, class Make>
void add_maker(Class& cls, const char* name, const Make& make, const char* reference,
               const char* doc) {
  const ligament::Strand usual;
  cls.def_static(name, make, py::arg("name"), py::arg("linear_stiffness"), py::arg("length"),
                 py::arg(reference), py::kw_only(),
                 py::arg("transition_strain") = usual.transition_strain,
                 py::arg("damping_coefficient") = usual.damping_coefficient,
                 py::arg("failure_strain") = usual.failure_strain,
                 py::arg("softening_strain") = usual.softening_strain,
                 py::arg("applies_force") = usual.applies_force, doc);
}

py::tuple state_of(const ligament::Strand& strand) {
  return py::make_tuple(strand.name, strand.linear_stiffness, strand.slack_length,
                        strand.transition_strain, strand.damping_coefficient, strand.failure_strain,
                        strand.softening_strain, strand.applies_force);
}

/// A stiffness or damping in the other unit.
template <double (*convert)(double, double)>
double converted_by(double value, double slack_length) {
  if (!(value >= 0) || !std::isfinite(value) || !(slack_length > 0) || !std::isfinite(slack_length))
    throw InputError(
        fmt::format("a stiffness of {} at a slack length of {} m: the first must be 0 or more, the "
                    "second above 0",
                    value, slack_length));
  return convert(value, slack_length);
}

ligament::StrandForce force_of(const ligament::Strand& strand, double length, double speed) {
  return evaluate(strand, number_of(py::float_(length), "length"),
                  number_of(py::float_(speed), "lengthening_speed"));
}

/// Tensions [N] at the given lengths [m], at zero lengthening speed.
py::array tensions_of(const ligament::Strand& strand, const py::object& lengths) {
  const Doubles at = numbers_of(lengths, {-1}, "lengths");
  py::array_t<double> tensions(at.size());
  for (py::ssize_t i = 0; i < at.size(); ++i)
    tensions.mutable_data()[i] = evaluate(strand, at.data()[i], 0).total_force;
  return tensions;
}

void add_forces(py::module_& module) {
  py::class_<ligament::StrandForce>(module, "StrandForce",
                                    "The law of a strand at one length and speed.")
      .def_readonly("strain", &ligament::StrandForce::strain, "Length over slack length, minus 1.")
      .def_readonly("strain_rate", &ligament::StrandForce::strain_rate, "[1/s]")
      .def_readonly("spring_force", &ligament::StrandForce::spring_force, "[N]")
      .def_readonly("damping_force", &ligament::StrandForce::damping_force, "[N]")
      .def_readonly("total_force", &ligament::StrandForce::total_force, "Tension [N].")
      .def_readonly("potential_energy", &ligament::StrandForce::potential_energy, "[J]")
      .def_readonly("stiffness", &ligament::StrandForce::stiffness, "By length [N/m].")
      .def_readonly("damping", &ligament::StrandForce::damping, "By lengthening speed [N s/m].")
      .def("__repr__", [](const ligament::StrandForce& force) {
        return fmt::format("<condyle.StrandForce: {:.4g} N at a strain of {:.4g}>",
                           force.total_force, force.strain);
      });

  const ligament::Strand usual;
  py::class_<ligament::Strand> cls(
      module, "Strand",
      "Material of a ligament strand (Blankevoort and Huiskes 1991).\n\n"
      "linear_stiffness: force per strain in the linear region [N].\n"
      "slack_length [m]. transition_strain: at which the toe region ends.\n"
      "damping_coefficient: force per strain rate [N s].\n"
      "failure_strain, softening_strain: where it begins to tear, and further strain to the end.\n"
      "applies_force: False: a world computes and shows it, and bodies do not feel it.");
  cls.def(py::init(&strand_of), py::arg("name"), py::arg("linear_stiffness"),
          py::arg("slack_length"), py::kw_only(),
          py::arg("transition_strain") = usual.transition_strain,
          py::arg("damping_coefficient") = usual.damping_coefficient,
          py::arg("failure_strain") = usual.failure_strain,
          py::arg("softening_strain") = usual.softening_strain,
          py::arg("applies_force") = usual.applies_force)
      .def("force", force_of, py::arg("length"), py::arg("lengthening_speed") = 0.0,
           "The law at a length [m] and a speed of lengthening [m/s]: a StrandForce.")
      .def("tension", tensions_of, py::arg("lengths"), "Tensions at rest, (n,) [m] to (n,) [N].")
      .def(
          "strain_at_force",
          [](const ligament::Strand& strand, double force) {
            return strain_at_spring_force(strand, number_of(py::float_(force), "force"));
          },
          py::arg("force"), "The strain at which the spring force is this [N], before failure.")
      .def_property_readonly("transition_length", &ligament::transition_length,
                             "Length at which the linear region begins [m].")
      .def_property_readonly(
          "stiffness_per_length",
          [](const ligament::Strand& strand) {
            return ligament::force_per_length(strand.linear_stiffness, strand.slack_length);
          },
          "The linear stiffness as a force per length [N/m].")
      .def_readonly("name", &ligament::Strand::name, "Its name.")
      .def_readonly("linear_stiffness", &ligament::Strand::linear_stiffness, "[N]")
      .def_readonly("slack_length", &ligament::Strand::slack_length, "[m]")
      .def_readonly("transition_strain", &ligament::Strand::transition_strain, "[-]")
      .def_readonly("damping_coefficient", &ligament::Strand::damping_coefficient, "[N s]")
      .def_readonly("failure_strain", &ligament::Strand::failure_strain, "[-]")
      .def_readonly("softening_strain", &ligament::Strand::softening_strain, "[-]")
      .def_readonly("applies_force", &ligament::Strand::applies_force,
                    "False: its force is computed, and the bodies of a world do not feel it.")
      .def("__repr__",
           [](const ligament::Strand& strand) {
             return fmt::format("<condyle.Strand '{}': {:g} N, slack at {:g} m>", strand.name,
                                strand.linear_stiffness, strand.slack_length);
           })
      .def(
          "__eq__", [](const ligament::Strand& a, const ligament::Strand& b) { return a == b; },
          py::is_operator())
      .def("__hash__", [](const ligament::Strand& strand) { return py::hash(state_of(strand)); })
      .def(py::pickle([](const ligament::Strand& strand) { return state_of(strand); },
                      [](const py::tuple& state) {
                        return ligament::Strand{.name = state[0].cast<std::string>(),
                                                .linear_stiffness = state[1].cast<double>(),
                                                .slack_length = state[2].cast<double>(),
                                                .transition_strain = state[3].cast<double>(),
                                                .damping_coefficient = state[4].cast<double>(),
                                                .failure_strain = state[5].cast<double>(),
                                                .softening_strain = state[6].cast<double>(),
                                                .applies_force = state[7].cast<bool>()};
                      }));
  add_maker(cls, "at_reference_strain", strand_at<ligament::slack_length_from_reference_strain>,
            "strain",
            "A strand that has this strain at a length [m], from which its slack length follows.");
  add_maker(cls, "at_reference_force", strand_at<ligament::slack_length_from_reference_force>,
            "force",
            "A strand that has this spring force [N] at a length [m], from which its slack "
            "length\nfollows; without force the length is the slack length.");

  module.def(
      "force_per_strain", converted_by<ligament::force_per_strain>, py::arg("force_per_length"),
      py::arg("slack_length"),
      "A stiffness [N/m] as a Strand takes it, a force per strain [N]; for damping [N s/m] too.");
  module.def("force_per_length", converted_by<ligament::force_per_length>,
             py::arg("force_per_strain"), py::arg("slack_length"),
             "The reverse: [N] to [N/m], or [N s] to [N s/m].");
}

/// A traced path with the points of its line.
struct Trace {
  ligament::TracedPath traced;
  std::vector<Eigen::Vector3d> line;
};

std::vector<ligament::PathPoint> points_of(const py::iterable& list) {
  std::vector<ligament::PathPoint> points;
  for (const py::handle any : list) {
    const std::string what = fmt::format("points[{}]", points.size());
    try {
      const auto [body, position] = py::cast<std::pair<int, py::object>>(any);
      points.push_back({.body = body, .p_B = vector_of(position, what)});
    } catch (const py::cast_error&) {
      throw py::type_error(what + " is not a pair of a body's number and a position");
    }
  }
  return points;
}

ligament::PathObstacle obstacle_of(int body, const Solid& shape, const py::object& X_BS,
                                   const py::object& side, std::pair<int, int> range) {
  ligament::PathObstacle obstacle;
  obstacle.name = text_of(shape);
  obstacle.body = body;
  obstacle.shape = shape.shape;
  if (!X_BS.is_none()) obstacle.X_BS = pose_of(X_BS, "X_BS");
  if (!side.is_none()) obstacle.side = vector_of(side, "side");
  std::tie(obstacle.first_point, obstacle.last_point) = range;
  return obstacle;
}

KeptPath kept_path_of(const py::iterable& points,
                      const std::vector<ligament::PathObstacle>& obstacles) {
  KeptPath all;
  all.path.points = points_of(points);
  all.path.obstacles = obstacles;
  for (const ligament::PathPoint& point : all.path.points)
    all.bodies = std::max(all.bodies, point.body + 1);
  for (const ligament::PathObstacle& obstacle : obstacles)
    all.bodies = std::max(all.bodies, obstacle.body + 1);
  require_valid(all.path, all.bodies, "StrandPath");
  return all;
}

/// Moves a point on its body, at a velocity there [m/s], or switches it; None leaves it as it is.
void set_point(KeptPath& path, int index, const py::object& position, const py::object& velocity,
               std::optional<bool> active) {
  const int count = static_cast<int>(path.path.points.size());
  if (index < 0 || index >= count)
    throw InputError(fmt::format("index is {}; the path has points 0 to {}", index, count - 1));
  ligament::StrandPath changed = path.path;
  ligament::PathPoint& point = changed.points[index];
  if (!position.is_none()) point.p_B = vector_of(position, "position");
  if (!velocity.is_none()) {
    point.slope_B = vector_of(velocity, "velocity");
    point.rate = 1;
  }
  if (active) point.is_active = *active;
  require_valid(changed, path.bodies, "StrandPath");
  path.path = std::move(changed);
}

std::vector<Pose> poses_of(const py::object& any, const KeptPath& path) {
  const Doubles matrices = numbers_of(any, {-1, 4, 4}, "X_WB");
  if (matrices.shape(0) < path.bodies)
    throw InputError(fmt::format("X_WB has {} poses; the path needs those of {} bodies",
                                 matrices.shape(0), path.bodies));
  std::vector<Pose> poses;
  for (py::ssize_t i = 0; i < matrices.shape(0); ++i)
    poses.push_back(pose_of_list(matrices.data(), static_cast<std::size_t>(i), "X_WB"));
  return poses;
}

std::vector<Twist> twists_of(const py::object& any, std::size_t bodies) {
  if (any.is_none()) return {};
  const Doubles numbers = numbers_of(any, {static_cast<py::ssize_t>(bodies), 6}, "V_WB");
  std::vector<Twist> twists(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    const Eigen::Map<const Vector6> twist(numbers.data() + 6 * i);
    twists[i] = {twist.head<3>(), twist.tail<3>()};
  }
  return twists;
}

/// Traces a path. Keeps the interpreter's lock, which guards the memory of the path.
Trace trace_of(KeptPath& path, const py::object& X_WB, const py::object& V_WB, double step) {
  const std::vector<Pose> poses = poses_of(X_WB, path);
  const std::vector<Twist> twists = twists_of(V_WB, poses.size());
  Trace found;
  trace(path.path, poses, twists, path.memory, found.traced);
  found.line = polyline(path.path, found.traced, poses, step);
  return found;
}

const char* status_of(const ligament::TracedPath& traced) {
  switch (traced.status) {
    case ligament::PathStatus::complete:
      return "complete";
    case ligament::PathStatus::end_inside:
      return "end_inside";
    case ligament::PathStatus::not_converged:
      return "not_converged";
  }
  return "";
}

/// The wrenches on the bodies at a tension [N], by body, each (6,), moment first.
py::dict pulls_of(const Trace& found, double tension) {
  std::vector<Wrench> pulls;
  wrenches(found.traced, number_of(py::float_(tension), "tension"), pulls);
  py::dict by_body;
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    py::array_t<double> wrench(6);
    Eigen::Map<Vector6>(wrench.mutable_data()) << pulls[i].moment, pulls[i].force;
    by_body[py::int_(found.traced.gradients[i].body)] = wrench;
  }
  return by_body;
}

void add_paths(py::module_& module) {
  py::class_<ligament::PathObstacle>(
      module, "Obstacle",
      "A shape fixed to a body over which a strand may wrap.\n\n"
      "body: index into the poses. X_BS: the shape's pose on the body, (4, 4); None: identity.\n"
      "side: unit vector in the shape's frame (3,) that restricts the wrap to one side.\n"
      "between: the points of the path between which it acts.")
      .def(py::init(&obstacle_of), py::arg("body"), py::arg("shape"), py::arg("X_BS") = py::none(),
           py::kw_only(), py::arg("side") = py::none(), py::arg("between") = std::pair(0, -1))
      .def("__repr__", [](const ligament::PathObstacle& obstacle) {
        return fmt::format("<condyle.Obstacle {} on body {}>", obstacle.name, obstacle.body);
      });

  py::class_<Trace> traced(module, "TracedPath",
                           "The route of a strand along its path, at one pose of its bodies.");
  traced
      .def_property_readonly(
          "length", [](const Trace& t) { return t.traced.length; }, "[m]")
      .def_property_readonly(
          "lengthening_speed", [](const Trace& t) { return t.traced.lengthening_speed; }, "[m/s]")
      .def_property_readonly(
          "status", [](const Trace& t) { return status_of(t.traced); },
          "'complete', 'end_inside' or 'not_converged'.")
      .def_property_readonly(
          "residual", [](const Trace& t) { return t.traced.residual; },
          "How far the path is from a shortest one, without unit; 0 if exact.")
      .def("wrenches", pulls_of, py::arg("tension"),
           "What a tension [N] exerts on each body: from its index to moment [N m] about its\n"
           "origin and force [N], (6,), in the world.")
      .def("__repr__", [](const Trace& t) {
        return fmt::format("<condyle.TracedPath: {:.6g} m, {} wraps, {}>", t.traced.length,
                           t.traced.wraps.size(), status_of(t.traced));
      });
  add_view(
      traced, "points", [](const Trace& t) { return std::span<const Eigen::Vector3d>(t.line); },
      "Points along it in the world, (k, 3) [m].");

  py::class_<KeptPath>(module, "StrandPath",
                       "The path of a strand over bodies, tight over obstacles.\n\n"
                       "points: (body, position on it (3,) [m]), from the first to the last.\n"
                       "obstacles: in the order in which the strand passes them.")
      .def(py::init(&kept_path_of), py::arg("points"),
           py::arg("obstacles") = std::vector<ligament::PathObstacle>())
      .def("trace", trace_of, py::arg("X_WB"), py::arg("V_WB") = py::none(), py::kw_only(),
           py::arg("step") = 1e-3,
           "The route at these poses of the bodies (n, 4, 4) [m] and velocities (n, 6).\n"
           "step: distance of its points where it wraps [m].")
      .def("set_point", set_point, py::arg("index"), py::arg("position") = py::none(),
           py::arg("velocity") = py::none(), py::kw_only(), py::arg("active") = py::none(),
           "Before a trace: moves a point that is not fixed to its body, (3,) [m], with its "
           "velocity\n"
           "in the body's frame (3,) [m/s], or switches a conditional point that is not an end.\n"
           "What is None stays as it is.")
      .def(
          "forget", [](KeptPath& path) { path.memory = {}; },
          "Finds every wrap anew in the next trace, not near the last one.")
      .def("__repr__", [](const KeptPath& path) {
        return fmt::format("<condyle.StrandPath of {} points, {} obstacles>",
                           path.path.points.size(), path.path.obstacles.size());
      });
}

}  // namespace

void add_strands(py::module_& module) {
  add_forces(module);
  add_paths(module);
}

}  // namespace condyle::python
