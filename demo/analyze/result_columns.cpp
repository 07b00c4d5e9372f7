#include "analyze/result_columns.h"

#include <fmt/format.h>

#include <array>

namespace condyle {
namespace {

using Eigen::Vector3d;

constexpr int k_regions = 6;

/// A statistic; either a number or a vector.
struct Quantity {
  const char* name;
  double ContactStatistics::*number = nullptr;
  Vector3d ContactStatistics::*vector = nullptr;
};

/// In the order of OpenSim's report, with its names. OpenSim's means over triangles are called so.
constexpr std::array<Quantity, 11> k_quantities = {{
    {"contact_area", &ContactStatistics::contact_area},
    {"mean_proximity_of_triangles", &ContactStatistics::mean_proximity_of_triangles},
    {"max_proximity", &ContactStatistics::max_proximity},
    {"center_of_proximity", nullptr, &ContactStatistics::center_of_proximity},
    {"mean_pressure_of_triangles", &ContactStatistics::mean_pressure_of_triangles},
    {"max_pressure", &ContactStatistics::max_pressure},
    {"center_of_pressure", nullptr, &ContactStatistics::center_of_pressure},
    {"contact_force", nullptr, &ContactStatistics::contact_force},
    {"contact_moment", nullptr, &ContactStatistics::contact_moment},
    {"mean_proximity", &ContactStatistics::mean_proximity},
    {"mean_pressure", &ContactStatistics::mean_pressure},
}};

constexpr const char* k_axes[3] = {"x", "y", "z"};

void append(const Quantity& quantity, const ContactStatistics& statistics,
            std::vector<double>& row) {
  if (quantity.number) row.push_back(statistics.*quantity.number);
  if (!quantity.vector) return;
  const Vector3d& v = statistics.*quantity.vector;
  row.insert(row.end(), {v.x(), v.y(), v.z()});
}

void append_labels(const std::string& name, const Quantity& quantity,
                   std::vector<std::string>& labels) {
  if (quantity.number) {
    labels.push_back(name);
  } else {
    for (const char* axis : k_axes) labels.push_back(fmt::format("{}_{}", name, axis));
  }
}

}  // namespace

std::vector<std::string> contact_labels(const std::string& contact, const std::string& side) {
  const std::string start = contact + "." + side;
  std::vector<std::string> labels;
  for (const Quantity& quantity : k_quantities) {
    append_labels(fmt::format("{}.total.{}", start, quantity.name), quantity, labels);
  }
  for (const Quantity& quantity : k_quantities) {
    for (int region = 0; region < k_regions; ++region) {
      append_labels(fmt::format("{}.regional.{}_{}", start, quantity.name, region), quantity,
                    labels);
    }
  }
  for (const char* more :
       {"num_contacting_triangles", "potential_energy", "num_clamped_triangles"}) {
    labels.push_back(fmt::format("{}.total.{}", start, more));
  }
  return labels;
}

void append_contact(const ContactResult& result, std::vector<double>& row) {
  for (const Quantity& quantity : k_quantities) append(quantity, result.total, row);
  for (const Quantity& quantity : k_quantities) {
    for (int region = 0; region < k_regions; ++region) {
      append(quantity, result.regions[region].statistics, row);
    }
  }
  row.insert(row.end(),
             {static_cast<double>(result.total.n_contacting), result.total.potential_energy,
              static_cast<double>(result.clamped_triangles)});
}

std::vector<std::string> ligament_labels(const std::string& name) {
  std::vector<std::string> labels;
  for (const char* quantity : {"force_spring", "force_damping", "force_total", "length",
                               "lengthening_speed", "strain", "strain_rate"}) {
    labels.push_back(name + "." + quantity);
  }
  return labels;
}

void append_ligament(const ligament::StrandForce& force, double length, double lengthening_speed,
                     std::vector<double>& row) {
  row.insert(row.end(), {force.spring_force, force.damping_force, force.total_force, length,
                         lengthening_speed, force.strain, force.strain_rate});
}

std::vector<std::string> curve_ligament_labels(const std::string& name) {
  return {name + ".force_total", name + ".length", name + ".lengthening_speed"};
}

std::string moment_arm_label(const std::string& ligament, const std::string& coordinate) {
  return ligament + ".moment_arm." + coordinate;
}

std::vector<std::string> body_labels(const std::string& body) {
  std::vector<std::string> labels;
  for (const char* quantity : {"position_x", "position_y", "position_z", "rotation_w", "rotation_x",
                               "rotation_y", "rotation_z", "velocity_x", "velocity_y", "velocity_z",
                               "angular_velocity_x", "angular_velocity_y", "angular_velocity_z"}) {
    labels.push_back(body + "." + quantity);
  }
  return labels;
}

void append_body(const Pose& X_GB, const Twist& V_GB_G, std::vector<double>& row) {
  const Vector3d& p = X_GB.translation();
  Eigen::Quaterniond q(X_GB.linear());
  if (q.w() < 0) q.coeffs() = -q.coeffs();  // q and -q are the same rotation; takes w >= 0
  row.insert(row.end(), {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()});
  for (const Vector3d& v : {V_GB_G.linear, V_GB_G.angular}) {
    row.insert(row.end(), {v.x(), v.y(), v.z()});
  }
}

}  // namespace condyle
