#include "core/src/ligament/wrap_mesh.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/src/ligament/mesh_string.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

/// Ends deeper than this fraction of the solid's size lie inside.
constexpr double k_depth = 1e-9;

/// Measures the clearance of an end again if it has moved by as much as its last clearance. `clear`
/// is the end, moved off the mesh if it lies on it. Returns false if the end is inside.
bool look_at_end(const geometry::MeshSolid& solid, double scale, const Vector3d& p, MeshEnd& end,
                 Vector3d& clear) {
  clear = p;
  if (end.clearance - (p - end.at).norm() > 1e-6 * scale) return true;
  const geometry::MeshPoint nearest = solid.nearest_point(p);
  const Vector3d foot = solid.position(nearest), out = solid.pseudo_normal(nearest);
  end = {p, (p - foot).norm()};
  const bool inside = out.dot(p - foot) < 0;
  if (end.clearance < k_depth * scale) clear = foot + 2 * k_mesh_skin * scale * out.normalized();
  return !inside || end.clearance < k_depth * scale;
}

/// Whether segment i of the string lies on a single triangle; such a segment cannot enter the mesh.
bool is_on_one_triangle(const MeshString& string, int i) {
  if (i == 0 || i == static_cast<int>(string.nodes.size())) return false;
  const auto at = static_cast<std::size_t>(i);
  const int a = string.nodes[at - 1].side, b = string.nodes[at].side;
  const int left = a / 3, right = string.solid.across(a) / 3;
  const int other = string.solid.across(b) / 3;
  return b / 3 == left || b / 3 == right || other == left || other == right;
}

/// Leads a segment that enters the mesh around it: on the nearest side, unless the string lies on
/// the opposite side.
bool lead_around(const MeshString& string, const Vector3d& a, const Vector3d& b,
                 const geometry::MeshSolid::Inside& inside, const Vector3d& outward,
                 std::vector<MeshNode>& found) {
  const Vector3d chord = b - a, middle = a + 0.5 * (inside.enters + inside.leaves) * chord;
  const auto aside = [&chord](const Vector3d& v) {
    return Vector3d(v - chord.dot(v) / chord.squaredNorm() * chord);
  };
  const Vector3d nearest =
      aside(string.solid.position(string.solid.nearest_point(middle)) - middle);
  const Vector3d first = nearest.dot(aside(outward)) < 0 ? aside(outward) : nearest;
  for (const Vector3d& up : {first, nearest, aside(outward), Vector3d(-first)}) {
    found.clear();
    if (section(string, a, b, up, inside, found)) return true;
  }
  return false;
}

enum class Laid { clear, changed, failed };

/// Inserts nodes where the string enters the mesh.
Laid lay(MeshString& string) {
  thread_local std::vector<MeshNode> found;
  Laid laid = Laid::clear;
  for (int i = static_cast<int>(string.nodes.size()); i >= 0; --i) {
    if (is_on_one_triangle(string, i)) continue;
    const Vector3d a = clear_of(string, i - 1), b = clear_of(string, i);
    const auto inside = string.solid.first_inside(a, b);
    if (!inside) continue;
    Vector3d outward = Vector3d::Zero();
    for (const int k : {i - 1, i}) {
      if (k < 0 || k >= static_cast<int>(string.nodes.size())) continue;
      outward += outward_at(string, string.nodes[k]);
    }
    if (!lead_around(string, a, b, *inside, outward, found)) return Laid::failed;
    string.nodes.insert(string.nodes.begin() + i, found.begin(), found.end());
    laid = Laid::changed;
  }
  return laid;
}

/// Pulls the string taut. Returns false if that does not converge; `residual` is the
/// largest pull on a node along its edge, per unit of tension.
bool pull_taut(MeshString& string, double& residual) {
  constexpr int k_most_rounds = 200;
  constexpr double k_taut = 1e-9;
  for (int round = 0; round < k_most_rounds; ++round) {
    residual = slide(string);
    bool changed = lift(string);
    changed = pass_vertices(string) || changed;
    const Laid laid = lay(string);
    if (laid == Laid::failed) return false;
    if (!changed && laid == Laid::clear) return residual < k_taut;
  }
  return false;
}

