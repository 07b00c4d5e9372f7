#include "view/contact_sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace condyle {
namespace {

constexpr double k_line_radius = 0.004;  // over the size of the contact
const Look k_marked{{1, 1, 1}, 0.5f, 0, 1};

/// Adds one hit with its element to a share.
void add_hit(const ContactPair& pair, std::size_t hit, ContactShare& share) {
  const ContactResult& result = pair.result();
  const ProximityHit& of = result.hits[hit];
  const auto e = static_cast<std::size_t>(of.casting_triangle);
  const double pressure = result.casting->pressure[e], area = pair.casting().areas()[e];
  if (!(pressure > 0)) return;
  const Eigen::Vector3d &c = pair.casting().centroids()[e], &n = pair.casting().normals()[e];
  const Eigen::Vector3d thrust =
      result.thrust.empty() ? Eigen::Vector3d(-pressure * n) : result.thrust[hit];
  const Eigen::Vector3d traction =
      result.traction.empty() ? Eigen::Vector3d::Zero().eval() : result.traction[hit];
  const bool at_centroid = result.thrust.empty();
  const Eigen::Vector3d at = at_centroid ? c : Eigen::Vector3d(c - of.proximity * n);
  share.area += area;
  share.peak_pressure = std::max(share.peak_pressure, pressure);
  share.pressure_area += pressure * area;
  share.centre += pressure * area * c;
  share.force += area * (thrust + traction);
  share.moment += area * at.cross(thrust + traction);
}

void finish(double factor, ContactShare& share) {
  if (share.pressure_area > 0) share.centre /= share.pressure_area;
  share.area *= factor;
  share.pressure_area *= factor;
  share.force *= factor;
  share.moment *= factor;
}

Pose pose_of_casting(const ShownWorld& world, const WorldContact& contact) {
  return world.bodies()[contact.casting.body].X_WB * world.mesh(contact.casting).X_BM;
}

}  // namespace

std::array<ContactShare, 2> shares_of(const ContactPair& pair, int axis, double offset) {
  std::array<ContactShare, 2> shares;
  for (std::size_t k = 0; k < pair.result().hits.size(); ++k) {
    const auto e = static_cast<std::size_t>(pair.result().hits[k].casting_triangle);
    const bool is_above = pair.casting().centroids()[e][axis] >= offset;
    add_hit(pair, k, shares[is_above ? 1 : 0]);
  }
  for (ContactShare& share : shares) finish(pair.share(), share);
  return shares;
}

ContactShare share_of(const ContactPair& pair, std::span<const int> elements) {
  ContactShare share;
  for (std::size_t k = 0; k < pair.result().hits.size(); ++k)
    if (std::ranges::binary_search(elements, pair.result().hits[k].casting_triangle))
      add_hit(pair, k, share);
  finish(pair.share(), share);
  return share;
}

std::string side_name(const Divider& divider, bool is_above) {
  return fmt::format("{} {} {:.1f} mm", "xyz"[divider.axis], is_above ? ">=" : "<",
                     1e3 * divider.offset);
}

std::vector<SideFigure> side_figures(const ShownWorld& world, const Divider& divider) {
  std::vector<SideFigure> figures;
  if (divider.contact < 0 || divider.contact >= static_cast<int>(world.contacts().size()))
    return figures;
  const WorldContact& contact = world.contacts()[divider.contact];
  std::array<ContactShare, 2> shares;
  if (contact.report) shares = shares_of(contact.report->pair(), divider.axis, divider.offset);
  for (const bool is_above : {false, true}) {
    const ContactShare& share = shares[is_above ? 1 : 0];
    const std::string start = fmt::format("{} {}.", contact.name, side_name(divider, is_above));
    const auto add = [&](const std::string& name, double value, bool exists = true) {
      figures.push_back({start + name, value, exists});
    };
    add("force [N]", share.force.norm());
    add("area [m^2]", share.area);
    add("peak_pressure [Pa]", share.peak_pressure);
    add("mean_pressure [Pa]", share.mean_pressure());
    for (int k = 0; k < 3; ++k)
      add(fmt::format("centre_{} [m]", "xyz"[k]), share.centre[k], share.area > 0);
    for (int k = 0; k < 3; ++k) add(fmt::format("moment_{} [N m]", "xyz"[k]), share.moment[k]);
  }
  return figures;
}

