#include "core/src/contact/elastic/layer_nodes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

#include "core/src/contact/elastic/inverse_distance.h"
#include "core/src/contact/elastic/slender_patches.h"
#include "core/src/mesh/crease.h"

namespace condyle {
namespace {

/// Number of moves of the nodes; more of them hardly make patches rounder.
constexpr int k_moves = 8;

bool is_one_sheet(const ContactSurface& surface, int a, int b) {
  return b >= 0 && surface.normals()[a].dot(surface.normals()[b]) > mesh::k_crease_cosine;
}

/// Per triangle: its sheet. Sheets are numbered in the order of their first triangles.
std::vector<int> sheets_of(const ContactSurface& surface) {
  std::vector<int> sheet(static_cast<std::size_t>(surface.triangle_count()), -1), stack;
  int count = 0;
  for (int seed = 0; seed < surface.triangle_count(); ++seed) {
    if (sheet[seed] >= 0) continue;
    sheet[seed] = count;
    stack.push_back(seed);
    while (!stack.empty()) {
      const int t = stack.back();
      stack.pop_back();
      for (const int next : surface.neighbours()[t]) {
        if (!is_one_sheet(surface, t, next) || sheet[next] >= 0) continue;
        sheet[next] = count;
        stack.push_back(next);
      }
    }
    ++count;
  }
  return sheet;
}

/// Nodes while they are being placed.
struct Placement {
  std::vector<Eigen::Vector3d> points;
  std::vector<int> seeds;             ///< per node: the triangle that its patch grows from
  std::vector<int> node_of_triangle;  ///< -1 until it is reached
};

/// Puts a node into the middle of a piece. Its patch will grow from the triangle nearest to it.
void put_node(const ContactSurface& surface, std::span<const int> piece, Placement& nodes) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  double area = 0;
  for (const int t : piece) {
    middle += surface.areas()[t] * surface.centroids()[t];
    area += surface.areas()[t];
  }
  middle /= area;
  const auto distance = [&](int t) { return (surface.centroids()[t] - middle).squaredNorm(); };
  nodes.points.push_back(middle);
  nodes.seeds.push_back(*std::ranges::min_element(piece, {}, distance));
}

/// The number of triangles of the sorted piece that come before a cut at `part` of its area.
std::size_t cut_at(const ContactSurface& surface, std::span<const int> piece, double part) {
  double area = 0, sum = 0;
  for (const int t : piece) area += surface.areas()[t];
  std::size_t count = 0;
  while (count + 1 < piece.size() && (count == 0 || sum < part * area))
    sum += surface.areas()[piece[count++]];
  return count;
}

/// Halves a piece across its longest side, by area, until each is to have one node.
void halve(const ContactSurface& surface, std::span<int> piece, int count, Placement& nodes) {
  if (count == 1 || piece.size() == 1) return put_node(surface, piece, nodes);
  Eigen::AlignedBox3d box;
  for (const int t : piece) box.extend(surface.centroids()[t]);
  Eigen::Index axis = 0;
  box.sizes().maxCoeff(&axis);
  std::ranges::sort(piece, {}, [&](int t) { return std::pair(surface.centroids()[t][axis], t); });
  const int lower_count = count / 2;
  const std::size_t cut = cut_at(surface, piece, static_cast<double>(lower_count) / count);
  halve(surface, piece.first(cut), lower_count, nodes);
  halve(surface, piece.subspan(cut), count - lower_count, nodes);
}

struct Sheet {
  double area = 0;  ///< [m^2]
  int triangles = 0;
};

/// The number of nodes that a sheet gets, or fewer where triangles are large.
int count_nodes(const Sheet& sheet, double spacing) {
  const double wanted = std::round(sheet.area / (spacing * spacing));
  return static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(sheet.triangles)));
}

/// Puts nodes into a sheet.
void put_nodes(const ContactSurface& surface, std::span<int> triangles, double spacing,
               Placement& nodes) {
  Sheet sheet{0, static_cast<int>(triangles.size())};
  for (const int t : triangles) sheet.area += surface.areas()[t];
  halve(surface, triangles, count_nodes(sheet, spacing), nodes);
}

/// Grows all patches at once from their seeds, nearest triangles first, so that each triangle goes
/// to the nearest node that is joined to it within its sheet.
void grow(const ContactSurface& surface, const std::vector<int>& sheet, Placement& nodes) {
  struct Front {
    double distance;
    int triangle, node;
    bool operator>(const Front& other) const {
      if (distance != other.distance) return distance > other.distance;
      return std::pair(triangle, node) > std::pair(other.triangle, other.node);
    }
  };
  std::priority_queue<Front, std::vector<Front>, std::greater<>> front;
  const auto reach = [&](int triangle, int node) {
    front.push(
        {(surface.centroids()[triangle] - nodes.points[node]).squaredNorm(), triangle, node});
  };
  std::ranges::fill(nodes.node_of_triangle, -1);
  for (int node = 0; node < static_cast<int>(nodes.seeds.size()); ++node) {
    nodes.node_of_triangle[nodes.seeds[node]] = node;
    reach(nodes.seeds[node], node);
  }
  std::vector<char> is_done(sheet.size(), 0);  // a triangle is reached from each of its neighbours
  while (!front.empty()) {
    const auto [distance, t, node] = front.top();
    front.pop();
    if (is_done[t] || (nodes.node_of_triangle[t] >= 0 && nodes.node_of_triangle[t] != node))
      continue;
    nodes.node_of_triangle[t] = node;
    is_done[t] = 1;
    for (const int next : surface.neighbours()[t])
      if (next >= 0 && sheet[next] == sheet[t] && nodes.node_of_triangle[next] < 0)
        reach(next, node);
  }
}

