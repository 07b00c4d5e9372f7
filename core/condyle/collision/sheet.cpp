#include "condyle/collision/sheet.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "condyle/simd/double4.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Beyond so many triangles a sheet is not worth its proof.
constexpr std::size_t k_largest_sheet = 2048;
/// Turn that a sheet is made for, and the least cosine left after it.
constexpr double k_turn = 0.05;
constexpr double k_least_cosine = 0.1;
/// Doubled area over longest side squared, below which a triangle's normal is not trusted.
constexpr double k_thinnest = 0x1p-24;

/// Lines that are tried, as parts of the half sizes: any of the family would do, but one that
/// passes an edge tells nothing.
constexpr double k_probes[3][2] = {{0, 0}, {0.31, -0.17}, {-0.23, 0.37}};

enum class Side { inside, outside, unclear };

/// Where the line passes a triangle, if rounding cannot matter.
Side side_of(const ShearedRay& line, const TriangleTree::Triangle& triangle, double clear) {
  const auto& [a, b, c] = triangle.corners;
  const EdgeWeights w = edge_weights(sheared(line, a, b, c));
  const bool positive = w.a > clear || w.b > clear || w.c > clear;
  const bool negative = w.a < -clear || w.b < -clear || w.c < -clear;
  if (positive && negative) return Side::outside;
  const double least = std::min({std::abs(w.a), std::abs(w.b), std::abs(w.c)});
  return least > clear ? Side::inside : Side::unclear;
}

/// How far an interval is from [-half, half]; negative where they overlap.
double gap(double a, double b, double half) {
  return std::max(std::min(a, b), -std::max(a, b)) - half;
}

}  // namespace

SheetProver::SheetProver(const TriangleTree& target, const TriangleLinks& links)
    : target_(&target), links_(&links), stamps_(target.triangles().size(), 0) {
  const std::size_t most = std::min(k_largest_sheet, stamps_.size()) + 8;
  waiting_.reserve(2 * most);
  members_.reserve(most);
  exits_.reserve(3 * most);
  for (int axis = 0; axis < 2; ++axis) {
    lowest_[axis].resize(most + 3);
    highest_[axis].resize(most + 3);
  }
}

std::optional<Sheet> SheetProver::prove(const RayCluster& rays, const RayReach& reach,
                                        const Pose& X_TC, double margin, int hint, bool two_sided) {
  begin(rays, X_TC, margin, two_sided);
  if (fans_out(rays)) return std::nullopt;
  // All that is within reach, what that is linked to within the lines, and then all that is as high
  // as those.
  const double room = rays.half_size[2] + 2 * margin_;
  least_inward_ = margin_ + room;
  least_outward_ = reach.outward + room;
  start_at(hint);
  if (!flood() || !gather(reach) || !flood()) return std::nullopt;
  RayReach wanted{std::max(reach.inward, (room - lowest_z_) / rays.upright),
                  std::max(reach.outward, (room + highest_z_) / rays.upright)};
  if (!gather(wanted) || !flood()) return std::nullopt;
  Sheet sheet{.reach = reach,
              .clear = wanted,
              .length = std::max(room - lowest_z_, room + highest_z_) / rays.upright,
              .leaves = facing_ < 0,
              .slack = margin,
              .turn = k_turn};
  sheet.is_free_beyond = -highest_refused_ >= reach.inward + room;
  if (members_.empty()) {
    return two_sided || !sheet.is_free_beyond ? std::nullopt : std::optional(sheet);
  }

  // Only as far as nothing else lies.
  const double highest_else = std::max(highest_refused_, highest_entered_);
  sheet.clear.inward = std::min(wanted.inward, -highest_else - room);
  sheet.clear.outward = std::min(wanted.outward, lowest_refused_ - room);
  sheet.reach.outward = sheet.clear.outward;
  const double least = two_sided ? reach.inward : margin_;  // two-sided, all crossings count
  if (sheet.clear.inward < least) return std::nullopt;
  find_exits();
  sheet.least_cosine = least_cosine_ - k_turn;
  sheet.clear_weight = 0x1p-37 * (largest_ + rays.radius) * std::sqrt(longest_squared_);
  sheet.start = members_.front().triangle;
  if (!is_crossed_at_most_once(sheet) || !exits_are_free()) return std::nullopt;
  return sheet;
}

