#include "view/pressure_centres.h"

#include <cmath>
#include <limits>

#include "core/src/geometry/triangle_tree.h"
#include "view/curves.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_no_place = std::numeric_limits<double>::quiet_NaN();
// Over the size of the contact: distance of points of a trail, radius of trail and ball.
constexpr double k_trail_spacing = 0.006, k_trail_radius = 0.005, k_ball_radius = 0.012;
constexpr float k_oldest_light = 0.25f;

/// The place of the surface over or under a centre, which lies beside it where the surface is
/// curved.
Eigen::Vector3d on_surface(const Eigen::Vector3d& p_C, const Eigen::Vector3d& normal,
                           const ContactSurface& surface) {
  Eigen::Vector3d best = p_C;
  double nearest = std::numeric_limits<double>::infinity();
  for (const double sign : {1.0, -1.0}) {
    const Eigen::Vector3d direction = sign * normal;
    const geometry::RayHit hit = surface.tree().nearest({p_C, direction}, nearest);
    if (hit.triangle < 0 || hit.distance >= nearest) continue;
    nearest = hit.distance;
    best = p_C + hit.distance * direction;
  }
  return best;
}

Pose pose_of(const ShownWorld& world, MeshIndex index) {
  return world.bodies()[index.body].X_WB * world.mesh(index).X_BM;
}

void add_trail(const std::vector<Eigen::Vector3d>& trail, const Pose& X_WC, double radius,
               DrawList& list) {
  for (std::size_t k = 0; k + 1 < trail.size(); ++k) {
    if (trail[k].hasNaN() || trail[k + 1].hasNaN()) continue;
    const float age = static_cast<float>(k) / static_cast<float>(trail.size());
    const float light = 1 - (1 - k_oldest_light) * age;
    const Look look{Eigen::Vector3f::Constant(light), 0.5f, 0, 1};
    list.rods.push_back({X_WC * trail[k], X_WC * trail[k + 1], radius, look});
  }
}

}  // namespace

std::vector<PressureCentre> pressure_centres(const WorldContact& contact) {
  std::vector<PressureCentre> centres;
  const ContactResult& result = contact.report->result();
  const ContactSurface& casting = contact.report->pair().casting();
  const auto add = [&](const std::string& name, const ContactStatistics& of) {
    const Eigen::Vector3d normal = (of.contact_force - of.friction_force).normalized();
    const bool touches = of.n_contacting > 0 && normal.norm() > 0;
    centres.push_back({name, touches ? on_surface(of.center_of_pressure, normal, casting)
                                     : Eigen::Vector3d::Constant(k_no_place)});
  };
  for (const RegionStatistics& region : named_regions(result)) add(region.name, region.statistics);
  if (centres.empty()) add(contact.name, result.total);
  return centres;
}

void record_centres(const ShownWorld& world, Curves& curves) {
  curves.centres.resize(world.contacts().size(), TimeSeries(curves.forces.keep()));
  for (std::size_t k = 0; k < curves.centres.size(); ++k) {
    TimeSeries& series = curves.centres[k];
    const WorldContact& contact = world.contacts()[k];
    if (!series.is_due(world.time())) continue;
    std::vector<std::string> names;
    std::vector<double> values;
    if (contact.report) {
      for (const PressureCentre& centre : pressure_centres(contact)) {
        for (int axis = 0; axis < 3; ++axis) {
          names.push_back(centre.name);
          values.push_back(centre.p_C[axis]);
        }
      }
    } else {  // far apart
      for (const TimeSeries::Line& line : series.lines()) names.push_back(line.name);
      values.assign(names.size(), k_no_place);
    }
    if (!names.empty()) series.add(world.time(), names, values);
  }
}

std::vector<Eigen::Vector3d> trail_of(const ShownWorld& world, const Curves& curves, int contact,
                                      std::size_t centre, double seconds, double spacing) {
  std::vector<Eigen::Vector3d> trail;
  const TimeSeries& series = curves.centres[static_cast<std::size_t>(contact)];
  if (series.lines().size() < 3 * centre + 3) return trail;
  const auto& lines = series.lines();
  for (std::size_t i = series.times().size(); i-- > 0;) {
    if (series.times()[i] > static_cast<float>(world.time())) continue;
    if (series.times()[i] < world.time() - seconds) break;
    const Eigen::Vector3d p(lines[3 * centre].values[i], lines[3 * centre + 1].values[i],
                            lines[3 * centre + 2].values[i]);
    const bool is_gap = p.hasNaN(), was_gap = trail.empty() || trail.back().hasNaN();
    if (is_gap ? !was_gap : was_gap || (p - trail.back()).norm() >= spacing) trail.push_back(p);
  }
  return trail;
}

void add_trails(const ShownWorld& world, const Curves& curves, const TrailChoice& choice,
                double size, DrawList& list) {
  if (!choice.is_shown()) return;
  const int count = static_cast<int>(world.contacts().size());
  for (int k = 0; k < count; ++k) {
    const WorldContact& contact = world.contacts()[k];
    const Pose X_WC = pose_of(world, contact.casting);
    if (contact.report) {
      for (const PressureCentre& centre : pressure_centres(contact)) {
        if (centre.p_C.hasNaN()) continue;
        const Eigen::Vector3d p_W = X_WC * centre.p_C;
        list.rods.push_back({p_W, p_W, k_ball_radius * size, {{1, 1, 1}, 0.5f, 0, 1}});
      }
    }
    if (k >= static_cast<int>(curves.centres.size())) continue;
    const std::size_t centres = curves.centres[static_cast<std::size_t>(k)].lines().size() / 3;
    for (std::size_t c = 0; c < centres; ++c)
      add_trail(trail_of(world, curves, k, c, choice.seconds, k_trail_spacing * size), X_WC,
                k_trail_radius * size, list);
  }
}

}  // namespace condyle
