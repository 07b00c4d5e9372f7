#include "engine/mujoco/robot_scene.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "core/scene/src/closest_name.h"
#include "engine/mujoco/geom_friction.h"
#include "engine/mujoco/robot_model.h"
#include "plugin/mujoco/src/geom_surface.h"
#include "plugin/mujoco/src/model_filters.h"
#include "plugin/mujoco/src/model_settings.h"
#include "plugin/mujoco/src/mujoco_version.h"
#include "plugin/mujoco/src/tendon_path.h"

namespace condyle {
namespace {

using Eigen::Map;
using Eigen::Vector3d;

constexpr double k_plane_extent = 2, k_plane_edge = 0.05;  // of an endless plane [m]

class RobotSceneMaker {
 public:
  explicit RobotSceneMaker(const scene::SceneRobot& robot)
      : file_(robot.model), model_(load_robot(file_)), data_(mj_makeData(model_.get())) {
    scene_.robot = robot;
    put_at_start(*model_, *data_);
    mj_kinematics(model_.get(), data_.get());
    read_settings();
    layers_.resize(static_cast<std::size_t>(model_->ngeom));
    for (const auto& [geom, layer] : settings_.layers)
      layers_[static_cast<std::size_t>(geom)] = layer;
    give(robot.layers);
  }

  scene::Scene make() {
    scene_.name = name_of_model();
    scene_.file = file_;
    scene_.gravity = Map<const Vector3d>(model_->opt.gravity);
    scene_.rate = 1 / model_->opt.timestep;
    for (int body = 0; body < model_->nbody; ++body) add_body(body);
    add_contacts();
    for (const auto& [tendon, strand] : settings_.strands) add_ligament(tendon, strand);
    for (int i = 0; i < model_->nu; ++i) add_control(i);
    scene_.camera = camera();
    if (!scene_.controls.empty() && !scene_.controls[0].table.times.empty())
      scene_.duration = std::max(scene_.controls[0].table.times.back(), k_least_duration);
    return std::move(scene_);
  }

 private:
  static constexpr double k_least_duration = 1;  // [s]

  void read_settings() {
    try {
      settings_ = mujoco::read_settings(*model_);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", file_.string(), error.what()));
    }
  }

  std::string name_of_model() const { return file_.stem().string(); }
  std::string geom_name(int geom) const { return name_in_model(*model_, mjOBJ_GEOM, geom); }
  std::string body_name(int body) const { return name_in_model(*model_, mjOBJ_BODY, body); }
  bool collides(int geom) const {
    return model_->geom_contype[geom] != 0 || model_->geom_conaffinity[geom] != 0;
  }

  bool has_layers() const {
    return std::ranges::any_of(layers_, [](const auto& layer) { return layer.has_value(); });
  }

  /// A geom's own layer counts before that of its body.
  void give(const std::vector<scene::NamedLayer>& named) {
    std::set<std::string> names;
    for (const scene::NamedLayer& one : named)
      if (!names.insert(one.name).second)
        throw InputError(fmt::format("--layer {}: stands twice; leave one out", one.name));
    for (const scene::NamedLayer& one : named)
      if (geom_of(one.name) < 0) give_body(one);
    for (const scene::NamedLayer& one : named)
      if (const int geom = geom_of(one.name); geom >= 0) give(geom, one.layer);
  }

  int geom_of(const std::string& name) const {
    return mj_name2id(model_.get(), mjOBJ_GEOM, name.c_str());
  }

  void give(int geom, const Layer& layer) {
    layers_[static_cast<std::size_t>(geom)].emplace(mujoco::LayerText{.layer = layer, .mesh = {}});
  }

  void give_body(const scene::NamedLayer& named) {
    const int body = mj_name2id(model_.get(), mjOBJ_BODY, named.name.c_str());
    bool has_any = false;
    for (int geom = 0; body >= 0 && geom < model_->ngeom; ++geom) {
      if (model_->geom_bodyid[geom] != body || !collides(geom)) continue;
      give(geom, named.layer);
      has_any = true;
    }
    if (!has_any) refuse_name(named.name, body >= 0);
  }

  [[noreturn]] void refuse_name(const std::string& name, bool is_body) const {
    if (is_body)
      throw InputError(fmt::format("--layer {}: this body has no geom that collides", name));
    std::vector<std::string> names;
    for (int g = 0; g < model_->ngeom; ++g)
      if (collides(g) && mj_id2name(model_.get(), mjOBJ_GEOM, g)) names.push_back(geom_name(g));
    for (int b = 1; b < model_->nbody; ++b) names.push_back(body_name(b));
    throw InputError(fmt::format("--layer {}: {} has no geom or body of this name{}", name,
                                 file_.string(), scene::suggestion_and_names(name, names)));
  }

