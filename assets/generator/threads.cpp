#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "shapes.h"

namespace condyle::assets {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// ISO metric thread M20 x 2.5 (ISO 68-1, ISO 724), right-handed, with its axis along z: flanks of
// 60 degrees between crests and roots that are flat.
constexpr double k_thread_pitch = 0.0025, k_thread_diameter = 0.020;
constexpr double k_thread_half_angle = 30 * std::numbers::pi / 180;
constexpr double k_thread_height =
    k_thread_pitch * 0.86602540378443865;  // of the sharp triangle, H [m]
constexpr double k_thread_major = k_thread_diameter / 2,
                 k_thread_pitch_radius = k_thread_major - 3.0 / 8 * k_thread_height;
/// Half of the play between flanks, along the radius [m]: bolts are thinner than the profile, and
/// nuts wider.
constexpr double k_thread_play = 5e-5;

// Steps of a turn: two numbers without a common factor, or all facets of a nut would fit into those
// of the bolt at once.
constexpr int k_bolt_steps = 97, k_nut_steps = 90;
constexpr int k_thread_flank = 4;  // cells across a flank
constexpr int k_thread_flat = 1;   // across a crest or root

/// The profile over a pitch, as (height along the axis, radius) where it is at the angle 0, from
/// the middle of a root on. The radius on a flank is that of the basic profile, shifted by `play`.
std::vector<Vector2d> thread_profile(double root, double crest, double play) {
  // At height h from the middle of the groove, the flank has the radius r:
  const auto height_at = [&](double r) {
    return k_thread_pitch / 4 + (r - play - k_thread_pitch_radius) * std::tan(k_thread_half_angle);
  };
  const double low = height_at(root), high = height_at(crest);
  std::vector<Vector2d> points;
  const auto line = [&](const Vector2d& from, const Vector2d& to, int cells) {
    for (int i = 0; i < cells; ++i) points.emplace_back(from + (to - from) * i / cells);
  };
  line({-low, root}, {low, root}, k_thread_flat);
  line({low, root}, {high, crest}, k_thread_flank);
  line({high, crest}, {k_thread_pitch - high, crest}, k_thread_flat);
  line({k_thread_pitch - high, crest}, {k_thread_pitch - low, root}, k_thread_flank);
  return points;
}

/// The same profile from the middle of a crest on.
std::vector<Vector2d> from_crest(std::vector<Vector2d> profile) {
  constexpr int k_crest = k_thread_flat + k_thread_flank;
  for (int i = 0; i < k_crest; ++i) profile[static_cast<std::size_t>(i)].x() += k_thread_pitch;
  std::rotate(profile.begin(), profile.begin() + k_crest, profile.end());
  return profile;
}

/// A thread as rows along the helix: vertices, and its borders below and above, each from the angle
/// 0 once round and back along the profile.
struct Thread {
  TriangleMesh mesh;  ///< seen from outside, triangles are counter-clockwise
  std::vector<int> below, above;
};

Thread make_thread(const std::vector<Vector2d>& profile, int turns, int steps) {
  Thread thread;
  const int cells = static_cast<int>(profile.size()), rows = turns * cells;
  for (int i = 0; i < steps; ++i) {
    const double angle = 2 * std::numbers::pi * i / steps;
    for (int j = 0; j <= rows + cells; ++j) {
      const Vector2d& at = profile[static_cast<std::size_t>(j % cells)];
      const double z = at.x() + k_thread_pitch * (j / cells) + k_thread_pitch * i / steps;
      thread.mesh.vertices.emplace_back(at.y() * std::cos(angle), at.y() * std::sin(angle), z);
    }
  }
  const auto vertex = [&](int i, int j) {
    return i < steps ? i * (rows + cells + 1) + j : j + cells;  // round once is a pitch higher
  };
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < rows; ++j) {
      const int a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i + 1, j + 1),
                d = vertex(i, j + 1);
      thread.mesh.triangles.push_back({a, b, c});
      thread.mesh.triangles.push_back({a, c, d});
    }
  }
  for (int i = 0; i < steps; ++i) {
    thread.below.push_back(vertex(i, 0));
    thread.above.push_back(vertex(i, rows));
  }
  for (int j = cells; j > 0; --j) {
    thread.below.push_back(vertex(0, j));
    thread.above.push_back(vertex(0, rows + j));
  }
  return thread;
}

