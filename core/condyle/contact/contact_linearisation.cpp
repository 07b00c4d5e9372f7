#include "condyle/contact/contact_linearisation.h"

#include <Eigen/Geometry>

namespace condyle {
namespace {

/// How far `point` moves along `direction` per unit of displacement of its body.
Vector6 gradient(const Eigen::Vector3d& point, const Eigen::Vector3d& direction) {
  Vector6 g;
  g << point.cross(direction), direction;
  return g;
}

/// The lower triangle is enough: what is above it is mirrored in the end, exactly.
void add_outer_product(Matrix6& matrix, double weight, const Vector6& g) {
  for (int column = 0; column < 6; ++column) {
    const double scaled = weight * g[column];
    for (int row = column; row < 6; ++row) matrix(row, column) += scaled * g[row];
  }
}

void mirror_lower_triangle(Matrix6& matrix) {
  for (int column = 1; column < 6; ++column) {
    for (int row = 0; row < column; ++row) matrix(row, column) = matrix(column, row);
  }
}

}  // namespace

ContactLinearisation linearise(std::span<const TriangleContact> contacts) {
  ContactLinearisation result;
  for (const TriangleContact& contact : contacts) {
    const Vector6 g = gradient(contact.centroid, contact.normal);
    add_outer_product(result.stiffness, contact.stiffness * contact.area, g);
    if (contact.normal_damping > 0) {
      add_outer_product(result.damping, contact.normal_damping * contact.area, g);
    }
    if (contact.slip_damping > 0) {
      const double weight = contact.slip_damping * contact.area;
      const Eigen::Vector3d s = contact.normal.unitOrthogonal();
      add_outer_product(result.damping, weight, gradient(contact.centroid, s));
      add_outer_product(result.damping, weight,
                        gradient(contact.centroid, contact.normal.cross(s)));
    }
  }
  mirror_lower_triangle(result.stiffness);
  mirror_lower_triangle(result.damping);
  return result;
}

}  // namespace condyle
