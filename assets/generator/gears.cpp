#include <cmath>
#include <numbers>

#include "shapes.h"

namespace condyle::assets {
namespace {

using Eigen::Vector2d;

constexpr double k_pi = std::numbers::pi;

// Involute spur gears without profile shift (ISO 53: basic rack of 20 degrees), axis along z, the
// middle of a tooth on the x axis.
constexpr double k_module = 0.002;
constexpr double k_pressure_angle = 20 * k_pi / 180;
constexpr double k_addendum = 1.0, k_dedendum = 1.25;  // in modules
constexpr double k_thinning = 4e-5;  // of a tooth at the pitch circle: half of the play of a pair
constexpr int k_flank_pieces = 44, k_tip_pieces = 8, k_root_pieces = 10;
constexpr int k_layers = 2;  // across the width

Vector2d at_angle(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// Angle between the start of an involute on its base circle and where it reaches the radius.
double roll(double base, double radius) {
  const double t = std::sqrt(std::max(0.0, radius * radius / (base * base) - 1));
  return t - std::atan(t);
}

struct Gear {
  double pitch, base, tip, root;  // radii
  double half_tooth;              // angle at the base circle

  explicit Gear(int teeth)
      : pitch(k_module * teeth / 2),
        base(pitch * std::cos(k_pressure_angle)),
        tip(pitch + k_addendum * k_module),
        root(pitch - k_dedendum * k_module),
        half_tooth(k_pi / (2 * teeth) - k_thinning / (2 * pitch) + roll(base, pitch)) {}

  /// Half of the tooth's angle at a radius; below the base circle its flank is radial.
  double half_angle(double radius) const { return half_tooth - roll(base, std::max(base, radius)); }
};

/// Outline of one tooth and the gap behind it, counter-clockwise, up to the next tooth.
std::vector<Vector2d> tooth(const Gear& gear, double middle, double pitch_angle) {
  std::vector<Vector2d> outline;
  const auto flank = [&](double side, int i) {
    // Evenly along the way that is rolled off: the involute grows with its square.
    const double from = gear.root, to = gear.tip, part = static_cast<double>(i) / k_flank_pieces;
    const double radius = std::sqrt(from * from + part * (to * to - from * from));
    outline.push_back(at_angle(radius, middle + side * gear.half_angle(radius)));
  };
  const auto arc = [&](double radius, double from, double to, int pieces) {
    for (int i = 1; i < pieces; ++i)
      outline.push_back(at_angle(radius, from + (to - from) * i / pieces));
  };
  for (int i = 0; i <= k_flank_pieces; ++i) flank(-1, i);
  const double at_tip = gear.half_angle(gear.tip), at_root = gear.half_angle(gear.root);
  arc(gear.tip, middle - at_tip, middle + at_tip, k_tip_pieces);
  for (int i = k_flank_pieces; i >= 0; --i) flank(+1, i);
  arc(gear.root, middle + at_root, middle + pitch_angle - at_root, k_root_pieces);
  return outline;
}

/// As many points, evenly around a bore.
std::vector<Vector2d> bore(double radius, std::size_t count) {
  std::vector<Vector2d> ring;
  for (std::size_t i = 0; i < count; ++i)
    ring.push_back(
        at_angle(radius, 2 * k_pi * static_cast<double>(i) / static_cast<double>(count)));
  return ring;
}

/// The solid between z = -width/2 and width/2 from the bore to the outline, which have as many
/// points and start in the same direction.
TriangleMesh solid_between(const std::vector<Vector2d>& inner, const std::vector<Vector2d>& outline,
                           double width) {
  TriangleMesh mesh;
  const int count = static_cast<int>(outline.size());
  const auto add_ring = [&](const std::vector<Vector2d>& ring, double z) {
    for (const Vector2d& p : ring) mesh.vertices.push_back({p.x(), p.y(), z});
  };
  // Rings around the section: up the outline, then down the bore.
  for (int layer = 0; layer <= k_layers; ++layer)
    add_ring(outline, width * (static_cast<double>(layer) / k_layers - 0.5));
  add_ring(inner, width / 2);
  add_ring(inner, -width / 2);
  const int rings = k_layers + 3;
  for (int ring = 0; ring < rings; ++ring)
    for (int i = 0; i < count; ++i) {
      const int next = (i + 1) % count, a = ring * count, b = (ring + 1) % rings * count;
      mesh.triangles.push_back({a + i, a + next, b + next});
      mesh.triangles.push_back({a + i, b + next, b + i});
    }
  return mesh;
}

TriangleMesh spur_gear(int teeth, double width, double bore_radius) {
  const Gear gear(teeth);
  const double pitch_angle = 2 * k_pi / teeth;
  std::vector<Vector2d> outline;
  for (int i = 0; i < teeth; ++i) {
    const std::vector<Vector2d> one = tooth(gear, i * pitch_angle, pitch_angle);
    outline.insert(outline.end(), one.begin(), one.end());
  }
  return solid_between(bore(bore_radius, outline.size()), outline, width);
}

}  // namespace

TriangleMesh gear_pinion() { return spur_gear(18, 0.012, 0.005); }
TriangleMesh gear_wheel() { return spur_gear(30, 0.010, 0.007); }

}  // namespace condyle::assets
