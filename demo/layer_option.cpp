#include "layer_option.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string_view>

#include "condyle/error.h"
#include "number_checks.h"

namespace condyle {
namespace {

constexpr double k_usual_ratio = 0.45;  // Poisson's ratio of rubber under a finger's loads

[[noreturn]] void refuse_layer(const std::string& text, const std::string& why) {
  throw InputError(
      fmt::format("--layer {}: {}; expected NAME:E=PASCALS,h=METRES[,nu=RATIO], such as "
                  "pad_left:E=1e6,h=0.004,nu=0.45",
                  text, why));
}

/// Sets the value of a word such as "E=1e6", which stands once.
void set_word(const std::string& text, std::string_view word, Layer& layer) {
  const std::size_t sign = word.find('=');
  const std::string_view name = word.substr(0, sign);
  double* const value = name == "E"    ? &layer.elastic_modulus
                        : name == "h"  ? &layer.thickness
                        : name == "nu" ? &layer.poissons_ratio
                                       : nullptr;
  if (value == nullptr || sign == std::string_view::npos)
    refuse_layer(text, fmt::format("'{}' is not E=, h= or nu=", word));
  if (std::isfinite(*value)) refuse_layer(text, fmt::format("{}= stands twice", name));
  const std::vector<double> numbers = numbers_in(word.substr(sign + 1), ',');
  if (numbers.size() != 1) refuse_layer(text, fmt::format("'{}' has no number", word));
  *value = numbers[0];
}

}  // namespace

scene::NamedLayer parse_named_layer(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) refuse_layer(text, "it names no geom");
  scene::NamedLayer named{.name = text.substr(0, colon), .layer = {}};
  constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
  named.layer.elastic_modulus = named.layer.thickness = named.layer.poissons_ratio = k_unknown;
  std::string_view rest = std::string_view(text).substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    set_word(text, rest.substr(0, comma), named.layer);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  if (std::isnan(named.layer.elastic_modulus)) refuse_layer(text, "it has no modulus E [Pa]");
  if (std::isnan(named.layer.thickness)) refuse_layer(text, "it has no thickness h [m]");
  if (std::isnan(named.layer.poissons_ratio)) named.layer.poissons_ratio = k_usual_ratio;
  require_valid(named.layer, "--layer " + text);
  return named;
}

CLI::Option* add_layer_option(CLI::App& command, std::vector<scene::NamedLayer>& layers) {
  return command
      .add_option_function<std::vector<std::string>>(
          "--layer",
          [&layers](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) layers.push_back(parse_named_layer(text));
          },
          "Of a robot (.xml, .urdf): the elastic layer of a geom, or of a body's geoms: modulus E "
          "[Pa], thickness h [m], Poisson's ratio nu [1] (0.45); repeatable")
      ->type_name("GEOM:E=PA,h=M[,nu=1]")
      ->allow_extra_args(false);
}

}  // namespace condyle
