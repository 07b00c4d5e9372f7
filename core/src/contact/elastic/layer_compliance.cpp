#include "core/src/contact/elastic/layer_compliance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/src/base/checks.h"
#include "core/src/base/symmetric.h"
#include "core/src/contact/elastic/dense_cholesky.h"
#include "core/src/contact/elastic/inverse_distance.h"
#include "core/src/contact/elastic/large_triangles.h"

namespace condyle {
namespace {

/// Least size of the coupling's cells, in spacings of the nodes; otherwise they are half as large
/// as the layer is thick at its thinnest place.
constexpr double k_cell_in_spacings = 4;

double cell_size(const LayerNodes& nodes) {
  const double layer = std::ranges::min(nodes.thickness);
  const double spacings = k_cell_in_spacings * nodes.spacing;
  return std::isfinite(layer) ? std::max(layer / 2, spacings) : spacings;
}

}  // namespace

LayerCompliance::LayerCompliance(const ContactSurface& casting, const LayerNodes& nodes,
                                 const LayerKernels& kernels, FreeEdges free_edges,
                                 TableEntries table)
    : nodes_(&nodes),
      kernels_(kernels),
      table_(std::move(table)),
      coupling_(casting, nodes, cell_size(nodes)),
      edges_(casting, nodes, kernels.casting, table_.any() ? FreeEdges::none : free_edges),
      place_(static_cast<std::size_t>(nodes.count()), -1) {
  find_near(elements_of(casting));
}

std::vector<LayerCompliance::Element> LayerCompliance::elements_of(const ContactSurface& surface) {
  std::vector<Element> elements;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const TriangleCorners corners = corners_of(surface.mesh(), t);
    const Eigen::Vector3d& middle = surface.centroids()[t];
    elements.push_back(
        {corners, middle, covariance_of(corners), surface.areas()[t], radius_of(corners)});
  }
  return elements;
}

/// Sweeps along x, so that each node is compared only with nodes near it.
void LayerCompliance::find_near(const std::vector<Element>& elements) {
  const auto& points = nodes_->points;
  std::vector<int> along_x(points.size());
  std::iota(along_x.begin(), along_x.end(), 0);
  std::ranges::sort(along_x, {}, [&](int i) { return std::pair(points[i].x(), i); });
  const double largest = std::ranges::max(nodes_->radii);
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t k = 0; k < along_x.size(); ++k) {
    const int a = along_x[k];
    pairs.emplace_back(a, a);
    for (std::size_t l = k + 1; l < along_x.size(); ++l) {
      const int b = along_x[l];
      if (points[b].x() - points[a].x() > k_touching * (nodes_->radii[a] + largest)) break;
      const double most = k_touching * (nodes_->radii[a] + nodes_->radii[b]);
      if ((points[b] - points[a]).squaredNorm() < most * most && coupling_(a, b))
        pairs.emplace_back(std::min(a, b), std::max(a, b));
    }
  }
  std::ranges::sort(pairs);
  first_near_.assign(points.size() + 1, 0);
  for (const auto& [a, b] : pairs) {
    ++first_near_[a + 1];
    near_.push_back({b, side_by_side(elements, a, b)});
  }
  std::partial_sum(first_near_.begin(), first_near_.end(), first_near_.begin());
}

double LayerCompliance::sum(double inverse_distance, const Eigen::Vector3d& between,
                            const Eigen::Matrix3d& covariance, double thickness,
                            bool is_flat) const {
  const double r = between.norm(), trace = covariance.trace();
  const double along = r > 0 ? between.dot(covariance * between) / (r * r) : trace / 2;
  double compliance = 0;
  if (is_flat && !kernels_.casting.is_rigid())
    compliance += kernels_.casting(inverse_distance, r, along, trace - along, thickness);
  if (!kernels_.target.is_rigid())
    compliance +=
        kernels_.target(inverse_distance, r, along, trace - along, kernels_.target_thickness);
  return compliance;
}

double LayerCompliance::side_by_side(const std::vector<Element>& elements, int a, int b) const {
  const double thickness = (nodes_->thickness[a] + nodes_->thickness[b]) / 2;
  const bool is_flat = this->is_flat(a, b);
  if (!is_flat && kernels_.target.is_rigid()) return table_(a, b);
  double total = 0;
  for (const int s : nodes_->triangles_of(a)) {
    for (const int t : nodes_->triangles_of(b)) {
      if (a == b && t > s) continue;
      const double one = of_elements(elements[s], elements[t], s == t, thickness, is_flat);
      total += (a == b && s != t ? 2 : 1) * elements[s].area * elements[t].area * one;
    }
  }
  return total / (nodes_->areas[a] * nodes_->areas[b]) + edges_(a, b) + table_(a, b);
}

double LayerCompliance::of_elements(const Element& a, const Element& b, bool is_same,
                                    double thickness, bool is_flat) const {
  const Eigen::Vector3d between = a.middle - b.middle;
  const double r = between.norm(), radii = a.radius + b.radius;
  const Eigen::Matrix3d covariance = a.covariance + b.covariance;
  const auto inverse = [&] {
    if (is_same) return mean_inverse_distance(a.corners);
    return r < k_touching * radii ? mean_inverse_distance(a.corners, b.corners)
                                  : mean_inverse_distance(between, covariance);
  };
  const bool bends = (is_flat && bends_between(kernels_.casting, r, radii, thickness)) ||
                     bends_between(kernels_.target, r, radii, kernels_.target_thickness);
  if (!bends) return sum(inverse(), between, covariance, thickness, is_flat);
  const auto of_side = [&](const LayerKernel& kernel, double h) {
    if (kernel.is_rigid()) return 0.0;
    if (bends_between(kernel, r, radii, h))
      return kernel.by_inverse_distance *
             (is_same ? mean_over_large(a.corners, *kernel.correction, h)
                      : mean_over_large(a.corners, b.corners, *kernel.correction, h));
    const double along =
        r > 0 ? between.dot(covariance * between) / (r * r) : covariance.trace() / 2;
    return kernel(inverse(), r, along, covariance.trace() - along, h);
  };
  return (is_flat ? of_side(kernels_.casting, thickness) : 0) +
         of_side(kernels_.target, kernels_.target_thickness);
}

