// The shipped scenes, run as by a user.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <sstream>
#include <utility>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "scene_run.h"
#include "schema/scene_schema.h"

namespace condyle::test::scenes_tests {

namespace {

std::string out(const TemporaryFolder& folder, const char* name = "out") {
  return (folder / name).string();
}

/// Index of the first row at or after `time`.
std::size_t row_at(const History& history, double time) {
  const auto& times = history["time [s]"];
  return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), time - 1e-9) -
                                  times.begin());
}

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

/// simulate() for a shipped scene, which must give no warning.
History run_scene(const std::string& scene, double seconds, double rate,
                  const std::string& folder) {
  History history = simulate(scene, seconds, rate, folder);
  const auto summary = nlohmann::json::parse(file_content(folder + "/summary.json"));
  CHECK(summary.at("findings") == nlohmann::json::array());
  return history;
}

void check_ball(const History& history) {
  const auto close = [&](const std::string& figure, double tolerance) {
    CHECK(history.last("closed_form.plate_ball." + figure + ".measured " +
                       (figure == "depth" ? "[mm]" : "[N]")) ==
          Approx(history.last("closed_form.plate_ball." + figure + ".expected " +
                              (figure == "depth" ? "[mm]" : "[N]")))
              .epsilon(tolerance));
  };
  // The deepest ray starts up to 0.4 mm from the lowest point: an error of 0.4^2 / (2 R) in 1 mm.
  close("depth", 5e-3);
  // The depth follows from the ball's height above the plate's face, y = 0, since cells of the
  // plate enter and leave the contact at its edge.
  const double depth = 30 - 1e3 * history.last("ball.position_y [m]");
  CHECK(depth == Approx(history.last("closed_form.plate_ball.depth.expected [mm]")).epsilon(2e-3));
  close("force", 1e-6);  // statics, without discretisation
}

/// Checks that contact, strands and load balance on the tibia; the relative `tolerance` allows for
/// its inertia.
void check_knee_balance(const History& history, double from, double tolerance) {
  const auto& contact = history["insert_femoral.force_y [N]"];
  const auto& medial = history["insert_femoral.medial.force_y [N]"];
  const auto& lateral = history["insert_femoral.lateral.force_y [N]"];
  const auto& strands = history["tibia.strand_force_y [N]"];
  const auto& load = history["axial_load [N]"];
  for (std::size_t i = row_at(history, from); i < history.rows; ++i) {
    INFO("time " << history["time [s]"][i] << " s");
    REQUIRE(medial[i] + lateral[i] == Approx(contact[i]));
    REQUIRE(-contact[i] == Approx(load[i] + strands[i]).epsilon(tolerance));
    REQUIRE(medial[i] < -0.25 * load[i]);  // no lift-off on either side
    REQUIRE(lateral[i] < -0.25 * load[i]);
  }
}

}  // namespace

TEST_CASE("scene ball_on_plate: comes to rest at the closed form", "[scene]") {
  const TemporaryFolder folder;
  check_ball(run_scene("ball_on_plate", 1.5, 240, out(folder)));
}

TEST_CASE("scene springs_and_layer: both carry a ball, and the layer lets it sink deeper",
          "[scene]") {
  const TemporaryFolder folder;
  const History history = run_scene("springs_and_layer", 1.5, 240, out(folder));
  const double weight = 7900 * 4.0 / 3 * std::numbers::pi * std::pow(0.03, 3) * 9.81;
  // The ball is a mesh of chords up to 0.01 mm, its mass a little less than the sphere's.
  CHECK(history.last("springs.force [N]") == Approx(weight).epsilon(2e-3));
  CHECK(history.last("layer.force [N]") == Approx(weight).epsilon(2e-3));
  const double in_springs = 0.03 - history.last("ball_springs.position_y [m]");
  const double in_layer = 0.03 - history.last("ball_layer.position_y [m]");
  CHECK(in_layer > 1.3 * in_springs);
  CHECK(history.last("layer.peak_pressure [Pa]") < history.last("springs.peak_pressure [Pa]"));
}

