#include "plugin/bullet/src/link_strain.h"

#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

/// Least and greatest length of a link over its rest length. Below the least the nodes of a cell
/// are about to pass through one another; a pad that stops a falling body squashes its links to a
/// half at most.
constexpr double k_least_part = 1. / 3;
constexpr double k_greatest_part = 10;

/// Whether a link's length is no measure of strain: links against bending span a fold and may get
/// short, and links without a rest length or between fixed nodes are not checked.
bool says_nothing(const btSoftBody::Link& link) {
  return link.m_bbending != 0 || !(link.m_rl > 0) || !(link.m_n[0]->m_im + link.m_n[1]->m_im > 0);
}

double mean_length(const btSoftBody& soft) {
  double sum = 0;
  for (int i = 0; i < soft.m_links.size(); ++i) sum += static_cast<double>(soft.m_links[i].m_rl);
  return sum / soft.m_links.size();
}

/// The longest step in which a stack of links as high as the body yields so little to its own
/// weight that it also carries falling bodies. Each of n stacked links yields by n g dt^2, divided
/// by the fraction of its error that Bullet corrects in a step.
double step_for_weight(const btSoftBody& soft, const btSoftBody::Link& link,
                       std::span<const Vector3d> places) {
  constexpr double k_weight_strain = 1. / 25;
  const Vector3d gravity = to_eigen(soft.m_worldInfo->m_gravity);
  if (!(gravity.norm() > 0)) return INFINITY;
  Eigen::AlignedBox1d heights;
  for (const Vector3d& p : places)
    heights.extend(Eigen::Matrix<double, 1, 1>(p.dot(gravity.normalized())));
  const double length = mean_length(soft);
  const double links = std::max(1.0, heights.sizes()[0] / length);
  const double mended =
      1 - std::pow(1 - std::min(1.0, static_cast<double>(link.m_material->m_kLST)),
                   soft.m_cfg.piterations);
  return std::sqrt(k_weight_strain * length * mended / (links * gravity.norm()));
}

[[noreturn]] void throw_slack(const btSoftBody& soft, const btSoftBody::Link& link, double part,
                              std::span<const Vector3d> places, double dt,
                              const std::string& name) {
  const double step = std::min(dt / 2, step_for_weight(soft, link, places));
  throw SimulationError(fmt::format(
      "{}: at {:.5g} Hz the links of this soft body do not hold it together: one is {} to {:.2g} "
      "of "
      "its length; take steps of at most {:.3g} s, or give it stiffer links, or more iterations",
      name, 1 / dt, part < 1 ? "squashed" : "stretched", part, step));
}

}  // namespace

void require_links_hold(const btSoftBody& soft, std::span<const Vector3d> places, double dt,
                        const std::string& name) {
  const btSoftBody::Node* first = soft.m_nodes.size() > 0 ? &soft.m_nodes[0] : nullptr;
  for (int i = 0; i < soft.m_links.size(); ++i) {
    const btSoftBody::Link& link = soft.m_links[i];
    if (says_nothing(link)) continue;
    const Vector3d along = places[link.m_n[1] - first] - places[link.m_n[0] - first];
    const double part = along.norm() / static_cast<double>(link.m_rl);
    if (part < k_least_part || part > k_greatest_part)
      throw_slack(soft, link, part, places, dt, name);
  }
}

}  // namespace condyle::bullet
