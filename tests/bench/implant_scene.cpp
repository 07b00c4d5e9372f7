#include "bench/implant_scene.h"

#include <fmt/format.h>

#include "bench/pose_sequences.h"
#include "bench/recorded_implants.h"
#include "condyle/contact/contact_pair.h"
#include "core/src/geometry/turn_between.h"

namespace condyle::bench {
namespace {

constexpr double k_degree = 0.017453292519943295;
constexpr std::size_t k_bent = 300;  // the pose up to which flexion counts as one rotation

/// The knee at the first recorded pose, in the frame of the insert, which is the world frame.
struct FirstPose {
  Pose X_WF, X_WP;                   ///< poses of femoral component and patellar button
  Eigen::Vector3d tibial, patellar;  ///< centres of contact
  /// Unit vectors: femur presses tibia, femur presses patella, axis of flexion.
  Eigen::Vector3d down, forward, axis;
  Eigen::Vector3d p_WA;  ///< a point on the flexion axis
};

Eigen::Vector3d middle_of_contact(const PairCase& pair) {
  ContactPair contact(pair.casting, pair.target, pair.settings);
  return contact.evaluate(pair.poses_CT.front()).total.center_of_proximity;
}

FirstPose first_pose() {
  const PairCase tf = recorded_tibiofemoral(), pf = recorded_patellofemoral();
  FirstPose knee;
  knee.X_WF = tf.poses_CT.front();
  knee.X_WP = knee.X_WF * pf.poses_CT.front().inverse();
  knee.tibial = middle_of_contact(tf);
  knee.patellar = knee.X_WP * middle_of_contact(pf);
  knee.down = pressing_direction(tf);
  knee.forward = knee.X_WP.linear() * pressing_direction(pf);

  // The displacement from the first to a later pose, as a rotation about a line of the world.
  const Pose bend = tf.poses_CT[k_bent] * knee.X_WF.inverse();
  const Eigen::AngleAxisd turn(bend.linear());
  knee.axis = turn.axis();
  const Eigen::Vector3d across = bend.translation() - bend.translation().dot(knee.axis) * knee.axis;
  knee.p_WA = 0.5 * (across + knee.axis.cross(across) / std::tan(turn.angle() / 2));
  return knee;
}

scene::SceneMesh mesh(const char* name, const std::filesystem::path& file) {
  scene::SceneMesh entry;
  entry.name = name;
  entry.source = scene::MeshFromFile{file, mesh::LengthUnit::metre};
  entry.layer = recorded_layer();
  return entry;
}

scene::SceneBody dynamic_body(const char* name, const Pose& X_WB, double mass, double inertia,
                              scene::SceneMesh surface) {
  scene::SceneBody body;
  body.name = name;
  body.X_WB = X_WB;
  body.mass = mass;
  body.I_BBcm = inertia * Eigen::Matrix3d::Identity();
  body.meshes.push_back(std::move(surface));
  return body;
}

/// Adds strands side by side along the flexion axis, `width` wide, between points of the world.
struct StrandBuilder {
  scene::Scene& scene;
  const FirstPose& knee;

  struct Bundle {
    const char *name, *body_a, *body_b;
    int count;
    /// Stiffness of each strand [N per strain], tension at the first pose [N].
    double stiffness, tension;
    double width;  ///< [m]
  };

  Pose pose_of(const std::string& body) const {
    for (const scene::SceneBody& entry : scene.bodies) {
      if (entry.name == body) return entry.X_WB;
    }
    return Pose::Identity();
  }