TEST_CASE("scene knee_replacement: medial and lateral force carry the load, contact moves back",
          "[scene]") {
  const TemporaryFolder folder;
  const History knee = run_scene("knee_replacement", 2.5, 60, out(folder));
  // 4.5 kg follow the femur's smooth motion: less than 0.5 % of 1619 N.
  check_knee_balance(knee, 0.5, 5e-3);

  const double before = knee["insert_femoral.medial.center_of_pressure_x [m]"][row_at(knee, 0.5)];
  const double after = knee.last("insert_femoral.medial.center_of_pressure_x [m]");
  CHECK(knee.last("flexion [deg]") > 40);
  // Roll-back of natural and cruciate-retaining knees is some millimetres.
  CHECK(after < before - 3e-3);
  CHECK(largest(knee["insert_femoral.peak_pressure [Pa]"]) < 50e6);
  CHECK(largest(knee["insert_femoral.peak_pressure [Pa]"]) > 10e6);
}

TEST_CASE("scene knee_drawer: contact and ligaments carry the drawer, each cruciate on its side",
          "[scene]") {
  const TemporaryFolder folder;
  const History knee = run_scene("knee_drawer", 5, 240, out(folder));
  for (const double time : {0.4, 2.0, 4.9}) {  // held still
    const std::size_t row = row_at(knee, time);
    INFO("time " << time << " s");
    const auto at = [&](const char* column) { return knee[column][row]; };
    CHECK(at("insert_femoral.force_x [N]") + at("tibia.strand_force_x [N]") + at("drawer [N]") ==
          Approx(0).margin(1));
    CHECK(at("insert_femoral.force_y [N]") + at("tibia.strand_force_y [N]") ==
          Approx(-250).margin(1));
    CHECK((at("ACL_am.force [N]") > 20) == (time == 2.0));
    CHECK((at("PCL_al1.force [N]") > 20) == (time == 4.9));
  }
}

TEST_CASE("scene knee_varus: the flat knee presses as cylinders do, upright and on their edge",
          "[scene]") {
  const TemporaryFolder folder;
  const History knee = run_scene("knee_varus", 3.9, 240, out(folder));
  const auto upright = [&](const char* column) { return knee[column][row_at(knee, 0.9)]; };
  const double load = 1618.65;
  CHECK(upright("flat_medial.force [N]") == Approx(load / 2).epsilon(1e-3));
  CHECK(upright("round.lateral.force [N]") == Approx(load / 2).epsilon(1e-3));
  CHECK(knee.last("flat_lateral.force [N]") == 0);
  CHECK(knee.last("round.lateral.force [N]") == 0);
  // Springs of both layers, one behind the other [Pa/m], under a cylinder of this radius and length
  // [m] that is pressed in by d: force (4/3) k length d sqrt(2 radius d).
  const double k = 1 / (0.008 / 2140.6e6 + 0.007 / 282.69e9), radius = 0.034, length = 0.026;
  const double line = 4.0 / 3 * k * std::sqrt(2 * radius);
  CHECK(upright("flat_medial.peak_pressure [Pa]") ==
        Approx(k * std::pow(load / 2 / (line * length), 2.0 / 3)).epsilon(0.02));
  // Tilted by 2 degrees its depth falls along it from d at its end: force (2/5) line d^2.5 / tan 2
  // degrees. The first triangles have their middles 0.2 to 0.3 mm inside: 3 % less deep.
  const double slope = std::tan(2 * std::numbers::pi / 180);
  const double edge = k * std::pow(load * slope / (0.4 * line), 0.4);
  CHECK(knee.last("flat_medial.peak_pressure [Pa]") < edge);
  CHECK(knee.last("flat_medial.peak_pressure [Pa]") > 0.96 * edge);
  // On springs a round condyle needs sqrt(2) times the depth for twice the force.
  CHECK(knee.last("round.peak_pressure [Pa]") / upright("round.peak_pressure [Pa]") ==
        Approx(std::numbers::sqrt2).epsilon(0.03));
}

TEST_CASE("scene hip: contact carries the hip force through a step", "[scene]") {
  const TemporaryFolder folder;
  const History hip = run_scene("hip", 1.1, 60, out(folder));
  const auto& load = hip["hip_force [N]"];
  const auto& contact = hip["socket_head.force [N]"];
  for (std::size_t i = row_at(hip, 0.1); i < hip.rows; ++i) {
    INFO("time " << hip["time [s]"][i] << " s");
    // The kinks of the table shake 30 kg on cartilage slightly.
    REQUIRE(contact[i] == Approx(load[i]).epsilon(0.02));
  }
  CHECK(largest(load) > 1700);  // 2.38 body weights of 75 kg
  const double peak = largest(hip["socket_head.peak_pressure [Pa]"]);
  CHECK(peak > 2e6);  // the range in the literature for walking, mean 2 to 5 MPa
  CHECK(peak < 6e6);
}

