#include "core/src/contact/elastic/layer_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>

#include "core/src/base/bessel.h"
#include "core/src/base/checks.h"

namespace condyle {
namespace {

/// From here on M - 1, about 4 t^2 exp(-2t), adds less than 1e-11.
constexpr double k_last_t = 16;

/// What lies beyond LayerCorrection::reach(): for nu = 0.5 this is 9 thicknesses away.
constexpr double k_beyond_reach = 0.0015;

/// Half of the abscissas and weights of Gauss and Legendre's rule of 16 points on [-1, 1]
/// (Abramowitz & Stegun 1964, table 25.4).
constexpr std::array<std::array<double, 2>, 8> k_gauss{
    {{0.095012509837637440, 0.189450610455068496},
     {0.281603550779258913, 0.182603415044923589},
     {0.458016777657227386, 0.169156519395002538},
     {0.617876244402643748, 0.149595988816576732},
     {0.755404408355003034, 0.124628971255533872},
     {0.865631202387831744, 0.095158511682492785},
     {0.944575023073232576, 0.062253523938647893},
     {0.989400934991649933, 0.027152459411754095}}};

/// The integral over t as a sum: M - 1 times the weight, at t.
struct Sample {
  double t;
  double weight;
};

/// Integrates in panels. In panels of a half, J0(24 t), at the end of the table, has about two
/// waves in each, which 16 points integrate to rounding.
std::vector<Sample> samples_of(double nu, double half_panel) {
  std::vector<Sample> samples;
  for (double middle = half_panel; middle < k_last_t; middle += 2 * half_panel) {
    for (const auto& [place, weight] : k_gauss) {
      for (const double sign : {-1.0, 1.0}) {
        const double t = middle + sign * half_panel * place;
        samples.push_back({t, half_panel * weight * (layer_ratio(t, nu) - 1)});
      }
    }
  }
  return samples;
}

struct Value {
  double value, slope;
};

/// Gamma and its slope, by the integral.
class Integral {
 public:
  explicit Integral(double nu) : wide_(samples_of(nu, 0.5)), narrow_(samples_of(nu, 0.25)) {}

  Value operator()(double x) const {
    Value sum{0, 0};
    for (const auto& [t, weight] : x < LayerCorrection::k_end / 2 ? wide_ : narrow_) {
      sum.value += weight * bessel_j0(x * t);
      sum.slope -= weight * t * bessel_j1(x * t);
    }
    return sum;
  }

 private:
  std::vector<Sample> wide_, narrow_;  ///< for either half of the table
};

double halfway(const Value& a, const Value& b, double step) {
  return (a.value + b.value) / 2 + (a.slope - b.slope) * step / 8;
}

/// The correction of a layer. Those asked for last are kept, since making one may take longer than
/// the rest of a set-up, and most layers have one of few Poisson's ratios.
std::shared_ptr<const LayerCorrection> correction_of(double poissons_ratio) {
  struct Kept {
    double poissons_ratio = NAN;
    std::shared_ptr<const LayerCorrection> correction;
  };
  static std::mutex making;
  static std::array<Kept, 8> kept;  // the one asked for last comes first
  const std::lock_guard lock(making);
  auto found = std::ranges::find(kept, poissons_ratio, &Kept::poissons_ratio);
  if (found == kept.end()) {
    --found;
    *found = {poissons_ratio, std::make_shared<const LayerCorrection>(poissons_ratio)};
  }
  std::rotate(kept.begin(), found, found + 1);
  return kept.front().correction;
}

}  // namespace

double layer_ratio(double t, double poissons_ratio) {
  const double nu = poissons_ratio, k = 3 - 4 * nu;
  // Both over exp(2t), so that nothing overflows.
  const double e = std::exp(-2 * t);
  const double sinh = (1 - e * e) / 2, cosh = (1 + e * e) / 2;
  return (k * sinh - 2 * t * e) / (k * cosh + (2 * t * t + 5 - 12 * nu + 8 * nu * nu) * e);
}

LayerCorrection::LayerCorrection(double poissons_ratio) {
  CONDYLE_ASSERT(poissons_ratio > -1 && poissons_ratio <= 0.5);
  const Integral integral(poissons_ratio);
  double step = 1.0 / 4;
  std::vector<Value> values;
  for (int i = 0; i <= static_cast<int>(k_end / step); ++i) values.push_back(integral(i * step));
  // The values halfway are those of the next, finer table.
  do {
    error_ = 0;
    std::vector<Value> finer{values.front()};
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      const Value middle = integral((static_cast<double>(i) + 0.5) * step);
      const double guess = halfway(values[i], values[i + 1], step);
      error_ = std::max(error_, std::abs(guess - middle.value));
      finer.push_back(middle);
      finer.push_back(values[i + 1]);
    }
    values = std::move(finer);
    step /= 2;
    // A cubic's error falls by 16 with half the step, so the finer table's is known.
    error_ /= 16;
  } while (error_ > k_error);
  per_step_ = 1 / step;
  for (const Value& one : values) entries_.push_back({one.value, one.slope * step});
  // t Gamma over each step, by the corrected rule of trapezia (Euler and Maclaurin).
  for (std::size_t i = 0; i + 1 < entries_.size(); ++i) {
    const auto bend = [&](std::size_t k) {
      return step * entries_[k].value + static_cast<double>(k) * step * entries_[k].slope;
    };
    const double at = static_cast<double>(i);
    const double sum = at * entries_[i].value + (at + 1) * entries_[i + 1].value;
    entries_[i + 1].over_disc =
        entries_[i].over_disc + step * (step * sum / 2 + (bend(i) - bend(i + 1)) / 12);
  }
  const double all = entries_.back().over_disc + k_end;
  std::size_t last = entries_.size() - 1;
  const auto place = [&](std::size_t k) { return static_cast<double>(k) * step; };
  while (std::abs(all - entries_[last].over_disc - place(last)) < k_beyond_reach) --last;
  reach_ = place(last + 1);
}

double LayerCorrection::greatest_rise(double spread) const {
  constexpr double k_between = 1.01;  // entries lie so close that the cubic hardly exceeds them
  double rise = 0;
  for (std::size_t i = 1; i + 1 < entries_.size(); ++i) {
    const double x = static_cast<double>(i) / per_step_;
    // Elements for which the series counts are at least 1.6 times the sum of their radii apart
    // (LayerCompliance). The square of that sum bounds the sum of their variances.
    const double most = std::min(spread, 0.4 * x * x);
    for (const double along : {0.0, most})
      for (const double across : {0.0, most})
        rise = std::max(rise,
                        -mean(x, along, across) - 1 / x - 0.5 * (2 * along - across) / (x * x * x));
  }
  return k_between * rise + k_error;
}

LayerKernel make_layer_kernel(const Layer& layer) {
  if (layer.use == LayerUse::rigid) return {};
  const double nu = layer.poissons_ratio;
  LayerKernel kernel;
  kernel.by_inverse_distance = (1 - nu * nu) / (std::numbers::pi * layer.elastic_modulus);
  if (std::isfinite(layer.thickness)) kernel.correction = correction_of(nu);
  return kernel;
}

}  // namespace condyle
