#include "core/src/contact/elastic/even_pressure.h"

#include <algorithm>
#include <cmath>

#include "core/src/contact/elastic/layer_waves.h"

namespace condyle {
namespace {

/// Beyond this many thicknesses a force moves nothing that counts.
constexpr double k_far = 8;

/// Whether each node is beside an edge of its sheet.
std::vector<bool> find_border(const ContactSurface& casting, const LayerNodes& nodes) {
  std::vector<bool> border(static_cast<std::size_t>(nodes.count()), false);
  for (int t = 0; t < casting.triangle_count(); ++t) {
    const int node = nodes.node_of_triangle[t];
    for (const int next : casting.neighbours()[t])
      if (next < 0 || nodes.sheets[nodes.node_of_triangle[next]] != nodes.sheets[node])
        border[node] = true;
  }
  return border;
}

bool has_backing(const Layer& layer) {
  return layer.use == LayerUse::rigid || std::isfinite(layer.thickness);
}

}  // namespace

EvenPressure yield_to_even_pressure(const ContactSurface& casting, const LayerNodes& nodes,
                                    const LayerCompliance& compliance, const Layer& target) {
  constexpr int k_most_rows = 200;
  constexpr double k_even = 0.99, k_endless = 1e-3;
  EvenPressure worst;
  const Layer& own = casting.layer(0);
  if (compliance.has_table() || !has_backing(own) || !has_backing(target)) return worst;
  const double own_is_elastic = own.use == LayerUse::rigid ? 0 : 1;
  const double below = target.use == LayerUse::rigid ? 0 : target.thickness;
  const std::vector<bool> border = find_border(casting, nodes);
  const int stride = 1 + nodes.count() / k_most_rows;
  for (int i = 0; i < nodes.count(); i += stride) {
    const double h = own_is_elastic * nodes.thickness[i], widest = std::max(h, below);
    if (nodes.radii[i] < widest / 2) continue;
    double yield = 0;
    bool is_even = true;
    for (int j = 0; j < nodes.count() && is_even; ++j) {
      const double distance = (nodes.points[j] - nodes.points[i]).norm() - nodes.radii[j];
      if (distance > k_far * widest + nodes.radii[i]) continue;
      is_even = !border[j] && nodes.normals[i].dot(nodes.normals[j]) > k_even &&
                std::abs(nodes.thickness[j] - nodes.thickness[i]) <= (1 - k_even) * h;
      yield += compliance(i, j) * nodes.areas[j];
    }
    if (!is_even) continue;
    const auto of_both = [&](double waves) {
      return yield_to_wave(own, h, waves / widest) + yield_to_wave(target, below, waves / widest);
    };
    const double error = std::abs(yield - of_both(k_endless)) / of_both(k_long_wave);
    if (error > worst.error) worst = {error, nodes.points[i]};
  }
  return worst;
}

}  // namespace condyle
