#include <catch2/catch.hpp>

#include "condyle/opensim/osim_motion.h"
#include "core/mesh/temporary_folder.h"
#include "core/opensim/osim_text.h"
#include "core/opensim/src/osim_joint.h"

namespace condyle::test::osim_kinematics_tests {

using namespace opensim;
using Eigen::AngleAxisd;
using Eigen::Vector3d;

namespace {

OsimModel read(const OsimText& parts) {
  const TemporaryFolder folder;
  return read_osim(folder.write("leg.osim", parts.text()));
}

/// Largest difference between the bodies' velocities and the difference quotients of their poses,
/// for the rates of q that u holds.
double velocity_error(const OsimModel& model, const OsimKinematics& kinematics,
                      const OsimState& state) {
  const double h = 1e-6;
  OsimState before = state, after = state;
  for (std::size_t c = 0; c < state.q.size(); ++c) {
    before.q[c] -= h * state.u[c];
    after.q[c] += h * state.u[c];
  }
  OsimState speeds = state;
  for (const OsimJoint& joint : model.joints) speeds_from_rates(joint, speeds);
  OsimBodies now, a, b;
  kinematics.evaluate(speeds, now);
  kinematics.evaluate(before, a);
  kinematics.evaluate(after, b);
  double error = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Vector3d v = (b.X_GB[i].translation() - a.X_GB[i].translation()) / (2 * h);
    const Eigen::Matrix3d W =
        (b.X_GB[i].linear() - a.X_GB[i].linear()) / (2 * h) * now.X_GB[i].linear().transpose();
    const Vector3d w(W(2, 1), W(0, 2), W(1, 0));
    error =
        std::max({error, (v - now.V_GB_G[i].linear).norm(), (w - now.V_GB_G[i].angular).norm()});
  }
  return error;
}

std::string joint(const std::string& type, const std::string& rest = "") {
  return fmt::format(
      R"(<{0} name="knee"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame>{1}</{0}>)",
      type, rest);
}

}  // namespace

TEST_CASE("a custom joint turns about its axes in their order, then shifts", "[model][osim]") {
  const OsimModel model = read({});
  const OsimKinematics kinematics(model);
  OsimState state{{0.3, 0.7, 0.02}, {1, -2, 0.3}};
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);

  const Pose hip = Pose(AngleAxisd(0.3, Vector3d::UnitZ())) * Eigen::Translation3d(0, -0.1, 0);
  CHECK((bodies.X_GB[1].matrix() - hip.matrix()).norm() < 1e-15);
  const auto& spline = model.joints[1].axes[1].function;
  const double bend = spline.value(std::array{0.7});
  Pose knee = Pose::Identity();
  knee.linear() =
      (AngleAxisd(-0.7, Vector3d::UnitZ()) * AngleAxisd(bend, Vector3d(1, 0, 1).normalized()) *
       AngleAxisd(0.05, Vector3d::UnitY()))
          .toRotationMatrix();
  knee.translation() =
      Vector3d(0.01 * 0.7 + 2 * 0.02 + 0.001, 0.001 * (3 * 0.49 + 2 * 0.7 + 1), 0.02);
  const Pose expected = hip * Eigen::Translation3d(0, -0.4, 0) * knee;
  CHECK((bodies.X_GB[2].matrix() - expected.matrix()).norm() < 1e-14);
  CHECK(velocity_error(model, kinematics, state) < 1e-8);
}

