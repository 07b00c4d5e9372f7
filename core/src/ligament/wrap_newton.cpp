#include "core/src/ligament/wrap_newton.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;

/// How a free segment misses the tangent of an arc's end: the sine of the angle across, within the
/// tangent plane, and the sine out of the surface. Slopes are derivatives by a move of the end
/// along its tangent, by a move along its binormal, and by a turn of the tangent.
struct Miss {
  double across, out;
  std::array<double, 3> across_slope, out_slope;
};

/// `along` is the segment's unit vector in the direction of the path; `reach` is its length,
/// negative if the segment leaves the end.
Miss miss_at(const ArcEnd& end, const Vector3d& along, double reach) {
  const double t = along.dot(end.tangent), b = along.dot(end.binormal), n = along.dot(end.normal);
  const double per = 1 / reach;
  return {b,
          n,
          {-b * t * per - end.twist * n, (1 - b * b) * per - end.across * n, -t},
          {-n * t * per + end.along * t + end.twist * b,
           -n * b * per + end.twist * t + end.across * b, 0}};
}

/// Derivatives of a miss at the far end of an arc by the change of the arc.
std::array<double, 4> by_change(const Arc& arc, const std::array<double, 3>& slope) {
  return {slope[0], slope[1] * arc.translational + slope[2] * arc.translational_rate,
          slope[1] * arc.rotational + slope[2] * arc.rotational_rate, slope[0]};
}

/// Solves A x = b by Gaussian elimination with partial pivoting; each row ends with its entry of b,
/// which x replaces. Returns false if A is singular.
template <class Rows>
bool eliminate(Rows& rows, int n) {
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(rows[i][k]) > std::abs(rows[best][k])) best = i;
    }
    if (!(std::abs(rows[best][k]) > 0)) return false;
    if (best != k) std::swap(rows[best], rows[k]);
    const double per_pivot = 1 / rows[k][k];
    for (int i = k + 1; i < n; ++i) {
      const double factor = rows[i][k] * per_pivot;
      for (int j = k + 1; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    double sum = rows[k][n];
    for (int j = k + 1; j < n; ++j) sum -= rows[k][j] * rows[j][n];
    rows[k][n] = sum / rows[k][k];
  }
  return true;
}

/// Share of a step that keeps it in the range of the linearisation: at most half a radian of turn
/// or of bend.
double step_share(const Arc& arc, const ArcChange& c) {
  constexpr double k_most = 0.5;
  const double bend = std::max({std::abs(arc.start.along), std::abs(arc.start.across),
                                std::abs(arc.end.along), std::abs(arc.end.across)});
  const double largest = std::max({std::abs(c.turn), bend * std::abs(c.along),
                                   bend * std::abs(c.across), bend * std::abs(c.stretch)});
  return largest > k_most ? k_most / largest : 1;
}

ArcChange scaled(const ArcChange& c, double share) {
  return {share * c.along, share * c.across, share * c.turn, share * c.stretch};
}

/// Miss of an end that must lie at a given point of the surface: its distance, relative to a scale
/// of the shape.
Miss miss_of_place(const ArcEnd& end, const Vector3d& offset, double per_scale) {
  return {offset.dot(end.binormal) * per_scale,
          offset.dot(end.tangent) * per_scale,
          {0, per_scale, 0},
          {per_scale, 0, 0}};
}

/// The misses of both free segments of one arc.
struct EndMisses {
  Miss first, last;
  double largest = 0;

  EndMisses(const Arc& arc, const Vector3d& from, const Vector3d& to, double per_scale,
            const WrapOptions& options) {
    Vector3d in = arc.start.point - from, out = to - arc.end.point;
    if (options.from_is_on_surface) {
      first = miss_of_place(arc.start, in, per_scale);
      in = arc.start.tangent;
    } else {
      const double reach = std::max(in.norm(), 1e-300);
      first = miss_at(arc.start, in / reach, reach);
    }
    if (options.to_is_on_surface) {
      last = miss_of_place(arc.end, -out, per_scale);
      out = arc.end.tangent;
    } else {
      const double reach = std::max(out.norm(), 1e-300);
      last = miss_at(arc.end, out / reach, -reach);
    }
    largest = std::max(
        {std::abs(first.across), std::abs(first.out), std::abs(last.across), std::abs(last.out)});
    // The segments must run along the path, not against it.
    if (in.dot(arc.start.tangent) < 0 || out.dot(arc.end.tangent) < 0) largest += 2;
    if (!std::isfinite(largest)) largest = 1e300;
  }
};