Vector3d middle_of(const MeshString& string) {
  Vector3d sum = Vector3d::Zero();
  for (const MeshNode& node : string.nodes) sum += node.point;
  if (string.nodes.empty()) return sum;
  return sum / static_cast<double>(string.nodes.size()) - 0.5 * (string.from + string.to);
}

/// The direction from the place where the straight line enters the mesh to the place where the
/// strand passed before.
Vector3d side_it_passed(const MeshString& string, const WrapMemory& memory,
                        const geometry::MeshSolid::Inside& inside) {
  if (!memory.is_known) return Vector3d::Zero();
  if (memory.middle_S.squaredNorm() > 0) return memory.middle_S;
  const double share = 0.5 * (inside.enters + inside.leaves);
  const MeshWrapMemory& mesh = memory.mesh;
  return (1 - share) * (mesh.last_from - string.from) + share * (mesh.last_to - string.to);
}

/// The best path found so far. If a side is required, paths off that side rank as very long.
struct BestPath {
  std::vector<MeshNode> nodes;
  double rank = std::numeric_limits<double>::infinity(), residual = 1;
  bool converged = false;
};

double rank_of(const MeshString& string, const std::optional<Vector3d>& side) {
  const geometry::MeshSolid& solid = string.solid;
  const Vector3d middle = middle_of(string) + 0.5 * (string.from + string.to);
  const bool off_side = side && side->dot(middle - solid.bounds().center()) < 0;
  return length_of(string) + (off_side ? 1e3 * solid.bounds().diagonal().norm() : 0);
}

void improve(MeshString& string, const std::optional<Vector3d>& side, BestPath& best) {
  double residual = 1;
  const bool converged = pull_taut(string, residual);
  if (best.converged && !converged) return;
  const double rank = rank_of(string, side);
  if (best.converged == converged && !(rank < best.rank)) return;
  best = {string.nodes, rank, residual, converged};
}

/// Half-planes around the line between the ends, and their sections with the mesh.
class Sections {
 public:
  Sections(MeshString& string, const std::optional<Vector3d>& side,
           const geometry::MeshSolid::Inside& inside)
      : string_(string),
        side_(side),
        inside_(inside),
        along_((string.to_clear - string.from_clear).normalized()),
        one_(along_.unitOrthogonal()),
        other_(along_.cross(one_)) {}

  /// Lays the string along the section of one half-plane. Returns its rank, infinite if the section
  /// leads nowhere.
  double lay(double angle) const { return lay(std::cos(angle) * one_ + std::sin(angle) * other_); }
  double lay(const Vector3d& up) const {
    string_.nodes.clear();
    if (section(string_, string_.from_clear, string_.to_clear, up, inside_, string_.nodes)) {
      return rank_of(string_, side_);
    }
    return std::numeric_limits<double>::infinity();
  }

  /// Whether the direction determines a half-plane.
  bool is_clear(const Vector3d& up) const {
    return along_.cross(up).norm() > k_mesh_skin * string_.scale;
  }

  /// The angle of the shortest section near a first guess, by ternary search.
  double shortest_near(double angle, double spread) const {
    double low = angle - spread, high = angle + spread;
    for (int i = 0; i < 16; ++i) {
      const double left = low + (high - low) / 3, right = high - (high - low) / 3;
      const bool is_left = lay(left) < lay(right);
      (is_left ? high : low) = is_left ? right : left;
    }
    return 0.5 * (low + high);
  }

 private:
  MeshString& string_;
  const std::optional<Vector3d>& side_;
  const geometry::MeshSolid::Inside& inside_;
  Vector3d along_, one_, other_;
};

