#include "core/src/ligament/mesh_string.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace condyle::ligament {
namespace {

using Eigen::Vector3d;

/// One unknown of slide(): the place of a node along its edge.
struct Slider {
  Vector3d corner, along;
  double most;                         ///< length of the edge
  double gradient = 0;                 ///< derivative of the string's length by the place
  double curvature = 0, coupling = 0;  ///< second derivatives: own, and with the next place [1/m]
  double step = 0;
  bool held = false;
  bool stuck = false;  ///< met another node at a vertex: held for good
};

/// Kept from call to call, so that a warm call does not allocate.
std::vector<Slider>& sliders_of_thread() {
  thread_local std::vector<Slider> sliders;
  return sliders;
}

/// Computes the string's length and its derivatives. Marks nodes that have met as stuck.
void look_at(const MeshString& string, std::vector<Slider>& sliders, double& length) {
  const std::size_t count = sliders.size();
  for (Slider& s : sliders) s.gradient = s.curvature = s.coupling = 0;
  length = 0;
  Vector3d before = string.from;
  for (std::size_t i = 0; i <= count; ++i) {
    const Vector3d& after = i < count ? string.nodes[i].point : string.to;
    const Vector3d leg = after - before;
    const double reach = leg.norm();
    if (!(reach > k_mesh_skin * string.scale)) {
      if (i > 0) sliders[i - 1].stuck = true;
      if (i < count) sliders[i].stuck = true;
      before = after;
      continue;
    }
    const Vector3d e = leg / reach;
    length += reach;
    const double on_last = i > 0 ? e.dot(sliders[i - 1].along) : 0;
    const double on_next = i < count ? e.dot(sliders[i].along) : 0;
    if (i > 0) {
      sliders[i - 1].gradient -= on_last;
      sliders[i - 1].curvature += (1 - on_last * on_last) / reach;
    }
    if (i < count) {
      sliders[i].gradient += on_next;
      sliders[i].curvature += (1 - on_next * on_next) / reach;
    }
    if (i > 0 && i < count) {
      sliders[i - 1].coupling =
          -(sliders[i - 1].along.dot(sliders[i].along) - on_last * on_next) / reach;
    }
    before = after;
  }
}

double place_after(const Slider& s, double place, double share) {
  return std::clamp(place + share * s.step, 0.0, s.most);
}

double length_with(const MeshString& string, const std::vector<Slider>& sliders, double share) {
  double length = 0;
  Vector3d before = string.from;
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    const Slider& s = sliders[i];
    const Vector3d at = s.corner + place_after(s, string.nodes[i].place, share) * s.along;
    length += (at - before).norm();
    before = at;
  }
  return length + (string.to - before).norm();
}

/// Newton's step of the nodes that are not held, by elimination along the string.
void find_steps(std::vector<Slider>& sliders, double softest) {
  const std::size_t count = sliders.size();
  double coupling = 0, step = 0, pivot = 1;  // of the previous slider
  for (std::size_t i = 0; i < count; ++i) {
    Slider& s = sliders[i];
    const double factor = coupling / pivot;
    s.step = s.held ? 0 : -s.gradient - factor * step;
    pivot = s.held ? 1 : s.curvature * (1 + 1e-14) + softest - factor * coupling;
    s.curvature = pivot;
    const bool couples = !s.held && i + 1 < count && !sliders[i + 1].held;
    coupling = s.coupling = couples ? s.coupling : 0;
    step = s.step;
  }
  double next = 0;
  for (std::size_t i = count; i-- > 0;) {
    Slider& s = sliders[i];
    s.step = s.held ? 0 : (s.step - s.coupling * next) / s.curvature;
    next = s.step;
  }
}

bool wants_off(const Slider& s, double place, double step) {
  return (place <= 0 && step < 0) || (place >= s.most && step > 0);
}

void take(MeshString& string, const std::vector<Slider>& sliders, double share) {
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    const Slider& s = sliders[i];
    if (s.step == 0) continue;
    MeshNode& node = string.nodes[i];
    node.place = place_after(s, node.place, share);
    node.point = s.corner + node.place * s.along;
  }
}

Vector3d edge_of(const geometry::MeshSolid& solid, int side) {
  const int next = side % 3 == 2 ? side - 2 : side + 1;
  return corner_of(solid, next) - corner_of(solid, side);
}

}  // namespace

Vector3d corner_of(const geometry::MeshSolid& solid, int side) {
  return solid.mesh().vertices[solid.mesh().triangles[side / 3][side % 3]];
}

Vector3d along_side(const geometry::MeshSolid& solid, int side) {
  return edge_of(solid, side).normalized();
}