bool newton_step(const Arc& arc, const EndMisses& ends, ArcChange& change) {
  std::array<std::array<double, 5>, 4> rows;
  rows[0] = {ends.first.across_slope[0], ends.first.across_slope[1], ends.first.across_slope[2], 0,
             -ends.first.across};
  rows[1] = {ends.first.out_slope[0], ends.first.out_slope[1], 0, 0, -ends.first.out};
  const auto across = by_change(arc, ends.last.across_slope);
  const auto out = by_change(arc, ends.last.out_slope);
  rows[2] = {across[0], across[1], across[2], across[3], -ends.last.across};
  rows[3] = {out[0], out[1], out[2], out[3], -ends.last.out};
  if (!eliminate(rows, 4)) return false;
  change = {rows[0][4], rows[1][4], rows[2][4], rows[3][4]};
  return std::isfinite(change.along + change.across + change.turn + change.stretch);
}

/// Takes a last step that is so small that first order suffices.
void take_linear(const geometry::Shape& shape, const ArcChange& change, Arc& arc) {
  const ArcStart start = changed(shape, arc, change);
  arc.end = changed_end(shape, arc, change);
  arc.start = arc_end(shape, start);
  arc.length = start.length;
}

/// Newton's iteration from an arc that is already a geodesic.
WrapConvergence iterate(const geometry::Shape& shape, const Vector3d& from, const Vector3d& to,
                        Arc& arc, const WrapOptions& options) {
  const double per_scale = 1 / wrap_scale(shape);
  EndMisses ends(arc, from, to, per_scale, options);
  for (int i = 0; i < options.most_iterations && ends.largest > options.enough; ++i) {
    ArcChange change;
    if (!newton_step(arc, ends, change)) break;
    if (ends.largest < options.last_linear) {
      take_linear(shape, change, arc);
      return {true, std::min(ends.largest, 1e2 * ends.largest * ends.largest)};
    }
    bool better = false;
    for (double share = step_share(arc, change); share > 1e-4 && !better; share *= 0.5) {
      const Arc trial = shoot_arc(shape, changed(shape, arc, scaled(change, share)));
      const EndMisses there(trial, from, to, per_scale, options);
      if (!(there.largest < ends.largest)) continue;
      better = true;
      arc = trial;
      ends = there;
    }
    if (!better) break;
  }
  return {ends.largest <= 1e-9, ends.largest};
}

}  // namespace

WrapConvergence solve_wrap(const geometry::Shape& shape, const Vector3d& from, const Vector3d& to,
                           const ArcStart& guess, Arc& arc, const WrapOptions& options) {
  arc = shoot_arc(shape, guess);
  return iterate(shape, from, to, arc, options);
}

namespace {

ArcChange sum(const ArcChange& a, const ArcChange& b) {
  return {a.along + b.along, a.across + b.across, a.turn + b.turn, a.stretch + b.stretch};
}

/// Difference between the arc and the expected start, in the axes of a nearby start.
ArcChange miss_of(const ArcStart& expected, const Arc& arc, const ArcEnd& axes) {
  const Vector3d offset = arc.start.point - expected.point;
  const Vector3d turn = arc.start.tangent - expected.tangent;
  return {offset.dot(axes.tangent), offset.dot(axes.binormal), turn.dot(axes.binormal),
          arc.length - expected.length};
}

/// Predicts the part of the change beyond first order: while the ends move evenly, it grows with
/// the square of their motion.
ArcChange expected_beyond(const ArcTrend& trend, const Vector3d& from, const Vector3d& to) {
  constexpr double k_most_growth = 3, k_even = 0.8;
  if (!trend.is_known) return {};
  const Vector3d from_move = from - trend.from, to_move = to - trend.to;
  const double before = trend.from_move.squaredNorm() + trend.to_move.squaredNorm();
  const double now = from_move.squaredNorm() + to_move.squaredNorm();
  const double both = from_move.dot(trend.from_move) + to_move.dot(trend.to_move);
  const bool is_even =
      both * both > k_even * k_even * before * now && now < k_most_growth * k_most_growth * before;
  return is_even ? scaled(trend.beyond, now / before) : ArcChange{};
}

void note(const Vector3d& from, const Vector3d& to, const ArcChange& beyond, ArcTrend& trend) {
  const bool knew = trend.is_known;
  const Vector3d from_move = from - trend.from, to_move = to - trend.to;
  trend = {true, from, to, Vector3d::Zero(), Vector3d::Zero(), beyond};
  if (!knew) return;
  trend.from_move = from_move;
  trend.to_move = to_move;
}

}  // namespace