TEST_CASE("joints of fixed kinds move about and along the axes that they should", "[model][osim]") {
  const auto [type, q, X] = GENERATE(table<std::string, std::vector<double>, Pose>({
      {"PinJoint", {0.4}, Pose(AngleAxisd(0.4, Vector3d::UnitZ()))},
      {"SliderJoint", {0.4}, Pose(Eigen::Translation3d(0.4, 0, 0))},
      {"WeldJoint", {}, Pose::Identity()},
      {"UniversalJoint",
       {0.4, -0.2},
       Pose(AngleAxisd(0.4, Vector3d::UnitX()) * AngleAxisd(-0.2, Vector3d::UnitY()))},
      {"PlanarJoint",
       {0.4, 0.1, -0.2},
       Eigen::Translation3d(0.1, -0.2, 0) * Pose(AngleAxisd(0.4, Vector3d::UnitZ()))},
      {"GimbalJoint",
       {0.4, -0.2, 0.9},
       Pose(AngleAxisd(0.4, Vector3d::UnitX()) * AngleAxisd(-0.2, Vector3d::UnitY()) *
            AngleAxisd(0.9, Vector3d::UnitZ()))},
      {"BallJoint",
       {0.4, -0.2, 0.9},
       Pose(AngleAxisd(0.4, Vector3d::UnitX()) * AngleAxisd(-0.2, Vector3d::UnitY()) *
            AngleAxisd(0.9, Vector3d::UnitZ()))},
      {"FreeJoint",
       {0.4, -0.2, 0.9, 1, 2, 3},
       Eigen::Translation3d(1, 2, 3) *
           Pose(AngleAxisd(0.4, Vector3d::UnitX()) * AngleAxisd(-0.2, Vector3d::UnitY()) *
                AngleAxisd(0.9, Vector3d::UnitZ()))},
  }));
  CAPTURE(type);
  OsimText parts;
  parts.joint = joint(type);
  const OsimModel model = read(parts);
  const OsimKinematics kinematics(model);
  OsimState state{{0.2}, {0.5}};
  for (const double value : q) {
    state.q.push_back(value);
    state.u.push_back(0.3 + value);
  }
  REQUIRE(state.q.size() == model.coordinates.size());
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  CHECK(((bodies.X_GB[1].inverse() * bodies.X_GB[2]).matrix() - X.matrix()).norm() < 1e-14);
  CHECK(velocity_error(model, kinematics, state) < 1e-8);
  if (type == "BallJoint") {  // speeds as OpenSim's: the angular velocity in the parent's frame
    const Vector3d w =
        bodies.X_GB[1].linear().transpose() * (bodies.V_GB_G[2].angular - bodies.V_GB_G[1].angular);
    CHECK((w - Vector3d(state.u[1], state.u[2], state.u[3])).norm() < 1e-14);
  }
}

TEST_CASE("a joint may be written from the child to its parent", "[model][osim]") {
  OsimText forth, back;
  forth.joint = joint("PinJoint");
  back.joint =
      R"(<PinJoint name="knee"><socket_parent_frame>/bodyset/shank</socket_parent_frame><socket_child_frame>/bodyset/thigh</socket_child_frame></PinJoint>)";
  const OsimModel a = read(forth), b = read(back);
  OsimBodies one, other;
  OsimKinematics(a).evaluate({{0.2, 0.5}, {0.1, 0.7}}, one);
  OsimKinematics(b).evaluate({{0.2, -0.5}, {0.1, -0.7}}, other);
  CHECK((one.X_GB[2].matrix() - other.X_GB[2].matrix()).norm() < 1e-15);
  CHECK((one.V_GB_G[2].angular - other.V_GB_G[2].angular).norm() < 1e-15);
  CHECK((one.V_GB_G[2].linear - other.V_GB_G[2].linear).norm() < 1e-15);
}

TEST_CASE("couplers drive coordinates, one after another", "[model][osim]") {
  const auto coupler = [](const std::string& from, const std::string& to, double factor) {
    return fmt::format(
        R"(<CoordinateCouplerConstraint name="c_{1}"><coupled_coordinates_function><LinearFunction><coefficients>2 0.1</coefficients></LinearFunction></coupled_coordinates_function><independent_coordinate_names>{0}</independent_coordinate_names><dependent_coordinate_name>{1}</dependent_coordinate_name><scale_factor>{2}</scale_factor></CoordinateCouplerConstraint>)",
        from, to, factor);
  };
  OsimText parts;
  parts.constraints = coupler("flexion", "slide", 0.5) + coupler("hip_flexion", "flexion", 1);
  const OsimModel model = read(parts);
  const OsimKinematics kinematics(model);
  OsimState state{{0.3, 9, 9}, {1, 9, 9}};
  kinematics.apply_couplers(state);
  CHECK(state.q[1] == Approx(0.7));
  CHECK(state.u[1] == Approx(2));
  CHECK(state.q[2] == Approx(0.5 * (2 * 0.7 + 0.1)));
  CHECK(state.u[2] == Approx(2));

  parts.constraints += coupler("slide", "hip_flexion", 1);
  const OsimModel circle = read(parts);
  CHECK_THAT(input_error_of([&] { OsimKinematics{circle}; }), Catch::Contains("circle"));
  parts.constraints = coupler("flexion", "slide", 1) + coupler("hip_flexion", "slide", 1);
  const OsimModel twice = read(parts);
  CHECK_THAT(input_error_of([&] { OsimKinematics{twice}; }), Catch::Contains("two couplers"));
}

