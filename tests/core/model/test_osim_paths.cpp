#include <catch2/catch.hpp>

#include "condyle/model/osim_path_tracer.h"
#include "core/mesh/temporary_folder.h"
#include "core/model/osim_text.h"

using namespace condyle;
using namespace condyle::test;
using Eigen::Vector3d;

namespace {

OsimModel model_with(const std::string& points) {
  OsimText parts;
  parts.forces = OsimText::strand("s", "<slack_length>0.1</slack_length>", points);
  const TemporaryFolder folder;
  return read_osim(folder.write("leg.osim", parts.text()));
}

OsimPathLength trace(const OsimModel& model, const OsimState& state) {
  OsimBodies bodies;
  OsimKinematics(model).evaluate(state, bodies);
  return trace_straight(model, model.ligaments[0].path, state, bodies);
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
  const OsimState state{{0.3, 0.7, 0.02}, {1, -2, 0.3}, false};
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
  const OsimState state{{0.3, 0.5, 0.02}, {1, -2, 0.3}, false};
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
    return trace(model, {{0, flexion, 0}, {0, 0, 0}, false}).length;
  };
  CHECK(length(0.1) == Approx(0.1));
  CHECK(length(0.7) == Approx(0.1));
  const double around = 0.1 + std::hypot(0.1, 0.1);
  CHECK(length(0.4) == Approx(around));
  CHECK(length(0.2 - 5e-6) == Approx(around));
  CHECK(length(0.2 - 5e-5) == Approx(0.1));
}
