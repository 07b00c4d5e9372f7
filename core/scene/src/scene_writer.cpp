#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>

#include "condyle/scene/scene_file.h"
#include "core/scene/src/json_text.h"
#include "core/scene/src/scene_words.h"
#include "core/src/mesh/file_bytes.h"

namespace condyle {
namespace {

using Json = nlohmann::ordered_json;

template <class Words, class Enum>
std::string word(const Words& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

Json to_json(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

void put_pose(Json& object, const Pose& X) {
  const Eigen::AngleAxisd turn(X.linear());
  object["position"] = to_json(X.translation());
  object["rotation"] = to_json(turn.angle() * turn.axis());
}

Json to_json(const TimeTable& table) {
  return {{"times", table.times},
          {"values", table.values},
          {"smooth", table.smooth},
          {"period", table.period}};
}

Json to_json(const Layer& layer) {
  if (layer.use == LayerUse::rigid) return scene_words::sides_without_layer[0];
  Json object = {{"elastic_modulus", layer.elastic_modulus},
                 {"poissons_ratio", layer.poissons_ratio},
                 {"thickness", layer.thickness}};
  if (std::isinf(layer.thickness)) object["thickness"] = scene_words::endless_thickness[0];
  if (layer.yield_stress > 0) object["yield_stress"] = layer.yield_stress;
  return object;
}

void put_file(Json& object, const MeshFromFile& source, const std::filesystem::path& folder) {
  const std::filesystem::path relative = source.file.lexically_proximate(folder);
  object["file"] = relative.generic_string();
  object["unit"] = word(scene_words::length_units, source.unit);
}

Json to_json(const MeshFromPrimitive& p) {
  Json object = {{"shape", word(scene_words::primitives, p.shape)}, {"segments", p.segments}};
  if (p.size.norm() > 0) object["size"] = to_json(p.size);
  if (p.radius > 0) object["radius"] = p.radius;
  if (p.tube_radius > 0) object["tube_radius"] = p.tube_radius;
  if (p.length > 0) object["length"] = p.length;
  return object;
}

Json to_json(const MeshFromCurve& made) {
  Json points = Json::array();
  for (const Eigen::Vector2d& point : made.curve.points) points.push_back({point.x(), point.y()});
  return {{"points", std::move(points)},
          {"closed", made.curve.is_closed},
          {"smooth", made.curve.is_smooth},
          {"depth", made.depth},
          {"longest_edge", made.longest_edge}};
}

Json to_json(const SoftBlock& block) {
  return {{"size", to_json(block.size)},
          {"cells", block.cells},
          {"mass", block.mass},
          {"link_stiffness", block.link_stiffness},
          {"iterations", block.iterations},
          {"damping", block.damping}};
}

Json to_json(const Eigen::VectorXd& values) {
  return std::vector<double>(values.begin(), values.end());
}

Json to_json(const Eigen::MatrixXd& values) {
  Json rows = Json::array();
  for (const auto& row : values.rowwise()) rows.push_back(to_json(Eigen::VectorXd(row)));
  return rows;
}

Json to_json(const HalfSpace&) { return {{"kind", "half_space"}}; }
Json to_json(const Sphere& s) { return {{"kind", "sphere"}, {"radius", s.radius}}; }
Json to_json(const Ellipsoid& s) {
  return {{"kind", "ellipsoid"}, {"semi_axes", to_json(s.semi_axes)}};
}
Json to_json(const InfiniteCylinder& s) {
  return {{"kind", "infinite_cylinder"}, {"radius", s.radius}};
}
Json to_json(const Cylinder& s) {
  return {{"kind", "cylinder"}, {"radius", s.radius}, {"half_length", s.half_length}};
}
Json to_json(const Capsule& s) {
  return {{"kind", "capsule"}, {"radius", s.radius}, {"half_length", s.half_length}};
}
Json to_json(const Cone& s) {
  return {{"kind", "cone"}, {"radius", s.radius}, {"height", s.height}};
}
Json to_json(const Torus& s) {
  return {{"kind", "torus"}, {"radius", s.major_radius}, {"tube_radius", s.minor_radius}};
}
Json to_json(const Brick& s) { return {{"kind", "brick"}, {"half_size", to_json(s.half_size)}}; }
Json to_json(const HeightMap& s) {
  return {{"kind", "height_map"},
          {"x", to_json(s.x())},
          {"y", to_json(s.y())},
          {"z", to_json(s.samples().z)},
          {"zx", to_json(s.samples().zx)},
          {"zy", to_json(s.samples().zy)},
          {"zxy", to_json(s.samples().zxy)}};
}
/// Never used: a scene names a mesh by its file and not as a shape.
Json to_json(const MeshSolid&) { return {}; }

Json to_json(const Shape& shape) {
  return std::visit([](const auto& one) { return to_json(one); }, shape);
}

void put_shape(Json& object, const MeshFromShape& made) {
  object["shape"] = to_json(made.shape);
  object["chord_error"] = made.fineness.chord_error;
  object["longest_edge"] = made.fineness.longest_edge;
  if (is_endless(made.shape)) object["extent"] = made.fineness.extent;
}

Json to_json(const SceneMesh& mesh, const std::filesystem::path& folder) {
  Json object = {{"name", mesh.name}};
  if (const auto* file = std::get_if<MeshFromFile>(&mesh.source)) {
    put_file(object, *file, folder);
  } else if (const auto* made = std::get_if<MeshFromShape>(&mesh.source)) {
    put_shape(object, *made);
  } else if (const auto* swept = std::get_if<MeshFromCurve>(&mesh.source)) {
    object["curve"] = to_json(*swept);
  } else if (const SoftBlock* block = soft_block(mesh)) {
    object["soft_block"] = to_json(*block);
  } else {
    object["primitive"] = to_json(std::get<MeshFromPrimitive>(mesh.source));
  }
  put_pose(object, mesh.X_BM);
  if (mesh.layer) object["layer"] = to_json(*mesh.layer);
  if (mesh.back) {
    Json& back = object["back_mesh"];
    put_file(back, mesh.back->source, folder);
    back["min_thickness"] = mesh.back->min_thickness;
    back["max_thickness"] = mesh.back->max_thickness;
  }
  return object;
}

void put_mass(Json& object, const SceneBody& body) {
  object["velocity"] = to_json(body.V_WB.linear);
  object["angular_velocity"] = to_json(body.V_WB.angular);
  if (body.density > 0) {
    object["density"] = body.density;
    return;
  }
  const Eigen::Matrix3d& I = body.I_BBcm;
  object["mass"] = body.mass;
  object["center_of_mass"] = to_json(body.p_BoBcm);
  object["inertia"] = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
}

Json to_json(const SceneBody& body, const std::filesystem::path& folder) {
  Json object = {{"name", body.name}, {"kind", word(scene_words::body_kinds, body.kind)}};
  put_pose(object, body.X_WB);
  if (body.kind == BodyKind::dynamic) put_mass(object, body);
  object["meshes"] = Json::array();
  for (const SceneMesh& mesh : body.meshes) object["meshes"].push_back(to_json(mesh, folder));
  return object;
}

Json to_json(const MeshName& name) { return {{"body", name.body}, {"mesh", name.mesh}}; }

template <class Function>
void put_user_function(Json& object, const Function& function,
                       const std::filesystem::path& folder) {
  object["library"] = function.library.lexically_proximate(folder).generic_string();
  object["function"] = function.name;
  object["parameters"] = function.parameters;
  if constexpr (!std::is_same_v<Function, UserPostStep>)
    object["slopes"] = scene_words::slopes[function.gives_slopes ? 0 : 1];
}

Json to_json(const Friction& friction, const std::filesystem::path& folder) {
  if (friction.mode == FrictionMode::user) {
    Json object = {{"mode", word(scene_words::friction_modes, friction.mode)}};
    put_user_function(object, *friction.user, folder);
    return object;
  }
  Json object = {{"dynamic_coefficient", friction.dynamic_coefficient},
                 {"friction_speed", friction.friction_speed}};
  if (friction.mode != FrictionMode::on) {
    object["mode"] = word(scene_words::friction_modes, friction.mode);
  }
  if (friction.mode == FrictionMode::dynamic_only) return object;
  object["static_coefficient"] = friction.static_coefficient;
  object["stiction_speed"] = friction.stiction_speed;
  if (friction.mode == FrictionMode::stiction) {
    object["stick_stiffness"] = friction.stick_stiffness;
  }
  return object;
}

Json to_json(const HalfSpaceRegion& region) {
  return {{"name", region.name}, {"normal", to_json(region.normal)}, {"offset", region.offset}};
}

template <class T>
Json list_of(const std::vector<T>& entries, Json (*convert)(const T&)) {
  Json list = Json::array();
  for (const T& entry : entries) list.push_back(convert(entry));
  return list;
}

void put_law(Json& object, const ContactSettings& settings, const std::filesystem::path& folder) {
  const NormalLaw& law = settings.normal;
  if (is_foundation(law)) {
    object["law"] = word(scene_words::laws, settings.formulation);
    return;
  }
  object["law"] = scene_words::laws[static_cast<std::size_t>(law.kind) - 1 + k_formulations];
  if (!is_of_layers(law)) object["acting"] = word(scene_words::actings, law.acting);
  if (law.kind == NormalLawKind::user) return put_user_function(object, *law.user, folder);
  for (const LawParameter& parameter : describe(law.kind)->parameters) {
    const bool is_absent =
        parameter.need == LawParameter::replaces_required && !(law.*parameter.value > 0);
    if (!is_absent && counts(parameter, law)) object[parameter.name] = law.*parameter.value;
  }
}

Json to_json(const SceneContact& contact, const std::filesystem::path& folder) {
  const ContactSettings& settings = contact.settings;
  Json object = {{"name", contact.name},
                 {"casting", to_json(contact.casting)},
                 {"target", to_json(contact.target)},
                 {"casts", word(scene_words::casting_sides, contact.side)},
                 {"casts_from", word(scene_words::casting_elements, settings.casts_from)},
                 {"min_proximity", settings.min_proximity},
                 {"max_proximity", settings.max_proximity},
                 {"layers", scene_words::layer_models[settings.lumped ? 0 : 1]},
                 {"force_direction", word(scene_words::force_directions, settings.force_direction)},
                 {"two_sided", settings.two_sided},
                 {"dissipation", settings.dissipation},
                 {"wear_coefficient", settings.wear_coefficient},
                 {"friction", to_json(settings.friction, folder)},
                 {"regions", list_of(contact.regions, to_json)}};
  put_law(object, settings, folder);
  if (settings.formulation == Formulation::elastic_layer && settings.node_spacing > 0)
    object["node_spacing"] = settings.node_spacing;
  if (!contact.sum_in.empty()) object["sum_in"] = contact.sum_in;
  if (settings.post_step) put_user_function(object["post_step"], *settings.post_step, folder);
  return object;
}

Json to_json(const ScenePoint& point) {
  return {{"body", point.body}, {"point", to_json(point.p_B)}};
}

Json to_json(const SceneWrap& wrap) {
  Json object = {{"name", wrap.name}, {"body", wrap.body}};
  if (wrap.mesh.empty()) {
    object["shape"] = to_json(wrap.shape);
    put_pose(object, wrap.X_BS);
  } else {
    object["mesh"] = wrap.mesh;
  }
  if (wrap.side) object["side"] = to_json(*wrap.side);
  object["first_point"] = wrap.first_point;
  if (wrap.last_point != -1) object["last_point"] = wrap.last_point;
  return object;
}

Json to_json(const SceneLigament& ligament) {
  const LigamentStrand& strand = ligament.strand;
  const bool given = ligament.slack_from == SlackFrom::slack_length;
  Json object = {{"name", strand.name},
                 {"linear_stiffness", strand.linear_stiffness},
                 {"transition_strain", strand.transition_strain},
                 {"damping_coefficient", strand.damping_coefficient},
                 {word(scene_words::slack_keys, ligament.slack_from),
                  given ? strand.slack_length : ligament.reference}};
  if (std::isfinite(strand.failure_strain)) {
    object["failure_strain"] = strand.failure_strain;
    object["softening_strain"] = strand.softening_strain;
  }
  if (ligament.path.size() == 2) {
    object["a"] = to_json(ligament.path.front());
    object["b"] = to_json(ligament.path.back());
  } else {
    object["path"] = list_of(ligament.path, to_json);
  }
  if (!ligament.wraps.empty()) object["wraps"] = list_of(ligament.wraps, to_json);
  return object;
}

Json to_json(const SceneJoint& joint) {
  Json object = {{"name", joint.name},
                 {"kind", word(scene_words::joint_kinds, joint.kind)},
                 {"body_a", joint.body_a},
                 {"body_b", joint.body_b}};
  put_pose(object, joint.X_WJ);
  if (joint.kind == JointKind::generic) {
    object["free_axes"] = Json::array();
    for (std::size_t i = 0; i < joint.free_axes.size(); ++i) {
      if (joint.free_axes[i]) object["free_axes"].push_back(scene_words::axes[i]);
    }
  }
  if (joint.target_angle) {
    object["target_angle"] = to_json(*joint.target_angle);
    object["max_torque"] = joint.max_torque;
  }
  return object;
}

Json to_json(const SceneLoad& load) {
  Json object = {{"name", load.name},
                 {"body", load.body},
                 {"point", to_json(load.p_B)},
                 {"force", to_json(load.force)},
                 {"moment", to_json(load.moment)},
                 {"frame", scene_words::load_frames[load.in_body_frame ? 1 : 0]}};
  if (load.factor) object["factor"] = to_json(*load.factor);
  return object;
}

Json to_json(const SceneMotion& motion) {
  Json object = {{"name", motion.name},
                 {"body", motion.body},
                 {"kind", scene_words::motion_kinds[motion.rotation ? 0 : 1]},
                 {"axis", to_json(motion.axis)}};
  if (motion.rotation) object["point"] = to_json(motion.p_B);
  object["table"] = to_json(motion.table);
  return object;
}

Json to_json(const ClosedForm& form) {
  Json object = {{"kind", word(scene_words::closed_form_kinds, form.kind)},
                 {"contact", form.contact},
                 {"body", form.body}};
  if (form.radius > 0) object["radius"] = form.radius;
  if (form.point_radii.x() > 0) {
    object["point_radii"] = {form.point_radii.x(), form.point_radii.y()};
  }
  if (form.line_length > 0) {
    object["line_radius"] = form.line_radius;
    object["line_length"] = form.line_length;
  }
  return object;
}

Json to_json(const SceneSettle& settle) {
  return {{"approach", settle.approach}, {"speed", settle.speed}, {"limit", settle.limit}};
}

Json to_json(const SceneCamera& camera) {
  return {{"eye", to_json(camera.eye)},
          {"target", to_json(camera.target)},
          {"up", to_json(camera.up)},
          {"field_of_view", camera.field_of_view}};
}

Json to_json(const Scene& scene, const std::filesystem::path& folder) {
  Json object = {{"condyle_scene", k_scene_format},
                 {"name", scene.name},
                 {"description", scene.description},
                 {"gravity", to_json(scene.gravity)},
                 {"duration", scene.duration},
                 {"rate", scene.rate},
                 {"contact_substeps", scene.contact_substeps},
                 {"contact_integration",
                  scene_words::integrations[static_cast<std::size_t>(scene.integration)]}};
  object["bodies"] = Json::array();
  for (const SceneBody& body : scene.bodies) object["bodies"].push_back(to_json(body, folder));
  object["contacts"] = Json::array();
  for (const SceneContact& contact : scene.contacts)
    object["contacts"].push_back(to_json(contact, folder));
  object["ligaments"] = list_of(scene.ligaments, to_json);
  object["joints"] = list_of(scene.joints, to_json);
  object["loads"] = list_of(scene.loads, to_json);
  object["motions"] = list_of(scene.motions, to_json);
  object["closed_forms"] = list_of(scene.closed_forms, to_json);
  if (scene.settle) object["settle"] = to_json(*scene.settle);
  object["camera"] = to_json(scene.camera);
  object["pressure_range"] = scene.pressure_range;
  object["force_scale"] = scene.force_scale;
  object["strain_range"] = scene.strain_range;
  return object;
}

}  // namespace

void write_scene(const std::filesystem::path& file, const Scene& scene) {
  replace_file(file, json_text(to_json(scene, file.parent_path())) + "\n");
}

}  // namespace condyle