/// Whether Gamma bends too much between elements at this distance for the series about their
/// middles. Beyond some thicknesses it is -1/x, so that elements that are apart take both series as
/// they are.
bool LayerCompliance::bends_between(const LayerKernel& kernel, double distance, double radii,
                                    double thickness) {
  constexpr double k_small = 1.5;  // in thicknesses
  return kernel.correction && radii > k_small * thickness &&
         !(are_apart(distance, radii) && distance - radii > kernel.correction->reach() * thickness);
}

double LayerCompliance::apart(int a, int b) const {
  const Eigen::Vector3d between = nodes_->points[a] - nodes_->points[b];
  const Eigen::Matrix3d covariance = nodes_->covariances[a] + nodes_->covariances[b];
  return sum(mean_inverse_distance(between, covariance), between, covariance,
             (nodes_->thickness[a] + nodes_->thickness[b]) / 2, is_flat(a, b)) +
         edges_(a, b) + table_(a, b);
}

double LayerCompliance::operator()(int a, int b) const {
  if (a > b) std::swap(a, b);
  if (!coupling_(a, b)) return table_(a, b);
  const auto near = std::span(near_).subspan(first_near_[a], first_near_[a + 1] - first_near_[a]);
  const auto found = std::ranges::lower_bound(near, b, {}, &Near::node);
  return found != near.end() && found->node == b ? found->compliance : apart(a, b);
}

double LayerCompliance::of_part(int node, double part) const {
  // The mean of 1/r over a square's pairs of points, times its side.
  const double square = 4 * (std::log(1 + std::numbers::sqrt2) - (std::numbers::sqrt2 - 1) / 3);
  const double by_inverse =
      kernels_.casting.by_inverse_distance + kernels_.target.by_inverse_distance;
  return by_inverse * square / std::sqrt(nodes_->areas[node]) * (1 / std::sqrt(part) - 1);
}

void LayerCompliance::fill(std::span<const int> chosen, Eigen::Ref<Eigen::MatrixXd> C) {
  const auto n = static_cast<Eigen::Index>(chosen.size());
  for (Eigen::Index j = 0; j < n; ++j) place_[chosen[j]] = static_cast<int>(j);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j + 1; i < n; ++i)
      C(i, j) = coupling_(chosen[i], chosen[j]) ? apart(chosen[j], chosen[i])
                                                : table_(chosen[j], chosen[i]);
    for (int k = first_near_[chosen[j]]; k < first_near_[chosen[j] + 1]; ++k)
      if (const int i = place_[near_[k].node]; i >= 0) C(i, j) = near_[k].compliance;
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    place_[chosen[j]] = -1;
    for (Eigen::Index i = j + 1; i < n; ++i) C(j, i) = C(i, j);
  }
  CONDYLE_VALIDATE(is_symmetric(C.topLeftCorner(n, n)));
}

double LayerCompliance::greatest_lift() const {
  if (edges_.may_lift()) return std::numeric_limits<double>::infinity();
  double trace = 0;
  for (const Eigen::Matrix3d& covariance : nodes_->covariances)
    trace = std::max(trace, covariance.trace());
  const auto lift = [&](const LayerKernel& kernel, double h) {
    if (kernel.is_rigid() || !kernel.correction) return 0.0;
    return kernel.by_inverse_distance * kernel.correction->greatest_rise(2 * trace / (h * h)) / h;
  };
  return std::max(lift(kernels_.casting, std::ranges::min(nodes_->thickness)),
                  table_.greatest_lift()) +
         lift(kernels_.target, kernels_.target_thickness);
}

bool LayerCompliance::is_definite() {
  constexpr std::size_t k_whole = 500, k_window = 120;
  Eigen::MatrixXd C;
  DenseCholesky factor;
  std::vector<int> all;
  const auto is_definite = [&](const std::vector<int>& nodes) {
    C.resize(static_cast<Eigen::Index>(nodes.size()), static_cast<Eigen::Index>(nodes.size()));
    fill(nodes, C);
    all.resize(nodes.size());
    std::iota(all.begin(), all.end(), 0);
    return factor.factor(C, all);
  };
  if (static_cast<std::size_t>(nodes_->count()) <= k_whole) {
    std::vector<int> every(static_cast<std::size_t>(nodes_->count()));
    std::iota(every.begin(), every.end(), 0);
    return is_definite(every);
  }
  for (int cell = 0; cell < static_cast<int>(coupling_.cells().size()); ++cell)
    if (!is_definite(window_around(cell, k_window))) return false;
  return true;
}

/// At most `most` nodes around the first node of a cell, found outwards along the surface;
/// ascending.
std::vector<int> LayerCompliance::window_around(int cell, std::size_t most) const {
  std::vector<int> window{coupling_.cells()[cell].front()};
  std::vector<bool> taken(static_cast<std::size_t>(nodes_->count()), false);
  taken[window.front()] = true;
  for (std::size_t i = 0; i < window.size() && window.size() < most; ++i) {
    for (const int next : nodes_->neighbours.of(window[i])) {
      if (taken[next] || window.size() == most) continue;
      taken[next] = true;
      window.push_back(next);
    }
  }
  std::ranges::sort(window);
  return window;
}

}  // namespace condyle
