// The published model of a knee replacement: its joints place the implants as OpenSim does.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>

#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
#include "core/contact/golden_contact.h"
#include "core/opensim/src/osim_path_tracer.h"

namespace condyle::test::osim_knee_tests {

using namespace opensim;

TEST_CASE("the recorded knee's joints give the golden poses", "[model][osim][golden]") {
  const auto golden = golden_contact();
  if (!golden) return;
  const std::filesystem::path folder = CONDYLE_SHARED_DIR "/data/dm-tka";
  const OsimModel model = read_osim(folder / "DM.osim");
  CHECK(model.ligaments.size() == 149);
  CHECK(model.contacts.size() == 2);
  CHECK(model.muscles.size() == 44);
  const auto wrapped = std::count_if(model.ligaments.begin(), model.ligaments.end(),
                                     [](const OsimLigament& l) { return !l.path.wraps.empty(); });
  CHECK(wrapped == 83);
  CHECK(model.report.lines.size() == 2);  // the muscles and the springs of coordinates
  const OsimKinematics kinematics(model);
  CHECK(kinematics.report().lines.empty());
  const MotionTable motion = read_motion_table(folder / "tka_passive_flexion_states.sto");
  CHECK(motion.rows() == 252);
  const OsimMotionStates states(model, kinematics, motion, false);
  CHECK(states.report().lines.empty());

  int compared = 0;
  OsimState state;
  OsimBodies bodies;
  for (const auto& pose : golden->at("poses")) {
    CAPTURE(pose.at("id"));
    states.state_at(pose.at("sto_row"), state);
    kinematics.evaluate(state, bodies);
    const int contact = pose.at("casting") == "tibial_insert" ? 0 : 1;
    Pose X_CT = contact_pose(model, model.contacts[contact], bodies);
    // Some poses are pushed along the casting mesh's axis beyond the recorded ones.
    const std::vector<double> d = pose.at("push_dir_casting");
    X_CT.translation() += pose.at("push_m").get<double>() * Eigen::Vector3d(d[0], d[1], d[2]);
    CHECK((X_CT.matrix() - golden_pose(pose).matrix()).cwiseAbs().maxCoeff() < 1e-14);
    ++compared;
  }
  CHECK(compared == 9);
}

namespace {

/// The recorded knee with its motion; empty if its files do not exist.
struct RecordedKnee {
  std::filesystem::path folder = CONDYLE_SHARED_DIR "/data/dm-tka";
  OsimModel model = read_osim(folder / "DM.osim");
  OsimKinematics kinematics{model};
  MotionTable motion = read_motion_table(folder / "tka_passive_flexion_states.sto");
  OsimMotionStates states{model, kinematics, motion, false};

