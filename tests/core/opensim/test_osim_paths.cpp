#include <catch2/catch.hpp>

#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle::test::osim_paths_tests {

using namespace opensim;
using Eigen::Vector3d;

namespace {

OsimModel model_with(const std::string& points, const std::string& wraps = "",
                     const std::string& path_wraps = "") {
  OsimText parts;
  parts.wraps = wraps;
  parts.forces = OsimText::strand("s", "<slack_length>0.1</slack_length>", points, path_wraps);
  const TemporaryFolder folder;
  return read_osim(folder.write("leg.osim", parts.text()));
}

ligament::TracedPath trace(const OsimModel& model, const OsimState& state) {
  OsimBodies bodies;
  OsimKinematics(model).evaluate(state, bodies);
  ModelReport report;
  OsimPathTracer tracer(model, model.ligaments[0].path, "leg.osim: s", report);
  return tracer.trace(state, bodies);
}

const std::string k_point =
    R"(<PathPoint name="{}"><socket_parent_frame>/bodyset/{}</socket_parent_frame><location>{}</location></PathPoint>)";

std::string point(const std::string& name, const std::string& body, const std::string& location) {
  return fmt::format(fmt::runtime(k_point), name, body, location);
}

}  // namespace

TEST_CASE("a path runs straight from point to point, as an independent sum says", "[model][osim]") {
  const OsimModel model =
      model_with(point("a", "thigh", "0.02 -0.3 0") + point("b", "thigh", "0.05 -0.38 0.01") +
                 point("c", "shank", "0.01 -0.05 0.02"));
  const OsimState state{{0.3, 0.7, 0.02}, {1, -2, 0.3}};
  OsimBodies bodies;
  OsimKinematics(model).evaluate(state, bodies);
  const Vector3d b = bodies.X_GB[1] * Vector3d(0.05, -0.38, 0.01);
  const Vector3d c = bodies.X_GB[2] * Vector3d(0.01, -0.05, 0.02);
  const double length = Vector3d(0.03, -0.08, 0.01).norm() + (c - b).norm();
  CHECK(trace(model, state).length == Approx(length).epsilon(1e-14));

  const double h = 1e-6;
  OsimState before = state, after = state;
  for (std::size_t i = 0; i < 3; ++i) {
    before.q[i] -= h * state.u[i];
    after.q[i] += h * state.u[i];
  }
  const double speed = (trace(model, after).length - trace(model, before).length) / (2 * h);
  CHECK(trace(model, state).lengthening_speed == Approx(speed).epsilon(1e-8));
}

TEST_CASE("a moving point follows its coordinates", "[model][osim]") {
  const OsimModel model = model_with(
      point("a", "thigh", "0 -0.3 0") +
      R"(<MovingPathPoint name="m"><socket_parent_frame>/bodyset/shank</socket_parent_frame>
<socket_x_coordinate>/jointset/knee/flexion</socket_x_coordinate><socket_y_coordinate>/jointset/knee/slide</socket_y_coordinate>
<SimmSpline name="x_location"><x>0 0.5 1 2</x><y>0.01 0.02 0.05 0.03</y></SimmSpline>
<LinearFunction name="y_location"><coefficients>2 -0.05</coefficients></LinearFunction><Constant name="z_location"><value>0.004</value></Constant></MovingPathPoint>)");
  const OsimState state{{0.3, 0.5, 0.02}, {1, -2, 0.3}};
  const OsimPointOnBody moved = point_on_body(model, model.ligaments[0].path.points[1], state);
  CHECK((moved.p_B - Vector3d(0.02, 2 * 0.02 - 0.05, 0.004)).norm() < 1e-15);
  CHECK(moved.v_B.y() == Approx(0.6));
  const double h = 1e-6;
  OsimState before = state, after = state;
  for (std::size_t i = 0; i < 3; ++i) {
    before.q[i] -= h * state.u[i];
    after.q[i] += h * state.u[i];
  }
  const double speed = (trace(model, after).length - trace(model, before).length) / (2 * h);
  CHECK(trace(model, state).lengthening_speed == Approx(speed).epsilon(1e-7));
}

TEST_CASE("a conditional point counts while its coordinate is in the range", "[model][osim]") {
  const OsimModel model = model_with(
      point("a", "thigh", "0 -0.3 0") +
      R"(<ConditionalPathPoint name="c"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0.1 -0.3 0</location><socket_coordinate>/jointset/knee/flexion</socket_coordinate><range>0.2 0.6</range></ConditionalPathPoint>)" +
      point("b", "thigh", "0 -0.4 0"));
  const auto length = [&](double flexion) {
    return trace(model, {{0, flexion, 0}, {0, 0, 0}}).length;
  };
  CHECK(length(0.1) == Approx(0.1));
  CHECK(length(0.7) == Approx(0.1));
  const double around = 0.1 + std::hypot(0.1, 0.1);
  CHECK(length(0.4) == Approx(around));
  CHECK(length(0.2 - 5e-6) == Approx(around));
  CHECK(length(0.2 - 5e-5) == Approx(0.1));
}