TEST_CASE("scene finger_pad: friction lifts the can", "[scene]") {
  const TemporaryFolder folder;
  const History grip = run_scene("finger_pad", 4.2, 60, out(folder));
  const double rise = 1e3 * (grip.last("can.position_y [m]") - grip["can.position_y [m]"][0]);
  CHECK(grip.last("left_lift [mm]") == Approx(60));
  // Regularised friction creeps at less than stiction_speed times twice the fraction of the grip in
  // use.
  CHECK(rise == Approx(60).margin(0.1));
  const double lift =
      -grip.last("left_pad_can.force_y [N]") - grip.last("right_pad_can.force_y [N]");
  CHECK(lift == Approx(0.3 * 9.81).epsilon(1e-3));
  CHECK(grip.last("can_table.force [N]") == 0);
}

TEST_CASE("scene ground_and_groove: each body comes to rest at its closed form", "[scene]") {
  const TemporaryFolder folder;
  const History history = run_scene("ground_and_groove", 1.5, 240, out(folder));
  int bodies = 0;
  for (const std::string body : {"ball", "capsule", "torus"}) {
    for (const std::string place : {"ground", "groove"}) {
      const std::string contact = body + (place == "ground" ? " on " : " in ") + place;
      const auto check = [&](const std::string& figure, double tolerance) {
        INFO(contact << ", " << figure);
        CHECK(history.last("closed_form." + contact + "." + figure + ".measured " +
                           (figure == "force" ? "[N]" : "[mm]")) ==
              Approx(history.last("closed_form." + contact + "." + figure + ".expected " +
                                  (figure == "force" ? "[N]" : "[mm]")))
                  .epsilon(tolerance));
      };
      check("force", 1e-4);
      // Formulas for small depths, here up to 5 % of a radius; facets lie 6 um inside the shape, at
      // a depth of 160 um.
      check("depth", 0.03);
      ++bodies;
    }
  }
  CHECK(bodies == 6);
}

TEST_CASE("scene pulley: Atwood's machine, a slack cable, and rest", "[scene]") {
  const TemporaryFolder folder;
  constexpr double k_gravity = 9.81, k_heavy = 3, k_light = 2, k_dt = 1.0 / 240;
  const History history = run_scene("pulley", 6, 240, out(folder));
  const double a = (k_heavy - k_light) / (k_heavy + k_light) * k_gravity;
  const double tension = 2 * k_heavy * k_light / (k_heavy + k_light) * k_gravity;
  const auto& heavy = history["heavy.position_y [m]"];
  const auto& force = history["cable.force [N]"];
  const std::size_t landing = row_at(history, 0.6);
  for (std::size_t i = 0; i < landing; ++i) {
    const double n = static_cast<double>(i + 1);  // number of steps: x = a dt^2 n (n + 1) / 2
    INFO("step " << n);
    REQUIRE(heavy[i] == Approx(0.5 - a * k_dt * k_dt * n * (n + 1) / 2).margin(1e-8));
    REQUIRE(force[i] == Approx(tension).epsilon(1e-6));
  }
  CHECK(*std::min_element(force.begin(), force.end()) == 0);  // slack for a while
  CHECK(history["cable.cut [1]"] == std::vector<double>(history.rows, 0));
  CHECK(history.last("cable.force [N]") == Approx(k_light * k_gravity).epsilon(1e-3));
  CHECK(history.last("landing.force [N]") == Approx((k_heavy - k_light) * k_gravity).epsilon(1e-3));
  CHECK(history.last("cable.length [m]") > history["cable.length [m]"][0] - 0.02);
}

