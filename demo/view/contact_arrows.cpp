#include "view/contact_arrows.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/looks.h"
#include "view/scene_camera.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_most_of_picture = 0.24;  // longest arrow over the picture's smaller side
constexpr double k_radius = 0.014;          // of a long arrow, over the size of the contact
constexpr double k_slimness = 0.05;         // radius of a short arrow over its length
constexpr double k_least_friction = 0.05;   // friction that is drawn, over the force

ContactLoad load_of(const ContactStatistics& statistics, const Pose& X_WC,
                    const Eigen::Vector3d& up) {
  const Eigen::Vector3d& p_C = statistics.center_of_pressure;
  const Eigen::Vector3d moment_C = statistics.contact_moment - p_C.cross(statistics.contact_force);
  const Eigen::Vector3d force_W = X_WC.linear() * statistics.contact_force;
  const double sign = up.dot(force_W) < 0 ? -1 : 1;
  return {X_WC * p_C, sign * force_W, sign * (X_WC.linear() * statistics.friction_force),
          sign * (X_WC.linear() * moment_C)};
}

/// The least scale at which `most` is no longer than allowed at a depth, in round steps, so that it
/// stays while contacts move.
double least_scale(double most, double depth, const DrawList& list) {
  if (!(most > 0)) return 0;
  const double pixels = std::min(list.size.width, list.size.height);
  const double side = pixels / pixels_per_metre(list.camera, list.size);  // at the target
  return round_up(most / (k_most_of_picture * side * depth / list.camera.distance));
}

void add(const Eigen::Vector3d& p_W, const Eigen::Vector3d& arrow, double size, DrawnArrow looks,
         DrawList& list) {
  looks.p_WTail = p_W;
  looks.p_WTip = p_W + arrow;
  looks.radius = std::min(k_radius * size, k_slimness * arrow.norm());
  list.arrows.push_back(std::move(looks));
}

}  // namespace

std::vector<ContactLoad> contact_loads(const ShownWorld& world) {
  std::vector<ContactLoad> loads;
  const Eigen::Vector3d up = scene_up(world.scene());
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const auto add = [&](const ContactStatistics& statistics) {
      if (statistics.n_contacting > 0)
        loads.push_back(load_of(statistics, contact.report->X_WC, up));
    };
    const auto named = named_regions(contact.report->result());
    if (named.empty()) add(contact.report->result().total);
    for (const RegionStatistics& region : named) add(region.statistics);
  }
  return loads;
}

double contact_size(const ShownWorld& world) {
  double size = 0;
  for (const WorldContact& contact : world.contacts()) {
    if (contact.casting.mesh < 0 || contact.target.mesh < 0) continue;
    size = std::max(size, std::min(mesh_diagonal(world, contact.casting),
                                   mesh_diagonal(world, contact.target)));
  }
  return size;
}

ArrowScales within_picture(const ArrowScales& wanted, double most_newtons,
                           double most_newton_metres, std::span<const ContactLoad> loads,
                           const DrawList& list) {
  double depth = list.camera.distance;
  for (const ContactLoad& load : loads) {
    const double of_load = project(list.camera, list.size, load.p_W).z();
    if (of_load > 0) depth = std::min(depth, of_load);
  }
  return {std::max(wanted.newtons_per_metre, least_scale(most_newtons, depth, list)),
          std::max(wanted.newton_metres_per_metre, least_scale(most_newton_metres, depth, list))};
}

void add_arrows(std::span<const ContactLoad> loads, const ViewOptions& options,
                const ArrowScales& scales, double size, DrawList& list) {
  for (const ContactLoad& load : loads) {
    const double force = load.force_W.norm(), friction = load.friction_W.norm();
    if (options.forces)
      add(load.p_W, load.force_W / scales.newtons_per_metre, size,
          {.look = arrow_look(ArrowKind::force),
           .kind = ArrowKind::force,
           .figure = three_digits(force) + " N"},
          list);
    if (options.forces && options.friction && friction > k_least_friction * force)
      add(load.p_W, load.friction_W / scales.newtons_per_metre, size,
          {.look = arrow_look(ArrowKind::friction),
           .kind = ArrowKind::friction,
           .figure = three_digits(friction) + " N"},
          list);
    if (options.moments)
      add(load.p_W, load.moment_W / scales.newton_metres_per_metre, size,
          {.look = arrow_look(ArrowKind::moment),
           .kind = ArrowKind::moment,
           .figure = three_digits(load.moment_W.norm()) + " N m"},
          list);
  }
}

}  // namespace condyle