TEST_CASE("a loop and a body without a joint are reported", "[model][osim]") {
  OsimText parts;
  parts.joint =
      joint("PinJoint") +
      R"(<WeldJoint name="loop"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame></WeldJoint>)";
  const OsimModel model = read(parts);
  REQUIRE(OsimKinematics(model).report().lines.size() == 1);
  CHECK(OsimKinematics(model).report().lines[0].what == "joint that closes a loop");
  parts.joint = " ";
  const OsimModel loose = read(parts);
  REQUIRE(OsimKinematics(loose).report().lines.size() == 1);
  CHECK(OsimKinematics(loose).report().lines[0].what == "body without a joint to the ground");
}

TEST_CASE("a motion gives the states of its model", "[model][osim][motion]") {
  const OsimModel model = read({});
  const OsimKinematics kinematics(model);
  const std::string labels =
      "a\ninDegrees=yes\nendheader\ntime hip_flexion knee/flexion/value "
      "/jointset/knee/slide/value";
  const auto states = [&](const std::string& text) { return parse_motion_table(text, "m.mot"); };
  OsimState state;
  SECTION("angles in degrees, lengths as they are, slopes for speeds") {
    const MotionTable motion = states(labels + "\n0 0 180 0.1\n1 90 180 0.3\n2 180 180 0.5\n");
    const OsimMotionStates reader(model, kinematics, motion, false);
    reader.state_at(1, state);
    CHECK(state.q[0] == Approx(M_PI / 2));
    CHECK(state.q[1] == Approx(M_PI));
    CHECK(state.q[2] == 0.3);
    CHECK(state.u[0] == Approx(M_PI / 2));
    CHECK(state.u[1] == Approx(0).margin(1e-12));
    CHECK(state.u[2] == Approx(0.2));
    REQUIRE(reader.report().lines.size() == 1);
  }
  SECTION("speeds from their columns") {
    const MotionTable motion = states(
        "a\nversion=2\nendheader\ntime hip_flexion hip_flexion_u flexion "
        "/jointset/knee/flexion/speed slide "
        "slide_u\n0 1 2 3 4 5 6\n");
    OsimMotionStates(model, kinematics, motion, false).state_at(0, state);
    CHECK(state.q == std::vector<double>{1, 3, 5});
    CHECK(state.u == std::vector<double>{2, 4, 6});
  }
  SECTION("missing columns are named, or stand at their defaults") {
    const MotionTable motion = states("a\nversion=2\nendheader\ntime flexion flexion_u\n0 1 2\n");
    const std::string message =
        input_error_of([&] { OsimMotionStates(model, kinematics, motion, false); });
    CHECK_THAT(message, Catch::Contains("/jointset/hip/hip_flexion") &&
                            Catch::Contains("/jointset/knee/slide") && Catch::Contains("m.mot"));
    const OsimMotionStates reader(model, kinematics, motion, true);
    reader.state_at(0, state);
    CHECK(state.q == std::vector<double>{0.1, 1, 0});
    CHECK(reader.report().lines.size() == 2);
  }
  SECTION("angles far outside their range are reported, in radians only") {
    const auto lines_of = [&](const std::string& header, double angle) {
      const MotionTable motion = states(
          fmt::format("a\n{}\nendheader\ntime hip_flexion hip_flexion_u flexion flexion_u slide "
                      "slide_u\n0 0 0 0 0 1e3 0\n1 0 0 {} 0 0 0\n",
                      header, angle));
      return OsimMotionStates(model, kinematics, motion, false).report().lines;
    };
    for (const double angle : {40.0, -40.0}) {
      const auto lines = lines_of("version=2", angle);
      REQUIRE(lines.size() == 1);
      CHECK(lines[0].count == 1);
      CHECK_THAT(lines[0].consequence,
                 Catch::Contains(fmt::format("flexion is at {} rad", angle)) &&
                     Catch::Contains("inDegrees=yes"));
      CHECK(lines_of("inDegrees=yes", angle).empty());
    }
    CHECK(lines_of("version=2", 13).empty());  // within half a turn of OpenSim's +-10 rad
    CHECK(lines_of("", 40).size() == 1);       // only that the unit is not stated
    CHECK_THAT(lines_of("", 40)[0].consequence, Catch::Contains("degrees"));
  }
  SECTION("a value that is not finite is an error where its column is read") {
    const auto read = [&](const std::string& hip, const std::string& emg) {
      const MotionTable motion =
          states(fmt::format("a\nversion=2\nendheader\ntime emg hip_flexion flexion slide\n"
                             "0 1 2 3 4\n1 {} {} 5 6\n",
                             emg, hip));
      OsimMotionStates(model, kinematics, motion, false).state_at(1, state);
    };
    read("2", "nan");
    CHECK(state.q == std::vector<double>{2, 5, 6});
    for (const std::string value : {"nan", "inf"}) {
      CHECK_THAT(input_error_of([&] { read(value, "1"); }), Catch::Contains("row 2") &&
                                                                Catch::Contains("'hip_flexion'") &&
                                                                Catch::Contains(value));
    }
  }
  SECTION("a motion of another model") {
    const MotionTable motion = states("a\nendheader\ntime elbow\n0 1\n");
    CHECK_THAT(input_error_of([&] { OsimMotionStates(model, kinematics, motion, true); }),
               Catch::Contains("none of its columns"));
  }
}