TEST_CASE("scene knee_extension: the tendon over the femoral mesh lifts the shank and lowers it",
          "[scene]") {
  const TemporaryFolder folder;
  const History history = run_scene("knee_extension", 8, 60, out(folder));
  const auto& flexion = history["tibia.rotation_z [rad]"];
  const auto& tendon = history["tendon.force [N]"];
  const std::size_t low = row_at(history, 0.45), high = row_at(history, 4.4);
  CHECK(flexion[low] < -1);
  CHECK(flexion[high] > -0.2);
  CHECK(history.last("tibia.rotation_z [rad]") == Approx(flexion[low]).margin(0.01));
  CHECK(tendon[high] > 1.3 * tendon[low]);
  for (const double x : history["tibia.position_z [m]"]) REQUIRE(std::abs(x) < 1e-3);
  // At the top the bone is at rest: contact, strands and weight add up to zero. The remaining swing
  // is 1 / 400 of the weight.
  constexpr double k_weight = 4.5 * 9.81;
  for (const auto& [axis, load] :
       {std::pair{"x", -k_weight}, std::pair{"y", 0.}, std::pair{"z", 0.}}) {
    const double contact = history["insert_femoral.force_" + std::string(axis) + " [N]"][high];
    const double strands = history["tibia.strand_force_" + std::string(axis) + " [N]"][high];
    CHECK(std::abs(contact + strands + load) < 0.1);
  }
}

TEST_CASE("scene cam_follower: the follower stands where the curve says", "[scene]") {
  const TemporaryFolder folder;
  const History history = run_scene("cam_follower", 1.2, 240, out(folder));
  const auto& turn = history["turn [deg]"];
  const auto& height = history["follower.position_y [m]"];
  const auto& depth = history["follower_cam.max_proximity [m]"];
  const auto& force = history["follower_cam.force_y [N]"];
  const std::size_t begin = row_at(history, 0.2);
  for (std::size_t i = begin; i < history.rows; ++i) {
    const double rise = 1 - std::cos(turn[i] * std::numbers::pi / 180);
    INFO("turned by " << turn[i] << " degrees");
    // The follower's rays are some 0.2 mm apart, so the deepest ray is up to 0.1^2 / (2 R), 0.25
    // micrometres, off the highest point of the cam, whose facets lie up to 0.4^2 / (8 R), 1
    // micrometre, inside it.
    REQUIRE(height[i] + depth[i] == Approx(0.020 + 0.002 * rise * rise).margin(1.5e-6));
    REQUIRE(std::abs(history["follower_cam.force_z [N]"][i]) < 1e-9);
  }
  // Over one turn the follower gains no momentum.
  const double mean =
      std::accumulate(force.begin() + static_cast<std::ptrdiff_t>(begin), force.end(), 0.0) /
      static_cast<double>(history.rows - begin);
  CHECK(mean == Approx(20 + 0.15 * 9.81).epsilon(1e-3));
}

TEST_CASE("scene gear_pair: the wheel turns by the ratio of the teeth, smoothly", "[scene]") {
  const TemporaryFolder folder;
  constexpr double k_ratio = 18.0 / 30, k_tooth = 2 * std::numbers::pi / 18;  // s at 1 rad/s
  constexpr double k_angle = std::numbers::pi / 9, k_torque = 2;
  const double base = 0.030 * std::cos(k_angle), load = k_torque / base;
  const History history = run_scene("gear_pair", 0.25 + 2 * k_tooth, 240, out(folder));
  const auto& drive = history["drive [deg]"];
  const auto& wheel = history["wheel.rotation_z [rad]"];
  const std::size_t begin = row_at(history, 0.25), middle = row_at(history, 0.25 + k_tooth),
                    end = history.rows - 1;
  // Lag of the wheel behind its position at `begin`, along the line of action.
  const auto lag = [&](std::size_t i) {
    const double turn = k_ratio * (drive[i] - drive[begin]) * std::numbers::pi / 180;
    return base * std::remainder(wheel[i] - wheel[begin] + turn, 2 * std::numbers::pi);
  };
  // After whole teeth. A row lies up to half a step from the same point of the next tooth, and the
  // lag changes by up to 5 micrometres per step when a pair of teeth engages.
  CHECK(std::abs(lag(middle)) < 2.5e-6);
  CHECK(std::abs(lag(end)) < 2.5e-6);

  // Within a tooth, one pair of flanks yields more than two pairs: for n pairs F = n K L (4
  // sqrt(2)/3) sqrt(R) d^1.5 with R = sin(20 degrees) r1 r2 / (r1 + r2) at the pitch point. The
  // height of facets, 1 micrometre, and R, which is 10 % smaller where two pairs touch, change the
  // difference.
  const double modulus = 1.5e9 * 0.65 / (1.35 * 0.3), radius = std::sin(k_angle) * 0.01125;
  const double per_root = modulus / 0.008 * 0.008 * 4 * std::sqrt(2.0) / 3 * std::sqrt(radius);
  const double one = std::pow(load / per_root, 2.0 / 3),
               two = std::pow(load / 2 / per_root, 2.0 / 3);
  double least = 0, most = 0, force = 0, friction = 0;
  for (std::size_t i = begin; i < middle; ++i) {
    INFO("the pinion at " << drive[i] << " degrees");
    least = std::min(least, lag(i));
    most = std::max(most, lag(i));
    force += history["flanks.force [N]"][i] / static_cast<double>(middle - begin);
    friction += history["flanks.friction_power [W]"][i] / static_cast<double>(middle - begin);
    // The centre of pressure lies on the line of action through the pitch point at 18 mm, to a
    // fraction of half the width of contact, 0.5 mm.
    const double c = std::cos(wheel[i]), s = std::sin(wheel[i]);
    const double p = history["flanks.center_of_pressure_x [m]"][i],
                 q = history["flanks.center_of_pressure_y [m]"][i];
    const double x = 0.048 + c * p - s * q - 0.018, y = s * p + c * q;
    REQUIRE(std::min(std::abs(x * std::cos(k_angle) + y * std::sin(k_angle)),
                     std::abs(x * std::cos(k_angle) - y * std::sin(k_angle))) < 1e-4);
  }
  CHECK(most - least == Approx(one - two).epsilon(0.15));
  // Friction on both sides of the pitch point cancels to first order.
  CHECK(force == Approx(load).epsilon(0.01));
  // Ohlendorf's loss factor pi (1/z1 + 1/z2) (1 - e1 - e2 + e1^2 + e2^2) with contact ratios of the
  // addenda e1 = 0.765, e2 = 0.827: the loads of two pairs differ slightly from equal loads.
  CHECK(friction == Approx(0.1 * 0.18895 * k_torque * k_ratio).epsilon(0.03));
}

