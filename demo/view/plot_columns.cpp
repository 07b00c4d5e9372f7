#include "view/plot_columns.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <limits>
#include <numbers>

#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_mm = 1e3, k_mm2 = 1e6, k_megapascal = 1e-6, k_per_cent = 100;
constexpr double k_degrees = 180 / std::numbers::pi;
constexpr double k_not_now = std::numeric_limits<double>::quiet_NaN();

using Columns = std::vector<PlotColumn>;

void put(Columns& columns, const std::string& name, const char* unit, double value) {
  columns.push_back({fmt::format("{} [{}]", name, unit), value});
}

void put_vector(Columns& columns, const std::string& name, const char* unit,
                const Eigen::Vector3d& v) {
  const char* const axes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) put(columns, fmt::format("{} {}", name, axes[i]), unit, v[i]);
}

void put_contacts(const ShownWorld& world, Columns& columns) {
  for (const ContactRow& row : contact_rows(world)) {
    put(columns, row.name + " force", "N", row.force);
    put(columns, row.name + " area", "mm\xc2\xb2", k_mm2 * row.area);
    put(columns, row.name + " peak pressure", "MPa", k_megapascal * row.peak_pressure);
    put(columns, row.name + " mean pressure", "MPa", k_megapascal * row.mean_pressure);
  }
  for (const WorldContact& contact : world.contacts()) {
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), centre{k_not_now, k_not_now, k_not_now};
    double depth = 0;
    if (contact.report) {
      const ContactStatistics& total = contact.report->result().total;
      force = contact.report->X_WC.linear() * total.contact_force;
      depth = total.max_proximity;
      if (total.max_pressure > 0) centre = k_mm * (contact.report->X_WC * total.center_of_pressure);
    }
    put(columns, contact.name + " depth", "mm", k_mm * depth);
    put_vector(columns, contact.name + " force", "N", force);
    put_vector(columns, contact.name + " centre of pressure", "mm", centre);
  }
}

void put_strands(const ShownWorld& world, Columns& columns) {
  for (const WorldStrand& strand : world.strands()) {
    const bool acts = strand.report && !is_parted(strand);
    put(columns, strand.name + " force", "N", acts ? strand.report->force.total_force : 0);
    put(columns, strand.name + " strain", "%",
        acts ? k_per_cent * strand.report->force.strain : k_not_now);
  }
}

/// What is driven is among the readings already.
void put_bodies(const ShownWorld& world, Columns& columns) {
  for (const WorldBody& body : world.bodies()) {
    if (body.kind != scene::BodyKind::dynamic) continue;
    put_vector(columns, body.name + " position", "mm", k_mm * body.X_WB.translation());
    const Eigen::AngleAxisd turn(body.X_WB.linear());
    put_vector(columns, body.name + " rotation", "deg", k_degrees * turn.angle() * turn.axis());
  }
}

}  // namespace

std::vector<PlotColumn> plot_columns(const ShownWorld& world) {
  Columns columns;
  for (const Reading& reading : world.readings())
    put(columns, reading.name, reading.unit.c_str(), reading.value);
  put_contacts(world, columns);
  put_strands(world, columns);
  put_bodies(world, columns);
  for (const ClosedFormReading& form : world.closed_form())
    put(columns, form.name + " (against theory)", form.unit.c_str(), form.measured);
  return columns;
}

void record_columns(const ShownWorld& world, TimeSeries& columns) {
  if (!columns.is_due(world.time())) return;
  std::vector<std::string> names;
  std::vector<double> values;
  for (PlotColumn& column : plot_columns(world)) {
    names.push_back(std::move(column.name));
    values.push_back(column.value);
  }
  columns.add(world.time(), names, values);
}

std::string unit_of_column(const std::string& name) {
  const std::size_t bracket = name.rfind(" [");
  return bracket == std::string::npos ? "" : name.substr(bracket + 2, name.size() - bracket - 3);
}

std::string title_of_column(const std::string& name) { return name.substr(0, name.rfind(" [")); }

}  // namespace condyle
