#include "view/contact_arrows.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/figure_text.h"
#include "base/ticks.h"
#include "view/looks.h"
#include "view/scene_camera.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr double k_most_of_picture = 0.25;  // longest arrow over the picture's smaller side
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

/// The longest arrow at a point that is no longer in the picture than allowed, whatever its
/// direction [m]; infinite for a point beside the picture. An arrow of length L at depth z, whose
/// line of sight is a times as long as z, appears at most f a L / (z - L) pixels long, with f
/// pixels for a slope of 1.
double longest_arrow(const Eigen::Vector3d& p_W, const DrawList& list) {
  constexpr double k_any = std::numeric_limits<double>::infinity();
  const double width = list.size.width, height = list.size.height;
  const Eigen::Vector3d pixel = project(list.camera, list.size, p_W);
  if (!(pixel.z() > 0) || pixel.x() < 0 || pixel.x() > width || pixel.y() < 0 || pixel.y() > height)
    return k_any;
  const double f = pixels_per_metre(list.camera, list.size) * list.camera.distance;
  const double a = std::sqrt(1 + std::pow((pixel.x() - width / 2) / f, 2) +
                             std::pow((pixel.y() - height / 2) / f, 2));
  const double most = k_most_of_picture * std::min(width, height) / f;
  return most * pixel.z() / (a + most);
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
  double longest = std::numeric_limits<double>::infinity();
  for (const ContactLoad& load : loads) longest = std::min(longest, longest_arrow(load.p_W, list));
  // In round steps, so that the scale stays while contacts move.
  const auto least = [&](double most) { return most > 0 ? round_up(most / longest) : 0; };
  if (std::isinf(longest)) return wanted;
  return {std::max(wanted.newtons_per_metre, least(most_newtons)),
          std::max(wanted.newton_metres_per_metre, least(most_newton_metres))};
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
