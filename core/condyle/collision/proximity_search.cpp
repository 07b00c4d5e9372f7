#include "condyle/collision/proximity_search.h"

#include <algorithm>
#include <bit>

#include "condyle/collision/proximity_rule.h"

namespace condyle {
namespace {

constexpr int k_largest_cluster = 4;
constexpr int k_largest_group = 64;
constexpr std::size_t k_longest_cluster_list = 16;
constexpr std::size_t k_longest_group_list = 64;

/// Lists are made to last for some steps of the present motion, but not so wide that rays test many
/// triangles in vain: at most a share of the width of the cluster or group.
constexpr double k_steps_to_last = 8;
constexpr double k_narrowest_margin = 0.05;
constexpr double k_widest_margin = 0.5;

float margin(const RayCluster& cluster, double motion) {
  const double width = cluster.half_size.head<2>().maxCoeff();
  return static_cast<float>(
      std::clamp(k_steps_to_last * motion, k_narrowest_margin * width, k_widest_margin * width));
}

double largest_coordinate(std::span<const Eigen::Vector3d> points) {
  double largest = 0;
  for (const Eigen::Vector3d& point : points) {
    largest = std::max(largest, point.cwiseAbs().maxCoeff());
  }
  return largest;
}

RayReach reach_of(const ProximityWindow& window) {
  return {std::max(0.0, window.max_proximity), std::max(0.0, -window.min_proximity)};
}

/// The part of a table that belongs to one row.
std::span<ListedLeaf> row(std::vector<ListedLeaf>& table, int index, std::size_t length) {
  return std::span(table).subspan(static_cast<std::size_t>(index) * length, length);
}

}  // namespace

ProximitySearch::ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                                 const TriangleTree& target_tree)
    : target_(&target_tree),
      clusters_(make_clusters(rays, casting_tree, k_largest_cluster, k_largest_group)),
      extent_C_(largest_coordinate(rays.origins)),
      group_neighbourhoods_(clusters_.groups.size()),
      cluster_neighbourhoods_(clusters_.clusters.size()),
      group_lists_(clusters_.groups.size() * k_longest_group_list),
      cluster_lists_(clusters_.clusters.size() * k_longest_cluster_list),
      found_(rays.origins.size()),
      found_bits_((rays.origins.size() + 63) / 64, 0) {
  rays_.reserve(rays.origins.size());
  for (const TriangleTree::Triangle& triangle : casting_tree.triangles()) {
    const int index = triangle.index;
    rays_.push_back({rays.origins[index], rays.normals[index], index});
  }
}

ProximitySearch::Frame ProximitySearch::begin(const Pose& X_CT, const ProximityWindow& window) {
  Frame frame{target_from_casting(X_CT), window, reach_of(window), {}};
  if (is_first_) {
    frame.step.growth = std::numeric_limits<double>::infinity();
  } else {
    frame.step = motion_between(last_X_TC_, last_reach_, frame.X_TC, frame.reach, extent_C_);
  }
  is_first_ = false;
  last_X_TC_ = frame.X_TC;
  last_reach_ = frame.reach;
  return frame;
}

void ProximitySearch::find(const Pose& X_CT, const ProximityWindow& window,
                           std::vector<ProximityHit>& hits) {
  const Frame frame = begin(X_CT, window);
  for (int g = 0; g < static_cast<int>(clusters_.groups.size()); ++g) {
    const RayGroup& group = clusters_.groups[g];
    Neighbourhood& near = group_neighbourhoods_[g];
    const LocalMotion motion = move(group.all, near, frame);
    if (!(near.slack >= 0)) refresh_group(g, motion, frame);
    if (near.count == 0 && !near.is_crowded) continue;
    for (int c = group.first_cluster; c < group.last_cluster; ++c) visit_cluster(c, g, frame);
  }
  collect(hits);
}

LocalMotion ProximitySearch::move(const RayCluster& rays, Neighbourhood& near,
                                  const Frame& frame) const {
  const LocalMotion motion = motion_at(rays, frame.reach, std::max(0.0, near.slack), frame.step);
  near.slack -= stretched(motion, near.stretch) + near.stretch * frame.step.growth;
  return motion;
}

