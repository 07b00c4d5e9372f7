#include "validate/exact_layer.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

#include "core/src/contact/elastic/layer_kernel.h"
#include "validate/gauss_points.h"

namespace condyle {
namespace {

using std::numbers::pi;

constexpr int k_points = 40;        // Gauss points across the contact
constexpr int k_wave_pieces = 24;   // pieces of 16 Gauss points each
constexpr double k_last_wave = 24;  // largest kh; M - 1 falls as exp(-2 kh)

/// The matrix function(k_i t_j), for cos or sin.
template <class Function>
Eigen::MatrixXd waves(const Eigen::VectorXd& k, const Eigen::VectorXd& t, Function function) {
  return (k * t.transpose()).unaryExpr(function);
}

}  // namespace

ExactLayerContact::ExactLayerContact(const Layer& layer, double contact_radius,
                                     double sphere_radius)
    : modulus_(layer.elastic_modulus / (1 - layer.poissons_ratio * layer.poissons_ratio)),
      contact_radius_(contact_radius),
      sphere_radius_(sphere_radius) {
  const GaussPoints across = gauss_points(k_points, 0, contact_radius);
  t_ = across.points;
  t_weights_ = across.weights;
  const double h = layer.thickness;
  const GaussPoints along = gauss_points_in_pieces(16, k_wave_pieces, 0, k_last_wave);
  k_ = along.points / h;
  k_weights_ = along.weights / h;
  for (Eigen::Index i = 0; i < k_.size(); ++i)
    k_weights_[i] *= layer_ratio(along.points[i], layer.poissons_ratio) - 1;
}

/// Solves for phi at the points t_.
Eigen::VectorXd ExactLayerContact::solve(const Eigen::VectorXd& right_side) const {
  // N(t - s) + N(t + s) is twice the integral of (M - 1) cos(kt) cos(ks).
  const Eigen::MatrixXd C = waves(k_, t_, [](double x) { return std::cos(x); });
  Eigen::MatrixXd A =
      2 / pi * C.transpose() * k_weights_.asDiagonal() * C * t_weights_.asDiagonal();
  A.diagonal().array() += 1;
  return A.partialPivLu().solve(right_side);
}

Eigen::VectorXd ExactLayerContact::right_side(double approach) const {
  return t_.unaryExpr([&](double t) {
    const double gap = sphere_radius_ > 0 ? t * std::atanh(t / sphere_radius_) : 0;
    return modulus_ / pi * (approach - gap);
  });
}

/// phi at t = a, from the integral equation itself.
double ExactLayerContact::phi_at_rim(double approach, const Eigen::VectorXd& phi) const {
  const double a = contact_radius_;
  const Eigen::VectorXd transform =
      waves(k_, t_, [](double x) { return std::cos(x); }) * t_weights_.cwiseProduct(phi);
  const Eigen::VectorXd wave = (a * k_).array().cos();
  return modulus_ / pi * (approach - a * std::atanh(a / sphere_radius_)) -
         2 / pi * k_weights_.cwiseProduct(wave).dot(transform);
}

void ExactLayerContact::finish(double approach) {
  const Eigen::VectorXd phi = solve(right_side(approach));
  force_ = 2 * pi * t_weights_.dot(phi);
  transform_ = waves(k_, t_, [](double x) { return std::cos(x); }) * t_weights_.cwiseProduct(phi);
}

ExactLayerContact ExactLayerContact::punch(const Layer& layer, double radius, double approach) {
  ExactLayerContact contact(layer, radius, 0);
  contact.finish(approach);
  return contact;
}

ExactLayerContact ExactLayerContact::sphere(const Layer& layer, double sphere_radius,
                                            double approach) {
  // The contact ends where its pressure does: phi(a) = 0, which falls as the radius grows.
  const auto rim = [&](double a) {
    const ExactLayerContact contact(layer, a, sphere_radius);
    return contact.phi_at_rim(approach, contact.solve(contact.right_side(approach)));
  };
  double low = 0, high = std::sqrt(3 * sphere_radius * approach);
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (rim(middle) > 0 ? low : high) = middle;
  }
  ExactLayerContact contact(layer, 0.5 * (low + high), sphere_radius);
  contact.finish(approach);
  return contact;
}

/// phi'(t) for a sphere, from the integral equation itself.
double ExactLayerContact::slope(double t) const {
  const double R = sphere_radius_;
  const double of_gap = std::atanh(t / R) + t * R / (R * R - t * t);
  const Eigen::VectorXd wave = (t * k_).array().sin();
  const double of_layer = 2 / pi * k_weights_.cwiseProduct(k_).cwiseProduct(wave).dot(transform_);
  return of_layer - modulus_ / pi * of_gap;
}

double ExactLayerContact::pressure(double r) const {
  if (r >= contact_radius_) return 0;
  // Substituting t^2 = r^2 + v^2 removes the square root, which is singular at t = r.
  const GaussPoints v =
      gauss_points(k_points, 0, std::sqrt(contact_radius_ * contact_radius_ - r * r));
  double sum = 0;
  for (Eigen::Index i = 0; i < v.points.size(); ++i) {
    const double t = std::hypot(r, v.points[i]);
    sum -= v.weights[i] * slope(t) / t;
  }
  return sum;
}

double layer_ratio_by_navier(double t, double poissons_ratio) {
  // y = (U, W, T, S): displacements U sin x, W cos x, and stresses T sin x, S cos x, for a shear
  // modulus of 1.
  const double nu = poissons_ratio, lambda = 2 * nu / (1 - 2 * nu), m = lambda + 2;
  Eigen::Matrix4d A;
  A << 0, 1, 1, 0, -lambda / m, 0, 0, 1 / m, m - lambda * lambda / m, 0, 0, lambda / m, 0, 0, -1, 0;
  const Eigen::Matrix<double, 4, 2> y = (t * A).exp().rightCols<2>();  // bonded below: U = W = 0
  // The combination with T = 0 and S = -1 at the surface.
  const Eigen::Vector2d combination = y.bottomRows<2>().inverse() * Eigen::Vector2d(0, -1);
  return -y.row(1).dot(combination) / (1 - nu);
}

}  // namespace condyle