/// Moves each node to the middle of its patch, and its seed to the triangle nearest to the middle.
void move_to_middles(const ContactSurface& surface, Placement& nodes) {
  const std::size_t count = nodes.points.size();
  std::vector<double> areas(count, 0), nearest(count, std::numeric_limits<double>::infinity());
  std::ranges::fill(nodes.points, Eigen::Vector3d::Zero());
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const int node = nodes.node_of_triangle[t];
    nodes.points[node] += surface.areas()[t] * surface.centroids()[t];
    areas[node] += surface.areas()[t];
  }
  for (std::size_t node = 0; node < count; ++node) nodes.points[node] /= areas[node];
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const int node = nodes.node_of_triangle[t];
    const double distance = (surface.centroids()[t] - nodes.points[node]).squaredNorm();
    if (!(distance < nearest[node])) continue;
    nearest[node] = distance;
    nodes.seeds[node] = t;
  }
}

Placement place(const ContactSurface& surface, const std::vector<int>& sheet, double spacing) {
  std::vector<int> by_sheet(sheet.size());
  std::iota(by_sheet.begin(), by_sheet.end(), 0);
  std::ranges::stable_sort(by_sheet, {}, [&](int t) { return sheet[t]; });
  Placement nodes;
  nodes.node_of_triangle.resize(sheet.size());
  for (std::size_t first = 0, last = 0; first < by_sheet.size(); first = last) {
    while (last < by_sheet.size() && sheet[by_sheet[last]] == sheet[by_sheet[first]]) ++last;
    put_nodes(surface, std::span(by_sheet).subspan(first, last - first), spacing, nodes);
  }
  grow(surface, sheet, nodes);
  for (int move = 0; move < k_moves; ++move) {
    move_to_middles(surface, nodes);
    grow(surface, sheet, nodes);
  }
  return nodes;
}

void gather_triangles(LayerNodes& nodes, std::size_t count) {
  nodes.first_triangle.assign(count + 1, 0);
  for (const int node : nodes.node_of_triangle) ++nodes.first_triangle[node + 1];
  std::partial_sum(nodes.first_triangle.begin(), nodes.first_triangle.end(),
                   nodes.first_triangle.begin());
  nodes.triangles.resize(nodes.node_of_triangle.size());
  std::vector<int> next = nodes.first_triangle;
  for (int t = 0; t < static_cast<int>(nodes.node_of_triangle.size()); ++t)
    nodes.triangles[next[nodes.node_of_triangle[t]]++] = t;
}

/// Appends a node with the means over its patch.
void average(const ContactSurface& surface, std::span<const int> patch, LayerNodes& nodes) {
  double area = 0, thickness = 0;
  Eigen::Vector3d point = Eigen::Vector3d::Zero(), normal = point;
  for (const int t : patch) {
    const double a = surface.areas()[t];
    area += a;
    thickness += a * surface.layer(t).thickness;
    point += a * surface.centroids()[t];
    normal += a * surface.normals()[t];
  }
  point /= area;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  double radius = 0;
  for (const int t : patch) {
    for (const Eigen::Vector3d& corner : corners_of(surface.mesh(), t))
      radius = std::max(radius, (corner - point).norm());
    const Eigen::Vector3d offset = surface.centroids()[t] - point;
    covariance += surface.areas()[t] / area *
                  (covariance_of(corners_of(surface.mesh(), t)) + offset * offset.transpose());
  }
  nodes.areas.push_back(area);
  nodes.thickness.push_back(thickness / area);
  nodes.points.push_back(point);
  nodes.normals.push_back(normal.normalized());
  nodes.covariances.push_back(covariance);
  nodes.radii.push_back(radius);
}

}  // namespace

LayerNodes make_layer_nodes(const ContactSurface& casting, double spacing) {
  const std::vector<int> sheet = sheets_of(casting);
  Placement placement = place(casting, sheet, spacing);
  LayerNodes nodes;
  nodes.node_of_triangle = std::move(placement.node_of_triangle);
  const int count = merge_small(casting, sheet, spacing * spacing,
                                static_cast<int>(placement.seeds.size()), nodes.node_of_triangle);
  gather_triangles(nodes, static_cast<std::size_t>(count));
  double area = 0;
  for (int node = 0; node < count; ++node) {
    average(casting, nodes.triangles_of(node), nodes);
    nodes.sheets.push_back(sheet[nodes.triangles_of(node).front()]);
    area += nodes.areas.back();
  }
  nodes.spacing = std::sqrt(area / count);
  nodes.neighbours = patch_neighbours(casting, sheet, count, nodes.node_of_triangle);
  return nodes;
}

double least_spacing(const ContactSurface& casting, int most) {
  if (casting.triangle_count() <= most) return 0;
  const std::vector<int> sheet_of = sheets_of(casting);
  std::vector<Sheet> sheets(static_cast<std::size_t>(std::ranges::max(sheet_of)) + 1);
  double area = 0;
  for (int t = 0; t < casting.triangle_count(); ++t) {
    sheets[sheet_of[t]].area += casting.areas()[t];
    ++sheets[sheet_of[t]].triangles;
    area += casting.areas()[t];
  }
  if (static_cast<int>(sheets.size()) > most) return std::numeric_limits<double>::infinity();
  const auto is_enough = [&](double spacing) {
    int count = 0;
    for (const Sheet& sheet : sheets) count += count_nodes(sheet, spacing);
    return count <= most;
  };
  // At the upper bound no sheet has more than one node.
  double low = 0, high = 2 * std::sqrt(area);
  while (high - low > 0.01 * high) {
    const double middle = (low + high) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace condyle
