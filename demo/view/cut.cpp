#include "view/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "condyle/error.h"
#include "core/src/base/enum_words.h"
#include "core/src/base/number_text.h"

namespace condyle {
namespace {

/// For each vertex the first one at the same place.
std::vector<int> first_at_place(const TriangleMesh& mesh) {
  std::vector<int> order(mesh.vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](int v) {
    const Eigen::Vector3d& p = mesh.vertices[static_cast<std::size_t>(v)];
    return std::tuple(p.x(), p.y(), p.z());
  };
  std::ranges::sort(order, {}, [&](int v) { return std::tuple_cat(place(v), std::tuple(v)); });
  std::vector<int> first(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && place(order[k - 1]) == place(order[k]);
    first[static_cast<std::size_t>(order[k])] =
        is_same ? first[static_cast<std::size_t>(order[k - 1])] : order[k];
  }
  return first;
}

}  // namespace

Cut cut_through(const Eigen::Vector3d& p_W, CutAcross across, const Camera& camera) {
  const Eigen::Vector3d to_eye = -view_direction(camera);
  CutPlane plane{to_eye, 0};
  if (across != CutAcross::nothing && across != CutAcross::view) {
    const Eigen::Vector3d axis =
        Eigen::Vector3d::Unit(static_cast<int>(across) - static_cast<int>(CutAcross::x));
    plane.normal = axis.dot(to_eye) < 0 ? Eigen::Vector3d(-axis) : axis;
  }
  plane.offset = plane.normal.dot(p_W);
  return {across, plane};
}

Cut named_cut(const std::string& text) {
  const std::string rest = text.starts_with('-') ? text.substr(1) : text;
  const double sign = text.starts_with('-') ? -1 : 1;
  const bool has_axis = rest.size() > 2 && rest[0] >= 'x' && rest[0] <= 'z' && rest[1] == '=';
  const std::optional<double> millimetres =
      has_axis ? parse_number(std::string_view(rest).substr(2)) : std::nullopt;
  if (!millimetres || !std::isfinite(*millimetres))
    throw InputError(fmt::format(
        "cut {}: expected an axis and a place in millimetres, such as x=12, which leaves out what "
        "is beyond, or -x=12, which leaves out the rest",
        text));
  const Eigen::Vector3d normal = sign * Eigen::Vector3d::Unit(rest[0] - 'x');
  const auto across = enumerator_at<CutAcross>(static_cast<int>(CutAcross::x) + rest[0] - 'x');
  return {across, {normal, sign * 1e-3 * *millimetres}};
}

bool is_closed(const TriangleMesh& mesh) {
  const std::vector<int> first = first_at_place(mesh);
  std::vector<std::pair<int, int>> sides, turned;
  for (const std::array<int, 3>& corners : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = first[static_cast<std::size_t>(corners[k])];
      const int b = first[static_cast<std::size_t>(corners[(k + 1) % 3])];
      sides.emplace_back(a, b);
      turned.emplace_back(b, a);
    }
  }
  std::ranges::sort(sides);
  std::ranges::sort(turned);
  return sides == turned;
}

}  // namespace condyle
