#include "core/src/collision/ray_cluster.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/src/base/checks.h"
#include "core/src/collision/search_rays.h"
#include "core/src/geometry/halving.h"

namespace condyle {
namespace {

/// Least cosine of the angle between a bundle's normals and their mean: k_least_upright when the
/// tree is built, k_no_bundle after the rays have moved. Below k_no_bundle, on which list_rows.h
/// relies, the tree is built again.
constexpr double k_least_upright = 0.8, k_no_bundle = 0.6;

/// Normals that differ by one radian separate rays as much as this fraction of the mesh's size.
constexpr float k_lean_counts = 0.1f;

/// Unit mean of the normals. If they cancel, the first normal; if that is zero, the z axis.
Eigen::Vector3d mean_normal(const CastingRays& rays, std::span<const int> members) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const int ray : members) sum += rays.normals[ray];
  if (!(sum.norm() > 1e-3)) sum = rays.normals[members.front()];
  if (!(sum.norm() > 1e-3)) return Eigen::Vector3d::UnitZ();
  return sum.normalized();
}

/// Axes with x along the widest direction across z, so that the box of origins is narrow.
Eigen::Matrix3d axes_about(const Eigen::Vector3d& z, const CastingRays& rays,
                           std::span<const int> members) {
  const Eigen::Vector3d x = z.unitOrthogonal(), y = z.cross(x);
  const Eigen::Vector3d& start = rays.origins[members.front()];
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  double xx = 0, xy = 0, yy = 0;
  for (const int ray : members) {
    const Eigen::Vector3d from = rays.origins[ray] - start;
    const Eigen::Vector2d at(from.dot(x), from.dot(y));
    mean += at / static_cast<double>(members.size());
    xx += at.x() * at.x(), xy += at.x() * at.y(), yy += at.y() * at.y();
  }
  const auto n = static_cast<double>(members.size());
  xx -= n * mean.x() * mean.x(), xy -= n * mean.x() * mean.y(), yy -= n * mean.y() * mean.y();
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
  Eigen::Matrix3d axes;
  axes.col(2) = z;
  axes.col(0) =
      std::isfinite(angle) ? Eigen::Vector3d(std::cos(angle) * x + std::sin(angle) * y) : x;
  axes.col(1) = z.cross(axes.col(0));
  return axes;
}

RayCluster make_cluster(const CastingRays& rays, std::span<const int> order, int first, int last) {
  const auto members = order.subspan(first, last - first);
  RayCluster cluster{.first = first, .last = last};
  cluster.axes_C = axes_about(mean_normal(rays, members), rays, members);
  const Eigen::Matrix3d axes_K = cluster.axes_C.transpose();
  Eigen::AlignedBox3d origins, normals;  // in K
  for (const int ray : members) {
    const Eigen::Vector3d origin = axes_K * rays.origins[ray];
    const Eigen::Vector3d normal = axes_K * rays.normals[ray];
    origins.extend(origin);
    normals.extend(normal);
  }
  cluster.center_C = cluster.axes_C * origins.center();
  cluster.half_size = 0.5 * origins.sizes();
  cluster.radius = cluster.half_size.norm();
  cluster.lean_x = std::max(-normals.min()[0], normals.max()[0]);
  cluster.lean_y = std::max(-normals.min()[1], normals.max()[1]);
  cluster.upright = normals.min()[2];
  return cluster;
}

/// Positions and normals of the rays, scaled so that both matter.
std::vector<geometry::Placed<6>> places_of(const CastingRays& rays) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& origin : rays.origins) box.extend(origin);
  const double size = box.sizes().maxCoeff();
  const double scale = size > 0 ? 1 / size : 1;
  std::vector<geometry::Placed<6>> places(rays.origins.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].index = static_cast<int>(i);
    for (int k = 0; k < 3; ++k) {
      places[i].at[k] = static_cast<float>((rays.origins[i][k] - box.center()[k]) * scale);
      places[i].at[3 + k] = k_lean_counts * static_cast<float>(rays.normals[i][k]);
    }
  }
  return places;
}

/// Adds a level of parents above the top level. Levels are ordered from the bottom up.
void add_level(std::vector<std::vector<RayNode>>& levels, const CastingRays& rays,
               std::span<const int> order) {
  const std::vector<RayNode>& below = levels.back();
  const auto count = static_cast<int>(below.size());
  std::vector<RayNode> level;
  for (int i = 0; i < count; i += geometry::k_bundle) {
    const int last = std::min(i + geometry::k_bundle, count);
    const int first_ray = below[i].rays.first, last_ray = below[last - 1].rays.last;
    level.push_back({make_cluster(rays, order, first_ray, last_ray), i, last - i});
  }
  levels.push_back(std::move(level));
}

