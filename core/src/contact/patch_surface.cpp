#include "condyle/contact/patch_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/surface_overlay.h"

namespace condyle {
namespace {

constexpr double k_area_tolerance = 1e-3;  // relative error of the area inside the border
constexpr double k_worst_area = 0.01;      // largest relative error for which the border counts
constexpr int k_steps = 40;
constexpr double k_off_end = 0.1;
constexpr double k_force_tolerance = 1e-3;
constexpr int k_scalings = 8;

/// Writes a polygon of an overlay as a fan of triangles, with at(i) its corner i.
template <class At>
void write_fan(int count, int triangle, const At& at, std::vector<PatchPiece>& pieces) {
  const PatchCorner first = at(0);
  PatchCorner previous = at(1);
  for (int i = 2; i < count; ++i) {
    const PatchCorner next = at(i);
    pieces.push_back({triangle, {first, previous, next}});
    previous = next;
  }
}

template <class Value>
void write_casting(const OverlayPiece& piece, const Value& value, std::vector<PatchPiece>& pieces) {
  const auto at = [&](int i) { return PatchCorner{piece.polygon.corners[i].weights, value(i)}; };
  write_fan(piece.polygon.count, piece.casting_triangle, at, pieces);
}

template <class Value>
void write_target(const OverlayPiece& piece, const Value& value, std::vector<PatchPiece>& pieces) {
  if (piece.target_triangle < 0) return;
  const auto at = [&](int i) { return PatchCorner{piece.polygon.corners[i].on_target, value(i)}; };
  write_fan(piece.polygon.count, piece.target_triangle, at, pieces);
}

/// Area-weighted means, at the vertices of a mesh, of values of the triangles around them.
class VertexMeans {
 public:
  void clear(std::size_t vertices) {
    areas_.assign(vertices, 0);
    sums_.assign(vertices, 0);
  }

  void add(const TriangleMesh& mesh, int t, double value) {
    add(mesh.triangles[t], area_vector_doubled(mesh, t).norm(), value);
  }

  void add(const std::array<int, 3>& triangle, double area, double value) {
    for (const int vertex : triangle) {
      areas_[vertex] += area;
      sums_[vertex] += area * value;
    }
  }

  bool has_value(int vertex) const { return areas_[vertex] > 0; }
  double at(int vertex) const { return sums_[vertex] / areas_[vertex]; }

 private:
  std::vector<double> areas_, sums_;
};

double force_on_contacts(const ContactPair& pair) {
  const SideMap& map = pair.result().casting;
  double force = 0;
  for (const ProximityHit& hit : pair.result().hits)
    force += map.pressure[hit.casting_triangle] * pair.casting().areas()[hit.casting_triangle];
  return force;
}

double area_of_contacts(const ContactPair& pair) {
  double area = 0;
  for (const ProximityHit& hit : pair.result().hits)
    if (hit.proximity > 0) area += pair.casting().areas()[hit.casting_triangle];
  return area;
}

/// Integrates a function that is linear on each triangle of a polygon's fan: calls visit(area / 3,
/// corner) for each corner of each triangle, with areas relative to the casting triangle.
template <class Visit>
void for_each_share(const OverlayPolygon& polygon, const Visit& visit) {
  const auto weights = [&](int i) -> const Eigen::Vector3d& { return polygon.corners[i].weights; };
  for (int i = 2; i < polygon.count; ++i) {
    const Eigen::Vector3d first = weights(i - 1) - weights(0), second = weights(i) - weights(0);
    const double share = std::abs(first[1] * second[2] - first[2] * second[1]) / 3;
    for (const int k : {0, i - 1, i}) visit(share, k);
  }
}

}  // namespace

class PatchSurface::Maker {
 public:
  /// What the values shown add up to and do not exceed.
  struct Bounds {
    double integral = 0, greatest = 0;
  };

  void make(const ContactPair& pair, PatchStyle style, std::span<const double> per_triangle,
            const std::optional<Bounds>& bounds);

  std::span<const PatchPiece> on_casting() const { return on_casting_; }
  std::span<const PatchPiece> on_target() const { return on_target_; }

 private:
  void make_flat(const ContactPair& pair);
  void make_smooth(const ContactPair& pair, const std::optional<Bounds>& bounds);
  void lay_over(const ContactPair& pair);
  void smooth_depths(const TriangleMesh& casting);
  double border_depth(double area) const;
  double area_deeper_than(double depth) const;
  void cut(double border);
  Eigen::Vector3d corner_values(const std::array<int, 3>& corners) const;
  Bounds bounds_of_contacts(const TriangleMesh& mesh) const;
  void find_values(const TriangleMesh& mesh, const Bounds& bounds);
  double shown_integral(const TriangleMesh& mesh) const;