WrapConvergence continue_wrap(const geometry::Shape& shape, const Vector3d& from,
                              const Vector3d& to, Arc& arc, ArcTrend& trend,
                              const WrapOptions& options) {
  const EndMisses ends(arc, from, to, 1 / wrap_scale(shape), options);
  if (ends.largest <= options.enough) return {true, ends.largest};
  ArcStart start{arc.start.point, arc.start.tangent, arc.length};
  ArcChange change;
  if (!(ends.largest < 1 && newton_step(arc, ends, change))) {
    trend.is_known = false;
    return solve_wrap(shape, from, to, start, arc, options);
  }
  const double share = step_share(arc, change);
  const ArcChange beyond = share < 1 ? ArcChange{} : expected_beyond(trend, from, to);
  const ArcEnd axes = arc.start;
  start = changed(shape, arc, sum(scaled(change, share), beyond));
  const WrapConvergence how = solve_wrap(shape, from, to, start, arc, options);
  if (!how.converged || share < 1) {
    trend.is_known = false;
    return how;
  }
  note(from, to, sum(beyond, miss_of(start, arc, axes)), trend);
  return how;
}

double sideways_lever(const Arc& arc, const Vector3d& from, const Vector3d& to) {
  const double in = (arc.start.point - from).norm(), out = (to - arc.end.point).norm();
  return in * arc.translational + arc.rotational +
         out * (in * arc.translational_rate + arc.rotational_rate);
}

namespace {

constexpr int k_most_unknowns = 4 * k_most_links;
using Rows = std::array<std::array<double, k_most_unknowns + 1>, k_most_unknowns>;

ArcEnd in_world(const Pose& X_WS, const ArcEnd& end) {
  ArcEnd result = end;
  result.point = X_WS * end.point;
  result.tangent = X_WS.linear() * end.tangent;
  result.normal = X_WS.linear() * end.normal;
  result.binormal = X_WS.linear() * end.binormal;
  return result;
}

/// The whole path with the misses of all links.
struct Chain {
  struct Link {
    ArcEnd start_W, end_W;
    Vector3d in_W, out_W;  ///< unit vectors
    double reach_in, reach_out;
    Miss first, last;
  };
  std::array<Link, k_most_links> links;
  double largest = 0;
};

void look_at(std::span<const WrapLink> arcs, const Vector3d& from_W, const Vector3d& to_W,
             Chain& chain) {
  const int count = static_cast<int>(arcs.size());
  for (int i = 0; i < count; ++i) {
    chain.links[i].start_W = in_world(*arcs[i].X_WS, arcs[i].arc.start);
    chain.links[i].end_W = in_world(*arcs[i].X_WS, arcs[i].arc.end);
  }
  chain.largest = 0;
  for (int i = 0; i < count; ++i) {
    Chain::Link& link = chain.links[i];
    const Vector3d& before = i > 0 ? chain.links[i - 1].end_W.point : from_W;
    const Vector3d& after = i + 1 < count ? chain.links[i + 1].start_W.point : to_W;
    link.in_W = link.start_W.point - before;
    link.out_W = after - link.end_W.point;
    link.reach_in = std::max(link.in_W.norm(), 1e-300);
    link.reach_out = std::max(link.out_W.norm(), 1e-300);
    link.in_W /= link.reach_in;
    link.out_W /= link.reach_out;
    link.first = miss_at(link.start_W, link.in_W, link.reach_in);
    link.last = miss_at(link.end_W, link.out_W, -link.reach_out);
    chain.largest = std::max({chain.largest, std::abs(link.first.across), std::abs(link.first.out),
                              std::abs(link.last.across), std::abs(link.last.out)});
    const bool against =
        link.in_W.dot(link.start_W.tangent) < 0 || link.out_W.dot(link.end_W.tangent) < 0;
    if (against) chain.largest += 2;
  }
  if (!std::isfinite(chain.largest)) chain.largest = 1e300;
}

/// Derivative of axis . along as the far end of a segment moves along v; `along` is the segment's
/// unit vector, `reach` its length.
double swing(const Vector3d& along, double reach, const Vector3d& axis, const Vector3d& v) {
  return (v.dot(axis) - along.dot(v) * along.dot(axis)) / reach;
}

void fill_own(const WrapLink& link, const Chain::Link& at, int row, Rows& rows, int n) {
  for (int j = 0; j < 3; ++j) {
    rows[row][row + j] = at.first.across_slope[j];
    rows[row + 1][row + j] = at.first.out_slope[j];
  }
  const auto across = by_change(link.arc, at.last.across_slope);
  const auto out = by_change(link.arc, at.last.out_slope);
  for (int j = 0; j < 4; ++j) {
    rows[row + 2][row + j] = across[j];
    rows[row + 3][row + j] = out[j];
  }
  rows[row][n] = -at.first.across;
  rows[row + 1][n] = -at.first.out;
  rows[row + 2][n] = -at.last.across;
  rows[row + 3][n] = -at.last.out;
}

/// Fills in the derivatives of the misses at the start of a link by the change of the link before
/// it.
void fill_before(const WrapLink& before, const Chain::Link& there, const Chain::Link& at, int row,
                 Rows& rows) {
  const std::array<const Vector3d*, 2> axes{&at.start_W.binormal, &at.start_W.normal};
  for (int k = 0; k < 2; ++k) {
    const std::array<double, 3> slope{-swing(at.in_W, at.reach_in, *axes[k], there.end_W.tangent),
                                      -swing(at.in_W, at.reach_in, *axes[k], there.end_W.binormal),
                                      0};
    const auto by = by_change(before.arc, slope);
    for (int j = 0; j < 4; ++j) rows[row + k][row - 4 + j] = by[j];
  }
}

/// Fills in the derivatives of the misses at the end of a link by the change of the link after it.
void fill_after(const Chain::Link& there, const Chain::Link& at, int row, Rows& rows) {
  const std::array<const Vector3d*, 2> axes{&at.end_W.binormal, &at.end_W.normal};
  for (int k = 0; k < 2; ++k) {
    rows[row + 2 + k][row + 4] = swing(at.out_W, at.reach_out, *axes[k], there.start_W.tangent);
    rows[row + 2 + k][row + 5] = swing(at.out_W, at.reach_out, *axes[k], there.start_W.binormal);
  }
}

bool newton_step(std::span<const WrapLink> links, const Chain& chain,
                 std::array<ArcChange, k_most_links>& changes) {
  const int count = static_cast<int>(links.size()), n = 4 * count;
  Rows rows;
  for (int i = 0; i < n; ++i) std::fill_n(rows[i].begin(), n + 1, 0.0);
  for (int i = 0; i < count; ++i) {
    fill_own(links[i], chain.links[i], 4 * i, rows, n);
    if (i > 0) fill_before(links[i - 1], chain.links[i - 1], chain.links[i], 4 * i, rows);
    if (i + 1 < count) fill_after(chain.links[i + 1], chain.links[i], 4 * i, rows);
  }
  if (!eliminate(rows, n)) return false;
  bool finite = true;
  for (int i = 0; i < count; ++i) {
    changes[i] = {rows[4 * i][n], rows[4 * i + 1][n], rows[4 * i + 2][n], rows[4 * i + 3][n]};
    finite = finite && std::isfinite(changes[i].along + changes[i].across + changes[i].turn +
                                     changes[i].stretch);
  }
  return finite;
}

}  // namespace

