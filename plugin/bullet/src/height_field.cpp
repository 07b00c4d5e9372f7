#include "plugin/bullet/src/height_field.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

/// Access to the numbers of samples, which are protected in Bullet.
struct Size : btHeightfieldTerrainShape {
  static int width(const btHeightfieldTerrainShape& field) {
    return field.*(&Size::m_heightStickWidth);
  }
  static int length(const btHeightfieldTerrainShape& field) {
    return field.*(&Size::m_heightStickLength);
  }
};

/// Axes of S: z is up, and x is the grid's first axis if that makes S right-handed.
Eigen::Matrix3d axes_of(int up_axis) {
  Eigen::Matrix3d R_BS = Eigen::Matrix3d::Zero();
  for (int k = 0; k < 3; ++k) R_BS((up_axis + 1 + k) % 3, k) = 1;
  return R_BS;
}

bool ascends(const Eigen::VectorXd& lines) {
  for (int k = 0; k + 1 < lines.size(); ++k) {
    if (!(lines[k] < lines[k + 1])) return false;
  }
  return true;
}

}  // namespace

std::optional<HeightFieldSamples> height_field_samples(const btHeightfieldTerrainShape& field) {
  HeightFieldSamples samples;
  samples.R_BS = axes_of(field.getUpAxis());
  const int width = Size::width(field), length = Size::length(field);
  // With y up, the grid's first and second axes are x and z of Bullet's frame, which are y and x of
  // S.
  const bool turned = field.getUpAxis() == 1;
  const int rows = turned ? length : width, columns = turned ? width : length;
  samples.x.resize(rows);
  samples.y.resize(columns);
  samples.z.resize(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      btVector3 vertex;
      field.getVertex(turned ? j : i, turned ? i : j, vertex);
      const Vector3d p_S = samples.R_BS.transpose() * to_eigen(vertex);
      samples.x[i] = p_S.x();
      samples.y[j] = p_S.y();
      samples.z(i, j) = p_S.z();
    }
  }
  if (samples.x[0] > samples.x[rows - 1]) {  // the scaling mirrors
    samples.x.reverseInPlace();
    samples.z.colwise().reverseInPlace();
  }
  if (samples.y[0] > samples.y[columns - 1]) {
    samples.y.reverseInPlace();
    samples.z.rowwise().reverseInPlace();
  }
  if (!ascends(samples.x) || !ascends(samples.y)) return {};
  return samples;
}

TriangleMesh mesh_of(const HeightFieldSamples& samples) {
  const int rows = static_cast<int>(samples.x.size()), columns = static_cast<int>(samples.y.size());
  TriangleMesh mesh;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      mesh.vertices.emplace_back(samples.x[i], samples.y[j], samples.z(i, j));
      if (i + 1 == rows || j + 1 == columns) continue;
      const int a = i * columns + j, b = a + columns;
      mesh.triangles.push_back({a, b, b + 1});
      mesh.triangles.push_back({a, b + 1, a + 1});
    }
  }
  return mesh;
}

}  // namespace condyle::bullet