namespace {

/// Speeds [m/s] at first touch and at release of the first bounce of a ball of bouncing_balls.
std::array<double, 2> speeds_of_bounce(const std::string& folder, const std::string& ball) {
  std::ifstream events(folder + "/events.csv");
  std::array<double, 2> speed = {};
  for (std::string line; std::getline(events, line);) {
    if (line.find("bounce_" + ball) == std::string::npos) continue;
    const bool is_release = line.find("release") != std::string::npos;
    std::istringstream fields(line);
    std::string field;
    for (int i = 0; i < 4; ++i) std::getline(fields, field, ',');
    if (speed[is_release] == 0) speed[is_release] = std::abs(std::stod(field));
  }
  return speed;
}

}  // namespace

TEST_CASE("scene bouncing_balls: each rebounds as the closed form of its law says", "[scene]") {
  // Backward Euler takes 3 % of an elastic bounce's speed in the scene's 16 sub-steps a
  // millisecond, and a sixteenth of that in 256.
  const auto [substeps, least] = GENERATE(std::pair(16, 0.96), std::pair(256, 0.99));
  const TemporaryFolder folder;
  auto scene = nlohmann::json::parse(file_content(shipped_assets() / "scenes/bouncing_balls.json"));
  scene["contact_substeps"] = substeps;
  const std::string file = (folder / "balls.json").string();
  std::ofstream(file) << scene;
  const History history = run_scene(file, 0.25, 1000, out(folder));
  struct Ball {
    const char* name;
    double restitution;
  };
  // Restitutions at v = 1.7155 m/s. Hunt and Crossley: x - ln(1 + x) = -e x - ln(1 - e x) with x =
  // 3/2 c v. A linear spring with a damper that never pulls: exp(-b/w (pi - atan2(2 b w, w^2 -
  // b^2))) with b = c / 2 m, w^2 = k/m - b^2 (Schwager and Poeschel 2007).
  for (const Ball& ball :
       {Ball{"poisson_0.5", 0.5}, Ball{"poisson_0.8", 0.8}, Ball{"impact", 0.74408},
        Ball{"hertz", 1}, Ball{"hunt_crossley", 0.69714}, Ball{"foundation", 0.85325}}) {
    const auto [touch, release] = speeds_of_bounce(out(folder), ball.name);
    CAPTURE(substeps, ball.name, release / touch);
    CHECK(touch == Approx(std::sqrt(2 * 9.81 * 0.15)).epsilon(0.01));
    // The law returns e^2 of the energy that it takes, which includes the weight's work over the
    // depth.
    const double e2 = ball.restitution * ball.restitution;
    const double depth =
        largest(history["bounce_" + std::string(ball.name) + ".max_proximity [m]"]);
    const double rebound = std::sqrt(e2 - 2 * 9.81 * depth * (1 - e2) / (touch * touch));
    CHECK(release / touch > least * rebound);
    CHECK(release / touch < 1.002 * rebound);  // facets of the ball
  }
}

