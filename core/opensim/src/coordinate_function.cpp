#include <algorithm>
#include <cmath>

#include "condyle/opensim/osim_model.h"

namespace condyle::opensim {

double Polynomial::value(double x) const {
  const double t = x - origin;
  double sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = sum * t + coefficients[i];
  return sum;
}

double Polynomial::slope(double x) const {
  const double t = x - origin;
  double sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 1;) {
    sum = sum * t + static_cast<double>(i) * coefficients[i];
  }
  return sum;
}

CoordinateFunction CoordinateFunction::linear(std::vector<double> slopes, double intercept) {
  CoordinateFunction f;
  f.slopes_ = std::move(slopes);
  f.intercept_ = intercept;
  return f;
}

CoordinateFunction CoordinateFunction::piecewise(std::vector<double> knots,
                                                 std::vector<Polynomial> pieces) {
  CoordinateFunction f;
  f.knots_ = std::move(knots);
  f.pieces_ = std::move(pieces);
  return f;
}

int CoordinateFunction::arguments() const {
  return pieces_.empty() ? static_cast<int>(slopes_.size()) : 1;
}

bool CoordinateFunction::is_plain_coordinate() const {
  return pieces_.empty() && slopes_.size() == 1 && std::abs(slopes_.front()) == 1;
}

double CoordinateFunction::value(std::span<const double> q) const {
  if (!pieces_.empty()) return piece_at(q[0]).value(q[0]);
  double sum = intercept_;
  for (std::size_t i = 0; i < slopes_.size(); ++i) sum += slopes_[i] * q[i];
  return sum;
}

double CoordinateFunction::slope(std::span<const double> q, int i) const {
  const auto k = static_cast<std::size_t>(i);
  if (!pieces_.empty()) return k == 0 ? piece_at(q[0]).slope(q[0]) : 0;
  return k < slopes_.size() ? slopes_[k] : 0;
}

CoordinateFunction CoordinateFunction::scaled(double factor) const {
  CoordinateFunction f = *this;
  f.intercept_ *= factor;
  for (double& slope : f.slopes_) slope *= factor;
  for (Polynomial& piece : f.pieces_) {
    for (double& coefficient : piece.coefficients) coefficient *= factor;
  }
  return f;
}

const Polynomial& CoordinateFunction::piece_at(double x) const {
  const auto above = std::lower_bound(knots_.begin(), knots_.end(), x);
  return pieces_[above - knots_.begin()];
}

}  // namespace condyle::opensim
