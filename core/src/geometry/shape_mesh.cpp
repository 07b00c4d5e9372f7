#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/require_length.h"
#include "core/src/mesh/triangle_limit.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

void require_few(double triangles) {
  if (triangles <= mesh::k_most_made_triangles) return;
  throw InputError(
      fmt::format("mesh of a shape: {:.3g} triangles are needed for this chord error; "
                  "allow a greater one",
                  triangles));
}

/// Number of chords for an arc so that each stays within `error` of it: radius (1 - cos(step / 2)).
double chords(double radius, double arc, double error) {
  const double half = std::acos(std::max(-1.0, 1 - error / radius));
  return std::ceil(arc / (2 * half));
}

/// Number of chords for a full turn, at least three.
int slices(double radius, double error) {
  const double count = std::max(3.0, chords(radius, 2 * pi, error));
  require_few(count);
  return static_cast<int>(count);
}

/// The largest depth of the unit icosphere's triangles below the sphere: at the plane nearest to
/// the centre.
double icosphere_error(const TriangleMesh& mesh) {
  double nearest = 1;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const Vector3d normal = area_vector_doubled(mesh, t).normalized();
    nearest = std::min(nearest, normal.dot(mesh.vertices[mesh.triangles[t][0]]));
  }
  return 1 - nearest;
}

/// Number of subdivisions of the icosphere for an error relative to the radius. Once the error is
/// small, each subdivision divides it by four.
int subdivisions(double relative_error) {
  for (int n = 0; n < 12; ++n) {
    require_few(20 * std::pow(4, n));
    if (icosphere_error(mesh::make_icosphere(1, n)) <= relative_error) return n;
  }
  return 12;
}

TriangleMesh make_mesh(const Sphere& s, double error) {
  return mesh::make_icosphere(s.radius, subdivisions(error / s.radius));
}

// Scaling the unit sphere to the ellipsoid scales its error by at most the longest semi-axis.
TriangleMesh make_mesh(const Ellipsoid& s, double error) {
  return mesh::make_ellipsoid(s.semi_axes, subdivisions(error / s.semi_axes.maxCoeff()));
}

TriangleMesh make_mesh(const Cylinder& s, double error) {
  return mesh::make_cylinder(s.radius, 2 * s.half_length, slices(s.radius, error));
}

// On the caps chords run in both directions; each gets half of the error.
TriangleMesh make_mesh(const Capsule& s, double error) {
  const int around = slices(s.radius, error / 2);
  const int stacks = std::max(1, static_cast<int>(chords(s.radius, pi / 2, error / 2)));
  require_few(2.0 * around * (1 + 2.0 * stacks));
  return mesh::make_capsule(s.radius, 2 * s.half_length, around, stacks);
}

TriangleMesh make_mesh(const Torus& s, double error) {
  const int around = slices(s.major_radius + s.minor_radius, error / 2);
  const int tube = slices(s.minor_radius, error / 2);
  require_few(2.0 * around * tube);
  return mesh::make_torus(s.major_radius, s.minor_radius, around, tube);
}

TriangleMesh make_mesh(const Brick& s, double) { return mesh::make_box(2 * s.half_size); }

TriangleMesh make_mesh(const Cone& s, double error) {
  const int around = slices(s.radius, error);
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i) {
    const double angle = 2 * pi * i / around;
    mesh.vertices.emplace_back(s.radius * std::cos(angle), s.radius * std::sin(angle),
                               -s.height / 2);
  }
  mesh.vertices.emplace_back(0, 0, s.height / 2);
  mesh.vertices.emplace_back(0, 0, -s.height / 2);
  for (int i = 0; i < around; ++i) {
    const int next = (i + 1) % around;
    mesh.triangles.push_back({i, next, around});
    mesh.triangles.push_back({next, i, around + 1});
  }
  return mesh;
}

/// The greatest |z_xx| hx^2 + 2 |z_xy| hx hy + |z_yy| hy^2 of a patch, bounded by its polynomial's
/// coefficients: 8 times the largest error of a linear interpolation over the whole patch.
double patch_bend(const Eigen::Matrix4d& c) {
  double xx = 0, xy = 0, yy = 0;
  for (int m = 0; m < 4; ++m) {
    for (int n = 0; n < 4; ++n) {
      xx += m * (m - 1) * std::abs(c(m, n));
      xy += m * n * std::abs(c(m, n));
      yy += n * (n - 1) * std::abs(c(m, n));
    }
  }
  return xx + 2 * xy + yy;
}

// The error of linear interpolation over a triangle within a rectangle of sides h is at most an
// eighth of the second derivatives along these sides, times their lengths (Waldron 1998).
TriangleMesh make_mesh(const HeightMap& s, double error) {
  const int nx = static_cast<int>(s.x().size()) - 1, ny = static_cast<int>(s.y().size()) - 1;
  double bend = 0;
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) bend = std::max(bend, patch_bend(s.patch_polynomial(i, j)));
  }
  const double cuts_needed = std::max(1.0, std::ceil(std::sqrt(bend / (8 * error))));
  require_few(2 * cuts_needed * nx * cuts_needed * ny);
  const int cuts = static_cast<int>(cuts_needed), columns = ny * cuts + 1;
  const auto line = [cuts](const Eigen::VectorXd& lines, int k) {
    const int patch = std::min<int>(k / cuts, static_cast<int>(lines.size()) - 2);
    const double fraction = static_cast<double>(k - patch * cuts) / cuts;
    return (1 - fraction) * lines[patch] + fraction * lines[patch + 1];
  };
  TriangleMesh mesh;
  for (int i = 0; i <= nx * cuts; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double x = line(s.x(), i), y = line(s.y(), j);
      mesh.vertices.emplace_back(x, y, s.at(x, y).z);
      if (i == 0 || j == 0) continue;
      const int corner = i * columns + j;
      mesh.triangles.push_back({corner - columns - 1, corner - 1, corner});
      mesh.triangles.push_back({corner - columns - 1, corner, corner - columns});
    }
  }
  return mesh;
}

TriangleMesh make_mesh(const MeshSolid& s, double) { return s.mesh(); }

}  // namespace

TriangleMesh mesh_of(const Shape& shape, double chord_error) {
  require_length("mesh of a shape", "chord error", chord_error);
  return std::visit(
      [&](const auto& s) -> TriangleMesh {
        if constexpr (requires { make_mesh(s, chord_error); }) {
          return make_mesh(s, chord_error);
        } else {
          throw InputError(fmt::format("{}: it has no end, so no mesh", name(shape)));
        }
      },
      shape);
}

}  // namespace condyle::geometry
