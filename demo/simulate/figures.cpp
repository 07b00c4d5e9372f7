#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <span>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/sliding_record.h"
#include "simulate/history.h"
#include "view/scene_figures.h"
#include "world/contact_totals.h"

namespace condyle {
namespace {

constexpr double k_nothing = std::numeric_limits<double>::quiet_NaN();

using Figures = std::vector<Figure>;

void put_vector(Figures& figures, const std::string& name, const std::string& unit,
                const Eigen::Vector3d& v) {
  figures.push_back({fmt::format("{}_x [{}]", name, unit), v.x()});
  figures.push_back({fmt::format("{}_y [{}]", name, unit), v.y()});
  figures.push_back({fmt::format("{}_z [{}]", name, unit), v.z()});
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

/// Adds a contact's statistics. Forces are in the world frame; centres are in the casting mesh
/// frame, where they locate a point on the mesh.
void put_statistics(Figures& figures, const std::string& name, const ContactStatistics& s,
                    const Twist& V_TC_C, const Eigen::Matrix3d& R_WC) {
  const Sliding sliding = sliding_of(s, V_TC_C);
  put_vector(figures, name + ".force", "N", R_WC * s.contact_force);
  figures.push_back({name + ".force [N]", s.contact_force.norm()});
  figures.push_back({name + ".area [m^2]", s.contact_area});
  figures.push_back({name + ".mean_pressure [Pa]", s.mean_pressure});
  figures.push_back({name + ".peak_pressure [Pa]", s.max_pressure});
  figures.push_back({name + ".max_proximity [m]", s.max_proximity});
  put_vector(figures, name + ".center_of_pressure", "m", s.center_of_pressure);
  if (!(s.max_pressure > 0)) {
    for (Figure& figure : std::span(figures).last(3)) figure.exists = false;
  }
  figures.push_back({name + ".normal_force [N]", sliding.normal_force});
  figures.push_back({name + ".friction_force [N]", sliding.friction_force});
  figures.push_back({name + ".approach_speed [m/s]", sliding.approach_speed});
  figures.push_back({name + ".slip_speed [m/s]", sliding.slip_velocity.norm()});
  figures.push_back({name + ".friction_power [W]", sliding.friction_power});
}

void put_sliding(Figures& figures, const std::string& name, const SlidingRecord& record) {
  const double peak = record.worn_depth.empty() ? 0 : std::ranges::max(record.worn_depth);
  figures.push_back({name + ".sliding_distance [m]", record.sliding_distance});
  figures.push_back({name + ".friction_work [J]", record.friction_work});
  figures.push_back({name + ".worn_volume [m^3]", record.worn_volume});
  figures.push_back({name + ".peak_worn_depth [m]", peak});
}

void put_contact(Figures& figures, const SceneWorld& world, int index) {
  const WorldContact& contact = world.contacts()[index];
  const ContactStatistics none;
  const ContactResult* result = contact.report ? &contact.report->result() : nullptr;
  const Eigen::Matrix3d R_WC =
      result ? Eigen::Matrix3d(contact.report->X_WC.linear()) : Eigen::Matrix3d::Identity();
  const Twist V_TC_C = result ? result->V_TC_C : Twist{};
  put_statistics(figures, contact.name, result ? result->total : none, V_TC_C, R_WC);
  figures.push_back({contact.name + ".energy [J]", result ? result->total.potential_energy : 0});
  figures.push_back(
      {contact.name + ".patches [1]", result ? static_cast<double>(result->patches.size()) : 0});
  const double yield = yield_stress_of(contact.casting_layer, contact.target_layer);
  if (yield > 0)
    figures.push_back({contact.name + ".area_beyond_yield [m^2]",
                       result ? area_above(contact.report->pair(), yield) : 0});
  put_sliding(figures, contact.name, world.sliding(index));
  const auto& regions = world.scene().contacts[index].regions;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    put_statistics(figures, contact.name + "." + regions[i].name,
                   result ? named_regions(*result)[i].statistics : none, V_TC_C, R_WC);
  }
}

/// Adds the sum of several contacts; everything is in the world frame.
void put_total(Figures& figures, const ContactTotal& total) {
  put_statistics(figures, total.name, total.statistics, total.velocity,
                 Eigen::Matrix3d::Identity());
  figures.push_back({total.name + ".energy [J]", total.statistics.potential_energy});
}

void put_strand(Figures& figures, const WorldStrand& strand) {
  const auto* report = strand.report;
  figures.push_back({strand.name + ".force [N]", report ? report->force.total_force : 0});
  figures.push_back({strand.name + ".strain [1]", report ? report->force.strain : k_nothing});
  figures.push_back({strand.name + ".length [m]", report ? report->length : k_nothing});
  const bool torn = report && report->condition == bullet::StrandCondition::torn;
  figures.push_back({strand.name + ".cut [1]", strand.is_cut || torn ? 1.0 : 0.0});
}

void put_solver(Figures& figures, const bullet::StepReport& report) {
  figures.push_back({"solver.substeps [1]", static_cast<double>(report.most_substeps)});
  figures.push_back({"solver.passes [1]", static_cast<double>(report.passes)});
  figures.push_back({"solver.residual [1]", report.residual});
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
  Figures figures;
  for (const Reading& reading : world.readings()) {
    figures.push_back({fmt::format("{} [{}]", reading.name, reading.unit), reading.value});
  }
  for (std::size_t i = 0; i < world.bodies().size(); ++i) {
    put_body(figures, world, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < world.contacts().size(); ++i) {
    put_contact(figures, world, static_cast<int>(i));
  }
  for (const ContactTotal& total : contact_totals(world)) put_total(figures, total);
  for (const WorldStrand& strand : world.strands()) put_strand(figures, strand);
  for (const ClosedFormReading& reading : world.closed_form()) {
    figures.push_back({fmt::format("closed_form.{}.measured [{}]", reading.name, reading.unit),
                       reading.measured});
    figures.push_back({fmt::format("closed_form.{}.expected [{}]", reading.name, reading.unit),
                       reading.expected});
  }
  put_solver(figures, world.step_report());
  put_energy(figures, world.energy());
  return figures;
}

}  // namespace condyle
