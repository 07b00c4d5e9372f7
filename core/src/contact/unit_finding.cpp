#include "core/src/contact/unit_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/laws/law_description.h"

namespace condyle {
namespace {

/// Bodies of 1 mm to 1 m on Earth fall by their own size in 14 to 450 ms. A gravity in mm/s^2 with
/// sizes in metres is 32 times as fast, sizes in millimetres with a gravity in m/s^2 32 times as
/// slow.
constexpr double k_shortest_fall = 5e-3, k_longest_fall = 2;  // [s]
/// Below this gravity [m/s^2] a scene may well be one of free bodies with a slight pull.
constexpr double k_weak_gravity = 1, k_strong_gravity = 100;
/// A window of 10 mm, the default, is smaller than this fraction only for bodies above 1 m.
constexpr double k_small_window = 0.01;
/// In a window of less than a thousandth of the body and a hundredth of its layers, even a body
/// that falls by its own size stays for less than a step.
constexpr double k_tiny_window = 1e-3, k_tiny_beside_layers = 1e-2;
/// Cartilage, rubber and silicone are stiffer [Pa].
constexpr double k_softer_than_any = 5e4;

constexpr const char* k_remedy =
    "gravity, sizes, masses and moduli do not fit together; give all in metres, kilograms, seconds "
    "and pascals, the units of all defaults";

/// Thickness over modulus [m/Pa]: the compliance of a foundation. A layer thicker than the body is
/// deformed to a depth of about the body's size.
double compliance_of(const Layer& layer, double size) {
  if (layer.use == LayerUse::rigid) return 0;
  const double nu = layer.poissons_ratio;
  const bool is_thin = layer.use == LayerUse::any && layer.thickness < size;
  const double modulus = is_thin ? constrained_modulus(layer.elastic_modulus, nu)
                                 : layer.elastic_modulus / (1 - nu * nu);
  return std::min(layer.thickness, size) / modulus;
}

double both_thicknesses(const Layer& casting, const Layer& target) {
  const auto of_side = [](const Layer& layer) {
    return layer.use == LayerUse::rigid ? 0 : layer.thickness;
  };
  return of_side(casting) + of_side(target);
}

Finding strange_fall(const std::string& place, const FallingBody& body, double fall) {
  return {"units",
          place,
          fmt::format("with a gravity of {:.4g} m/s^2 a body of {:.4g} mm takes {:.3g} s to fall "
                      "by its own size: {}",
                      body.gravity, 1e3 * body.size, fall, k_remedy),
          {{"gravity [m/s^2]", body.gravity}, {"size [m]", body.size}}};
}

Finding falls_through(const std::string& place, const FallingBody& body, double depth,
                      double window) {
  return {"units",
          place,
          fmt::format("a fall by its own size, {:.4g} mm, presses a body {:.3g} mm deep, but "
                      "overlap deeper than max_proximity, {:.3g} mm, is ignored, so it falls "
                      "through: {}",
                      1e3 * body.size, 1e3 * depth, 1e3 * window, k_remedy),
          {{"gravity [m/s^2]", body.gravity},
           {"size [m]", body.size},
           {"depth [m]", depth},
           {"max_proximity [m]", window}}};
}

Finding thin_window(const std::string& place, const FallingBody& body, double thickness,
                    double window) {
  return {"units",
          place,
          fmt::format("a body of {:.4g} mm on layers of {:.3g} mm may fall through within a step, "
                      "since overlap deeper than max_proximity, {:.3g} mm, is ignored: {}",
                      1e3 * body.size, 1e3 * thickness, 1e3 * window, k_remedy),
          {{"gravity [m/s^2]", body.gravity},
           {"size [m]", body.size},
           {"thickness [m]", thickness},
           {"max_proximity [m]", window}}};
}

Finding too_soft(const std::string& place, const FallingBody& body, double depth, double modulus) {
  return {"units",
          place,
          fmt::format("its own weight, {:.3g} N, presses a body {:.3g} mm deep, through layers "
                      "with an elastic modulus of {:.4g} Pa: {}",
                      body.mass * body.gravity, 1e3 * depth, modulus, k_remedy),
          {{"gravity [m/s^2]", body.gravity},
           {"size [m]", body.size},
           {"depth [m]", depth},
           {"elastic_modulus [Pa]", modulus}}};
}

}  // namespace

std::optional<Finding> unit_finding(const std::string& place, const FallingBody& body,
                                    const Layer& casting, const Layer& target,
                                    const ContactSettings& settings) {
  if (!(body.gravity > 0 && body.mass > 0 && body.size > 0)) return {};
  const double fall = std::sqrt(2 * body.size / body.gravity);
  if (fall < k_shortest_fall || (fall > k_longest_fall && body.gravity >= k_weak_gravity))
    return strange_fall(place, body, fall);
  const double window = settings.max_proximity, thickness = both_thicknesses(casting, target);
  if (window < k_tiny_window * body.size && window < k_tiny_beside_layers * thickness)
    return thin_window(place, body, thickness, window);
  if (!is_foundation(settings.normal)) return {};
  const double compliance = compliance_of(casting, body.size) + compliance_of(target, body.size);
  // A ball of radius R in springs of stiffness k per area: F = pi k R d^2, U = pi k R d^3 / 3.
  const double area = body.mass * body.gravity * compliance / (std::numbers::pi * body.size / 2);
  const double fallen = std::cbrt(3 * area * body.size), sunk = std::sqrt(area);
  if (fallen > window && window < k_small_window * body.size)
    return falls_through(place, body, fallen, window);
  const auto modulus_of = [](const Layer& layer) {
    return layer.use == LayerUse::rigid ? k_softer_than_any : layer.elastic_modulus;
  };
  const double modulus = std::min(modulus_of(casting), modulus_of(target));
  const bool is_in_metres = body.gravity >= k_weak_gravity && body.gravity < k_strong_gravity;
  if (is_in_metres && modulus < k_softer_than_any && sunk > thickness)
    return too_soft(place, body, sunk, modulus);
  return {};
}

}  // namespace condyle
