#include "engine/mujoco/mjcf_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <utility>

#include "condyle/error.h"
#include "condyle/mujoco/model_texts.h"
#include "engine/mujoco/mjcf.h"
#include "engine/mujoco/mjcf_geom.h"
#include "engine/mujoco/mjcf_mesh.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

[[noreturn]] void refuse_in_mjcf(const std::string& what, const std::string& why) {
  throw InputError(fmt::format("{}: an MJCF file has no counterpart of it ({})", what, why));
}

bool is_constant(const scene::TimeTable& table) {
  return std::ranges::all_of(table.values, [&](double v) { return v == table.values.front(); });
}

void hold_at_start(scene::TimeTable& table) {
  const double value = value_at(table, 0);
  table = {.times = {0}, .values = {value}};
}

void refuse_what_needs_time(const scene::Scene& scene) {
  const char* const k_over_time = "it follows a table over time; --still keeps it as at time 0";
  for (const scene::SceneMotion& motion : scene.motions)
    if (!is_constant(motion.table))
      refuse_in_mjcf(fmt::format("motion '{}'", motion.name), k_over_time);
  for (const scene::SceneLoad& load : scene.loads)
    if (load.factor && !is_constant(*load.factor))
      refuse_in_mjcf(fmt::format("load '{}'", load.name), k_over_time);
  if (scene.settle)
    refuse_in_mjcf("settle", "a drag before time 0; --still starts as the bodies are given");
}

/// Adds to the model of a scene, as an engine takes it, what a file says of itself.
class FileWriter {
 public:
  FileWriter(const scene::Scene& scene, const std::vector<BuiltBody>& built,
             const std::string& stem)
      : scene_(scene), built_(built), stem_(stem) {}