/// Leaves out vertices of no triangle.
TriangleMesh without_loose_vertices(const TriangleMesh& mesh) {
  TriangleMesh out;
  std::vector<int> place(mesh.vertices.size(), -1);
  for (auto triangle : mesh.triangles) {
    for (int& corner : triangle) {
      int& at = place[static_cast<std::size_t>(corner)];
      if (at < 0) {
        at = static_cast<int>(out.vertices.size());
        out.vertices.push_back(mesh.vertices[static_cast<std::size_t>(corner)]);
      }
      corner = at;
    }
    out.triangles.push_back(triangle);
  }
  return out;
}

/// The middle of the thread to z = 0.
void centre(TriangleMesh& mesh, int turns) {
  for (Vector3d& vertex : mesh.vertices) vertex.z() -= k_thread_pitch * (turns + 1) / 2.0;
}

}  // namespace

TriangleMesh thread_bolt() {
  constexpr int k_turns = 16;
  const double root = k_thread_pitch_radius - k_thread_height / 4 - k_thread_height / 12;
  Thread thread = make_thread(thread_profile(root, k_thread_major - k_thread_play, -k_thread_play),
                              k_turns, k_bolt_steps);
  for (const bool is_top : {false, true}) {
    const std::vector<int>& border = is_top ? thread.above : thread.below;
    const int middle = static_cast<int>(thread.mesh.vertices.size());
    thread.mesh.vertices.emplace_back(0, 0, (is_top ? k_turns + 0.5 : 0.5) * k_thread_pitch);
    for (std::size_t i = 0; i < border.size(); ++i) {
      const int a = border[i], b = border[(i + 1) % border.size()];
      if (is_top)
        thread.mesh.triangles.push_back({middle, a, b});
      else
        thread.mesh.triangles.push_back({middle, b, a});
    }
  }
  centre(thread.mesh, k_turns);
  return without_loose_vertices(thread.mesh);
}

TriangleMesh thread_nut() {
  constexpr int k_turns = 5;
  constexpr double k_across_flats = 0.030;
  const double minor = k_thread_pitch_radius - k_thread_height / 4,
               root = k_thread_major + k_thread_height / 16;
  // The thread of a bolt that fills the hole, seen from outside: its roots are the nut's crests. It
  // begins and ends at the nut's roots, so that the faces of the nut keep off the bolt.
  const std::vector<Vector2d> profile =
      from_crest(thread_profile(minor + k_thread_play, root, k_thread_play));
  Thread thread = make_thread(profile, k_turns, k_nut_steps);
  TriangleMesh& mesh = thread.mesh;
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  const double low = profile.front().x() - k_thread_pitch / 2,
               high = profile.front().x() + k_thread_pitch * (k_turns + 1.5);
  const auto hexagon = [](double angle) {
    const double to_flat = std::remainder(angle - std::numbers::pi / 6, std::numbers::pi / 3);
    return k_across_flats / 2 / std::cos(to_flat);
  };
  const auto add_ring = [&](double z, const auto& radius_at) {
    const int first = static_cast<int>(mesh.vertices.size());
    for (int i = 0; i < k_nut_steps; ++i) {
      const double angle = 2 * std::numbers::pi * i / k_nut_steps, radius = radius_at(angle);
      mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    return first;
  };
  const auto countersink = [](double) { return k_thread_major + k_thread_pitch / 2; };
  const int ring = add_ring(low, countersink), bottom = add_ring(low, hexagon),
            top = add_ring(high, hexagon), upper = add_ring(high, countersink);
  const auto join = [&](int from, int to) {
    for (int i = 0; i < k_nut_steps; ++i) {
      const int next = (i + 1) % k_nut_steps;
      mesh.triangles.push_back({from + i, from + next, to + next});
      mesh.triangles.push_back({from + i, to + next, to + i});
    }
  };
  join(ring, bottom);
  join(bottom, top);
  join(top, upper);
  // Faces from the borders to the rings: where the border follows the profile, at one place.
  const int count = static_cast<int>(thread.below.size());
  for (int k = 0; k < count; ++k) {
    const int i = std::min(k, k_nut_steps) % k_nut_steps,
              next = std::min(k + 1, k_nut_steps) % k_nut_steps;
    const auto at = [&](const std::vector<int>& border, int place) {
      return border[static_cast<std::size_t>(place % count)];
    };
    mesh.triangles.push_back({ring + i, at(thread.below, k), at(thread.below, k + 1)});
    mesh.triangles.push_back({upper + i, at(thread.above, k + 1), at(thread.above, k)});
    if (next == i) continue;
    mesh.triangles.push_back({ring + i, at(thread.below, k + 1), ring + next});
    mesh.triangles.push_back({upper + i, upper + next, at(thread.above, k + 1)});
  }
  centre(mesh, k_turns);
  return without_loose_vertices(mesh);
}

}  // namespace condyle::assets