  double coordinate(const std::string& path, int row) const {
    return motion.at(row, motion.column(path + "/value").value());
  }
  /// The pose computed directly from the femur's joint with six coordinates, whose child frame is
  /// the body frame.
  Pose in_femur(const std::string& joint, const std::array<const char*, 6>& names, int row) const {
    std::array<double, 6> q;
    for (std::size_t i = 0; i < 6; ++i)
      q[i] = coordinate("/jointset/" + joint + "/" + names[i], row);
    Pose X = Pose::Identity();
    X.linear() = (Eigen::AngleAxisd(-q[0], Eigen::Vector3d::UnitZ()) *
                  Eigen::AngleAxisd(q[1], Eigen::Vector3d::UnitX()) *
                  Eigen::AngleAxisd(q[2], Eigen::Vector3d::UnitY()))
                     .toRotationMatrix();
    X.translation() =
        Eigen::Vector3d(-0.00633, -0.426668, -0.001335) + Eigen::Vector3d(q[3], q[4], q[5]);
    return X;
  }
};

bool has_recorded_knee() {
  if (std::filesystem::exists(CONDYLE_SHARED_DIR "/data/dm-tka/DM.osim")) return true;
  WARN("SKIPPED: no recorded knee");
  return false;
}

}  // namespace

TEST_CASE("the recorded knee's straight strands, computed by hand", "[model][osim][golden]") {
  if (!has_recorded_knee()) return;
  const RecordedKnee knee;
  int strands = 0;
  for (int row = 0; row < knee.motion.rows(); row += 50) {
    const Pose tibia = knee.in_femur(
        "knee_r",
        {"knee_flex_r", "knee_add_r", "knee_rot_r", "knee_tx_r", "knee_ty_r", "knee_tz_r"}, row);
    const Pose patella = knee.in_femur(
        "pf_r", {"pf_flex_r", "pf_rot_r", "pf_tilt_r", "pf_tx_r", "pf_ty_r", "pf_tz_r"}, row);
    OsimState state;
    OsimBodies bodies;
    knee.states.state_at(row, state);
    knee.kinematics.evaluate(state, bodies);
    for (const OsimLigament& ligament : knee.model.ligaments) {
      const auto& points = ligament.path.points;
      if (!ligament.path.wraps.empty() || points.size() != 2) continue;
      Eigen::Vector3d ends[2];
      for (int i = 0; i < 2; ++i) {
        const std::string& body = knee.model.bodies[points[i].frame].name;
        ends[i] = (body == "tibia_r"     ? tibia
                   : body == "patella_r" ? patella
                                         : Pose::Identity()) *
                  points[i].p_F;
      }
      CAPTURE(ligament.strand.name, row);
      ModelReport report;
      OsimPathTracer tracer(knee.model, ligament.path, ligament.strand.name, report);
      const double length = (ends[1] - ends[0]).norm();
      CHECK(tracer.trace(state, bodies).length == Approx(length).epsilon(1e-13));
      const double e = length / ligament.strand.slack_length - 1;
      const double k = ligament.strand.linear_stiffness;
      const double force = e <= 0 ? 0 : e < 0.06 ? k * e * e / 0.12 : k * (e - 0.03);
      CHECK(evaluate(ligament.strand, length, 0).spring_force == Approx(force).epsilon(1e-10));
      ++strands;
    }
  }
  CHECK(strands == 6 * 65);
}

TEST_CASE("the recorded knee's wrapped strands stay continuous over its motion",
          "[model][osim][golden][many]") {
  if (!has_recorded_knee()) return;
  const RecordedKnee knee;
  struct Followed {
    OsimPathTracer tracer;
    std::string name;
    double length = 0, speed = 0, worst = 0;
    bool touched = false;
  };
  std::vector<Followed> strands;
  ModelReport report;
  for (const OsimLigament& ligament : knee.model.ligaments) {
    if (ligament.path.wraps.empty()) continue;
    const std::string& name = ligament.strand.name;
    strands.push_back({OsimPathTracer(knee.model, ligament.path, name, report), name});
  }
  REQUIRE(strands.size() == 83);

  // Moves linearly in the coordinates from frame to frame, in steps so small that the rates add up
  // to the change of length. A jump would only show in the length.
  const int steps = 8;
  OsimState from, to;
  knee.states.state_at(0, to);
  for (int row = 1; row < knee.motion.rows(); ++row) {
    from = to;
    knee.states.state_at(row, to);
    OsimState state = from;
    for (std::size_t c = 0; c < to.q.size(); ++c) state.u[c] = to.q[c] - from.q[c];
    for (int step = 0; step <= steps; ++step) {
      const double share = static_cast<double>(step) / steps;
      for (std::size_t c = 0; c < to.q.size(); ++c) state.q[c] = from.q[c] + share * state.u[c];
      OsimBodies bodies;
      knee.kinematics.evaluate(state, bodies);
      for (Followed& strand : strands) {
        const ligament::TracedPath& traced = strand.tracer.trace(state, bodies);
        CAPTURE(strand.name, row, step);
        if (traced.status != ligament::PathStatus::complete) FAIL("not complete");
        strand.touched = strand.touched || !traced.wraps.empty();
        if (step > 0) {
          const double by_rate = (traced.lengthening_speed + strand.speed) / (2 * steps);
          strand.worst = std::max(strand.worst, std::abs(traced.length - strand.length - by_rate));
        }
        strand.length = traced.length;
        strand.speed = traced.lengthening_speed;
      }
    }
  }
  double worst = 0;
  for (const Followed& strand : strands) worst = std::max(worst, strand.worst);
  CAPTURE(worst);
  CHECK(worst < 1e-6);
  CHECK(std::count_if(strands.begin(), strands.end(),
                      [](const Followed& strand) { return strand.touched; }) == 53);
}

}  // namespace condyle::test::osim_knee_tests