  MjcfFile write() {
    refuse_what_needs_time(scene_);
    document_.load_string(make_mjcf(scene_, built_).c_str());
    model_ = document_.child("mujoco");
    model_.prepend_child("custom");
    model_.prepend_child("asset");
    texts_ = model_.child("custom");
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) put_geoms(i);
    put_text("condyle.contact", mujoco::text_of(contact_of_unnamed_pairs()));
    for (const scene::SceneContact& contact : scene_.contacts) put_pair(contact);
    for (const scene::SceneLigament& ligament : scene_.ligaments) put_strand(ligament);
    for (const scene::SceneLoad& load : scene_.loads) put_load(load);
    put_start();
    std::ostringstream out;
    document_.save(out, "  ");
    file_.text = out.str();
    return std::move(file_);
  }

 private:
  pugi::xml_node named(const char* kind, const std::string& name) const {
    return document_.find_node([&](const pugi::xml_node& node) {
      return std::string(node.name()) == kind && node.attribute("name").value() == name;
    });
  }

  void put_text(const std::string& name, const std::string& data) {
    pugi::xml_node text = texts_.append_child("text");
    text.append_attribute("name") = name.c_str();
    text.append_attribute("data") = data.c_str();
  }

  /// A geom without mass that touches nothing.
  static pugi::xml_node add_drawn_geom(pugi::xml_node body, const std::string& name,
                                       const Pose& X) {
    pugi::xml_node geom = body.append_child("geom");
    geom.append_attribute("name") = name.c_str();
    geom.append_attribute("mass") = "0";
    for (const char* filter : {"contype", "conaffinity"}) geom.append_attribute(filter) = "0";
    put_pose(geom, X);
    return geom;
  }

  void put_geoms(std::size_t index) {
    const scene::SceneBody& body = scene_.bodies[index];
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
      const std::string name = mjcf_geom_name(body, body.meshes[m]);
      pugi::xml_node geom = named("geom", name);
      if (geom) {
        put_layer(name, body, body.meshes[m]);
      } else {
        geom = add_drawn_geom(named("body", mjcf_body_name(body)), name,
                              built_[index].X_BP.inverse() * body.meshes[m].X_BM);
      }
      put_shape(geom, body, body.meshes[m], *built_[index].meshes[m].mesh);
    }
  }

  void put_shape(pugi::xml_node geom, const scene::SceneBody& body, const scene::SceneMesh& mesh,
                 const TriangleMesh& triangles) {
    const auto* const shape = std::get_if<scene::MeshFromShape>(&mesh.source);
    if (shape != nullptr && put_shape_of_mujoco(geom, shape->shape)) return;
    if (shape != nullptr && !std::holds_alternative<geometry::MeshSolid>(shape->shape) &&
        mesh.layer)
      refuse_in_mjcf(fmt::format("'{}.{}'", body.name, mesh.name),
                     fmt::format("the analytic shape {}", geometry::name(shape->shape)));
    const std::string name = fmt::format("{}.{}", body.name, mesh.name);
    MeshAsset file = mesh_asset(triangles);
    file_.meshes.push_back(
        {fmt::format("{}.{}{}", stem_, name, file.ending), std::move(file.bytes)});
    pugi::xml_node asset = model_.child("asset").append_child("mesh");
    asset.append_attribute("name") = name.c_str();
    asset.append_attribute("file") = file_.meshes.back().name.c_str();
    put_mesh(geom, name);
    if (file.ending == ".msh" && mujoco::k_meshes_are_shells)
      asset.append_attribute("inertia") = "shell";
    else if (file.ending == ".msh")
      geom.append_attribute("shellinertia") = "true";
  }

  void put_layer(const std::string& geom, const scene::SceneBody& body,
                 const scene::SceneMesh& mesh) {
    const std::string what = fmt::format("'{}.{}'", body.name, mesh.name);
    if (mesh.back) refuse_in_mjcf(what, "its layer's thickness is measured to a back mesh");
    if (!mesh.compliance.empty()) refuse_in_mjcf(what, "its layer has a compliance file");
    mujoco::LayerText text{.layer = *mesh.layer, .mesh = {}};
    if (const auto* const shape = std::get_if<scene::MeshFromShape>(&mesh.source)) {
      text.mesh = {.chord_error = shape->fineness.chord_error,
                   .longest_edge = shape->fineness.longest_edge,
                   .is_divided = shape->is_chosen};
      if (scene::is_endless(shape->shape)) text.mesh.extent = shape->fineness.extent;
    }
    put_text("condyle.layer." + geom, text_of(text));
  }

  void put_pair(const scene::SceneContact& contact) {
    const auto geom_of = [this](const scene::MeshName& side) {
      const scene::SceneBody& body =
          scene_.bodies[static_cast<std::size_t>(body_index(scene_, side.body))];
      return mjcf_geom_name(body,
                            body.meshes[static_cast<std::size_t>(mesh_index(body, side.mesh))]);
    };
    try {
      put_text("condyle.pair." + contact.name,
               mujoco::text_of(mujoco::PairText{.casting = geom_of(contact.casting),
                                                .target = geom_of(contact.target),
                                                .side = contact.side,
                                                .settings = contact.settings}));
    } catch (const InputError& error) {
      refuse_in_mjcf(fmt::format("contact '{}'", contact.name), error.what());
    }
    if (!contact.regions.empty())
      file_.left_out.push_back(
          fmt::format("regions of contact '{}', which are only for reports", contact.name));
  }

  /// The tendon again, with geoms for what the ligament wraps.
  void put_strand(const scene::SceneLigament& ligament) {
    const std::string what = fmt::format("ligament '{}'", ligament.strand.name);
    if (ligament.is_cut || !ligament.strand.applies_force)
      refuse_in_mjcf(what, "a strand without force; leave it out of the scene");
    const ligament::StrandPath path = make_path(scene_, ligament);
    pugi::xml_node tendon = named("spatial", mjcf_strand_name(ligament));
    // Sites: the points but the last, the places of the wraps, the last point.
    std::vector<std::string> sites;
    for (const pugi::xml_node site : tendon.children("site"))
      sites.emplace_back(site.attribute("site").value());
    const std::size_t points = path.points.size();
    tendon.remove_children();
    const auto add_site = [&](std::size_t at) {
      tendon.append_child("site").append_attribute("site") = sites[at].c_str();
    };
    for (std::size_t point = 0; point < points; ++point) {
      add_site(point + 1 < points ? point : sites.size() - 1);
      for (std::size_t w = 0; w < path.obstacles.size(); ++w)
        if (path.obstacles[w].first_point == static_cast<int>(point))
          put_wrap(tendon, what, ligament, path, w);
    }
    put_text("condyle.strand." + mjcf_strand_name(ligament),
             mujoco::text_of(initial_strand(scene_, ligament)));
  }

  void put_wrap(pugi::xml_node tendon, const std::string& what,
                const scene::SceneLigament& ligament, const ligament::StrandPath& path,
                std::size_t index) {
    const ligament::PathObstacle& wrap = path.obstacles[index];
    const int last =
        wrap.last_point < 0 ? static_cast<int>(path.points.size()) - 1 : wrap.last_point;
    if (last != wrap.first_point + 1)
      refuse_in_mjcf(what, fmt::format("wrap '{}' acts between several points", wrap.name));
    const auto between_same = [&](const ligament::PathObstacle& other) {
      return other.first_point == wrap.first_point;
    };
    if (std::ranges::count_if(path.obstacles, between_same) > 1)
      refuse_in_mjcf(what, "several wraps between two points");
    const std::string name = fmt::format("wrap/{}/{}", ligament.strand.name, index);
    pugi::xml_node body = body_or_world(wrap.body);
    const Pose X_PS = X_PB(wrap.body) * wrap.X_BS;
    const pugi::xml_node geom = add_drawn_geom(body, name, X_PS);
    if (!put_wrapped_shape(geom, wrap.shape))
      refuse_in_mjcf(what, fmt::format("it wraps a {}", geometry::name(wrap.shape)));
    pugi::xml_node wrapped = tendon.append_child("geom");
    wrapped.append_attribute("geom") = name.c_str();
    if (!wrap.side) return;
    pugi::xml_node side = body.append_child("site");
    side.append_attribute("name") = (name + "/side").c_str();
    const double far = 2 * radius_of_wrapped(wrap.shape);
    side.append_attribute("pos") = mjcf_numbers(X_PS * (far * *wrap.side)).c_str();
    wrapped.append_attribute("sidesite") = (name + "/side").c_str();
  }

  pugi::xml_node body_or_world(int body) const {
    if (body >= static_cast<int>(scene_.bodies.size())) return model_.child("worldbody");
    return named("body", mjcf_body_name(scene_.bodies[static_cast<std::size_t>(body)]));
  }
  Pose X_PB(int body) const {
    if (body >= static_cast<int>(scene_.bodies.size())) return Pose::Identity();
    return built_[static_cast<std::size_t>(body)].X_BP.inverse();
  }

  /// An actuator whose bias is the load, at a site of the body, along its axes or the world's.
  void put_load(const scene::SceneLoad& load) {
    const int index = body_index(scene_, load.body);
    const double factor = load.factor ? load.factor->values.front() : 1;
    const std::string site = "load/" + load.name;
    pugi::xml_node at = body_or_world(index).append_child("site");
    at.append_attribute("name") = site.c_str();
    put_pose(at, X_PB(index) * Pose(Eigen::Translation3d(load.p_B)));
    pugi::xml_node actuators = model_.child("actuator");
    if (!actuators) actuators = model_.append_child("actuator");
    pugi::xml_node actuator = actuators.append_child("general");
    actuator.append_attribute("name") = site.c_str();
    actuator.append_attribute("site") = site.c_str();
    if (!load.in_body_frame) {
      constexpr const char* k_axes = "axes of the world";
      pugi::xml_node world = model_.child("worldbody");
      if (!world.find_child_by_attribute("site", "name", k_axes))
        world.append_child("site").append_attribute("name") = k_axes;
      actuator.append_attribute("refsite") = k_axes;
    }
    actuator.append_attribute("gear") =
        fmt::format("{} {}", mjcf_numbers(factor * load.force), mjcf_numbers(factor * load.moment))
            .c_str();
    actuator.append_attribute("gainprm") = "0";
    actuator.append_attribute("biastype") = "affine";
    actuator.append_attribute("biasprm") = "1 0 0";
  }

  /// Velocities at time 0, those of free bodies alone; mj_resetDataKeyframe() sets them.
  void put_start() {
    std::string velocities;
    bool any = false;
    const auto bodies_of = [&](const auto& self, pugi::xml_node parent) -> void {
      for (pugi::xml_node child : parent.children()) {
        const std::string kind = child.name();
        if (kind == "joint")
          velocities += std::string(child.attribute("type").value()) == "ball" ? " 0 0 0" : " 0";
        if (kind == "freejoint") velocities += free_velocity(parent, any);
      }
      for (pugi::xml_node child : parent.children("body")) self(self, child);
    };
    bodies_of(bodies_of, model_.child("worldbody"));
    if (!any) return;
    pugi::xml_node key = model_.append_child("keyframe").append_child("key");
    key.append_attribute("name") = "start";
    key.append_attribute("qvel") = velocities.c_str();
  }

  std::string free_velocity(pugi::xml_node node, bool& any) const {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const scene::SceneBody& body = scene_.bodies[i];
      if (mjcf_body_name(body) != node.attribute("name").value()) continue;
      if (body.V_WB.linear.isZero(0) && body.V_WB.angular.isZero(0)) break;
      any = true;
      const Pose X_WP = body.X_WB * built_[i].X_BP;
      const Vector3d arm = X_WP.translation() - body.X_WB.translation();
      const Vector3d spin_P = X_WP.linear().transpose() * body.V_WB.angular;
      return fmt::format(" {} {}", mjcf_numbers(body.V_WB.linear + body.V_WB.angular.cross(arm)),
                         mjcf_numbers(spin_P));
    }
    return " 0 0 0 0 0 0";
  }

  const scene::Scene& scene_;
  const std::vector<BuiltBody>& built_;
  std::string stem_;
  pugi::xml_document document_;
  pugi::xml_node model_, texts_;
  MjcfFile file_;
};

}  // namespace

MjcfFile make_mjcf_file(const scene::Scene& scene, const std::vector<BuiltBody>& built,
                        const std::string& stem) {
  return FileWriter(scene, built, stem).write();
}

scene::Scene standing_still(scene::Scene scene) {
  for (scene::SceneMotion& motion : scene.motions) hold_at_start(motion.table);
  for (scene::SceneLoad& load : scene.loads)
    if (load.factor) hold_at_start(*load.factor);
  scene.settle.reset();
  return scene;
}

}  // namespace condyle