  /// As MuJoCo's own viewer begins.
  scene::SceneCamera camera() const {
    constexpr double k_degree = std::numbers::pi / 180, k_away = 1.5;
    const auto& view = model_->vis.global;
    const double across = k_degree * view.azimuth, up = k_degree * view.elevation;
    const Vector3d sight(std::cos(up) * std::cos(across), std::cos(up) * std::sin(across),
                         std::sin(up));
    scene::SceneCamera camera;
    camera.target = Map<const Vector3d>(model_->stat.center);
    camera.eye = *camera.target - k_away * model_->stat.extent * sight;
    camera.field_of_view = k_degree * view.fovy;
    return camera;
  }

  void add_body(int id) {
    scene::SceneBody body;
    body.name = body_name(id);
    const bool is_moved = model_->body_dofnum[model_->body_weldid[id]] > 0;
    body.kind = is_moved ? scene::BodyKind::dynamic : scene::BodyKind::fixed;
    body.X_WB.translation() = Map<const Vector3d>(data_->xpos + 3 * id);
    body.X_WB.linear() =
        Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(data_->xmat + 9 * id);
    if (is_moved) {
      body.mass = model_->body_mass[id];
      body.p_BoBcm = Map<const Vector3d>(model_->body_ipos + 3 * id);
      const Eigen::Matrix3d R =
          pose_of(model_->body_ipos + 3 * id, model_->body_iquat + 4 * id).linear();
      body.I_BBcm =
          R * Map<const Vector3d>(model_->body_inertia + 3 * id).asDiagonal() * R.transpose();
    }
    for (int g = 0; g < model_->ngeom; ++g)
      if (model_->geom_bodyid[g] == id) add_mesh(g, body);
    scene_.bodies.push_back(std::move(body));
  }

  static Pose pose_of(const mjtNum* position, const mjtNum* q) {
    Pose X = Pose::Identity();
    X.translation() = Map<const Vector3d>(position);
    X.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
    return X;
  }

  void add_mesh(int geom, scene::SceneBody& body) {
    constexpr int k_groups_seen = 3;
    const std::optional<mujoco::LayerText>& text = layers_[static_cast<std::size_t>(geom)];
    const float opacity = model_->geom_rgba[4 * geom + 3];
    if (!text && (model_->geom_group[geom] >= k_groups_seen || opacity == 0)) return;
    const int type = model_->geom_type[geom];
    if (!text && (type == mjGEOM_HFIELD || type > mjGEOM_MESH)) return;
    scene::SceneMesh mesh;
    mesh.name = geom_name(geom);
    mesh.X_BM = pose_of(model_->geom_pos + 3 * geom, model_->geom_quat + 4 * geom);
    if (opacity < 1) mesh.opacity = opacity;
    mujoco::CastingMesh fineness = text ? text->mesh : mujoco::CastingMesh();
    if (type == mjGEOM_PLANE && fineness.extent == 0) {
      fineness.extent = std::max(
          {k_plane_extent, 2 * model_->geom_size[3 * geom], 2 * model_->geom_size[3 * geom + 1]});
      fineness.longest_edge = k_plane_edge;
    }
    scene::MeshOfModel source;
    const Layer drawn{.elastic_modulus = 1, .poissons_ratio = 0, .thickness = 1};
    const auto surface = mujoco::surface_of(*model_, geom, text ? text->layer : drawn,
                                            fmt::format("geom '{}'", mesh.name), fineness);
    source.mesh = std::make_shared<TriangleMesh>(surface->mesh());
    if (text) source.surface = surface;
    mesh.source = std::move(source);
    if (text) {
      mesh.layer = text->layer;
      in_contact_.push_back({geom, body.name, mesh.name});
    } else {
      mesh.look = scene::MeshLook::grey;
    }
    if (!has_layers() && type == mjGEOM_MESH && collides(geom)) add_hull(geom, mesh, body);
    body.meshes.push_back(std::move(mesh));
  }

  /// What MuJoCo's own contact takes in place of a mesh, as glass.
  void add_hull(int geom, const scene::SceneMesh& mesh, scene::SceneBody& body) const {
    constexpr double k_glass = 0.45, k_larger = 1.004;  // so that it lies outside of the mesh
    TriangleMesh hull = mujoco::hull_of_geom(*model_, geom);
    if (hull.triangles.empty()) return;
    Eigen::AlignedBox3d box;
    for (const Vector3d& vertex : hull.vertices) box.extend(vertex);
    for (Vector3d& vertex : hull.vertices)
      vertex = box.center() + k_larger * (vertex - box.center());
    scene::SceneMesh& glass = body.meshes.emplace_back(mesh);
    glass.name = mesh.name + " hull";
    glass.opacity = k_glass;
    glass.look = scene::MeshLook::cartilage;
    glass.source =
        scene::MeshOfModel{.mesh = std::make_shared<TriangleMesh>(std::move(hull)), .surface = {}};
  }

  struct InContact {
    int geom;
    std::string body, mesh;
  };

