#include "condyle/world/taxel_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/world/src/session_checks.h"

namespace condyle {
namespace {

constexpr const char* k_grid = "TaxelGrid";

void require_grid(const Eigen::Vector2d& size, int rows, int columns) {
  if (!(size.minCoeff() > 0) || !size.allFinite() || rows < 1 || columns < 1)
    throw InputError(fmt::format("{}: {} x {} cells over {} x {} m; give sizes above 0", k_grid,
                                 rows, columns, size.x(), size.y()));
}

/// The cell of a place along one side; -1: beside the grid.
int cell_at(double place, double size, int count) {
  const double at = (place / size + 0.5) * count;
  return at >= 0 && at < count ? static_cast<int>(at) : -1;
}

}  // namespace

TaxelGrid::TaxelGrid(const ContactSurface& surface, const Pose& X_SG, const Eigen::Vector2d& size,
                     int rows, int columns)
    : rows_(rows), columns_(columns) {
  require_grid(size, rows, columns);
  require_rigid(X_SG, k_grid);
  areas_.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), 0.0);
  pressures_.assign(areas_.size(), 0.0);
  const Pose X_GS = X_SG.inverse();
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const Eigen::Vector3d doubled = area_vector_doubled(surface.mesh(), t);
    const Eigen::Vector3d p_G = X_GS * centroid(surface.mesh(), t);
    const int row = cell_at(p_G.y(), size.y(), rows), column = cell_at(p_G.x(), size.x(), columns);
    if (row < 0 || column < 0 || (X_GS.linear() * doubled).z() <= 0) continue;
    parts_.push_back({t, row * columns + column, doubled.norm() / 2});
    areas_[static_cast<std::size_t>(parts_.back().cell)] += parts_.back().share;
  }
  if (const auto empty = std::ranges::find(areas_, 0.0); empty != areas_.end()) {
    const auto cell = empty - areas_.begin();
    throw InputError(
        fmt::format("{}: no triangle of '{}' has its centroid over the cell of row {}, column {}; "
                    "move the grid "
                    "over the surface, take fewer cells, or refine the mesh",
                    k_grid, surface.name(), cell / columns, cell % columns));
  }
  for (Part& part : parts_) part.share /= areas_[static_cast<std::size_t>(part.cell)];
}

void TaxelGrid::clear() { std::ranges::fill(pressures_, 0.0); }

void TaxelGrid::add(const PairReport& pair, ColliderId surface) {
  if (pair.casting != surface && pair.target != surface) return;
  add((pair.casting == surface ? pair.casting_map() : pair.target_map()).pressure,
      pair.contact_pair().share());
}

void TaxelGrid::add(std::span<const double> pressures, double factor) {
  for (const Part& part : parts_)
    pressures_[static_cast<std::size_t>(part.cell)] +=
        factor * part.share * pressures[static_cast<std::size_t>(part.triangle)];
}

double TaxelGrid::normal_force(int row, int column) const {
  const auto cell = static_cast<std::size_t>(row * columns_ + column);
  return pressures_[cell] * areas_[cell];
}

}  // namespace condyle