TEST_CASE("a path goes round wrap objects, by OpenSim's sizes, sides and ranges", "[model][osim]") {
  // A path between two points of the thigh, 0.2 m apart, passing 0.05 m from the object's centre.
  const std::string ends = point("a", "thigh", "-0.1 -0.15 0") + point("b", "thigh", "0.1 -0.15 0");
  const auto wrapped = [&](const std::string& wraps, const std::string& path_wraps) {
    return trace(model_with(ends, wraps, path_wraps), {{0.4, 0, 0}, {0, 0, 0}}).length;
  };
  const std::string by = "<PathWrap><wrap_object>w</wrap_object></PathWrap>";
  const std::string place = "<translation>0 -0.2 0</translation>";
  const auto sphere = [&](const std::string& more) {
    return "<WrapSphere name=\"w\">" + place + "<radius>0.08</radius>" + more + "</WrapSphere>";
  };
  const double d = std::hypot(0.1, 0.05), gap = 2 * std::atan2(0.1, 0.05);
  const auto round = [&](double angle) {
    return 2 * std::sqrt(d * d - 0.0064) + 0.08 * (angle - 2 * std::acos(0.08 / d));
  };
  CHECK(wrapped("", "") == Approx(0.2));
  CHECK(wrapped(sphere(""), by) == Approx(round(gap)).epsilon(1e-12));
  CHECK(wrapped(sphere(""), "") == Approx(0.2));
  CHECK(wrapped(sphere("<active>false</active>"), by) == Approx(0.2));
  CHECK(wrapped(sphere("<quadrant>-y</quadrant>"), by) ==
        Approx(round(2 * M_PI - gap)).epsilon(1e-12));
  const std::string cylinder = "<WrapCylinder name=\"w\">" + place + "<radius>0.08</radius>";
  CHECK(wrapped(cylinder + "<length>0.02</length></WrapCylinder>", by) ==
        Approx(round(gap)).epsilon(1e-12));
  // Moved along its axis, the cylinder reaches the path if half of its length is enough.
  const auto moved = [&](const char* length) {
    return "<WrapCylinder name=\"w\"><translation>0 -0.2 0.1</translation><radius>0.08</radius>"
           "<length>" +
           std::string(length) + "</length></WrapCylinder>";
  };
  CHECK(wrapped(moved("0.21"), by) == Approx(round(gap)).epsilon(1e-12));
  CHECK(wrapped(moved("0.19"), by) == Approx(0.2));
  CHECK(wrapped("<WrapEllipsoid name=\"w\">" + place +
                    "<dimensions>0.08 0.08 0.08</dimensions></WrapEllipsoid>",
                by) == Approx(round(gap)).epsilon(1e-9));
  // A ring of 0.1 m around a path that runs parallel to the axis at a distance of 0.13 m: the path
  // goes over the tube of 0.02 m.
  const double l =
      trace(model_with(point("a", "thigh", "0 -0.2 -0.1") + point("b", "thigh", "0 -0.2 0.1"),
                       "<WrapTorus name=\"w\"><translation>0.1 -0.2 0</translation>"
                       "<inner_radius>0.02</inner_radius>"
                       "<outer_radius>0.09</outer_radius></WrapTorus>",
                       by),
            {{0.4, 0, 0}, {0, 0, 0}})
          .length;
  // The centre of the tube lies 0.01 m on the path's other side: the path goes around its inner
  // side.
  const double e = std::hypot(0.1, 0.01), wedge = std::atan2(0.1, 0.01);
  CHECK(l == Approx(2 * std::sqrt(e * e - 0.0004) +
                    0.02 * (2 * (M_PI - wedge) - 2 * std::acos(0.02 / e)))
                 .epsilon(1e-9));
  // The object only acts within its range of points.
  const std::string three = ends + point("c", "thigh", "0.1 -0.35 0");
  const auto ranged = [&](const char* range) {
    return trace(model_with(three, sphere(""),
                            "<PathWrap><wrap_object>w</wrap_object><range>" + std::string(range) +
                                "</range></PathWrap>"),
                 {{0.4, 0, 0}, {0, 0, 0}})
        .length;
  };
  CHECK(ranged("1 2") == Approx(round(gap) + 0.2).epsilon(1e-12));
  CHECK(ranged("2 3") == Approx(0.4));
}

}  // namespace condyle::test::osim_paths_tests
