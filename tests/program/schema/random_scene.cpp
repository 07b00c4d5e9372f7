#include "random_scene.h"

#include <algorithm>

namespace condyle {
namespace {

using nlohmann::json;

/// Bodies of every scene, so that every name has something to refer to.
const json k_bodies = json::parse(R"([
  {"name": "floor", "kind": "fixed", "meshes": [
    {"name": "top", "primitive": {"shape": "plane", "size": [1, 1, 0], "segments": 2},
     "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]},
  {"name": "block", "kind": "dynamic", "density": 1000, "position": [0, 0, 2], "meshes": [
    {"name": "cube", "primitive": {"shape": "box", "size": [0.1, 0.1, 0.1], "segments": 2},
     "layer": {"material": "rubber", "thickness": 0.01}}]},
  {"name": "mover", "kind": "kinematic"}])");

struct MeshAt {
  std::string body, mesh;
};

/// Entries to which the names of the scene may refer.
struct Names {
  std::vector<std::string> bodies, dynamic, kinematic, contacts;
  std::vector<MeshAt> layered_dynamic, layered_other;
  std::vector<MeshAt> elastic_other;  ///< also layers that only the law elastic_layer can take
};

/// Whether the layer is neither rigid nor a half space.
bool has_thickness(const json& layer) {
  return layer.is_object() && layer.at("thickness").is_number();
}

bool suits_springs(const json& layer) {
  return has_thickness(layer) && layer.value("poissons_ratio", 0.3) < 0.5;
}

Names names_in(const json& scene) {
  Names names;
  for (const json& body : scene.at("bodies")) {
    const std::string name = body.at("name");
    names.bodies.push_back(name);
    if (body.at("kind") == "dynamic") names.dynamic.push_back(name);
    if (body.at("kind") == "kinematic") names.kinematic.push_back(name);
    for (const json& mesh : body.value("meshes", json::array())) {
      // Not every law supports a soft block.
      if (!mesh.contains("layer") || mesh.contains("soft_block")) continue;
      if (body.at("kind") != "dynamic" && mesh["layer"].is_object())
        names.elastic_other.push_back({name, mesh.at("name")});
      if (!suits_springs(mesh["layer"]) || mesh.contains("compliance")) continue;
      (body.at("kind") == "dynamic" ? names.layered_dynamic : names.layered_other)
          .push_back({name, mesh.at("name")});
    }
  }
  return names;
}

class SceneRepair {
 public:
  SceneRepair(json& scene, std::mt19937_64& random, std::string mesh_file)
      : scene_(scene), random_(random), mesh_file_(std::move(mesh_file)) {}

  void repair() {
    for (json& body : scene_.at("bodies")) repair_body(body);
    for (const json& body : k_bodies) scene_.at("bodies").push_back(body);
    names_ = names_in(scene_);
    for (json& contact : list("contacts")) repair_contact(contact);
    for (json& ligament : list("ligaments")) repair_ligament(ligament);
    for (json& joint : list("joints")) repair_joint(joint);
    for (json& load : list("loads")) {
      load["body"] = any_of(names_.dynamic);
      if (load.contains("factor")) repair_table(load["factor"]);
    }
    for (json& motion : list("motions")) {
      motion["body"] = any_of(names_.kinematic);
      repair_table(motion["table"]);
    }
    repair_closed_forms();
    for (json& body : scene_.at("bodies"))
      for (json& mesh : list_in(body, "meshes")) repair_carried(mesh);
    for (json& shown : list("shown_against")) repair_shown(shown);
    if (scene_.contains("camera")) repair_camera(scene_["camera"]);
  }

 private:
  template <class T>
  const T& any_of(const std::vector<T>& list) {
    return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random_)];
  }

  void repair_body(json& body) {
    for (json& mesh : list_in(body, "meshes")) repair_mesh(mesh);
    // A fixed body holds a soft block and presses with nothing else.
    const bool holds = body.at("kind") == "fixed" && list_in(body, "meshes").size() == 1;
    for (json& mesh : list_in(body, "meshes")) {
      if (holds || mesh.erase("soft_block") == 0) continue;
      mesh["primitive"] = {{"shape", "box"}, {"size", {0.1, 0.1, 0.1}}};
    }
    if (body.contains("inertia")) {
      json& inertia = body["inertia"];
      for (std::size_t i = 0; i < inertia.size(); ++i) {  // small values off the diagonal
        const double x = std::clamp(inertia[i].get<double>(), -1.0, 1.0);
        inertia[i] = i < 3 ? 1 + 0.2 * x : 0.1 * x;
      }
    }
    if (body.contains("density")) repair_density(body);
  }

  /// A density needs closed meshes.
  static void repair_density(json& body) {
    if (!std::ranges::all_of(list_in(body, "meshes"), is_closed)) {
      body.erase("density");
      body["mass"] = 2;
      body["inertia"] = {1, 1.1, 1.2};
    } else if (list_in(body, "meshes").empty()) {
      body["meshes"] = k_bodies[1]["meshes"];
    }
  }

  json& list(const char* key) { return list_in(scene_, key); }

  static json& list_in(json& object, const char* key) {
    static json none;
    if (object.contains(key)) return object[key];
    return none = json::array();
  }

  static bool is_closed(const json& mesh) {
    const json primitive = mesh.value("primitive", json::object());
    const json shape = mesh.value("shape", json::object());
    return !mesh.contains("curve") && primitive.value("shape", "") != "plane" &&
           shape.value("kind", "") != "half_space" &&
           shape.value("kind", "") != "infinite_cylinder" &&
           shape.value("kind", "") != "height_map";
  }

  void repair_mesh(json& mesh) {
    if (mesh.contains("file")) mesh["file"] = mesh_file_;
    if (mesh.contains("shape")) repair_shape(mesh["shape"]);
    if (mesh.contains("curve")) {  // a closed curve needs a third point, and points must differ
      mesh["curve"]["points"] = {{0, 0}, {0.3, 0.1}, {0.2, 0.4}};
    }
    if (mesh.contains("primitive")) repair_tube(mesh["primitive"]);
    if (mesh.contains("compliance") && !mesh["layer"].is_object())
      mesh["layer"] = k_bodies[1]["meshes"][0]["layer"];
    if (mesh.contains("back_mesh")) {
      json& back = mesh["back_mesh"];
      back["file"] = mesh_file_;
      if (!mesh["layer"].is_object()) mesh["layer"] = k_bodies[1]["meshes"][0]["layer"];
      if (!has_thickness(mesh["layer"])) mesh["layer"]["thickness"] = 0.01;
      if (back.contains("min_thickness") || back.contains("max_thickness")) {
        back["max_thickness"] =
            std::min(1e9, back.value("min_thickness", 1e-4) + back.value("max_thickness", 0.02));
      }
    }
  }

  static void repair_tube(json& shape) {
    if (!shape.contains("tube_radius")) return;
    shape["radius"] = 0.1;
    shape["tube_radius"] = 0.02;
  }

  /// A height map needs 4 x 4 samples for its spline, on ascending grid lines.
  static void repair_shape(json& shape) {
    repair_tube(shape);
    for (const char* key : {"z", "zx", "zy", "zxy"}) {
      if (!shape.contains(key)) continue;
      const json x = shape[key][0][0];
      shape[key] = json::array();
      for (int i = 0; i < 4; ++i) shape[key].push_back({x, 0.1, -0.1, x});
    }
    for (const char* key : {"x", "y"}) {
      if (shape.contains(key)) shape[key] = {0, 0.5, 1, 2};
    }
    // So small that no spacing is lost in rounding.
    if (shape.contains("start")) shape["start"] = {-0.5, 1};
  }

  static void repair_table(json& table) {
    json& times = table["times"];
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    while (table["values"].size() < times.size()) table["values"].push_back(0.5);
    while (table["values"].size() > times.size()) table["values"].erase(0);
    if (table.contains("period"))
      table["period"] = std::clamp(2 + times.back().get<double>(), 0.0, 1e6);
  }

  void repair_contact(json& contact) {
    const MeshAt& target = any_of(names_.layered_dynamic);
    const MeshAt& casting = any_of(names_.layered_other);
    contact["target"] = {{"body", target.body}, {"mesh", target.mesh}};
    contact["casting"] = {{"body", casting.body}, {"mesh", casting.mesh}};
    // Each sum has one contact, since contacts of one sum must be between the same bodies.
    if (contact.contains("sum_in")) contact["sum_in"] = contact["name"].get<std::string>() + " sum";
    if (contact.contains("min_proximity")) {
      contact["min_proximity"] = contact.value("max_proximity", 0.01) - 0.02;
    }
    // Regions belong to the casting mesh, so the casting side must be given.
    if (contact.contains("regions") && contact.value("casts", "") == "auto") {
      contact["casts"] = "casting";
    }
    if (contact.contains("friction")) repair_friction(contact["friction"]);
    const bool sticks =
        contact.contains("friction") && contact["friction"].value("mode", "") == "stiction";
    const std::string law = contact.value("law", "linear");
    if (law == "elastic_layer") {
      repair_elastic_layer(contact);
    } else {
      contact.erase("node_spacing");
      contact.erase("free_edges");
    }
    if (sticks && law != "linear" && law != "nonlinear" && law != "volume" &&
        law != "elastic_layer") {
      contact["acting"] = "triangles";
    }
  }

  /// Repairs a contact under the law elastic_layer: the mesh whose triangles cast is the only one
  /// whose thickness may vary, and no function of a user gives friction.
  void repair_elastic_layer(json& contact) {
    const MeshAt& casting = any_of(names_.elastic_other);
    contact["casts"] = "casting";
    contact["casting"] = {{"body", casting.body}, {"mesh", casting.mesh}};
    contact["target"] = {{"body", "block"}, {"mesh", "cube"}};
    contact.erase("casts_from");
    if (contact.contains("friction") && contact["friction"].value("mode", "") == "user")
      contact.erase("friction");
  }

  static void repair_friction(json& friction) {
    if (friction.contains("materials")) friction["materials"] = {"steel", "steel"};
    if (friction.contains("static_coefficient")) {
      // Above the dynamic coefficient of steel on steel.
      if (friction.contains("materials")) friction["static_coefficient"] = 0.9;
      if (friction.contains("dynamic_coefficient")) {
        // So small that it stays below the static coefficient of steel on steel where another test
        // removes the given static coefficient.
        friction["dynamic_coefficient"] = friction.contains("materials")
                                              ? 0.01
                                              : 0.5 * friction["static_coefficient"].get<double>();
      }
    } else if (friction.contains("materials") && friction.contains("dynamic_coefficient")) {
      friction["dynamic_coefficient"] = 0.01;
    }
    if (friction.contains("friction_speed")) {
      friction["friction_speed"] = 2 * friction.value("stiction_speed", 1e-3);
    }
  }

  void repair_ligament(json& ligament) {
    const auto lead = [&](json& point, const std::string& body) { point["body"] = body; };
    if (ligament.contains("path")) {
      for (json& point : ligament["path"]) lead(point, any_of(names_.bodies));
      lead(ligament["path"].front(), "block");
      lead(ligament["path"].back(), "");
    } else {
      lead(ligament["a"], any_of(names_.dynamic));
      lead(ligament["b"], "floor");
    }
    if (ligament.contains("failure_strain")) {
      ligament["failure_strain"] = std::min(1e15, ligament["failure_strain"].get<double>() +
                                                      ligament.value("transition_strain", 0.06));
    }
    for (json& wrap : list_in(ligament, "wraps")) {
      if (wrap.contains("shape")) repair_shape(wrap["shape"]);
      if (wrap.contains("first_point")) wrap["first_point"] = 0;
      if (wrap.contains("last_point")) wrap["last_point"] = 1;
      if (wrap.contains("mesh")) {
        wrap["body"] = "block";
        wrap["mesh"] = "cube";
      } else if (wrap.contains("body")) {
        wrap["body"] = any_of(names_.bodies);
      }
    }
  }

  void repair_joint(json& joint) {
    joint["body_a"] = any_of(names_.dynamic);
    if (joint.contains("body_b")) joint["body_b"] = "floor";
    if (joint.contains("target_angle")) repair_table(joint["target_angle"]);
  }

  void repair_closed_forms() {
    if (!scene_.contains("closed_forms")) return;
    if (list("contacts").empty()) scene_["closed_forms"] = json::array();
    for (json& form : scene_["closed_forms"]) {
      json& contact = scene_["contacts"][0];
      if (contact.contains("casts")) contact["casts"] = "casting";
      form["contact"] = contact["name"];
      form["body"] = contact["target"]["body"];
    }
  }

  /// Strands carry only meshes that touch nothing.
  void repair_carried(json& mesh) {
    if (!mesh.contains("carried_by")) return;
    mesh["carried_by"] = list("ligaments").empty() ? json() : list("ligaments")[0]["name"];
    const bool may_touch = mesh.contains("layer") || mesh.contains("soft_block");
    if (!may_touch && mesh["carried_by"].is_string()) return;
    mesh.erase("carried_by");
    mesh.erase("carried_at");
  }

  void repair_shown(json& shown) {
    shown["quantity"] = "x";
    shown["of"] = any_of(names_.bodies);
    shown.erase("region");  // a body has none
    if (shown.contains("from")) shown["from"] = 1;
    if (shown.contains("until")) shown["until"] = 2;
    if (shown.contains("expected_over_time")) repair_table(shown["expected_over_time"]);
  }

  static void repair_camera(json& camera) {
    if (camera.contains("up")) camera["up"] = {0, 1, 0};
    if (camera.contains("eye")) camera["eye"] = {1, 0, 0};
    if (camera.contains("target")) camera["target"][0] = 0;
  }

  json& scene_;
  std::mt19937_64& random_;
  std::string mesh_file_;
  Names names_;
};

}  // namespace

Document make_scene(DocumentMaker& maker, std::mt19937_64& random, const std::string& mesh_file) {
  Document scene = maker.make();
  SceneRepair(scene.value, random, mesh_file).repair();
  std::erase_if(scene.spots, [&](const Spot& spot) { return !scene.value.contains(spot.place); });
  return scene;
}

}  // namespace condyle
