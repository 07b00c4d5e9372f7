#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "core/scene/src/scene_words.h"
#include "core/src/contact/sliding_record.h"
#include "simulate/history.h"
#include "world/contact_totals.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_nothing = std::numeric_limits<double>::quiet_NaN();

using Figures = std::vector<Figure>;

void put_vector(Figures& figures, const std::string& name, const std::string& unit,
                const Eigen::Vector3d& v, bool exists = true) {
  figures.push_back({fmt::format("{}_x [{}]", name, unit), v.x(), exists});
  figures.push_back({fmt::format("{}_y [{}]", name, unit), v.y(), exists});
  figures.push_back({fmt::format("{}_z [{}]", name, unit), v.z(), exists});
}

/// Sum of the strand forces on a body, in the world frame [N].
Eigen::Vector3d strand_force(const SceneWorld& world, int body) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const WorldStrand& strand : world.strands()) {
    for (const StrandPull& pull : strand.pulls) {
      if (pull.body == body) sum += pull.wrench_W.force;
    }
  }
  return sum;
}

void put_body(Figures& figures, const SceneWorld& world, int index) {
  const WorldBody& body = world.bodies()[index];
  if (body.kind != scene::BodyKind::dynamic) return;
  const Eigen::AngleAxisd turn(body.X_WB.linear());
  put_vector(figures, body.name + ".position", "m", body.X_WB.translation());
  put_vector(figures, body.name + ".rotation", "rad", turn.angle() * turn.axis());
  if (!world.strands().empty()) {
    put_vector(figures, body.name + ".strand_force", "N", strand_force(world, index));
  }
}

/// What the statistics of a contact, a region or a sum need to become figures.
struct Placed {
  const ContactStatistics& statistics;
  const Twist& V_TC_C;
  const Eigen::Matrix3d& R_WC;
};

void put_loads(Figures& figures, const std::string& name, const Placed& contact) {
  const ContactStatistics& s = contact.statistics;
  const Sliding sliding = sliding_of(s, contact.V_TC_C);
  put_vector(figures, name + ".force", "N", contact.R_WC * s.contact_force);
  figures.push_back({name + ".force [N]", s.contact_force.norm()});
  figures.push_back({name + ".area [m^2]", s.contact_area});
  figures.push_back({name + ".mean_pressure [Pa]", s.mean_pressure});
  figures.push_back({name + ".peak_pressure [Pa]", s.max_pressure});
  figures.push_back({name + ".max_proximity [m]", s.max_proximity});
  put_vector(figures, name + ".center_of_pressure", "m", s.center_of_pressure, s.max_pressure > 0);
  figures.push_back({name + ".normal_force [N]", sliding.normal_force});
  figures.push_back({name + ".friction_force [N]", sliding.friction_force});
  figures.push_back({name + ".approach_speed [m/s]", sliding.approach_speed});
  figures.push_back({name + ".slip_speed [m/s]", sliding.slip_velocity.norm()});
  figures.push_back({name + ".friction_power [W]", sliding.friction_power});
}

/// Adds the statistics' columns that the scene chooses. Forces and moments are along the axes of
/// the world; moments are about the origin of the casting mesh, and centres are in its frame, where
/// they locate a point on the mesh.
void put_statistics(Figures& figures, const scene::HistoryColumns& columns, const std::string& name,
                    const Placed& contact) {
  const ContactStatistics& s = contact.statistics;
  if (columns.contacts) put_loads(figures, name, contact);
  if (columns.contact_moments)
    put_vector(figures, name + ".moment", "N m", contact.R_WC * s.contact_moment);
  if (!columns.contact_proximity) return;
  figures.push_back({name + ".mean_proximity [m]", s.mean_proximity});
  put_vector(figures, name + ".center_of_proximity", "m", s.center_of_proximity,
             s.n_contacting > 0);
}

void put_sliding(Figures& figures, const std::string& name, const SlidingRecord& record) {
  const double peak = record.worn_depth.empty() ? 0 : std::ranges::max(record.worn_depth);
  figures.push_back({name + ".sliding_distance [m]", record.sliding_distance});
  figures.push_back({name + ".friction_work [J]", record.friction_work});
  figures.push_back({name + ".worn_volume [m^3]", record.worn_volume});
  figures.push_back({name + ".peak_worn_depth [m]", peak});
}

/// Adds what is known only of a whole contact.
void put_whole(Figures& figures, const SceneWorld& world, int index, const ContactResult* result) {
  const WorldContact& contact = world.contacts()[index];
  figures.push_back({contact.name + ".energy [J]", result ? result->total.potential_energy : 0});
  figures.push_back(
      {contact.name + ".patches [1]", result ? static_cast<double>(result->patches.size()) : 0});
  const double yield = yield_stress_of(contact.casting_layer, contact.target_layer);
  if (yield > 0)
    figures.push_back({contact.name + ".area_beyond_yield [m^2]",
                       result ? area_above(contact.report->pair(), yield) : 0});
  put_sliding(figures, contact.name, world.sliding(index));
}

