// Reads the functions of joints, couplers and moving points.
#include <fmt/format.h>

#include <set>

#include "core/opensim/src/osim_reader.h"
#include "core/opensim/src/spline_functions.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

struct Points {
  std::vector<double> x, y;
};

/// Reads at least `least` points with ascending x; repeated points count once.
Points read_points(const OsimElement& element, std::size_t least) {
  const std::vector<double> x = element.numbers("x"), y = element.numbers("y");
  if (x.size() != y.size()) {
    element.fail(fmt::format("{} values of x and {} of y; give as many", x.size(), y.size()));
  }
  Points points;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool again = i > 0 && x[i] == x[i - 1] && y[i] == y[i - 1];
    if (i > 0 && !again && !(x[i] > x[i - 1])) {
      element.fail(fmt::format("x does not ascend from {} to {}; sort its points", x[i - 1], x[i]));
    }
    if (again) continue;
    points.x.push_back(x[i]);
    points.y.push_back(y[i]);
  }
  if (points.x.size() < least) {
    element.fail(
        fmt::format("{} points where at least {} are wanted; add some", points.x.size(), least));
  }
  return points;
}

CoordinateFunction read_linear(const OsimElement& element) {
  std::vector<double> coefficients = element.numbers("coefficients");
  if (coefficients.empty()) coefficients = {1, 0};
  const double intercept = coefficients.back();
  coefficients.pop_back();
  return CoordinateFunction::linear(std::move(coefficients), intercept);
}

CoordinateFunction read_polynomial(const OsimElement& element) {
  std::vector<double> coefficients = element.numbers("coefficients");
  std::reverse(coefficients.begin(), coefficients.end());  // the file has the highest order first
  return CoordinateFunction::piecewise({}, {Polynomial{0, std::move(coefficients)}});
}

std::optional<CoordinateFunction> read_gcv_spline(const OsimElement& element) {
  const int half_order = static_cast<int>(element.number("half_order", 3));
  if (element.number("error_variance", 0) != 0) return std::nullopt;
  if (half_order == 2) {
    const Points points = read_points(element, 2);
    return natural_cubic_spline(points.x, points.y);
  }
  if (half_order != 3) return std::nullopt;
  const Points points = read_points(element, 3);
  return natural_quintic_spline(points.x, points.y);
}

const std::set<std::string> k_simm_names = {"SimmSpline", "NaturalCubicSpline", "natCubicSpline"};

}  // namespace

OsimElement object_in(const OsimElement& owner, const char* property) {
  for (const OsimElement& place : {owner, owner.default_object()}) {
    for (const OsimElement& child : place.children()) {
      if (child.name() == property) return child;
      if (child.type() != property) continue;
      const std::vector<OsimElement> inner = child.children();
      return inner.empty() ? OsimElement() : inner.front();
    }
  }
  return {};
}

std::optional<CoordinateFunction> read_function(OsimReader& reader, const OsimElement& element,
                                                const std::string& consequence) {
  const std::string type = element.type();
  if (type == "Constant") return CoordinateFunction::linear({}, element.number("value", 0));
  if (type == "LinearFunction") return read_linear(element);
  if (type == "PolynomialFunction") return read_polynomial(element);
  if (k_simm_names.contains(type)) {
    const Points points = read_points(element, 2);
    return simm_spline(points.x, points.y);
  }
  if (type == "PiecewiseLinearFunction") {
    const Points points = read_points(element, 2);
    return piecewise_linear(points.x, points.y);
  }
  std::optional<CoordinateFunction> result;
  if (type == "GCVSpline") result = read_gcv_spline(element);
  if (type == "MultiplierFunction") {
    const OsimElement inner = object_in(element, "function");
    if (!inner) element.fail("holds no function; add one");
    result = read_function(reader, inner, consequence);
    if (result) result = result->scaled(element.number("scale", 1));
    return result;  // reading the inner function has already reported problems
  }
  if (!result) reader.model.report.add("function " + type, consequence);
  return result;
}

}  // namespace condyle::opensim