  /// The contact of two geoms: that of a text of theirs, or of all pairs.
  scene::SceneContact contact_of(const InContact& a, const InContact& b) const {
    scene::SceneContact contact;
    contact.casting = {a.body, a.mesh};
    contact.target = {b.body, b.mesh};
    contact.name = fmt::format("{}_{}", a.mesh, b.mesh);
    for (const auto& [what, pair] : settings_.pairs) {
      if (!((pair.casting == a.mesh && pair.target == b.mesh) ||
            (pair.casting == b.mesh && pair.target == a.mesh)))
        continue;
      if (pair.casting == b.mesh) std::swap(contact.casting, contact.target);
      contact.settings = pair.settings;
      contact.side = pair.side;
      return contact;
    }
    contact.side = CastingSide::automatic;
    const auto is_plane = [&](int geom) { return model_->geom_type[geom] == mjGEOM_PLANE; };
    if (is_plane(a.geom)) std::swap(contact.casting, contact.target);
    if (is_plane(a.geom) || is_plane(b.geom)) contact.side = CastingSide::first;
    if (settings_.contact) {
      contact.settings = *settings_.contact;
    } else {
      contact.settings.friction = friction_of_geoms(*model_, a.geom, b.geom);
    }
    return contact;
  }

  void add_contacts() {
    for (std::size_t i = 0; i < in_contact_.size(); ++i)
      for (std::size_t j = i + 1; j < in_contact_.size(); ++j)
        if (mujoco::may_touch(*model_, in_contact_[i].geom, in_contact_[j].geom))
          scene_.contacts.push_back(contact_of(in_contact_[i], in_contact_[j]));
    if (!scene_.contacts.empty() || in_contact_.empty()) return;
    throw InputError(fmt::format(
        "{}: of the geoms with layers no two can touch; give a layer to what '{}' touches too, as "
        "contact with a geom without one is MuJoCo's own",
        file_.string(), in_contact_[0].mesh));
  }

  void add_ligament(int tendon, const ligament::Strand& strand) {
    const mujoco::TendonPath along = mujoco::path_of_tendon(*model_, tendon, strand.name);
    scene::SceneLigament ligament;
    ligament.strand = strand;
    const auto centre = [&](int body) {
      return Map<const Vector3d>(model_->body_ipos + 3 * along.bodies[std::size_t(body)]);
    };
    const auto name = [&](int body) { return body_name(along.bodies[std::size_t(body)]); };
    for (const ligament::PathPoint& point : along.path.points)
      ligament.path.push_back({name(point.body), point.p_B + centre(point.body)});
    for (const ligament::PathObstacle& wrap : along.path.obstacles)
      ligament.wraps.push_back({.name = wrap.name,
                                .body = name(wrap.body),
                                .mesh = {},
                                .X_BS = Eigen::Translation3d(centre(wrap.body)) * wrap.X_BS,
                                .shape = wrap.shape,
                                .side = wrap.side,
                                .first_point = wrap.first_point,
                                .last_point = wrap.last_point});
    scene_.ligaments.push_back(std::move(ligament));
  }

  /// A position servo's unit is that of its joint; other actuators have units of their own.
  const char* unit_of(int actuator) const {
    const bool is_servo = model_->actuator_biastype[actuator] == mjBIAS_AFFINE &&
                          model_->actuator_biasprm[mjNBIAS * actuator + 1] != 0;
    if (!is_servo || model_->actuator_trntype[actuator] != mjTRN_JOINT) return "ctrl";
    const int joint = model_->actuator_trnid[2 * actuator];
    return model_->jnt_type[joint] == mjJNT_SLIDE ? "m" : "rad";
  }

  void add_control(int actuator) {
    scene::SceneControl control;
    control.name = name_in_model(*model_, mjOBJ_ACTUATOR, actuator);
    control.unit = unit_of(actuator);
    control.low = -1;
    if (model_->actuator_ctrllimited[actuator] != 0) {
      control.low = model_->actuator_ctrlrange[2 * actuator];
      control.high = model_->actuator_ctrlrange[2 * actuator + 1];
    }
    for (int key = 0; key < std::max(1, mujoco::int_of(model_->nkey)); ++key) {
      const double time = model_->nkey > 0 ? model_->key_time[key] : 0;
      if (key > 0 && !(time > control.table.times.back())) break;  // no motion
      control.table.times.push_back(time);
      control.table.values.push_back(
          model_->nkey > 0 ? model_->key_ctrl[key * model_->nu + actuator] : data_->ctrl[actuator]);
    }
    scene_.controls.push_back(std::move(control));
  }

  std::filesystem::path file_;
  OwnedModel model_;
  OwnedData data_;
  mujoco::ModelSettings settings_;
  std::vector<std::optional<mujoco::LayerText>> layers_;  ///< of the geoms
  std::vector<InContact> in_contact_;
  scene::Scene scene_;
};

}  // namespace

scene::Scene robot_scene(const scene::SceneRobot& robot) { return RobotSceneMaker(robot).make(); }

}  // namespace condyle
