#include "validate/spheres.h"

#include <fmt/format.h>

#include "base/assets.h"
#include "core/scene/src/json_node.h"

namespace condyle {
namespace {

SphereCase read_case(const scene::JsonNode& node) {
  scene::JsonObject object(node);
  const auto number = [&](const char* key) {
    return object.required(key).number(scene::k_positive);
  };
  const SphereCase read{
      .layer = {number("elastic_modulus"), number("poissons_ratio"), number("thickness")},
      .sphere_radius = number("sphere_radius"),
      .approach = number("approach"),
      .force = number("force"),
      .peak_pressure = number("peak_pressure"),
      .contact_radius = number("contact_radius")};
  object.reject_other_keys();
  return read;
}

}  // namespace

std::string SphereCase::name() const {
  return fmt::format("nu {:g}, R/h {:g}, a/h {:.2f}", layer.poissons_ratio,
                     sphere_radius / layer.thickness, contact_radius / layer.thickness);
}

SphereCases shipped_spheres(Effort effort) {
  const std::filesystem::path file = assets() / "validation" / "spheres_on_layer.json";
  scene::JsonObject object(scene::JsonNode::read(file));
  object.required("about");
  SphereCases shipped{object.required("source").text(), {}};
  const std::vector<scene::JsonNode> cases = object.required("cases").items();
  const std::size_t step = effort == Effort::quick ? cases.size() / 2 : 1;
  for (std::size_t i = 0; i < cases.size(); i += step) shipped.cases.push_back(read_case(cases[i]));
  object.reject_other_keys();
  return shipped;
}

}  // namespace condyle
