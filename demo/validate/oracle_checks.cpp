#include <fmt/format.h>

#include <array>
#include <functional>

#include "contact/contact_input.h"
#include "contact/contact_side.h"
#include "core/scene/src/json_node.h"
#include "core/src/base/enum_words.h"
#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

/// A figure that a file may give, and how to get it from a result.
struct FileFigure {
  const char* key;
  const char* unit;
  double (*value)(const ContactResult& result);
};

/// The share of the force that a region carries, along the whole force, so that shares add up to 1.
double share(const ContactResult& result, std::size_t region) {
  const Eigen::Vector3d& whole = result.total.contact_force;
  return result.regions[region].statistics.contact_force.dot(whole) / whole.squaredNorm();
}

const std::array k_file_figures{
    FileFigure{"force", "N", [](const ContactResult& r) { return r.total.contact_force.norm(); }},
    FileFigure{"peak_pressure", "Pa", [](const ContactResult& r) { return r.total.max_pressure; }},
    FileFigure{"mean_pressure", "Pa", [](const ContactResult& r) { return r.total.mean_pressure; }},
    FileFigure{"contact_area", "m^2", [](const ContactResult& r) { return r.total.contact_area; }},
    FileFigure{"share_-x", "1", [](const ContactResult& r) { return share(r, 0); }},
    FileFigure{"share_+x", "1", [](const ContactResult& r) { return share(r, 1); }},
    FileFigure{"share_-y", "1", [](const ContactResult& r) { return share(r, 2); }},
    FileFigure{"share_+y", "1", [](const ContactResult& r) { return share(r, 3); }},
    FileFigure{"share_-z", "1", [](const ContactResult& r) { return share(r, 4); }},
    FileFigure{"share_+z", "1", [](const ContactResult& r) { return share(r, 5); }},
    FileFigure{"center_of_pressure_x", "m",
               [](const ContactResult& r) { return r.total.center_of_pressure.x(); }},
    FileFigure{"center_of_pressure_y", "m",
               [](const ContactResult& r) { return r.total.center_of_pressure.y(); }},
    FileFigure{"center_of_pressure_z", "m",
               [](const ContactResult& r) { return r.total.center_of_pressure.z(); }},
};

/// Reads a side of the contact, "casting" or "target", with its layer and, for casting, the
/// optional compliance file and mesh behind the layer.
std::shared_ptr<const ContactSurface> side_of(scene::JsonObject& object, const std::string& name,
                                              const std::filesystem::path& folder,
                                              mesh::LengthUnit unit) {
  const auto path = [&](const scene::JsonNode& node) {
    return (folder / node.text(1, 1000)).string();
  };
  ContactSide side{.option = object.node().where() + ": " + name,
                   .file = path(object.required(name)),
                   .layer = object.required(name + "_layer").text(1, 1000)};
  if (name == "casting") {
    if (const auto file = object.optional("casting_compliance")) side.compliance_file = path(*file);
    if (const auto back = object.optional("casting_back")) {
      side.back_file = path(*back);
      side.thickness.minimum =
          object.number("min_thickness", side.thickness.minimum, scene::k_positive);
      side.thickness.maximum =
          object.number("max_thickness", side.thickness.maximum, scene::k_positive);
    }
  }
  return read_side(side, {.unit = unit, .use = LayerUse::elastic});
}

/// Reads the check of one figure, such as {"value": 1500, "tolerance": 0.06}. The tolerance is a
/// fraction of the value unless "absolute" is true.
Check read_figure(const scene::JsonNode& node, const FileFigure& figure, const std::string& id) {
  scene::JsonObject object(node);
  Check check{.what = fmt::format("{}, {}", figure.key, id),
              .unit = figure.unit,
              .expected = object.required("value").number(scene::k_number),
              .tolerance = object.required("tolerance").number(scene::k_positive),
              .is_absolute = object.boolean("absolute", false)};
  object.reject_other_keys();
  if (!check.is_absolute && check.expected == 0)
    node.fail("is 0, for which a relative tolerance has no meaning; let 'absolute' be true");
  return check;
}

void add_case(CheckFamily& family, const scene::JsonNode& node, ContactPair& pair) {
  scene::JsonObject object(node);
  const std::string id = object.required("id").text(1, 200);
  const ContactResult& result =
      pair.evaluate(read_pose(object.required("T_target_in_casting"), id));
  if (result.total.n_contacting == 0)
    node.fail("has no contact at its pose; check T_target_in_casting and the unit of the meshes");
  scene::JsonObject figures(object.required("figures"));
  const std::size_t before = family.checks.size();
  for (const FileFigure& figure : k_file_figures) {
    const auto given = figures.optional(figure.key);
    if (!given) continue;
    Check check = read_figure(*given, figure, id);
    check.measured = figure.value(result);
    family.checks.push_back(std::move(check));
  }
  figures.reject_other_keys();
  object.reject_other_keys();
  if (family.checks.size() == before) node.fail("has no figure to check; give one");
}

}  // namespace

CheckFamily check_oracles(const std::filesystem::path& file) {
  scene::JsonObject object(scene::JsonNode::read(file));
  CheckFamily family{.name = object.text("name", file.filename().string()),
                     .activity = object.boolean("measured", false) ? Activity::validation
                                                                   : Activity::code_verification,
                     .question = object.text("question", "the user's"),
                     .comparator = object.required("source").text(),
                     .acceptance = "as the file states"};
  const mesh::LengthUnit unit = mesh::parse_length_unit(object.text("unit", "m"));
  ContactSettings settings = settings_of(Formulation::elastic_layer);
  settings.node_spacing = object.number("node_spacing", 0, {.min = 1e-7, .max = 1e3});
  settings.free_edges = enumerator_at<FreeEdges>(
      object.choice("free_edges", static_cast<int>(settings.free_edges), words_of<FreeEdges>()));
  const std::filesystem::path folder = file.parent_path();
  const auto casting = side_of(object, "casting", folder, unit);
  const auto target = side_of(object, "target", folder, unit);
  ContactPair pair(casting, target, settings);
  for (const scene::JsonNode& node : object.required("cases").items()) add_case(family, node, pair);
  object.reject_other_keys();
  if (family.checks.empty()) object.node().fail("has no case to check; give one");
  return family;
}

}  // namespace condyle
