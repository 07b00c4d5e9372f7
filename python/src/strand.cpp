#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "arrays.h"
#include "condyle/error.h"
#include "condyle/ligament/course_path.h"
#include "condyle/ligament/ligament_strand.h"
#include "long_call.h"
#include "shape.h"

namespace condyle::python {
namespace {

LigamentStrand strand_of(const std::string& name, double linear_stiffness, double slack_length,
                         double transition_strain, double damping_coefficient,
                         double failure_strain, double softening_strain) {
  LigamentStrand strand{.name = name,
                        .linear_stiffness = linear_stiffness,
                        .slack_length = slack_length,
                        .transition_strain = transition_strain,
                        .damping_coefficient = damping_coefficient,
                        .failure_strain = failure_strain,
                        .softening_strain = softening_strain};
  require_valid(strand, fmt::format("Strand '{}'", name));
  return strand;
}

LigamentForce force_of(const LigamentStrand& strand, double length, double speed) {
  return evaluate(strand, number_of(py::float_(length), "length"),
                  number_of(py::float_(speed), "lengthening_speed"));
}

/// Tension for lengths and speeds of one shape.
py::array tensions_of(const LigamentStrand& strand, const py::object& lengths) {
  const Doubles at = numbers_of(lengths, {-1}, "lengths");
  py::array_t<double> tensions(at.size());
  for (py::ssize_t i = 0; i < at.size(); ++i)
    tensions.mutable_data()[i] = evaluate(strand, at.data()[i], 0).total_force;
  return tensions;
}

void add_forces(py::module_& module) {
  py::class_<LigamentForce>(module, "StrandForce", "The law of a strand at one length and speed.")
      .def_readonly("strain", &LigamentForce::strain, "Length over slack length, minus 1.")
      .def_readonly("strain_rate", &LigamentForce::strain_rate, "[1/s]")
      .def_readonly("spring_force", &LigamentForce::spring_force, "[N]")
      .def_readonly("damping_force", &LigamentForce::damping_force, "[N]")
      .def_readonly("total_force", &LigamentForce::total_force, "Tension [N].")
      .def_readonly("potential_energy", &LigamentForce::potential_energy, "[J]")
      .def_readonly("stiffness", &LigamentForce::stiffness, "By length [N/m].")
      .def_readonly("damping", &LigamentForce::damping, "By lengthening speed [N s/m].")
      .def("__repr__", [](const LigamentForce& force) {
        return fmt::format("<condyle.StrandForce: {:.4g} N at a strain of {:.4g}>",
                           force.total_force, force.strain);
      });

  const LigamentStrand usual;
  py::class_<LigamentStrand>(
      module, "Strand",
      "Material of a ligament strand (Blankevoort and Huiskes 1991).\n\n"
      "linear_stiffness: force per strain in the linear region [N].\n"
      "slack_length [m]. transition_strain: at which the toe region ends.\n"
      "damping_coefficient: force per strain rate [N s].\n"
      "failure_strain, softening_strain: where it begins to tear, and further strain to the end.")
      .def(py::init(&strand_of), py::arg("name"), py::arg("linear_stiffness"),
           py::arg("slack_length"), py::kw_only(),
           py::arg("transition_strain") = usual.transition_strain,
           py::arg("damping_coefficient") = usual.damping_coefficient,
           py::arg("failure_strain") = usual.failure_strain,
           py::arg("softening_strain") = usual.softening_strain)
      .def("force", force_of, py::arg("length"), py::arg("lengthening_speed") = 0.0,
           "The law at a length [m] and a speed of lengthening [m/s]: a StrandForce.")
      .def("tension", tensions_of, py::arg("lengths"), "Tensions at rest, (n,) [m] to (n,) [N].")
      .def_readonly("name", &LigamentStrand::name, "Its name.")
      .def_readonly("linear_stiffness", &LigamentStrand::linear_stiffness, "[N]")
      .def_readonly("slack_length", &LigamentStrand::slack_length, "[m]")
      .def_readonly("transition_strain", &LigamentStrand::transition_strain, "[-]")
      .def_readonly("damping_coefficient", &LigamentStrand::damping_coefficient, "[N s]")
      .def_readonly("failure_strain", &LigamentStrand::failure_strain, "[-]")
      .def_readonly("softening_strain", &LigamentStrand::softening_strain, "[-]")
      .def("__repr__", [](const LigamentStrand& strand) {
        return fmt::format("<condyle.Strand '{}': {:g} N, slack at {:g} m>", strand.name,
                           strand.linear_stiffness, strand.slack_length);
      });
}

/// A course with what it remembers from pose to pose.
struct Course {
  StrandCourse course;
  int bodies = 0;
  CourseMemory memory;
};

/// A path with the poses that it was found for.
struct Trace {
  CoursePath path;
  std::vector<Eigen::Vector3d> line;
};

std::vector<CoursePoint> points_of(const py::iterable& list) {
  std::vector<CoursePoint> points;
  for (const py::handle any : list) {
    const auto [body, position] = py::cast<std::pair<int, py::object>>(any);
    const std::string what = fmt::format("points[{}]", points.size());
    points.push_back({.body = body, .p_B = vector_of(position, what)});
  }
  return points;
}

CourseObstacle obstacle_of(int body, const Solid& shape, const py::object& X_BS,
                           const py::object& side, std::pair<int, int> range) {
  CourseObstacle obstacle;
  obstacle.name = text_of(shape);
  obstacle.body = body;
  obstacle.shape = shape.shape;
  if (!X_BS.is_none()) obstacle.X_BS = pose_of(X_BS, "X_BS");
  if (!side.is_none()) obstacle.side = vector_of(side, "side");
  std::tie(obstacle.first_point, obstacle.last_point) = range;
  return obstacle;
}

Course course_of(const py::iterable& points, const std::vector<CourseObstacle>& obstacles) {
  Course all;
  all.course.points = points_of(points);
  all.course.obstacles = obstacles;
  for (const CoursePoint& point : all.course.points)
    all.bodies = std::max(all.bodies, point.body + 1);
  for (const CourseObstacle& obstacle : obstacles)
    all.bodies = std::max(all.bodies, obstacle.body + 1);
  require_valid(all.course, all.bodies, "Course");
  return all;
}

std::vector<Pose> poses_of(const py::object& any, const Course& course) {
  const Doubles matrices = numbers_of(any, {-1, 4, 4}, "X_WB");
  if (matrices.shape(0) < course.bodies)
    throw InputError(fmt::format("X_WB has {} poses; the course needs those of {} bodies",
                                 matrices.shape(0), course.bodies));
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

/// Under the interpreter's lock, which guards the memory of the course.
Trace trace_of(Course& course, const py::object& X_WB, const py::object& V_WB, double step) {
  const std::vector<Pose> poses = poses_of(X_WB, course);
  const std::vector<Twist> twists = twists_of(V_WB, poses.size());
  Trace found;
  trace(course.course, poses, twists, course.memory, found.path);
  found.line = polyline(course.course, found.path, poses, step);
  return found;
}

const char* status_of(const CoursePath& path) {
  switch (path.status) {
    case CourseStatus::complete:
      return "complete";
    case CourseStatus::end_inside:
      return "end_inside";
    case CourseStatus::not_converged:
      return "not_converged";
  }
  return "";
}

/// Wrenches by body, moment first.
py::dict pulls_of(const Trace& found, double tension) {
  std::vector<Wrench> pulls;
  wrenches(found.path, number_of(py::float_(tension), "tension"), pulls);
  py::dict by_body;
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    py::array_t<double> wrench(6);
    Eigen::Map<Vector6>(wrench.mutable_data()) << pulls[i].moment, pulls[i].force;
    by_body[py::int_(found.path.gradients[i].body)] = wrench;
  }
  return by_body;
}

void add_courses(py::module_& module) {
  py::class_<CourseObstacle>(
      module, "Obstacle",
      "A shape fixed to a body over which a strand may wrap.\n\n"
      "body: index into the poses. X_BS: the shape's pose on the body, (4, 4); None: identity.\n"
      "side: unit vector in the shape's frame (3,) that restricts the wrap to one side.\n"
      "between: the points of the course between which it acts.")
      .def(py::init(&obstacle_of), py::arg("body"), py::arg("shape"), py::arg("X_BS") = py::none(),
           py::kw_only(), py::arg("side") = py::none(), py::arg("between") = std::pair(0, -1))
      .def("__repr__", [](const CourseObstacle& obstacle) {
        return fmt::format("<condyle.Obstacle {} on body {}>", obstacle.name, obstacle.body);
      });

  py::class_<Trace> path(module, "CoursePath", "The path of a strand at one pose of its bodies.");
  path.def_property_readonly(
          "length", [](const Trace& t) { return t.path.length; }, "[m]")
      .def_property_readonly(
          "lengthening_speed", [](const Trace& t) { return t.path.lengthening_speed; }, "[m/s]")
      .def_property_readonly(
          "status", [](const Trace& t) { return status_of(t.path); },
          "'complete', 'end_inside' or 'not_converged'.")
      .def_property_readonly(
          "residual", [](const Trace& t) { return t.path.residual; }, "[m]")
      .def("wrenches", pulls_of, py::arg("tension"),
           "What a tension [N] exerts on each body: from its index to moment [N m] about its\n"
           "origin and force [N], (6,), in the world.")
      .def("__repr__", [](const Trace& t) {
        return fmt::format("<condyle.CoursePath: {:.6g} m, {} wraps, {}>", t.path.length,
                           t.path.wraps.size(), status_of(t.path));
      });
  add_view(
      path, "points", [](const Trace& t) { return std::span<const Eigen::Vector3d>(t.line); },
      "Points along it in the world, (k, 3) [m].");

  py::class_<Course>(module, "Course",
                     "The way of a strand over bodies, tight over obstacles.\n\n"
                     "points: (body, position on it (3,) [m]), from the first to the last.\n"
                     "obstacles: in the order in which the strand passes them.")
      .def(py::init(&course_of), py::arg("points"),
           py::arg("obstacles") = std::vector<CourseObstacle>())
      .def("trace", trace_of, py::arg("X_WB"), py::arg("V_WB") = py::none(), py::kw_only(),
           py::arg("step") = 1e-3,
           "The path at these poses of the bodies (n, 4, 4) [m] and velocities (n, 6).\n"
           "step: distance of its points where it wraps [m].")
      .def(
          "forget", [](Course& course) { course.memory = {}; },
          "Finds every wrap anew in the next trace, not near the last one.")
      .def("__repr__", [](const Course& course) {
        return fmt::format("<condyle.Course of {} points, {} obstacles>",
                           course.course.points.size(), course.course.obstacles.size());
      });
}

}  // namespace

void add_strands(py::module_& module) {
  add_forces(module);
  add_courses(module);
}

}  // namespace condyle::python