double length_of_side(const geometry::MeshSolid& solid, int side) {
  return edge_of(solid, side).norm();
}

int vertex_at(const MeshString& string, const MeshNode& node) {
  const auto& triangle = string.solid.mesh().triangles[node.side / 3];
  const double least = k_mesh_skin * string.scale;
  if (node.place <= least) return triangle[node.side % 3];
  const bool at_end = node.place >= length_of_side(string.solid, node.side) - least;
  return at_end ? triangle[(node.side % 3 + 1) % 3] : -1;
}

Vector3d outward_at(const MeshString& string, const MeshNode& node) {
  const geometry::MeshSolid& solid = string.solid;
  const int triangle = node.side / 3, vertex = vertex_at(string, node);
  if (vertex >= 0) {
    const auto& corners = solid.mesh().triangles[triangle];
    const int k = static_cast<int>(std::ranges::find(corners, vertex) - corners.begin());
    return solid.pseudo_normal({triangle, Vector3d::Unit(k)}).normalized();
  }
  return (solid.face_normal(triangle) + solid.face_normal(solid.across(node.side) / 3))
      .normalized();
}

Vector3d clear_of(const MeshString& string, int i) {
  if (i < 0) return string.from_clear;
  if (i >= static_cast<int>(string.nodes.size())) return string.to_clear;
  const MeshNode& node = string.nodes[i];
  return node.point + 2 * k_mesh_skin * string.scale * outward_at(string, node);
}

double length_of(const MeshString& string) {
  double length = 0;
  Vector3d before = string.from;
  for (const MeshNode& node : string.nodes) {
    length += (node.point - before).norm();
    before = node.point;
  }
  return length + (string.to - before).norm();
}

double slide(MeshString& string) {
  constexpr int k_most_steps = 200;
  constexpr double k_enough = 1e-13;
  std::vector<Slider>& sliders = sliders_of_thread();
  sliders.clear();
  for (const MeshNode& node : string.nodes) {
    sliders.push_back({corner_of(string.solid, node.side), along_side(string.solid, node.side),
                       length_of_side(string.solid, node.side)});
  }
  double pull = 0;
  for (int k = 0; k < k_most_steps; ++k) {
    double length;
    look_at(string, sliders, length);
    pull = 0;
    for (std::size_t i = 0; i < sliders.size(); ++i) {
      Slider& s = sliders[i];
      s.held = s.stuck || wants_off(s, string.nodes[i].place, -s.gradient);
      if (!s.held) pull = std::max(pull, std::abs(s.gradient));
    }
    if (pull < k_enough) return pull;
    find_steps(sliders, 1e-12 / string.scale);
    double gain = 0;
    for (const Slider& s : sliders) gain -= s.gradient * s.step;
    // A gain below the rounding error of the length cannot be measured: take the step untested.
    const bool is_measurable = gain > 1e-13 * length;
    double share = 1;
    for (int i = 0; i < 40 && is_measurable && !(length_with(string, sliders, share) < length);
         ++i) {
      share *= 0.5;
    }
    take(string, sliders, share);
  }
  return pull;
}

bool lift(MeshString& string) {
  constexpr double k_straight = 1e-12;
  const double least = k_mesh_skin * string.scale;
  bool lifted = false;
  for (std::size_t i = 0; i < string.nodes.size();) {
    const MeshNode& node = string.nodes[i];
    const Vector3d before = i > 0 ? string.nodes[i - 1].point : string.from;
    const Vector3d after = i + 1 < string.nodes.size() ? string.nodes[i + 1].point : string.to;
    const bool at_end_of_string =
        (node.point - string.from).norm() < least || (node.point - string.to).norm() < least;
    bool presses = !at_end_of_string;
    if (presses && vertex_at(string, node) < 0) {
      const Vector3d e = along_side(string.solid, node.side);
      const auto across = [&e](const Vector3d& v) { return Vector3d(v - e.dot(v) * e); };
      const Vector3d a = across(before - node.point).normalized(),
                     b = across(after - node.point).normalized(), in = -outward_at(string, node);
      const double first = e.dot(a.cross(in)), second = e.dot(in.cross(b)),
                   both = e.dot(a.cross(b));
      const double sign = first + second > 0 ? 1 : -1;
      presses = sign * first >= 0 && sign * second >= 0 && sign * both >= -k_straight;
    }
    if (presses) {
      ++i;
    } else {
      string.nodes.erase(string.nodes.begin() + static_cast<std::ptrdiff_t>(i));
      lifted = true;
    }
  }
  return lifted;
}

}  // namespace condyle::ligament