std::vector<std::array<Eigen::Vector3d, 2>> divider_line(const ShownWorld& world,
                                                         const Divider& divider) {
  std::vector<std::array<Eigen::Vector3d, 2>> line;
  if (divider.contact < 0 || divider.contact >= static_cast<int>(world.contacts().size()))
    return line;
  const WorldContact& contact = world.contacts()[divider.contact];
  const Pose X_WC = pose_of_casting(world, contact);
  const TriangleMesh& mesh = *world.mesh(contact.casting).mesh;
  for (const std::array<int, 3>& corners : mesh.triangles) {
    std::vector<Eigen::Vector3d> ends;
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Vector3d& a = mesh.vertices[static_cast<std::size_t>(corners[k])];
      const Eigen::Vector3d& b = mesh.vertices[static_cast<std::size_t>(corners[(k + 1) % 3])];
      const double at_a = a[divider.axis] - divider.offset, at_b = b[divider.axis] - divider.offset;
      if ((at_a < 0) != (at_b < 0)) ends.push_back(a + at_a / (at_a - at_b) * (b - a));
    }
    if (ends.size() == 2) line.push_back({X_WC * ends[0], X_WC * ends[1]});
  }
  return line;
}

void add_divider(const ShownWorld& world, const Divider& divider, double size, DrawList& list) {
  for (const auto& [a, b] : divider_line(world, divider))
    list.rods.push_back({a, b, k_line_radius * size, k_marked});
}

int nearest_patch(const ContactResult& result, const Eigen::Vector3d& p_C) {
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < static_cast<int>(result.patches.size()); ++k) {
    const auto& of = result.patches[static_cast<std::size_t>(k)].statistics;
    const double distance = (of.center_of_pressure - p_C).norm();
    if (distance >= least) continue;
    least = distance;
    nearest = k;
  }
  return nearest;
}

void add_patch_border(const ShownWorld& world, ChosenPatch& chosen, double size, DrawList& list) {
  if (chosen.contact < 0 || chosen.contact >= static_cast<int>(world.contacts().size())) return;
  const WorldContact& of = world.contacts()[chosen.contact];
  if (!of.report || of.report->pair().casting().casts_from_nodes()) return;
  const ContactResult& result = of.report->result();
  const int index = nearest_patch(result, chosen.p_C);
  if (index < 0) return;
  const ContactPatch& patch = result.patches[static_cast<std::size_t>(index)];
  chosen.p_C = patch.statistics.center_of_pressure;
  const TriangleMesh& mesh = *world.mesh(of.casting).mesh;
  std::map<std::pair<int, int>, int> sides;  // how many triangles of the patch have it
  for (int k = 0; k < patch.triangle_count; ++k) {
    const int t = result.patch_triangles[static_cast<std::size_t>(patch.first_triangle + k)];
    const auto& corners = mesh.triangles[static_cast<std::size_t>(t)];
    for (std::size_t s = 0; s < 3; ++s) ++sides[std::minmax(corners[s], corners[(s + 1) % 3])];
  }
  const Pose X_WC = pose_of_casting(world, of);
  for (const auto& [side, triangles] : sides)
    if (triangles == 1)
      list.rods.push_back({X_WC * mesh.vertices[static_cast<std::size_t>(side.first)],
                           X_WC * mesh.vertices[static_cast<std::size_t>(side.second)],
                           k_line_radius * size, k_marked});
}

}  // namespace condyle
