#include "patch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace condyle::assets {
namespace {

/// For each row of the wall, the fraction of the way from front to back at which it ends. There is
/// one row per halving of the rim, and each is twice as high as the one before it, because its
/// points are twice as far apart.
std::vector<double> wall_fractions(std::size_t halvings) {
  std::vector<double> fractions;
  const double whole = std::exp2(halvings) - 1;
  for (std::size_t row = 1; row <= halvings; ++row)
    fractions.push_back((std::exp2(row) - 1) / whole);
  return fractions;
}

/// The elliptical map of the square to the disk (Nowell 2005), applied in part: `roundness` is 0
/// for the square and 1 for the disk.
Eigen::Vector2d rounded(double u, double v, double roundness) {
  return {u * std::sqrt(1 - roundness * v * v / 2), v * std::sqrt(1 - roundness * u * u / 2)};
}

}  // namespace

Patch square_patch(int columns, int rows, double roundness) {
  Patch patch;
  const auto index = [&](int i, int j) { return j * (columns + 1) + i; };
  for (int j = 0; j <= rows; ++j) {
    for (int i = 0; i <= columns; ++i) {
      patch.points.push_back(rounded(-1 + 2.0 * i / columns, -1 + 2.0 * j / rows, roundness));
    }
  }
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const int a = index(i, j), b = index(i + 1, j), c = index(i + 1, j + 1), d = index(i, j + 1);
      // The diagonal that runs towards the patch's corner divides the wide angle there.
      const bool rising = (2 * i + 1 < columns) == (2 * j + 1 < rows);
      if (rising) {
        patch.triangles.push_back({a, b, c});
        patch.triangles.push_back({a, c, d});
      } else {
        patch.triangles.push_back({a, b, d});
        patch.triangles.push_back({b, c, d});
      }
    }
  }
  for (int i = 0; i < columns; ++i) patch.rim.push_back(index(i, 0));
  for (int j = 0; j < rows; ++j) patch.rim.push_back(index(columns, j));
  for (int i = columns; i > 0; --i) patch.rim.push_back(index(i, rows));
  for (int j = rows; j > 0; --j) patch.rim.push_back(index(0, j));
  return patch;
}

Patch disk_patch(int rings) {
  Patch patch;
  patch.points.emplace_back(0, 0);
  // Ring k starts at index 1 + 3 k (k - 1): the centre and 6 + 12 + ... + 6 (k - 1) points come
  // before it.
  const auto index = [](int ring, int i) {
    return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + i % (6 * ring);
  };
  for (int ring = 1; ring <= rings; ++ring) {
    for (int i = 0; i < 6 * ring; ++i) {
      const double angle = 2 * std::numbers::pi * i / (6 * ring);
      patch.points.push_back(static_cast<double>(ring) / rings *
                             Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    }
    for (int sector = 0; sector < 6; ++sector) {
      for (int i = 0; i < ring; ++i) {
        const int outer = index(ring, sector * ring + i), next = index(ring, sector * ring + i + 1);
        const int inner = index(ring - 1, sector * (ring - 1) + i);
        patch.triangles.push_back({inner, outer, next});
        if (i + 1 < ring) {
          patch.triangles.push_back({inner, next, index(ring - 1, sector * (ring - 1) + i + 1)});
        }
      }
    }
  }
  for (int i = 0; i < 6 * rings; ++i) patch.rim.push_back(index(rings, i));
  return patch;
}

TriangleMesh laid_on(const Patch& patch, const Surface& surface) {
  TriangleMesh mesh;
  for (const Eigen::Vector2d& point : patch.points) mesh.vertices.push_back(surface(point));
  mesh.triangles = patch.triangles;
  return mesh;
}

TriangleMesh solid_between(const Patch& fine, const Patch& coarse, const Surface& front,
                           const Surface& back) {
  TriangleMesh mesh = laid_on(fine, front);

  std::vector<int> back_index(coarse.points.size());
  for (std::size_t i = 0; i < coarse.points.size(); ++i) {
    back_index[i] = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(back(coarse.points[i]));
  }
  for (const auto& [a, b, c] : coarse.triangles) {
    mesh.triangles.push_back({back_index[a], back_index[c], back_index[b]});
  }

  const std::vector<double> fractions = wall_fractions(
      static_cast<std::size_t>(std::bit_width(fine.rim.size() / coarse.rim.size())) - 1);
  std::vector<int> upper = fine.rim;
  for (std::size_t row = 0, stride = 2; row < fractions.size(); ++row, stride *= 2) {
    std::vector<int> lower;
    for (std::size_t i = 0; i < fine.rim.size(); i += stride) {
      if (row + 1 == fractions.size()) {
        lower.push_back(back_index[coarse.rim[i / stride]]);
        continue;
      }
      const Eigen::Vector2d& point = fine.points[fine.rim[i]];
      lower.push_back(static_cast<int>(mesh.vertices.size()));
      mesh.vertices.push_back((1 - fractions[row]) * front(point) + fractions[row] * back(point));
    }
    join_halved_loops(upper, lower, mesh.triangles);
    upper = std::move(lower);
  }
  return mesh;
}

TriangleMesh swept_disk(int rings, int stacks, const Sweep& at) {
  const Patch end = disk_patch(rings);
  const int around = static_cast<int>(end.rim.size());
  const auto laid_at = [&](double part) {
    return laid_on(end, [&](const Eigen::Vector2d& p) { return at(p, part); });
  };
  TriangleMesh last = laid_at(1);
  for (auto& triangle : last.triangles) std::swap(triangle[1], triangle[2]);
  TriangleMesh mesh = joined(laid_at(0), last);
  const int first = static_cast<int>(mesh.vertices.size());
  for (int j = 0; j <= stacks; ++j) {
    for (const int rim : end.rim)
      mesh.vertices.push_back(at(end.points[rim], static_cast<double>(j) / stacks));
  }
  for (int j = 0; j < stacks; ++j) {
    for (int i = 0; i < around; ++i) {
      const int a = first + j * around + i, b = first + j * around + (i + 1) % around;
      mesh.triangles.push_back({a, a + around, b + around});
      mesh.triangles.push_back({a, b + around, b});
    }
  }
  return welded(mesh);
}

void join_halved_loops(const std::vector<int>& upper, const std::vector<int>& lower,
                       std::vector<std::array<int, 3>>& triangles) {
  const std::size_t n = lower.size();
  for (std::size_t j = 0; j < n; ++j) {
    const int a = upper[2 * j], middle = upper[2 * j + 1], b = upper[(2 * j + 2) % (2 * n)];
    const int c = lower[j], d = lower[(j + 1) % n];
    triangles.push_back({c, middle, a});
    triangles.push_back({c, d, middle});
    triangles.push_back({d, b, middle});
  }
}

}  // namespace condyle::assets
