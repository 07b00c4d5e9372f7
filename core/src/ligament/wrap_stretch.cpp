#include "core/src/ligament/wrap_stretch.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/src/geometry/closed_forms.h"
#include "core/src/ligament/wrap_mesh.h"

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;

struct Neighbours {
  Vector3d before_W, after_W;
};

/// The points of the path before and after a site, given the other sites that touch.
Neighbours neighbours(const WrapStretch& stretch, int index, const Vector3d& from_W,
                      const Vector3d& to_W) {
  Neighbours result{from_W, to_W};
  for (int i = 0; i < index; ++i) {
    const WrapSite& site = stretch.sites[i];
    if (site.touch.has_geodesic()) result.before_W = site.X_WS * site.touch.end_point;
  }
  for (int i = static_cast<int>(stretch.sites.size()) - 1; i > index; --i) {
    const WrapSite& site = stretch.sites[i];
    if (site.touch.has_geodesic()) result.after_W = site.X_WS * site.touch.start.point;
  }
  return result;
}

WrapTouch touch_alone(const WrapSite& site, const Neighbours& n) {
  const Pose X_SW = site.X_WS.inverse();
  return touch(*site.shape, *site.side, X_SW * n.before_W, X_SW * n.after_W, *site.memory);
}

/// Solves each site in turn while the others are held. Returns the largest move of a touching point
/// [m]; infinite if a site started or stopped touching.
double sweep(WrapStretch& stretch, const Vector3d& from_W, const Vector3d& to_W) {
  const int site_count = static_cast<int>(stretch.sites.size());
  double moved = 0;
  for (int i = 0; i < site_count; ++i) {
    WrapSite& site = stretch.sites[i];
    const WrapTouch before = site.touch;
    site.touch = touch_alone(site, neighbours(stretch, i, from_W, to_W));
    if (site.touch.has_geodesic() != before.has_geodesic()) {
      moved = std::numeric_limits<double>::infinity();
    } else if (site.touch.has_geodesic()) {
      moved = std::max({moved, (site.touch.start.point - before.start.point).norm(),
                        (site.touch.end_point - before.end_point).norm()});
    }
  }
  return moved;
}

/// The arc of a touching site, taken from the memory if it is stored there.
Arc arc_of(const WrapSite& site) {
  const Arc& kept = site.memory->arc;
  const ArcStart& start = site.touch.start;
  const bool is_kept = site.memory->has_arc && kept.start.point == start.point &&
                       kept.start.tangent == start.tangent && kept.length == start.length;
  return is_kept ? kept : shoot_arc(*site.shape, start);
}

bool is_mesh(const WrapSite& site) {
  return std::holds_alternative<geometry::MeshSolid>(*site.shape);
}

void recall(WrapStretch& stretch) {
  for (WrapSite& site : stretch.sites) {
    site.touch = {};
    if (!site.memory->touches) continue;
    if (is_mesh(site)) {
      site.touch = recall_mesh(*site.memory);
      continue;
    }
    site.touch.status = WrapStatus::touching;
    site.touch.start = site.memory->start;
    const Arc arc = arc_of(site);
    site.touch.end_point = arc.end.point;
    site.touch.end_tangent = arc.end.tangent;
  }
}

/// Solves all touching sites at once. Returns false on failure; the sites are then unchanged.
bool solve_touching(WrapStretch& stretch, const Vector3d& from_W, const Vector3d& to_W) {
  const int site_count = static_cast<int>(stretch.sites.size());
  std::array<WrapLink, k_most_links> links;
  std::array<int, k_most_links> sites;
  int count = 0;
  for (int i = 0; i < site_count; ++i) {
    const WrapSite& site = stretch.sites[i];
    if (!site.touch.has_geodesic()) continue;
    sites[count] = i;
    links[count++] = {site.shape, &site.X_WS, arc_of(site)};
  }
  if (count == 0) return true;
  const std::span<WrapLink> used(links.data(), count);
  const WrapConvergence how = solve_wraps(used, from_W, to_W);
  if (!how.converged) return false;
  for (const WrapLink& link : used) {
    if (!(link.arc.length > 0)) return false;
  }
  for (int k = 0; k < count; ++k) {
    const Arc& arc = links[k].arc;
    stretch.sites[sites[k]].touch = {WrapStatus::touching,
                                     {arc.start.point, arc.start.tangent, arc.length},
                                     arc.end.point,
                                     arc.end.tangent,
                                     how.residual};
    WrapMemory& memory = *stretch.sites[sites[k]].memory;
    memory.arc = arc;
    memory.has_arc = true;
    memory.trend.is_known = false;
  }
  return true;
}

