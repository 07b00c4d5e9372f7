#include "lab/gait_test.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "core/scene/src/scene_words.h"
#include "engine/made_meshes.h"
#include "lab/sliding_map.h"

namespace condyle {
namespace {

constexpr double k_void = std::numeric_limits<double>::quiet_NaN();
constexpr int k_rows = 100;  // after the first, one per percent

/// A contact, or a region of it, at a moment.
struct CycleContact {
  double force = 0, area = 0, peak = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Constant(k_void);  ///< in the casting body [m]
  double slid = 0;                                             ///< since the cycle's beginning [m]
};

/// A moment of the cycle.
struct CycleMoment {
  double percent = 0;
  Eigen::Vector3d shift, turn;         ///< of the dynamic body, in the world [m, rad]
  std::vector<CycleContact> contacts;  ///< all of the contact, then its regions
};

/// What the body has moved since the scene's start.
void put_motion(CycleMoment& moment, const Pose& X_WB, const Pose& X_WB0) {
  moment.shift = X_WB.translation() - X_WB0.translation();
  const Eigen::AngleAxisd turn(X_WB.linear() * X_WB0.linear().transpose());
  moment.turn = turn.angle() * turn.axis();
}

CycleContact contact_of(const ContactStatistics& statistics, const Pose& X_BM) {
  CycleContact contact{.force = statistics.contact_force.norm(),
                       .area = statistics.contact_area,
                       .peak = statistics.max_pressure};
  if (statistics.n_contacting > 0) contact.centre = X_BM * statistics.center_of_pressure;
  return contact;
}

/// Records a cycle.
class CycleRecord {
 public:
  CycleRecord(const SceneWorld& world, const scene::Scene& scene, const TestedJoint& joint,
              int steps)
      : world_(world),
        joint_(joint),
        every_(steps / k_rows),
        X_WB0_(scene.bodies[joint.body].X_WB),
        slid_(1 + scene.contacts[joint.contact].regions.size(), 0.0),
        map_(*world.mesh(world.contacts()[joint.contact].casting).surface) {}

  void take(int i, double dt) {
    const std::optional<ContactReport>& report = world_.contacts()[joint_.contact].report;
    if (report && i > 0) slide(*report, dt);
    if (i % every_ != 0) return;
    CycleMoment& moment = moments_.emplace_back();
    const int percent = i / every_;
    moment.percent = percent;
    put_motion(moment, world_.bodies()[joint_.body].X_WB, X_WB0_);
    moment.contacts.resize(slid_.size());
    if (report) {
      const MeshIndex casting = world_.contacts()[joint_.contact].casting;
      const Pose& X_BM = world_.mesh(casting).X_BM;
      for (std::size_t k = 0; k < slid_.size(); ++k)
        moment.contacts[k] = contact_of(statistics(report->result(), k), X_BM);
    }
    for (std::size_t k = 0; k < slid_.size(); ++k) moment.contacts[k].slid = slid_[k];
  }

  const std::vector<CycleMoment>& moments() const { return moments_; }
  const SlidingMap& map() const { return map_; }

 private:
  static const ContactStatistics& statistics(const ContactResult& result, std::size_t k) {
    return k == 0 ? result.total
                  : result.regions[scene::words::axis_regions.size() + k - 1].statistics;
  }

  void slide(const ContactReport& report, double dt) {
    const ContactResult& result = report.result();
    for (std::size_t k = 0; k < slid_.size(); ++k) {
      const ContactStatistics& of = statistics(result, k);
      if (of.n_contacting > 0) slid_[k] += dt * sliding_of(of, result.V_TC_C).slip_velocity.norm();
    }
    map_.add(result, report.pair().casting(), dt);
  }