void SheetProver::begin(const RayCluster& rays, const Pose& X_TC, double margin, bool two_sided) {
  rays_ = &rays;
  X_TC_ = X_TC;
  Pose X_TK = Pose::Identity();
  X_TK.linear() = X_TC.linear() * rays.axes_C;
  X_TK.translation() = X_TC * rays.center_C;
  X_KT_ = X_TK.inverse(Eigen::Isometry);
  padding_ = target_->space().padding(X_TK.translation());
  margin_ = margin + padding_;
  spread_x_ = spread(rays.lean_x, rays.upright, k_turn);
  spread_y_ = spread(rays.lean_y, rays.upright, k_turn);
  lowest_z_ = highest_z_ = largest_ = longest_squared_ = 0;
  lowest_refused_ = std::numeric_limits<double>::infinity();
  highest_refused_ = highest_entered_ = -lowest_refused_;
  least_cosine_ = 1;
  two_sided_ = two_sided;
  facing_ = two_sided ? 0 : -1;
  ++stamp_;
  waiting_.clear();
  members_.clear();
  exits_.clear();
}

/// Begins with a triangle if it lies among the lines.
void SheetProver::start_at(int hint) {
  if (hint < 0) return;
  const auto& [a, b, c] = target_->triangles()[hint].corners;
  const Vector3d middle = X_KT_ * Vector3d((a + b + c) / 3);
  if (may_pass(middle, middle) && std::abs(middle.z()) < rays_->radius) add(hint);
}

/// Puts all that may be within the margin of the lines within reach on the list, (2).
bool SheetProver::gather(const RayReach& reach) {
  const RayPrism prism = enclose(*rays_, reach, X_TC_, target_->space(), k_turn);
  const auto margin = static_cast<float>(margin_);
  const Lanes limit = Lanes::Constant(margin);
  int stack[TriangleTree::k_largest_stack];
  int waiting = 0;
  stack[waiting++] = 0;
  while (waiting > 0) {
    const TriangleTree::Node& node = target_->nodes()[stack[--waiting]];
    unsigned lanes =
        node.lanes() & ~lanes_up_to(limit, gaps(prism, extents(prism, node.boxes), margin).near);
    if (!node.is_leaf()) {
      for (; lanes != 0; lanes &= lanes - 1) {
        stack[waiting++] = node.children[std::countr_zero(lanes)];
      }
      continue;
    }
    unsigned unknown = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      if (std::abs(stamps_[node.first + lane]) != stamp_) unknown |= 1u << lane;
    }
    if (unknown == 0) continue;
    unknown &=
        ~lanes_up_to(limit, gaps(prism, extents(prism, *target_, node, unknown), margin).near);
    for (; unknown != 0; unknown &= unknown - 1) add(node.first + std::countr_zero(unknown));
    if (waiting_.size() > k_largest_sheet) return false;
  }
  return true;
}

void SheetProver::add(int triangle) {
  if (std::abs(stamps_[triangle]) == stamp_) return;
  stamps_[triangle] = stamp_;
  waiting_.push_back(triangle);
}

bool SheetProver::flood() {
  while (!waiting_.empty()) {
    const int triangle = waiting_.back();
    waiting_.pop_back();
    take(triangle);
    if (members_.size() + waiting_.size() > k_largest_sheet) return false;
    if (-highest_refused_ < least_inward_ || lowest_refused_ < least_outward_) return false;
  }
  return true;
}