/// Whether each ray is in one bundle and each node's rays are those of its children.
bool is_consistent(const RayTree& tree) {
  std::vector<char> seen(tree.order.size(), 0);
  for (const int ray : tree.order)
    if (ray < 0 || ray >= static_cast<int>(seen.size()) || std::exchange(seen[ray], 1))
      return false;
  return std::ranges::all_of(tree.nodes, [&](const RayNode& node) {
    if (node.is_bundle()) return true;
    const RayNode& first = tree.nodes[node.first_child];
    const RayNode& last = tree.nodes[node.first_child + node.child_count - 1];
    return first.rays.first == node.rays.first && last.rays.last == node.rays.last;
  });
}

}  // namespace

RayTree make_ray_tree(const CastingRays& rays) {
  RayTree tree;
  if (rays.origins.empty()) return tree;
  std::vector<geometry::Placed<6>> places = places_of(rays);
  const auto stand_together = [&](int first, int last) {
    if (last - first == 1) return true;
    std::vector<int> members;
    for (int i = first; i < last; ++i) members.push_back(places[i].index);
    return make_cluster(rays, members, 0, last - first).upright > k_least_upright;
  };
  std::vector<geometry::Bundle> bundles;
  halve(std::span(places), 0, static_cast<int>(places.size()), stand_together, bundles);
  for (const auto& place : places) tree.order.push_back(place.index);
  std::vector<std::vector<RayNode>> levels(1);
  for (const auto& [first, last] : bundles)
    levels[0].push_back({make_cluster(rays, tree.order, first, last)});
  do add_level(levels, rays, tree.order);
  while (levels.back().size() > 1);
  for (std::size_t l = levels.size(); l-- > 0;) {
    const auto first = static_cast<int>(tree.nodes.size());
    if (l == 1) tree.first_group = first;
    if (l == 0) tree.first_bundle = first;
    const auto below = first + static_cast<int>(levels[l].size());
    for (RayNode& node : levels[l]) {
      if (!node.is_bundle()) node.first_child += below;
      tree.nodes.push_back(node);
    }
  }
  CONDYLE_VALIDATE(is_consistent(tree));
  return tree;
}

void put_in_order(const CastingRays& rays, std::span<const int> order,
                  std::vector<CastingRay>& ordered) {
  ordered.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int ray = order[i];
    for (int k = 0; k < 3; ++k) {
      ordered[i].origin[k] = rays.origins[ray][k];
      ordered[i].normal[k] = rays.normals[ray][k];
    }
    ordered[i].index = ray;
  }
}

void sweep(std::span<RayNode> nodes, std::span<const CastingRay> ordered, const RayReach& reach) {
  for (RayNode& node : nodes) {
    RayCluster& rays = node.rays;
    if (node.is_bundle() || !rays.fans_out()) continue;
    const Eigen::Matrix3d axes_K = rays.axes_C.transpose();
    Eigen::AlignedBox3d box;
    for (const CastingRay& ray : ordered.subspan(rays.first, rays.count())) {
      const Eigen::Vector3d origin = axes_K * (Eigen::Vector3d(ray.origin) - rays.center_C);
      const Eigen::Vector3d normal = axes_K * Eigen::Vector3d(ray.normal);
      box.extend(origin - reach.inward * normal);
      box.extend(origin + reach.outward * normal);
    }
    if (!box.sizes().allFinite()) continue;
    rays.swept_center = box.center();
    rays.swept_half = 0.5 * box.sizes();
  }
}

OrderedRays put_in_order(const CastingRays& rays) {
  OrderedRays ordered{make_ray_tree(rays), {}, std::make_shared<PlacedRays>()};
  put_in_order(rays, ordered.tree.order, ordered.rays);
  return ordered;
}

double largest_coordinate(const CastingRays& rays) {
  double largest = 0;
  for (const Eigen::Vector3d& origin : rays.origins)
    largest = std::max(largest, origin.cwiseAbs().maxCoeff());
  return largest;
}

bool refit(RayTree& tree, const CastingRays& rays) {
  bool holds = true;
  for (RayNode& node : tree.nodes) {
    node.rays = make_cluster(rays, tree.order, node.rays.first, node.rays.last);
    const bool is_single = node.rays.count() == 1;
    holds &= !node.is_bundle() || is_single || node.rays.upright > k_no_bundle;
  }
  if (!holds) tree = make_ray_tree(rays);
  return !holds;
}

}  // namespace condyle
