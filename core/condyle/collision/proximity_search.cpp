#include "condyle/collision/proximity_search.h"

#include <algorithm>
#include <bit>

#include "condyle/collision/proximity_rule.h"

namespace condyle {
namespace {

constexpr int k_largest_cluster = 4;
constexpr int k_largest_group = 32;
constexpr std::size_t k_most_triangles = 32;
constexpr std::size_t k_most_leaves = 64;

/// Lists are made to last for some steps of the present motion, but not so wide that rays test many
/// triangles in vain: at most a share of the width of the cluster or group.
constexpr double k_steps_to_last = 8;
constexpr double k_widest_margin = 0.5;

float margin(const RayCluster& cluster, const LocalMotion& motion, double stretch) {
  const double width = cluster.half_size.head<2>().maxCoeff();
  const double wanted = k_steps_to_last * std::max(motion.across, stretch * motion.along);
  return static_cast<float>(std::min(wanted, k_widest_margin * width));
}

/// How much more the target slides past the rays than it moves along them.
double stretch_for(const LocalMotion& motion) {
  constexpr double k_most = 8;
  const double ratio = motion.across / motion.along;
  return ratio > 1 ? std::min(ratio, k_most) : 1;  // NaN too
}

/// Takes the motion off the slack. Returns false when none is left.
bool stays_valid(Neighbourhood& near, const LocalMotion& motion, const PassingMotion& step) {
  near.slack -= std::max(motion.across + step.growth, near.stretch * (motion.along + step.growth));
  return near.slack >= 0;
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
std::span<int> row(std::vector<int>& table, int index, std::size_t width) {
  return std::span(table).subspan(static_cast<std::size_t>(index) * width, width);
}

}  // namespace

ProximitySearch::ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                                 const TriangleTree& target_tree)
    : target_(&target_tree),
      clusters_(make_clusters(rays, casting_tree, k_largest_cluster, k_largest_group)),
      extent_C_(largest_coordinate(rays.origins)),
      group_neighbourhoods_(clusters_.groups.size()),
      cluster_neighbourhoods_(clusters_.clusters.size()),
      leaves_(clusters_.groups.size() * k_most_leaves),
      triangles_(clusters_.clusters.size() * k_most_triangles),
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
    const LocalMotion motion =
        motion_at(group.all, frame.reach, std::max(0.0, near.slack), frame.step);
    if (!stays_valid(near, motion, frame.step)) refresh_group(g, motion, frame);
    if (near.count == 0 && !near.is_crowded) continue;
    for (int c = group.first_cluster; c < group.last_cluster; ++c) visit_cluster(c, g, frame);
  }
  collect(hits);
}

void ProximitySearch::refresh_group(int group, const LocalMotion& motion, const Frame& frame) {
  const auto& [all, first, last] = clusters_.groups[group];
  const double stretch = stretch_for(motion);
  group_neighbourhoods_[group] =
      list_leaves(enclose(all, frame.reach, frame.X_TC, target_->space(), stretch), *target_,
                  margin(all, motion, stretch), row(leaves_, group, k_most_leaves));
  for (int c = first; c < last; ++c) cluster_neighbourhoods_[c].slack = -1;
}

void ProximitySearch::visit_cluster(int cluster, int group, const Frame& frame) {
  Neighbourhood& near = cluster_neighbourhoods_[cluster];
  const LocalMotion motion =
      motion_at(clusters_.clusters[cluster], frame.reach, std::max(0.0, near.slack), frame.step);
  if (!stays_valid(near, motion, frame.step)) refresh_cluster(cluster, group, motion, frame);
  if (near.count > 0 || near.is_crowded) trace(cluster, frame);
}

void ProximitySearch::refresh_cluster(int cluster, int group, const LocalMotion& motion,
                                      const Frame& frame) {
  const RayCluster& rays = clusters_.clusters[cluster];
  Neighbourhood group_near = group_neighbourhoods_[group];
  Neighbourhood& near = cluster_neighbourhoods_[cluster];
  if (group_near.is_crowded) {
    near = {.slack = group_near.slack, .stretch = group_near.stretch, .is_crowded = true};
    return;
  }
  const double stretch = group_near.stretch;
  const auto leaves = row(leaves_, group, k_most_leaves).first(group_near.count);
  near = list_triangles(enclose(rays, frame.reach, frame.X_TC, target_->space(), stretch), *target_,
                        leaves, margin(rays, motion, stretch),
                        row(triangles_, cluster, k_most_triangles));
}

void ProximitySearch::trace(int cluster, const Frame& frame) {
  const RayCluster& rays = clusters_.clusters[cluster];
  for (int r = rays.first; r < rays.last; ++r) {
    OrderedRay& ordered = rays_[r];
    ProximityHit hit =
        decide_proximity(inward_ray(frame.X_TC, ordered.origin_C, ordered.normal_C), frame.window,
                         [&](const Ray& ray, const DistanceRange& range) {
                           return nearest(ordered, cluster, ray, range);
                         });
    if (hit.target_triangle < 0) continue;
    const int triangle = hit.casting_triangle = ordered.casting_triangle;
    ordered.last_hit = target_->places()[hit.target_triangle];
    found_[triangle] = hit;
    found_bits_[triangle / 64] |= std::uint64_t{1} << (triangle % 64);
  }
}

RayHit ProximitySearch::nearest(const OrderedRay& ordered, int cluster, const Ray& ray,
                                const DistanceRange& range) const {
  RayHit hit;
  const ShearedRay line = sheared(ray);
  const auto triangles = target_->triangles();
  const Neighbourhood& near = cluster_neighbourhoods_[cluster];
  if (near.is_crowded) {
    if (ordered.last_hit >= 0) keep_nearest(line, triangles[ordered.last_hit], range, hit);
    keep_nearest(ray, *target_, range, hit);
    return hit;
  }
  const int* listed = &triangles_[static_cast<std::size_t>(cluster) * k_most_triangles];
  for (int i = 0; i < near.count; ++i) keep_nearest(line, triangles[listed[i]], range, hit);
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