TEST_CASE("scenes show what they are about beside its theory", "[scene]") {
  struct Shown {
    const char *scene, *figure;
    double seconds, rate, tolerance;
  };
  const Shown shown = GENERATE(
      // The bounces: 16 sub-steps a millisecond take 3 % of the speed, 6 % of the height.
      Shown{"bouncing_balls", "height on POISSON 0.5 [mm]", 0.6, 1000, 0.08},
      Shown{"bouncing_balls", "height on Hertz [mm]", 0.6, 1000, 0.08},
      Shown{"bouncing_balls", "height on the foundation [mm]", 0.6, 1000, 0.08},
      // The layer yields by some micrometres, and the cam's facets lie inside it.
      Shown{"cam_follower", "height of the follower [mm]", 1.3, 240, 2e-3},
      Shown{"cam_follower", "mean force [N]", 1.2, 240, 5e-3},
      Shown{"gear_pair", "mean force of the flanks [N]", 1, 240, 0.01},
      // As layers of an infinite plate under a paraboloid; cells of 1 mm, a tenth of the patch.
      Shown{"springs_and_layer", "layer.depth [mm]", 1.5, 240, 0.03},
      Shown{"springs_and_layer", "layer.peak pressure [MPa]", 1.5, 240, 0.02},
      Shown{"springs_and_layer", "springs.peak pressure [MPa]", 1.5, 240, 0.03},
      Shown{"soft_pad", "mean force on the ball [N]", 2, 480, 0.02},
      Shown{"pulley", "tension in the fall [N]", 1, 240, 1e-2},
      Shown{"pulley", "tension at rest [N]", 6, 240, 1e-3});
  INFO(shown.scene << ", " << shown.figure);
  const TemporaryFolder folder;
  const History history = simulate(shown.scene, shown.seconds, shown.rate, out(folder));
  const std::string figure = shown.figure, name = figure.substr(0, figure.find(" ["));
  const auto last = [&](const char* which) {
    return history.last("closed_form." + name + "." + which + figure.substr(name.size()));
  };
  CHECK(last("expected") > 0);
  CHECK(last("measured") == Approx(last("expected")).epsilon(shown.tolerance));
}

TEST_CASE("scene soft_pad: the block gives way, and carries the ball", "[scene]") {
  const TemporaryFolder folder;
  const double rate = 480;
  const History history = run_scene("soft_pad", 2, rate, out(folder));
  constexpr double k_weight = 0.18 * 9.81;
  const std::size_t begin = row_at(history, 1.5);
  double mean = 0;
  for (std::size_t i = begin; i < history.rows; ++i)
    mean -= history["block_ball.force_y [N]"][i] / static_cast<double>(history.rows - begin);
  // Bullet's links never come to rest: the ball still moves up and down at up to 25 mm/s; that
  // change over half a second is 0.5 % of the weight.
  CHECK(mean == Approx(k_weight).epsilon(0.01));
  const double height = history.last("ball.position_y [m]");
  CHECK(height < 0.035 - 0.003);  // the ball lies in a dent of some millimetres
  CHECK(height > 0.035 - 0.010);
  // The ball has sunk by the depth in the skin plus the dent.
  CHECK(history.last("block_ball.max_proximity [m]") < 1e-3);
}

TEST_CASE("scene soft_pad in steps too long for its links ends and says so", "[scene]") {
  const TemporaryFolder folder;
  for (const char* rate : {"60", "120", "240"}) {
    const ProgramRun run =
        run_program(std::string("simulate soft_pad --seconds 1 --quiet --rate ") + rate +
                    " --out " + out(folder));
    CAPTURE(rate, run.errors);
    CHECK(run.exit_code == 3);
    CHECK(contains(run.errors, "block.skin: at " + std::string(rate) + " Hz"));
    CHECK(contains(run.errors, "take steps of at most 0.002"));
  }
}