  std::span<const double> per_triangle_;  ///< of make()
  SurfaceOverlay overlay_;
  std::vector<double> areas_;      ///< of the pieces [m^2]
  VertexMeans vertex_depths_;      ///< of the casting triangles that have pieces
  std::vector<OverlayPiece> cut_;  ///< pieces inside the border
  VertexMeans vertex_values_;      ///< of the casting triangles in contact
  std::vector<std::array<double, OverlayPolygon::k_most_corners>> values_;  ///< parallel to cut_
  std::vector<PatchPiece> on_casting_, on_target_;
};

void PatchSurface::Maker::make(const ContactPair& pair, PatchStyle style,
                               std::span<const double> per_triangle,
                               const std::optional<Bounds>& bounds) {
  per_triangle_ = per_triangle;
  on_casting_.clear();
  on_target_.clear();
  if (style == PatchStyle::flat)
    make_flat(pair);
  else
    make_smooth(pair, bounds);
}

void PatchSurface::Maker::make_flat(const ContactPair& pair) {
  overlay_.make(pair, OverlayExtent::contact);
  for (const int t : overlay_.contacts()) {
    PatchPiece whole{t, {}};
    for (int k = 0; k < 3; ++k) whole.corners[k] = {Eigen::Vector3d::Unit(k), per_triangle_[t]};
    on_casting_.push_back(whole);
  }
  for (const OverlayPiece& piece : overlay_.pieces())
    write_target(
        piece, [&](int) { return per_triangle_[piece.casting_triangle]; }, on_target_);
}

void PatchSurface::Maker::make_smooth(const ContactPair& pair,
                                      const std::optional<Bounds>& bounds) {
  const TriangleMesh& casting = pair.casting().mesh();
  lay_over(pair);
  smooth_depths(casting);
  cut(border_depth(area_of_contacts(pair)));
  vertex_values_.clear(casting.vertices.size());
  for (const int t : overlay_.contacts()) vertex_values_.add(casting, t, per_triangle_[t]);
  find_values(casting, bounds ? *bounds : bounds_of_contacts(casting));
  for (std::size_t i = 0; i < cut_.size(); ++i) {
    const auto value = [&](int k) { return values_[i][k]; };
    write_casting(cut_[i], value, on_casting_);
    write_target(cut_[i], value, on_target_);
  }
}

void PatchSurface::Maker::lay_over(const ContactPair& pair) {
  overlay_.make(pair, OverlayExtent::surroundings);
  areas_.clear();
  for (const OverlayPiece& piece : overlay_.pieces()) {
    const double area =
        area_vector_doubled(pair.casting().mesh(), piece.casting_triangle).norm() / 2;
    areas_.push_back(area * area_part(piece.polygon));
  }
}

/// Replaces the depths by means at the vertices of the casting mesh, linear in between. The facets
/// of two fine meshes intersect in a line that is frayed at the scale of their triangles.
void PatchSurface::Maker::smooth_depths(const TriangleMesh& casting) {
  vertex_depths_.clear(casting.vertices.size());
  const auto pieces = overlay_.pieces();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    double part = 0, sum = 0;
    for_each_share(pieces[i].polygon, [&](double share, int k) {
      part += share;
      sum += share * pieces[i].polygon.corners[k].depth;
    });
    if (part > 0)
      vertex_depths_.add(casting.triangles[pieces[i].casting_triangle], areas_[i], sum / part);
  }
  for (OverlayPiece& piece : pieces) {
    const std::array<int, 3>& triangle = casting.triangles[piece.casting_triangle];
    if (!std::ranges::all_of(triangle, [&](int v) { return vertex_depths_.has_value(v); }))
      continue;
    const Eigen::Vector3d depths(vertex_depths_.at(triangle[0]), vertex_depths_.at(triangle[1]),
                                 vertex_depths_.at(triangle[2]));
    for (int k = 0; k < piece.polygon.count; ++k)
      piece.polygon.corners[k].depth = piece.polygon.corners[k].weights.dot(depths);
    std::tie(piece.least_depth, piece.greatest_depth) = depth_range(piece.polygon);
  }
}

double PatchSurface::Maker::area_deeper_than(double depth) const {
  double area = 0;
  const auto pieces = overlay_.pieces();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const OverlayPiece& piece = pieces[i];
    if (piece.greatest_depth <= depth || !(areas_[i] > 0)) continue;
    if (piece.least_depth >= depth) {
      area += areas_[i];
    } else {
      area += areas_[i] * area_part(deeper_than(depth, piece.polygon)) / area_part(piece.polygon);
    }
  }
  return area;
}

/// Finds the border by false position, kept away from the ends of the interval so that both move.
double PatchSurface::Maker::border_depth(double area) const {
  double shallow = -overlay_.gap(), deep = 0, border = 0;
  for (const OverlayPiece& piece : overlay_.pieces()) deep = std::max(deep, piece.greatest_depth);
  double found = area_deeper_than(border), over_deep = 0, over_shallow = -1;
  for (int i = 0; i < k_steps && std::abs(found - area) > k_area_tolerance * area; ++i) {
    if (over_shallow < 0) over_shallow = area_deeper_than(shallow);
    (found > area ? shallow : deep) = border;
    (found > area ? over_shallow : over_deep) = found;
    if (!(over_shallow > over_deep)) return 0;
    const double part = (over_shallow - area) / (over_shallow - over_deep);
    border = shallow + std::clamp(part, k_off_end, 1 - k_off_end) * (deep - shallow);
    found = area_deeper_than(border);
  }
  return std::abs(found - area) > k_worst_area * area ? 0 : border;
}