TEST_CASE("a ball joint turns as its angles change where the motion lacks speeds",
          "[model][osim][motion]") {
  OsimText parts;
  parts.joint = joint("BallJoint");
  const OsimModel model = read(parts);
  const OsimKinematics kinematics(model);
  // The angles at 1 s and their rates, by the columns' values at 0, 1 and 2 s.
  const Vector3d angles(0.4, -0.2, 0.9), rates(0.3, -0.5, 0.7);
  const auto turning = [&](const std::string& more_labels, const std::vector<double>& more) {
    std::string text =
        "a\nversion=2\nendheader\ntime knee_coord_0 knee_coord_1 knee_coord_2" + more_labels + "\n";
    for (const int time : {0, 1, 2}) {
      const Vector3d at = angles + (time - 1) * rates;
      text += fmt::format("{} {} {} {}", time, at[0], at[1], at[2]);
      for (const double value : more) text += fmt::format(" {}", value);
      text += "\n";
    }
    const MotionTable motion = parse_motion_table(text, "m.mot");
    OsimState state;
    OsimMotionStates(model, kinematics, motion, true).state_at(1, state);
    OsimBodies bodies;
    kinematics.evaluate(state, bodies);
    return Vector3d(bodies.X_GB[1].linear().transpose() *
                    (bodies.V_GB_G[2].angular - bodies.V_GB_G[1].angular));
  };
  const AngleAxisd about_x(angles[0], Vector3d::UnitX()), about_y(angles[1], Vector3d::UnitY());
  const Vector3d expected = rates[0] * Vector3d::UnitX() +
                            rates[1] * (about_x * Vector3d::UnitY()) +
                            rates[2] * (about_x * (about_y * Vector3d::UnitZ()));

  CHECK((turning(" hip_flexion", {0.1}) - expected).norm() < 1e-12);
  CHECK((turning("", {}) - expected).norm() < 1e-12);  // the hip stands at its default
  CHECK((turning(" hip_flexion hip_flexion_u", {0.1, 2}) - expected).norm() < 1e-12);
  CHECK((turning(" hip_flexion knee_coord_1_u", {0.1, 9}) - expected).norm() < 1e-12);
  // All three speeds are an angular velocity, even if columns of the hip are missing.
  const Vector3d given(1, 2, 3);
  const std::string speeds = " knee_coord_0_u knee_coord_1_u knee_coord_2_u";
  CHECK((turning(speeds, {1, 2, 3}) - given).norm() < 1e-12);
  CHECK((turning(speeds + " hip_flexion", {1, 2, 3, 0.1}) - given).norm() < 1e-12);
}

}  // namespace condyle::test::osim_kinematics_tests