/// Makes a triangle a member, with all that lines can pass next to it, or refuses it, by (1).
void SheetProver::take(int triangle) {
  const auto& corners = target_->triangles()[triangle].corners;
  Member member;
  member.triangle = triangle;
  Vector3d(&v)[3] = member.corners;
  for (int k = 0; k < 3; ++k) v[k] = X_KT_ * corners[k];
  const auto [lowest, highest] = std::minmax({v[0].z(), v[1].z(), v[2].z()});

  const Vector3d normal = (v[1] - v[0]).cross(v[2] - v[0]);
  const double length = normal.norm();
  const double longest_squared = std::max(
      {(v[1] - v[0]).squaredNorm(), (v[2] - v[1]).squaredNorm(), (v[0] - v[2]).squaredNorm()});
  const double lean = std::abs(normal.x()) * rays_->lean_x + std::abs(normal.y()) * rays_->lean_y;
  const double upright = std::abs(normal.z()) * rays_->upright - lean;  // cosine times length
  const int facing = normal.z() > 0 ? 1 : -1;
  const bool is_sure =
      length > k_thinnest * longest_squared && upright >= (k_least_cosine + k_turn) * length;
  const bool faces = is_sure && (facing_ == 0 || facing == facing_);
  if (!faces) {
    stamps_[triangle] = -stamp_;
    refuse(lowest, highest, !two_sided_ && facing > 0 && is_sure);
    return;
  }
  facing_ = facing;
  if (upright < least_cosine_ * length) least_cosine_ = upright / length;
  longest_squared_ = std::max(longest_squared_, longest_squared);
  lowest_z_ = std::min(lowest_z_, lowest);
  highest_z_ = std::max(highest_z_, highest);
  for (int k = 0; k < 3; ++k) largest_ = std::max(largest_, v[k].cwiseAbs().maxCoeff());
  for (int axis = 0; axis < 2; ++axis) {
    member.lowest[axis] = std::min({v[0][axis], v[1][axis], v[2][axis]});
    member.highest[axis] = std::max({v[0][axis], v[1][axis], v[2][axis]});
    lowest_[axis][members_.size()] = member.lowest[axis];
    highest_[axis][members_.size()] = member.highest[axis];
  }
  members_.push_back(member);
  for (int k = 0; k < 3; ++k) {
    const int across = (*links_)[triangle][k];
    if (across >= 0 && std::abs(stamps_[across]) != stamp_ && may_pass(v[k], v[(k + 1) % 3])) {
      add(across);
    }
  }
}

/// Notes where something lies that is not of S. What is only entered may lie beyond some depth.
void SheetProver::refuse(double lowest, double highest, bool is_entered) {
  if (highest >= 0) lowest_refused_ = std::min(lowest_refused_, std::max(0.0, lowest));
  double& noted = is_entered ? highest_entered_ : highest_refused_;
  if (lowest <= 0) noted = std::max(noted, std::min(0.0, highest));
}

/// Whether a line of the cluster may come within the margin of the segment.
bool SheetProver::may_pass(const Vector3d& p, const Vector3d& q) const {
  const Vector3d& half = rays_->half_size;
  const double height = std::max(std::abs(p.z()), std::abs(q.z())) + half.z() + margin_;
  return gap(p.x(), q.x(), half.x() + spread_x_ * height) <= margin_ &&
         gap(p.y(), q.y(), half.y() + spread_y_ * height) <= margin_;
}

void SheetProver::find_exits() {
  for (int m = 0; m < static_cast<int>(members_.size()); ++m) {
    const Member& member = members_[m];
    for (int k = 0; k < 3; ++k) {
      const int across = (*links_)[member.triangle][k];
      if (across >= 0 && contains(across)) continue;
      const Vector3d &p = member.corners[k], &q = member.corners[(k + 1) % 3];
      if (may_pass(p, q)) exits_.push_back({p, q, m});
    }
  }
}

bool SheetProver::exits_are_free() const {
  for (const Exit& exit : exits_) {
    if (!is_free(exit)) return false;
  }
  return true;
}