WrapConvergence solve_wraps(std::span<WrapLink> links, const Vector3d& from_W, const Vector3d& to_W,
                            const WrapOptions& options) {
  Chain chain;
  std::array<ArcChange, k_most_links> changes;
  std::array<Arc, k_most_links> best;
  look_at(links, from_W, to_W, chain);
  for (int i = 0; i < options.most_iterations && chain.largest > options.enough; ++i) {
    if (!newton_step(links, chain, changes)) break;
    if (chain.largest < options.last_linear) {
      for (std::size_t k = 0; k < links.size(); ++k) {
        take_linear(*links[k].shape, changes[k], links[k].arc);
      }
      return {true, std::min(chain.largest, 1e2 * chain.largest * chain.largest)};
    }
    double share = 1;
    for (std::size_t k = 0; k < links.size(); ++k) {
      share = std::min(share, step_share(links[k].arc, changes[k]));
      best[k] = links[k].arc;
    }
    const double before = chain.largest;
    for (bool better = false; share > 1e-4 && !better; share *= 0.5) {
      for (std::size_t k = 0; k < links.size(); ++k) {
        const ArcStart start = changed(*links[k].shape, best[k], scaled(changes[k], share));
        links[k].arc = shoot_arc(*links[k].shape, start);
      }
      look_at(links, from_W, to_W, chain);
      better = chain.largest < before;
    }
    if (chain.largest < before) continue;
    for (std::size_t k = 0; k < links.size(); ++k) links[k].arc = best[k];
    chain.largest = before;
    break;
  }
  return {chain.largest <= 1e-9, chain.largest};
}

}  // namespace condyle::ligament