TEST_CASE("scene gripper: the block sticks without creep, slips, and sticks again", "[scene]") {
  const TemporaryFolder folder;
  const History history = run_scene("gripper", 5, 240, out(folder));
  const auto& block = history["block.position_y [m]"];
  const auto& lift = history["left_lift [mm]"];
  // Slip of the can from its position at rest in the jaws.
  const auto slip = [&](double from, double to) {
    const std::size_t a = row_at(history, from), b = row_at(history, to);
    return (block[a] - 1e-3 * lift[a]) - (block[b] - 1e-3 * lift[b]);
  };
  // Only the foam still moves, as its swing decays; the regularised law would creep by 0.3 mm.
  CHECK(std::abs(slip(2.6, 3.4)) < 1e-5);
  CHECK(slip(3.4, 4.3) > 2e-3);
  CHECK(slip(3.4, 4.3) < 20e-3);
  CHECK(std::abs(slip(4.5, 5.0)) < 1e-3);
  const double held = -history["left_grip.force_y [N]"][row_at(history, 3)] -
                      history["right_grip.force_y [N]"][row_at(history, 3)];
  CHECK(held == Approx(0.5 * 9.81).epsilon(2e-3));
  CHECK(history.last("block_table.force [N]") == 0);
}

TEST_CASE("scene runs are the same to the last bit", "[scene]") {
  const TemporaryFolder folder;
  run_scene("knee_replacement", 0.8, 60, out(folder, "one"));
  run_scene("knee_replacement", 0.8, 60, out(folder, "two"));
  const std::string first = file_content(folder / "one" / "history.csv");
  CHECK(first.size() > 1000);
  CHECK(first == file_content(folder / "two" / "history.csv"));
}

TEST_CASE("meshes that are only drawn change no bit of a run", "[scene]") {
  const std::string name = GENERATE("knee_replacement", "knee_extension", "hip");
  const TemporaryFolder folder;
  run_scene(name, 0.5, 120, out(folder, "drawn"));
  auto scene = nlohmann::json::parse(file_content(shipped_assets() / "scenes" / (name + ".json")));
  int removed = 0;
  for (auto& body : scene["bodies"]) {
    auto& meshes = body["meshes"];
    for (std::size_t i = meshes.size(); i-- > 0;) {
      if (meshes[i].contains("layer")) continue;
      meshes.erase(i);
      ++removed;
    }
  }
  CHECK(removed >= 2);
  std::ofstream(folder / "bare.json") << scene;
  run_scene((folder / "bare.json").string(), 0.5, 120, out(folder, "bare"));
  const std::string drawn = file_content(folder / "drawn" / "history.csv");
  CHECK(drawn.size() > 1000);
  CHECK(drawn == file_content(folder / "bare" / "history.csv"));
}

// Takes minutes: program_tests "[soak]". Runs every scene for ten seconds at three rates.
TEST_CASE("soak: all scenes run at 60, 240 and 1000 Hz for ten seconds", "[.soak]") {
  const double rate = GENERATE(60.0, 240.0, 1000.0);
  const std::string scene =
      GENERATE(as<std::string>{}, "ball_on_plate", "knee_replacement", "hip", "finger_pad",
               "ground_and_groove", "pulley", "knee_extension", "cam_follower", "gripper",
               "gear_pair", "bouncing_balls", "springs_and_layer");
  const TemporaryFolder folder;
  std::cout << scene << " at " << rate << " Hz" << std::endl;
  const History history = simulate(scene, 10, rate, out(folder));
  CHECK(history.rows == static_cast<std::size_t>(10 * rate));
  for (const auto& [name, values] : history.columns) {
    INFO(name);
    for (const double value : values) REQUIRE(std::isfinite(value));
  }
  if (scene == "ball_on_plate") check_ball(history);
  if (scene == "knee_replacement") {
    check_knee_balance(history, 0.5, 5e-3);
    CHECK(largest(history["insert_femoral.max_proximity [m]"]) < 2e-4);  // layer 8 mm
  }
  if (scene == "hip") {
    CHECK(largest(history["socket_head.max_proximity [m]"]) < 3e-4);  // layers 3 mm together
    CHECK(std::abs(history.last("pelvis.position_y [m]")) < 1e-3);
  }
  if (scene == "finger_pad") {
    // The can is back in its place; its creep in the fingers is the height from which it was put
    // down.
    CHECK(history.last("can.position_y [m]") ==
          Approx(history["can.position_y [m]"][0]).margin(1e-5));
    CHECK(std::abs(history.last("can.position_x [m]")) < 1e-4);
    CHECK(std::abs(history.last("can.position_z [m]")) < 1e-4);
  }
}

}  // namespace condyle::test::scenes_tests