/// Whether no line that passes the exit can pass another member. Most are apart by what they cover.
bool SheetProver::is_free(const Exit& exit) const {
  const double slope[2] = {spread_x_, spread_y_};
  double low[2], high[2];
  for (int axis = 0; axis < 2; ++axis) {
    // Lines lean, so what lies at other heights is seen shifted.
    const double shift = slope[axis] * (highest_z_ - lowest_z_) + padding_;
    low[axis] = std::min(exit.from[axis], exit.to[axis]) - shift;
    high[axis] = std::max(exit.from[axis], exit.to[axis]) + shift;
  }
  const int count = static_cast<int>(members_.size());
  for (int first = 0; first < count; first += 4) {
    Mask4 apart = Mask4{};
    for (int axis = 0; axis < 2; ++axis) {
      apart |=
          (high[axis] < load4(&lowest_[axis][first])) | (low[axis] > load4(&highest_[axis][first]));
    }
    unsigned lanes = ~bits(apart) & 15u;
    for (; lanes != 0; lanes &= lanes - 1) {
      const int member = first + std::countr_zero(lanes);
      if (member >= count) break;
      if (member != exit.member && !are_parted(exit, members_[member])) return false;
    }
  }
  return true;
}

/// Whether a side parts them for all lines.
bool SheetProver::are_parted(const Exit& exit, const Member& member) const {
  const auto& [p, q, unused] = exit;
  const auto& v = member.corners;
  const auto side = [this](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    return c == a || c == b ? 0 : facing_of(a, b, c, k_turn);
  };
  // The line through the exit has all of the triangle on one side, or on itself; on the other side
  // than the exit's member where both ends are shared.
  int left = 0, right = 0, on = 0;
  for (int k = 0; k < 3; ++k) {
    const int s = side(p, q, v[k]);
    left += s > 0;
    right += s < 0;
    on += v[k] == p || v[k] == q;
  }
  const bool on_one_side = left + on == 3 || right + on == 3;
  if (on_one_side && (on < 2 || (facing_ > 0 ? right : left) == 1)) return true;
  // Or a side of the triangle has both ends of the exit outside, or one of them on itself. Both on
  // it, the exit is that side, and lines beyond it pass the triangle.
  for (int k = 0; k < 3; ++k) {
    const Vector3d &a = v[k], &b = v[(k + 1) % 3];
    int outside = 0, shared = 0;
    for (const Vector3d* end : {&p, &q}) {
      const bool is_corner = *end == a || *end == b;
      shared += is_corner;
      outside += is_corner || side(a, b, *end) == -facing_;
    }
    if (outside == 2 && shared < 2) return true;
  }
  return false;
}

/// 1 or -1: the way that p, q, r wind as seen along every line, even after the turn; 0: not sure.
int SheetProver::facing_of(const Vector3d& p, const Vector3d& q, const Vector3d& r,
                           double least_cosine) const {
  const Vector3d normal = (q - p).cross(r - p);
  const double lean = std::abs(normal.x()) * rays_->lean_x + std::abs(normal.y()) * rays_->lean_y;
  const double longest_squared =
      std::max({(q - p).squaredNorm(), (r - q).squaredNorm(), (p - r).squaredNorm()});
  const double sure = std::abs(normal.z()) * rays_->upright - lean;
  if (!(sure > least_cosine * normal.norm() && sure > k_thinnest * longest_squared)) return 0;
  return normal.z() > 0 ? 1 : -1;
}

bool SheetProver::is_crossed_at_most_once(Sheet& sheet) const {
  const Pose X_TK = X_KT_.inverse(Eigen::Isometry);
  for (const auto& probe : k_probes) {
    const double x = probe[0] * rays_->half_size[0], y = probe[1] * rays_->half_size[1];
    const ShearedRay line = sheared(Ray{X_TK * Vector3d(x, y, 0), -X_TK.linear().col(2)});
    int crossed = 0;
    bool is_clear = true;
    for (const Member& member : members_) {
      if (member.lowest[0] - padding_ > x || x > member.highest[0] + padding_ ||
          member.lowest[1] - padding_ > y || y > member.highest[1] + padding_) {
        continue;
      }
      const Side side = side_of(line, target_->triangles()[member.triangle], sheet.clear_weight);
      is_clear = is_clear && side != Side::unclear;
      if (side != Side::inside) continue;
      ++crossed;
      sheet.start = member.triangle;
    }
    if (is_clear) return crossed <= 1;
  }
  return false;
}

}  // namespace condyle
