// The published model of a knee replacement: its joints place the implants as OpenSim does.
#include <catch2/catch.hpp>
#include <filesystem>

#include "condyle/model/osim_motion.h"
#include "condyle/model/osim_surfaces.h"
#include "core/contact/golden_contact.h"

using namespace condyle;
using namespace condyle::test;

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