/// Finds the path that the strand had, if known. Otherwise samples the sections of half-planes all
/// around, refines each that is shorter than its neighbours, pulls the string taut there, and takes
/// the shortest result.
BestPath begin(MeshString& string, const std::optional<Vector3d>& side,
               const geometry::MeshSolid::Inside& inside, const WrapMemory& memory) {
  const Sections sections(string, side, inside);
  BestPath best;
  const Vector3d known = side_it_passed(string, memory, inside);
  if (sections.is_clear(known) && std::isfinite(sections.lay(known))) {
    improve(string, side, best);
    if (best.converged) return best;
  }
  constexpr int k_planes = 12;
  constexpr double k_step = 2 * pi / k_planes;
  std::array<double, k_planes> ranks;
  for (int i = 0; i < k_planes; ++i) ranks[i] = sections.lay(k_step * (i + 0.5));
  for (int i = 0; i < k_planes; ++i) {
    const double before = ranks[(i + k_planes - 1) % k_planes], after = ranks[(i + 1) % k_planes];
    if (!std::isfinite(ranks[i]) || ranks[i] > before || ranks[i] > after) continue;
    sections.lay(sections.shortest_near(k_step * (i + 0.5), k_step));
    improve(string, side, best);
  }
  return best;
}

}  // namespace

WrapTouch recall_mesh(const WrapMemory& memory) {
  WrapTouch result;
  const std::vector<MeshNode>& nodes = memory.mesh.nodes;
  if (!memory.touches || nodes.empty()) return result;
  const auto direction = [&memory](const Vector3d& a, const Vector3d& b) {
    return (b - a).squaredNorm() > 0 ? Vector3d((b - a).normalized())
                                     : (memory.mesh.last_to - memory.mesh.last_from).normalized();
  };
  const std::size_t last = nodes.size() - 1;
  result.status = WrapStatus::touching;
  result.start.point = nodes.front().point;
  result.end_point = nodes.back().point;
  result.start.tangent =
      direction(nodes.front().point, last > 0 ? nodes[1].point : memory.mesh.last_to);
  result.end_tangent =
      direction(last > 0 ? nodes[last - 1].point : memory.mesh.last_from, nodes.back().point);
  for (std::size_t i = 0; i < last; ++i) {
    result.start.length += (nodes[i + 1].point - nodes[i].point).norm();
  }
  return result;
}

WrapTouch touch_mesh(const geometry::MeshSolid& solid, const std::optional<Vector3d>& side,
                     const Vector3d& from, const Vector3d& to, WrapMemory& memory) {
  MeshWrapMemory& mesh = memory.mesh;
  MeshString string{solid, 0.5 * solid.bounds().sizes().minCoeff(), from, to, from, to, mesh.nodes};
  if (!look_at_end(solid, string.scale, from, mesh.from, string.from_clear) ||
      !look_at_end(solid, string.scale, to, mesh.to, string.to_clear)) {
    return touch_inside(memory);
  }
  double residual = 0;
  bool converged = memory.touches && pull_taut(string, residual);
  if (!converged) {
    residual = 0;
    string.nodes.clear();
    const auto inside = solid.first_inside(string.from_clear, string.to_clear);
    converged = !inside;
    if (inside) {
      BestPath best = begin(string, side, *inside, memory);
      string.nodes = best.nodes;
      residual = best.residual;
      converged = best.converged;
    }
  }
  memory.is_known = true;
  memory.touches = !string.nodes.empty();
  memory.has_arc = false;
  memory.middle_S = middle_of(string);
  mesh.last_from = from;
  mesh.last_to = to;
  WrapTouch result = recall_mesh(memory);
  result.residual = residual;
  if (memory.touches) memory.start = result.start;
  // If there is no path around, the strand passes through.
  if (!converged) {
    result.status = memory.touches ? WrapStatus::not_converged : WrapStatus::end_inside;
  }
  return result;
}

}  // namespace condyle::ligament
