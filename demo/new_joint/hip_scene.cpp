#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "new_joint/ball_fit.h"
#include "new_joint/cup_opening.h"
#include "new_joint/joint_scenes.h"

namespace condyle {
namespace {

// Of the cup: 45 and 15 degrees.
constexpr double k_inclination = std::numbers::pi / 4, k_anteversion = std::numbers::pi / 12;
constexpr double k_head_thickness = 0.010, k_cup_thickness = 0.008;  // assumed [m]
constexpr double k_least_coverage = 0.25;  // of a ball or a cup, of the whole sphere

void require_ball_and_cup(const BallFit& ball, const BallFit& cup, const JointParts& read) {
  const auto require = [&](const BallFit& fit, int part, const char* what) {
    if (fit.coverage >= k_least_coverage) return;
    throw InputError(fmt::format(
        "{}: does not look like a {}: only {:.0f} % of a sphere; give the ball first and the cup "
        "second, or say with --kind what the joint is",
        read.parts[part].file.string(), what, 100 * fit.coverage));
  };
  require(ball, 0, "ball");
  require(cup, 1, "cup");
  if (cup.radius > ball.radius) return;
  throw InputError(
      fmt::format("{}: its hollow sphere of {:.2f} mm radius is smaller than the ball of "
                  "{:.2f} mm in {}",
                  read.parts[1].file.string(), 1e3 * cup.radius, 1e3 * ball.radius,
                  read.parts[0].file.string()));
}

}  // namespace

Eigen::Vector3d cup_opening(double inclination, double anteversion, bool is_left) {
  const double lateral = std::cos(anteversion) * std::sin(inclination);
  return {std::sin(anteversion), -std::cos(anteversion) * std::cos(inclination),
          is_left ? -lateral : lateral};
}

bool are_ball_and_cup(const JointPart& ball, const JointPart& cup) {
  const BallFit ball_fit = fit_ball(ball.mesh, false), cup_fit = fit_ball(cup.mesh, true);
  const double ratio = cup_fit.radius / ball_fit.radius;
  return ball_fit.coverage > k_least_coverage && cup_fit.coverage > k_least_coverage &&
         ratio > 0.9 && ratio < 1.2;
}

scene::Scene make_hip_scene(const NewJointInput& input, JointParts read) {
  auto& [head, socket] = read.parts;
  std::vector<std::string>& notes = read.notes;
  mend(head, "the ball", true, mended_file(input.scene_file, 0), notes);
  mend(socket, "the cup", false, mended_file(input.scene_file, 1), notes);
  const BallFit ball = fit_ball(head.mesh, false), cup = fit_ball(socket.mesh, true);
  require_ball_and_cup(ball, cup, read);
  notes.push_back(fmt::format(
      "Found: a ball of {:.3f} mm radius in a cup of {:.3f} mm, a clearance of {:.3f} mm.",
      1e3 * ball.radius, 1e3 * cup.radius, 1e3 * (cup.radius - ball.radius)));

  const bool is_left = input.side == BodySide::left;
  Pose X_HM = Pose::Identity(), X_PM = Pose::Identity();
  X_HM.translation() = -ball.centre;
  X_PM.linear() = Eigen::Quaterniond::FromTwoVectors(
                      cup.facing, cup_opening(k_inclination, k_anteversion, is_left))
                      .toRotationMatrix();
  X_PM.translation() = -(X_PM.linear() * cup.centre);
  notes.push_back(
      fmt::format("Assumed: a {} hip; the cup opens at 45 degrees of inclination and 15 of "
                  "anteversion; the ball "
                  "stands as in its file.",
                  word_of(input.side)));
  notes.push_back(
      fmt::format("Assumed: a ball of cobalt chrome, {:.0f} mm thick, in a cup of "
                  "polyethylene, {:.0f} mm thick.",
                  1e3 * k_head_thickness, 1e3 * k_cup_thickness));

  scene::Scene hip = scene::read_scene(input.generic_hip);
  notes.push_back(fmt::format("Assumed: the load and the motion of '{}'.", hip.name));
  for (scene::SceneLoad& load : hip.loads)
    if (is_left) load.force.z() *= -1;
  hip.bodies[0].meshes = {mesh_of_part("head", head, X_HM, "cobalt_chrome", k_head_thickness)};
  hip.bodies[1].meshes = {mesh_of_part("socket", socket, X_PM, "uhmwpe", k_cup_thickness)};
  for (scene::SceneBody& body : hip.bodies) body.X_WB = Pose::Identity();
  scene::SceneContact& contact = hip.contacts[0];
  for (scene::HalfSpaceRegion& region : contact.regions) {
    region.normal = X_PM.linear().transpose() * region.normal;
    region.offset = region.normal.dot(cup.centre);
  }
  contact.settings.lumped = false;
  contact.settings.max_proximity = k_cup_thickness / 2;
  contact.settings.friction = friction_of("cobalt_chrome", "uhmwpe", true);
  hip.settle = scene::SceneSettle{};
  hip.name = fmt::format("Hip of {} and {}", input.files[0].filename().string(),
                         input.files[1].filename().string());
  hip.description =
      "A hip made from two meshes: the ball flexes in the cup, which the hip force of walking "
      "presses "
      "on it. The notes say what was found in the meshes and what was guessed.";
  hip.camera = {};
  hip.pressure_range = 0;
  hip.force_scale = 0;
  hip.notes = std::move(notes);
  return hip;
}

}  // namespace condyle
