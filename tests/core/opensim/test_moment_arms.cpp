// Moment arms of ligaments about coordinates: closed form, and differences of the path's length.
#include <catch2/catch.hpp>
#include <random>

#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle::test::moment_arms_tests {

using namespace opensim;
using Eigen::Vector3d;

namespace {

OsimModel read(const OsimText& parts) {
  const TemporaryFolder folder;
  return read_osim(folder.write("leg.osim", parts.text()));
}

std::string point(const std::string& name, const std::string& body, const std::string& location) {
  return fmt::format(
      R"(<PathPoint name="{}"><socket_parent_frame>/{}</socket_parent_frame><location>{}</location></PathPoint>)",
      name, body, location);
}

double length_of(const OsimModel& model, const OsimKinematics& kinematics, OsimState state) {
  kinematics.apply_couplers(state);
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  ModelReport report;
  OsimPathTracer tracer(model, model.ligaments[0].path, "s", report);
  return tracer.trace(state, bodies).length;
}

/// Compares the arms with central differences of the path's length at random states.
void check_arms(const OsimModel& model, unsigned seed) {
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const OsimKinematics kinematics(model);
  const std::size_t count = model.coordinates.size();
  for (int round = 0; round < 20; ++round) {
    OsimState state{std::vector<double>(count), std::vector<double>(count, 7.0)};
    for (double& q : state.q) q = std::uniform_real_distribution(0.05, 0.4)(random);
    kinematics.apply_couplers(state);
    const std::vector<double> arms = moment_arms(model, kinematics, state);
    REQUIRE(arms.size() == count);
    for (std::size_t c = 0; c < count; ++c) {
      CAPTURE(round, model.coordinates[c].name);
      if (kinematics.is_driven(static_cast<int>(c))) {
        CHECK(arms[c] == 0);
        continue;
      }
      constexpr double h = 1e-5;
      OsimState before = state, after = state;
      before.q[c] -= h;
      after.q[c] += h;
      const double slope =
          (length_of(model, kinematics, after) - length_of(model, kinematics, before)) / (2 * h);
      // Lengths below 1 m, with wraps exact to 1e-12 of them, leave 1e-7; the rest is third-order.
      CHECK(arms[c] == Approx(-slope).margin(1e-6));
    }
  }
}

}  // namespace

TEST_CASE("moment arms: a strand that crosses a hinge", "[model][osim][moment_arm]") {
  OsimText parts;
  const Vector3d from(0.03, 0.05, 0.01), on_thigh(0.02, -0.3, 0.02);
  parts.forces = OsimText::strand(
      "s", "<slack_length>0.1</slack_length>",
      point("a", "ground", "0.03 0.05 0.01") + point("b", "bodyset/thigh", "0.02 -0.3 0.02"));
  const OsimModel model = read(parts);
  const OsimState state{{0.3, 0.2, 0.01}, {0, 0, 0}};
  const std::vector<double> arms = moment_arms(model, OsimKinematics(model), state);

  // The hip is at the ground's origin, and at (0, 0.1, 0) in the thigh.
  const Vector3d to = Eigen::AngleAxisd(0.3, Vector3d::UnitZ()) * (on_thigh - Vector3d(0, 0.1, 0));
  const Vector3d along = (to - from).normalized();
  CHECK(arms[0] == Approx(-Vector3d::UnitZ().cross(to).dot(along)).epsilon(1e-13));
  CHECK(std::abs(arms[1]) + std::abs(arms[2]) == 0);  // the knee moves neither end
}

TEST_CASE("moment arms: wraps, moving points and couplers equal differences of the length",
          "[model][osim][moment_arm]") {
  OsimText parts;
  parts.wraps =
      R"(<WrapCylinder name="w"><translation>0.02 -0.36 0</translation><radius>0.04</radius><length>0.5</length></WrapCylinder>)";
  const std::string moving =
      R"(<MovingPathPoint name="m"><socket_parent_frame>/bodyset/shank</socket_parent_frame>
<socket_x_coordinate>/jointset/knee/flexion</socket_x_coordinate><socket_y_coordinate>/jointset/knee/slide</socket_y_coordinate>
<SimmSpline name="x_location"><x>0 0.5 1 2</x><y>0.06 0.07 0.08 0.05</y></SimmSpline>
<LinearFunction name="y_location"><coefficients>2 -0.05</coefficients></LinearFunction><Constant name="z_location"><value>0.004</value></Constant></MovingPathPoint>)";
  parts.forces = OsimText::strand("s", "<slack_length>0.1</slack_length>",
                                  point("a", "ground", "0.06 0.05 0.01") + moving +
                                      point("b", "bodyset/shank", "0.05 -0.1 0.01"),
                                  "<PathWrap><wrap_object>w</wrap_object></PathWrap>");
  check_arms(read(parts), 1);
  parts.constraints =
      R"(<CoordinateCouplerConstraint name="c"><coupled_coordinates_function><LinearFunction><coefficients>0.2 0.1</coefficients></LinearFunction></coupled_coordinates_function><independent_coordinate_names>flexion</independent_coordinate_names><dependent_coordinate_name>slide</dependent_coordinate_name></CoordinateCouplerConstraint>)";
  check_arms(read(parts), 2);
}

TEST_CASE("moment arms: about the angles of a ball joint", "[model][osim][moment_arm]") {
  OsimText parts;
  parts.joint =
      R"(<BallJoint name="knee"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame></BallJoint>)";
  parts.forces = OsimText::strand("s", "<slack_length>0.1</slack_length>");
  check_arms(read(parts), 3);
}

}  // namespace condyle::test::moment_arms_tests
