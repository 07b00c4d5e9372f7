#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "patch.h"
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
constexpr double k_thinning = 8e-5;  // [m] off a tooth at the pitch circle: half a pair's backlash

// Cells of about 0.25 by 0.5 mm on the flanks. A tooth and its gap together have 16 cells on the
// root circle, a power of two, because Face::fill() halves the ring repeatedly.
constexpr int k_flank_cells = 18, k_tooth_cells = 8, k_root_cells = 8;
constexpr double k_cell_width = 5e-4;  // along the axis
constexpr int k_fewest_on_ring = 16;   // rings with more points are halved

Vector2d at_angle(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// The involute function: polar angle [rad] from the start of an involute on its base circle to its
/// point at `radius`.
double roll(double base, double radius) {
  const double t = std::sqrt(std::max(0.0, radius * radius / (base * base) - 1));
  return t - std::atan(t);
}

struct Gear {
  int teeth;
  double pitch, base, tip, root;  // radii [m]
  double half_tooth;              // half of a tooth's angle at the base circle [rad]

  explicit Gear(int count)
      : teeth(count),
        pitch(k_module * count / 2),
        base(pitch * std::cos(k_pressure_angle)),
        tip(pitch + k_addendum * k_module),
        root(pitch - k_dedendum * k_module),
        half_tooth(k_pi / (2 * count) - k_thinning / (2 * pitch) + roll(base, pitch)) {}

  /// Half of a tooth's angle at a radius [rad]; below the base circle the flank is radial.
  double half_angle(double radius) const { return half_tooth - roll(base, std::max(base, radius)); }

  /// Radius of a row of points [m]. Rows are evenly spaced along the involute, whose arc length
  /// grows with the square of the radius.
  double row_radius(int row) const {
    const double part = static_cast<double>(row) / k_flank_cells;
    return std::sqrt(root * root + part * (tip * tip - root * root));
  }
};

/// The end face of a gear: each tooth is a grid, and rings fill the inside of the root circle.
/// Triangles and rim are counter-clockwise.
class Face {
 public:
  explicit Face(const Gear& gear) : gear_(gear) {
    for (int tooth = 0; tooth < gear.teeth; ++tooth) add_tooth(tooth);
    for (int tooth = 0; tooth < gear.teeth; ++tooth) add_rim(tooth);
    fill(root_circle());
  }

  Patch patch;

 private:
  double pitch_angle() const { return 2 * k_pi / gear_.teeth; }
  int at(int tooth, int row, int column) const {
    constexpr int k_points = (k_flank_cells + 1) * (k_tooth_cells + 1) + k_root_cells - 1;
    return tooth * k_points + row * (k_tooth_cells + 1) + column;
  }
  int in_gap(int tooth, int i) const { return at(tooth, k_flank_cells + 1, 0) + i - 1; }

  void add_tooth(int tooth) {
    const double middle = tooth * pitch_angle();
    for (int row = 0; row <= k_flank_cells; ++row) {
      const double radius = gear_.row_radius(row), half = gear_.half_angle(radius);
      for (int column = 0; column <= k_tooth_cells; ++column)
        patch.points.push_back(
            at_angle(radius, middle + half * (2.0 * column / k_tooth_cells - 1)));
    }
    const double half = gear_.half_angle(gear_.root), gap = pitch_angle() - 2 * half;
    for (int i = 1; i < k_root_cells; ++i)
      patch.points.push_back(at_angle(gear_.root, middle + half + gap * i / k_root_cells));
    for (int row = 0; row < k_flank_cells; ++row) {
      for (int column = 0; column < k_tooth_cells; ++column) {
        const int a = at(tooth, row, column), b = at(tooth, row + 1, column);
        const int c = at(tooth, row + 1, column + 1), d = at(tooth, row, column + 1);
        patch.triangles.push_back({a, b, c});
        patch.triangles.push_back({a, c, d});
      }
    }
  }

  void add_rim(int tooth) {
    for (int row = 0; row < k_flank_cells; ++row) patch.rim.push_back(at(tooth, row, 0));
    for (int column = 0; column < k_tooth_cells; ++column)
      patch.rim.push_back(at(tooth, k_flank_cells, column));
    for (int row = k_flank_cells; row >= 0; --row)
      patch.rim.push_back(at(tooth, row, k_tooth_cells));
    for (int i = 1; i < k_root_cells; ++i) patch.rim.push_back(in_gap(tooth, i));
  }

  /// The points on the root circle, clockwise.
  std::vector<int> root_circle() const {
    std::vector<int> ring;
    for (int tooth = 0; tooth < gear_.teeth; ++tooth) {
      for (int column = 0; column <= k_tooth_cells; ++column) ring.push_back(at(tooth, 0, column));
      for (int i = 1; i < k_root_cells; ++i) ring.push_back(in_gap(tooth, i));
    }
    std::reverse(ring.begin(), ring.end());
    return ring;
  }

  /// Fills the inside with rings, each with half as many points as the one around it and about as
  /// far from it as the points are apart, and with a centre point. `outer` is clockwise.
  void fill(std::vector<int> outer) {
    double radius = gear_.root;
    while (static_cast<int>(outer.size()) > k_fewest_on_ring) {
      const auto count = static_cast<double>(outer.size());
      radius -= 0.85 * 2 * k_pi * radius * 1.5 / count;
      std::vector<int> inner;
      for (std::size_t i = 0; i < outer.size(); i += 2) {
        const Vector2d& p = patch.points[outer[i]];
        inner.push_back(static_cast<int>(patch.points.size()));
        patch.points.push_back(radius * p.normalized());
      }
      join_halved_loops(outer, inner, patch.triangles);
      outer = std::move(inner);
    }
    const int middle = static_cast<int>(patch.points.size());
    patch.points.emplace_back(0, 0);
    for (std::size_t i = 0; i < outer.size(); ++i)
      patch.triangles.push_back({middle, outer[(i + 1) % outer.size()], outer[i]});
  }

  const Gear& gear_;
};

/// The solid with this face between z = -width/2 and width/2.
TriangleMesh swept(const Patch& face, double width) {
  TriangleMesh mesh;
  const int layers = static_cast<int>(std::lround(width / k_cell_width));
  const auto points = static_cast<int>(face.points.size());
  for (const double z : {-width / 2, width / 2})
    for (const Vector2d& p : face.points) mesh.vertices.push_back({p.x(), p.y(), z});
  for (const auto& [a, b, c] : face.triangles) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + points, b + points, c + points});
  }
  std::vector<int> below = face.rim;
  for (int layer = 1; layer <= layers; ++layer) {
    std::vector<int> above;
    for (const int i : face.rim) {
      if (layer == layers) {
        above.push_back(i + points);
        continue;
      }
      const Vector2d& p = face.points[i];
      above.push_back(static_cast<int>(mesh.vertices.size()));
      mesh.vertices.push_back({p.x(), p.y(), width * (static_cast<double>(layer) / layers - 0.5)});
    }
    for (std::size_t i = 0; i < below.size(); ++i) {
      const std::size_t next = (i + 1) % below.size();
      mesh.triangles.push_back({below[i], below[next], above[next]});
      mesh.triangles.push_back({below[i], above[next], above[i]});
    }
    below = std::move(above);
  }
  return mesh;
}

TriangleMesh spur_gear(int teeth, double width) {
  const Gear gear(teeth);
  return swept(Face(gear).patch, width);
}

}  // namespace

TriangleMesh gear_pinion() { return spur_gear(18, 0.010); }
TriangleMesh gear_wheel() { return spur_gear(30, 0.008); }

}  // namespace condyle::assets