bool has_closed_form(const geometry::Shape& shape) {
  return std::holds_alternative<geometry::Sphere>(shape) ||
         std::holds_alternative<geometry::Cylinder>(shape) ||
         std::holds_alternative<geometry::InfiniteCylinder>(shape);
}

/// Whether the choice of touching sites is right: no free site is hit, and no touching site with a
/// closed form comes free. Updates the memories.
bool is_choice_right(WrapStretch& stretch, const Vector3d& from_W, const Vector3d& to_W) {
  const int site_count = static_cast<int>(stretch.sites.size());
  for (int i = 0; i < site_count; ++i) {
    WrapSite& site = stretch.sites[i];
    const bool touches = site.touch.has_geodesic();
    const Neighbours n = neighbours(stretch, i, from_W, to_W);
    if (has_closed_form(*site.shape)) {
      if (touch_alone(site, n).has_geodesic() != touches) return false;
    } else if (!touches) {
      const Pose X_SW = site.X_WS.inverse();
      const bool passes_through = site.touch.status == WrapStatus::end_inside;
      if (passes_through || !is_clear(*site.shape, X_SW * n.before_W, X_SW * n.after_W)) {
        return false;
      }
    }
    site.memory->is_known = true;
    site.memory->touches = touches;
    site.memory->has_arc = touches && !has_closed_form(*site.shape);
    if (touches) site.memory->start = site.touch.start;
  }
  return true;
}

bool solve_at_once(WrapStretch& stretch, const Vector3d& from_W, const Vector3d& to_W) {
  if (std::ranges::any_of(stretch.sites, is_mesh)) return false;
  return solve_touching(stretch, from_W, to_W) && is_choice_right(stretch, from_W, to_W);
}

void solve_several(WrapStretch& stretch, const Vector3d& from_W, const Vector3d& to_W) {
  constexpr int k_sweeps = 60;
  const int count = static_cast<int>(stretch.sites.size());
  recall(stretch);
  bool is_warm = false;
  for (int i = 0; i < static_cast<int>(stretch.sites.size()); ++i)
    is_warm = is_warm || stretch.sites[i].touch.has_geodesic();
  if (is_warm && solve_at_once(stretch, from_W, to_W)) return;

  const double scale = (to_W - from_W).norm() + wrap_scale(*stretch.sites[0].shape);
  double moved = 0;
  for (int k = 0; k < k_sweeps; ++k) {
    moved = sweep(stretch, from_W, to_W);
    if (moved <= 1e-13 * scale) return;
    if (moved > 0.1 * scale) continue;
    std::array<WrapTouch, k_most_links> touches;
    for (int i = 0; i < count; ++i) touches[i] = stretch.sites[i].touch;
    if (solve_at_once(stretch, from_W, to_W)) return;
    for (int i = 0; i < count; ++i) stretch.sites[i].touch = touches[i];
  }
  stretch.residual = std::min(moved / scale, 1.0);
  for (int i = 0; i < count && moved > 1e-9 * scale; ++i) {
    WrapTouch& touch = stretch.sites[i].touch;
    if (touch.status == WrapStatus::touching) touch.status = WrapStatus::not_converged;
  }
}

}  // namespace

void solve_stretch(WrapStretch& stretch, const Vector3d& from_W, const Vector3d& to_W) {
  if (stretch.sites.size() == 1) {
    WrapSite& site = stretch.sites[0];
    site.touch = touch_alone(site, {from_W, to_W});
  } else {
    solve_several(stretch, from_W, to_W);
  }
}

}  // namespace condyle::ligament