  void add(const Bundle& bundle, const Eigen::Vector3d& p_WA, const Eigen::Vector3d& p_WB) {
    for (int i = 0; i < bundle.count; ++i) {
      const Eigen::Vector3d aside =
          bundle.width * (static_cast<double>(i) / (bundle.count - 1) - 0.5) * knee.axis;
      scene::SceneLigament strand;
      strand.strand.name = fmt::format("{}{}", bundle.name, i + 1);
      strand.strand.linear_stiffness = bundle.stiffness;
      strand.slack_from = scene::SlackFrom::reference_force;
      strand.reference = bundle.tension;
      strand.path = {{bundle.body_a, pose_of(bundle.body_a).inverse() * (p_WA + aside)},
                     {bundle.body_b, pose_of(bundle.body_b).inverse() * (p_WB + aside)}};
      scene.ligaments.push_back(std::move(strand));
    }
  }
};

void add_strands(scene::Scene& scene, const FirstPose& knee) {
  StrandBuilder builder{scene, knee};
  const Eigen::Vector3d below = knee.tibial + 0.05 * knee.down;
  // Strands from near the flexion axis keep their length while the femur turns.
  const Eigen::Vector3d on_axis = knee.p_WA + (knee.tibial - knee.p_WA).dot(knee.axis) * knee.axis;
  const double side = 0.042;
  builder.add({"medial", "femur", "tibia", 30, 120, 10, 0.004}, on_axis + side * knee.axis,
              below + side * knee.axis);
  builder.add({"lateral", "femur", "tibia", 30, 120, 10, 0.004}, on_axis - side * knee.axis,
              below - side * knee.axis);
  builder.add({"cruciate", "femur", "tibia", 23, 240, 10, 0.006}, on_axis,
              below - 0.02 * knee.forward);
  const Eigen::Vector3d above = knee.patellar - 0.09 * knee.down - 0.01 * knee.forward;
  builder.add({"tendon", "patella", "tibia", 30, 490, 8, 0.025},
              knee.patellar + 0.015 * knee.down + 0.005 * knee.forward,
              knee.patellar + 0.06 * knee.down);
  builder.add({"quadriceps", "", "patella", 20, 20, 12, 0.02}, above,
              knee.patellar - 0.015 * knee.down + 0.005 * knee.forward);
  for (const double sign : {-1.0, 1.0}) {
    builder.add(
        {sign < 0 ? "retinaculum_l" : "retinaculum_m", "femur", "patella", 8, 30, 16, 0.004},
        on_axis + sign * 0.045 * knee.axis, knee.patellar + sign * 0.018 * knee.axis);
  }
}

scene::SceneContact contact(const char* name, scene::MeshName casting) {
  scene::SceneContact entry;
  entry.name = name;
  entry.casting = std::move(casting);
  entry.target = {"femur", "component"};
  entry.settings.dissipation = 1;
  entry.settings.friction.static_coefficient = 0.04;
  return entry;
}

/// A joint that keeps the tibia from turning with the femur.
scene::SceneJoint hold_flexion(const FirstPose& knee) {
  scene::SceneJoint joint;
  joint.name = "tibia_flexion";
  joint.kind = scene::JointKind::generic;
  joint.body_a = "tibia";
  joint.X_WJ.linear() = geometry::turn_between(Eigen::Vector3d::UnitZ(), knee.axis);
  joint.free_axes = {true, true, true, true, true, false};
  return joint;
}

scene::SceneMotion flexion(const FirstPose& knee) {
  scene::SceneMotion motion;
  motion.name = "flexion";
  motion.body = "femur";
  motion.axis = knee.X_WF.linear().transpose() * knee.axis;
  motion.p_B = knee.X_WF.inverse() * knee.p_WA;
  motion.table.times = {0.2, 2.2};
  motion.table.values = {0, 50 * k_degree};
  motion.table.smooth = false;
  return motion;
}

}  // namespace

scene::Scene implant_scene() {
  const FirstPose knee = first_pose();
  scene::Scene scene;
  scene.name = "Recorded implants";
  scene.gravity.setZero();

  scene::SceneBody femur;
  femur.name = "femur";
  femur.kind = scene::BodyKind::kinematic;
  femur.X_WB = knee.X_WF;
  femur.meshes.push_back(mesh("component", recorded_file(RecordedPart::femoral)));
  scene.bodies.push_back(std::move(femur));
  scene.bodies.push_back(dynamic_body("tibia", Pose::Identity(), 4.5, 0.05,
                                      mesh("insert", recorded_file(RecordedPart::insert))));
  scene.bodies.push_back(dynamic_body("patella", knee.X_WP, 0.2, 1e-4,
                                      mesh("button", recorded_file(RecordedPart::button))));
  scene.contacts = {contact("tibiofemoral", {"tibia", "insert"}),
                    contact("patellofemoral", {"patella", "button"})};
  add_strands(scene, knee);
  scene.joints.push_back(hold_flexion(knee));
  scene.motions.push_back(flexion(knee));
  return scene;
}

}  // namespace condyle::bench