void ProximitySearch::refresh_group(int group, const LocalMotion& motion, const Frame& frame) {
  const auto& [all, first, last] = clusters_.groups[group];
  const double stretch = stretch_for(motion);
  group_neighbourhoods_[group] = list_leaves(
      enclose(all, frame.reach, frame.X_TC, target_->space(), stretch), *target_,
      margin(all, stretched(motion, stretch)), row(group_lists_, group, k_longest_group_list));
  for (int c = first; c < last; ++c) cluster_neighbourhoods_[c].slack = -1;
}

void ProximitySearch::visit_cluster(int cluster, int group, const Frame& frame) {
  Neighbourhood& near = cluster_neighbourhoods_[cluster];
  const LocalMotion motion = move(clusters_.clusters[cluster], near, frame);
  if (!(near.slack >= 0)) refresh_cluster(cluster, group, motion, frame);
  if (near.count > 0 || near.is_crowded) trace(cluster, frame);
}

void ProximitySearch::refresh_cluster(int cluster, int group, const LocalMotion& motion,
                                      const Frame& frame) {
  const RayCluster& rays = clusters_.clusters[cluster];
  const Neighbourhood& group_near = group_neighbourhoods_[group];
  Neighbourhood& near = cluster_neighbourhoods_[cluster];
  if (group_near.is_crowded) {
    near = group_near;
    return;
  }
  const double stretch = stretch_for(motion);
  const auto among = row(group_lists_, group, k_longest_group_list).first(group_near.count);
  near = list_leaves(enclose(rays, frame.reach, frame.X_TC, target_->space(), stretch), *target_,
                     among, margin(rays, stretched(motion, stretch)),
                     row(cluster_lists_, cluster, k_longest_cluster_list));
}

void ProximitySearch::trace(int cluster, const Frame& frame) {
  const RayCluster& rays = clusters_.clusters[cluster];
  for (int r = rays.first; r < rays.last; ++r) {
    const OrderedRay& ordered = rays_[r];
    ProximityHit hit = decide_proximity(
        inward_ray(frame.X_TC, ordered.origin_C, ordered.normal_C), frame.window,
        [&](const Ray& ray, const DistanceRange& range) { return nearest(cluster, ray, range); });
    if (hit.target_triangle < 0) continue;
    const int triangle = hit.casting_triangle = ordered.casting_triangle;
    found_[triangle] = hit;
    found_bits_[triangle / 64] |= std::uint64_t{1} << (triangle % 64);
  }
}

RayHit ProximitySearch::nearest(int cluster, const Ray& ray, const DistanceRange& range) const {
  RayHit hit;
  const ShearedRay line = sheared(ray);
  const Neighbourhood& near = cluster_neighbourhoods_[cluster];
  if (near.is_crowded) {
    keep_nearest(ray, *target_, range, hit);
    return hit;
  }
  const BoxProbe probe(ray, target_->space());
  const ListedLeaf* list =
      &cluster_lists_[static_cast<std::size_t>(cluster) * k_longest_cluster_list];
  for (int i = 0; i < near.count; ++i) {
    const TriangleTree::Node& leaf = target_->nodes()[list[i].node];
    const double limit = hit.triangle < 0 ? range.highest : hit.distance;
    Lanes entry;
    const unsigned met = probe.meets(leaf.boxes, static_cast<float>(limit), entry);
    keep_nearest(line, *target_, leaf, met & list[i].lanes, range, hit);
  }
  return hit;
}

void ProximitySearch::collect(std::vector<ProximityHit>& hits) {
  hits.clear();
  for (std::size_t word = 0; word < found_bits_.size(); ++word) {
    for (std::uint64_t bits = found_bits_[word]; bits != 0; bits &= bits - 1) {
      hits.push_back(found_[word * 64 + std::countr_zero(bits)]);
    }
    found_bits_[word] = 0;
  }
}

}  // namespace condyle