void PatchSurface::Maker::cut(double border) {
  cut_.clear();
  for (const OverlayPiece& piece : overlay_.pieces()) {
    if (piece.greatest_depth <= border) continue;
    OverlayPiece rest = piece;
    if (piece.least_depth < border) rest.polygon = deeper_than(border, piece.polygon);
    if (rest.polygon.count >= 3) cut_.push_back(rest);
  }
}

/// Values at the corners of a triangle. A corner that belongs to no triangle in contact gets the
/// mean of the other corners.
Eigen::Vector3d PatchSurface::Maker::corner_values(const std::array<int, 3>& corners) const {
  double sum = 0;
  int count = 0;
  for (const int vertex : corners) {
    if (!vertex_values_.has_value(vertex)) continue;
    sum += vertex_values_.at(vertex);
    ++count;
  }
  Eigen::Vector3d values;
  for (int k = 0; k < 3; ++k) {
    const int vertex = corners[k];
    values[k] =
        vertex_values_.has_value(vertex) ? vertex_values_.at(vertex) : sum / std::max(count, 1);
  }
  return values;
}

PatchSurface::Maker::Bounds PatchSurface::Maker::bounds_of_contacts(
    const TriangleMesh& mesh) const {
  Bounds bounds;
  for (const int t : overlay_.contacts()) {
    bounds.integral += area_vector_doubled(mesh, t).norm() / 2 * per_triangle_[t];
    bounds.greatest = std::max(bounds.greatest, per_triangle_[t]);
  }
  return bounds;
}

void PatchSurface::Maker::find_values(const TriangleMesh& mesh, const Bounds& bounds) {
  values_.resize(cut_.size());
  for (std::size_t i = 0; i < cut_.size(); ++i) {
    const OverlayPolygon& polygon = cut_[i].polygon;
    const Eigen::Vector3d values = corner_values(mesh.triangles[cut_[i].casting_triangle]);
    for (std::size_t k = 0; k < static_cast<std::size_t>(polygon.count); ++k)
      values_[i][k] = values.dot(polygon.corners[k].weights);
  }
  const double wanted = bounds.integral;
  for (int pass = 0; pass < k_scalings; ++pass) {
    const double shown = shown_integral(mesh);
    if (!(shown > 0) || std::abs(shown - wanted) <= k_force_tolerance * wanted) return;
    for (auto& values : values_)
      for (double& value : values) value = std::min(value * (wanted / shown), bounds.greatest);
  }
}

double PatchSurface::Maker::shown_integral(const TriangleMesh& mesh) const {
  double sum = 0;
  for (std::size_t i = 0; i < cut_.size(); ++i) {
    const double area = area_vector_doubled(mesh, cut_[i].casting_triangle).norm() / 2;
    for_each_share(cut_[i].polygon,
                   [&](double share, int k) { sum += area * share * values_[i][k]; });
  }
  return sum;
}

PatchSurface::PatchSurface() : maker_(std::make_unique<Maker>()) {}
PatchSurface::PatchSurface(PatchSurface&&) noexcept = default;
PatchSurface& PatchSurface::operator=(PatchSurface&&) noexcept = default;
PatchSurface::~PatchSurface() = default;

void PatchSurface::make(const ContactPair& pair, PatchStyle style) {
  maker_->make(pair, style, pair.casting_map().pressure,
               Maker::Bounds{force_on_contacts(pair), pair.result().total.max_pressure});
}

void PatchSurface::make(const ContactPair& pair, PatchStyle style,
                        std::span<const double> per_triangle) {
  maker_->make(pair, style, per_triangle, std::nullopt);
}

std::span<const PatchPiece> PatchSurface::on_casting() const { return maker_->on_casting(); }
std::span<const PatchPiece> PatchSurface::on_target() const { return maker_->on_target(); }

std::vector<PatchPiece> value_patch(const TriangleMesh& mesh, std::span<const double> per_triangle,
                                    PatchStyle style) {
  VertexMeans means;
  means.clear(mesh.vertices.size());
  const int n = static_cast<int>(mesh.triangles.size());
  for (int t = 0; t < n; ++t)
    if (!std::isnan(per_triangle[t])) means.add(mesh, t, per_triangle[t]);
  std::vector<PatchPiece> pieces;
  for (int t = 0; t < n; ++t) {
    if (std::isnan(per_triangle[t])) continue;
    PatchPiece piece{t, {}};
    for (int k = 0; k < 3; ++k) {
      const int v = mesh.triangles[t][k];
      piece.corners[k] = {Eigen::Vector3d::Unit(k),
                          style == PatchStyle::flat ? per_triangle[t] : means.at(v)};
    }
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace condyle