void put_contact(Figures& figures, const SceneWorld& world, int index) {
  const scene::HistoryColumns& columns = world.scene().history;
  scene::HistoryColumns chosen = columns;
  const WorldContact& contact = world.contacts()[index];
  const ContactStatistics none;
  const ContactResult* result = contact.report ? &contact.report->result() : nullptr;
  const Eigen::Matrix3d R_WC =
      result ? Eigen::Matrix3d(contact.report->X_WC.linear()) : Eigen::Matrix3d::Identity();
  const Twist V_TC_C = result ? result->V_TC_C : Twist{};
  const auto put = [&](const std::string& name, const ContactStatistics& statistics) {
    put_statistics(figures, chosen, name, {result ? statistics : none, V_TC_C, R_WC});
  };
  put(contact.name, result ? result->total : none);
  if (columns.contacts) put_whole(figures, world, index, result);
  const auto& regions = world.scene().contacts[index].regions;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    put(contact.name + "." + regions[i].name, result ? named_regions(*result)[i].statistics : none);
  }
  if (!columns.axis_regions) return;
  chosen.contacts |= !columns.contact_moments && !columns.contact_proximity;
  for (std::size_t i = 0; i < scene::words::axis_regions.size(); ++i) {
    put(fmt::format("{}.{}", contact.name, scene::words::axis_regions[i]),
        result ? result->regions[i].statistics : none);
  }
}

/// Adds the sum of several contacts; everything is in the world frame.
void put_total(Figures& figures, const scene::HistoryColumns& columns, const ContactTotal& total) {
  const Eigen::Matrix3d in_world = Eigen::Matrix3d::Identity();
  put_statistics(figures, columns, total.name, {total.statistics, total.velocity, in_world});
  if (columns.contacts)
    figures.push_back({total.name + ".energy [J]", total.statistics.potential_energy});
}

void put_strand(Figures& figures, const scene::HistoryColumns& columns, const WorldStrand& strand) {
  const auto* report = strand.report;
  if (columns.strands) {
    const bool torn = report && report->condition == StrandCondition::torn;
    figures.push_back({strand.name + ".force [N]", report ? report->force.total_force : 0});
    figures.push_back({strand.name + ".strain [1]", report ? report->force.strain : k_nothing});
    figures.push_back({strand.name + ".length [m]", report ? report->length : k_nothing});
    figures.push_back({strand.name + ".cut [1]", strand.is_cut || torn ? 1.0 : 0.0});
  }
  if (!columns.strand_rates) return;
  figures.push_back(
      {strand.name + ".strain_rate [1/s]", report ? report->force.strain_rate : k_nothing});
  figures.push_back(
      {strand.name + ".lengthening_speed [m/s]", report ? report->lengthening_speed : k_nothing});
}

void put_closed_forms(Figures& figures, const SceneWorld& world) {
  for (const ClosedFormReading& reading : world.closed_form()) {
    figures.push_back({fmt::format("closed_form.{}.measured [{}]", reading.name, reading.unit),
                       reading.measured});
    figures.push_back({fmt::format("closed_form.{}.expected [{}]", reading.name, reading.unit),
                       reading.expected});
  }
}

void put_solver(Figures& figures, const SceneWorld& world) {
  const StepReport& report = world.step_report();
  figures.push_back({"solver.substeps [1]", static_cast<double>(report.most_substeps)});
  figures.push_back({"solver.passes [1]", static_cast<double>(report.passes)});
  figures.push_back({"solver.residual [1]", report.residual});
  if (const auto balance = world.balance()) figures.push_back({"solver.jump [1]", balance->jump});
}

void put_energy(Figures& figures, const EnergyLedger& energy) {
  const auto put = [&](const char* name, double value) {
    figures.push_back({fmt::format("energy.{} [J]", name), value});
  };
  put("kinetic", energy.kinetic);
  put("elastic", energy.elastic);
  put("ligaments", energy.ligaments);
  put("external", energy.external);
  put("by_joints", energy.by_joints);
  put("by_moved", energy.by_moved);
  put("by_user", energy.by_user);
  put("damping", energy.damping);
  put("friction", energy.friction);
  put("ligament_damping", energy.ligament_damping);
  put("drag", energy.drag);
  put("engine_contacts", energy.engine_contacts);
  put("numbers", energy.numbers);
}

}  // namespace

std::vector<Figure> figures_of(const SceneWorld& world) {
  const scene::HistoryColumns& columns = world.scene().history;
  Figures figures;
  if (columns.readings) {
    for (const Reading& reading : world.readings())
      figures.push_back({fmt::format("{} [{}]", reading.name, reading.unit), reading.value});
  }
  if (columns.bodies) {
    for (std::size_t i = 0; i < world.bodies().size(); ++i)
      put_body(figures, world, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < world.contacts().size(); ++i) {
    put_contact(figures, world, static_cast<int>(i));
  }
  for (const ContactTotal& total : contact_totals(world)) put_total(figures, columns, total);
  for (const WorldStrand& strand : world.strands()) put_strand(figures, columns, strand);
  if (columns.closed_forms) put_closed_forms(figures, world);
  if (columns.solver) put_solver(figures, world);
  if (columns.energy && world.keeps_energy()) put_energy(figures, world.energy());
  return figures;
}

}  // namespace condyle