  const SceneWorld& world_;
  TestedJoint joint_;
  int every_;
  Pose X_WB0_;
  std::vector<double> slid_;
  SlidingMap map_;
  std::vector<CycleMoment> moments_;
};

std::vector<std::string> names_of(const scene::SceneContact& contact) {
  std::vector<std::string> names = {"all"};
  for (const scene::HalfSpaceRegion& region : contact.regions) names.push_back(region.name);
  return names;
}

LabTable course_table(const std::vector<CycleMoment>& moments, const GaitCycle& cycle,
                      const std::vector<std::string>& names) {
  LabTable table{"gait",
                 "Over the cycle",
                 {"percent [%]", "flexion [deg]", "axial force [N]", "x [mm]", "y [mm]", "z [mm]",
                  "turn x [deg]", "turn y [deg]", "turn z [deg]"},
                 {}};
  for (const std::string& name : names)
    for (const char* figure : {"force [N]", "area [mm^2]", "peak [MPa]", "centre x [mm]",
                               "centre y [mm]", "centre z [mm]", "slid [mm]"})
      table.columns.push_back(name + " " + figure);
  const auto at = [&](const std::vector<double>& values, double percent) {
    const scene::TimeTable over{.times = cycle.time, .values = values, .smooth = false};
    return values.empty() ? k_void : value_at(over, cycle.period() * percent / 100);
  };
  for (const CycleMoment& moment : moments) {
    std::vector<LabCell> row = {moment.percent, at(cycle.flexion, moment.percent) / k_lab_degree,
                                at(cycle.axial, moment.percent)};
    for (const double shift : moment.shift) row.emplace_back(1e3 * shift);
    for (const double turn : moment.turn) row.emplace_back(turn / k_lab_degree);
    for (const CycleContact& of : moment.contacts) {
      row.insert(row.end(), {of.force, 1e6 * of.area, 1e-6 * of.peak});
      for (const double x : of.centre) row.emplace_back(1e3 * x);
      row.emplace_back(1e3 * of.slid);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

LabTable motion_table(const std::vector<CycleMoment>& moments) {
  LabTable table{"gait_motion",
                 "Motion of the dynamic body from the scene's start, along axes of the world",
                 {"direction", "least", "at [%]", "greatest", "at [%] ", "range", "unit"},
                 {}};
  constexpr const char* k_axes[] = {"x", "y", "z"};
  for (const bool is_turn : {false, true}) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto amount = [&](const CycleMoment& moment) {
        return is_turn ? moment.turn[axis] / k_lab_degree : 1e3 * moment.shift[axis];
      };
      const auto [least, most] = std::ranges::minmax_element(moments, {}, amount);
      table.rows.push_back({fmt::format("{}{}", is_turn ? "turn " : "", k_axes[axis]),
                            amount(*least), least->percent, amount(*most), most->percent,
                            amount(*most) - amount(*least), is_turn ? "deg" : "mm"});
    }
  }
  return table;
}

LabTable contact_table(const std::vector<CycleMoment>& moments,
                       const std::vector<std::string>& names) {
  LabTable table{
      "gait_contact",
      "Contact over the cycle",
      {"region", "peak force [N]", "at [%]", "peak pressure [MPa]", "at [%] ", "mean area [mm^2]",
       "centre x from [mm]", "to [mm]", "path of centre [mm]", "sliding distance [mm]"},
      {}};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto force = [&](const CycleMoment& moment) { return moment.contacts[k].force; };
    const auto peak = [&](const CycleMoment& moment) { return moment.contacts[k].peak; };
    const auto strongest = std::ranges::max_element(moments, {}, force);
    const auto hardest = std::ranges::max_element(moments, {}, peak);
    double area = 0, path = 0, low = k_void, high = k_void;
    for (std::size_t i = 0; i < moments.size(); ++i) {
      const CycleContact& at = moments[i].contacts[k];
      if (i > 0) area += at.area / k_rows;
      low = std::fmin(low, at.centre.x());
      high = std::fmax(high, at.centre.x());
      if (i == 0) continue;
      const double way = (at.centre - moments[i - 1].contacts[k].centre).norm();
      if (!std::isnan(way)) path += way;
    }
    table.rows.push_back({names[k], force(*strongest), strongest->percent, 1e-6 * peak(*hardest),
                          hardest->percent, 1e6 * area, 1e3 * low, 1e3 * high, 1e3 * path,
                          1e3 * moments.back().contacts[k].slid});
  }
  return table;
}

}  // namespace

LabResult test_gait(const scene::Scene& scene, const GaitTest& test) {
  const TestedJoint joint = find_tested_joint(scene);
  SceneWorld world(gait_scene(scene, joint, test.cycle), nullptr, EngineName::bullet);
  CycleRecord record(world, scene, joint, steps_of(test.run, test.cycle, scene.rate));
  CycleMiss miss;
  run_gait(world, test.cycle, test.run, [&](int i, double dt) {
    record.take(i, dt);
    add_miss(miss, world.bodies()[joint.body].X_WB, scene.bodies[joint.body].X_WB, test.cycle,
             i * dt);
  });

  const scene::SceneContact& contact = scene.contacts[joint.contact];
  const std::vector<std::string> names = names_of(contact);
  LabResult result{"gait", scene.name, {}, {}};
  result.notes = notes_of(test.cycle, world, joint);
  for (std::string& note : notes_of(miss, test.cycle)) result.notes.push_back(std::move(note));
  result.notes.push_back(fmt::format("Repetition {} of {} is measured, in {} steps of Bullet.",
                                     test.run.cycles, test.run.cycles,
                                     steps_of(test.run, test.cycle, scene.rate)));
  result.tables = {motion_table(record.moments()), contact_table(record.moments(), names),
                   course_table(record.moments(), test.cycle, names), cycle_table(test.cycle)};
  const WorldMesh& casting = world.mesh(world.contacts()[joint.contact].casting);
  result.maps = {{"gait_casting",
                  *casting.mesh,
                  {{"highest pressure [Pa]", record.map().highest_pressure()},
                   {"pressure times sliding [Pa m]", record.map().work()},
                   {"cross shear [1]", record.map().cross_shear()}}}};
  return result;
}

}  // namespace condyle
