#include "engine/mujoco/mjcf.h"

#include <fmt/core.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "condyle/error.h"
#include "engine/mujoco/mjcf_geom.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

void put(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = value.c_str();
}

pugi::xml_node append(pugi::xml_node parent, const char* kind, const std::string& name) {
  pugi::xml_node node = parent.append_child(kind);
  put(node, "name", name);
  return node;
}

/// Writes the model of a scene.
class MjcfWriter {
 public:
  MjcfWriter(const scene::Scene& scene, const std::vector<BuiltBody>& built)
      : scene_(scene), built_(built) {}

  std::string write() {
    refuse_what_has_no_counterpart();
    pugi::xml_node model = document_.append_child("mujoco");
    put(model, "model", scene_.name);
    put_options(model);
    world_ = model.append_child("worldbody");
    nodes_.resize(scene_.bodies.size());
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) body(static_cast<int>(i));
    if (!scene_.ligaments.empty()) put_tendons(model.append_child("tendon"));
    put_exclusions(model.append_child("contact"));
    std::ostringstream out;
    document_.save(out, "  ");
    return out.str();
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const char* why) const {
    throw InputError(
        fmt::format("{}: MuJoCo has no counterpart of it ({}); use the engine bullet", what, why));
  }

  void refuse_what_has_no_counterpart() const {
    for (const scene::SceneBody& body : scene_.bodies)
      for (const scene::SceneMesh& mesh : body.meshes)
        if (soft_block(mesh)) refuse(fmt::format("'{}.{}'", body.name, mesh.name), "soft block");
    for (const scene::SceneJoint& joint : scene_.joints) {
      const std::string what = fmt::format("joint '{}'", joint.name);
      if (joint.target_angle) refuse(what, "driven hinge");
      if (kind_of(joint.body_a) != scene::BodyKind::dynamic)
        refuse(what, "its body_a is not dynamic");
      if (kind_of(joint.body_b) == scene::BodyKind::kinematic) refuse(what, "on a kinematic body");
      const auto is_of_body = [&](const scene::SceneJoint& other) {
        return other.body_a == joint.body_a;
      };
      if (std::ranges::count_if(scene_.joints, is_of_body) > 1)
        refuse(what, "its body_a has another joint too");
    }
  }

  scene::BodyKind kind_of(const std::string& name) const {
    const int body = body_index(scene_, name);
    return body < 0 ? scene::BodyKind::fixed : scene_.bodies[static_cast<std::size_t>(body)].kind;
  }

  const scene::SceneJoint* joint_of(const scene::SceneBody& body) const {
    const auto found = std::ranges::find(scene_.joints, body.name, &scene::SceneJoint::body_a);
    return found == scene_.joints.end() ? nullptr : &*found;
  }

  Pose pose_of(int body) const {
    return driven_pose(scene_, body, first_clock(scene_)) * built_[body].X_BP;
  }

  void put_options(pugi::xml_node model) const {
    pugi::xml_node compiler = model.append_child("compiler");
    put(compiler, "angle", "radian");
    put(compiler, "balanceinertia", "true");
    pugi::xml_node option = model.append_child("option");
    put(option, "gravity", mjcf_numbers(scene_.gravity));
    put(option, "timestep", fmt::format("{:.17g}", 1 / scene_.rate));
    put(option, "cone", "elliptic");
    put(option, "solver", "Newton");
    put(option, "tolerance", "1e-12");
    // Rows of a pair: about 30 that press, as many that may, and 3 for each of 30 that rub.
    const std::size_t pairs = scene_.contacts.size() + 1;
    pugi::xml_node size = model.append_child("size");
    put(size, "nconmax", std::to_string(120 * pairs));
    put(size, "njmax", std::to_string(200 * pairs + 10 * scene_.ligaments.size() + 100));
  }

  /// The node of a body, within that of the body to which its joint ties it.
  pugi::xml_node body(int index) {
    pugi::xml_node& node = nodes_[static_cast<std::size_t>(index)];
    if (node) return node;
    const scene::SceneBody& body = scene_.bodies[static_cast<std::size_t>(index)];
    const scene::SceneJoint* const joint = joint_of(body);
    const int parent = joint ? body_index(scene_, joint->body_b) : -1;
    pugi::xml_node in = world_;
    Pose X_parent = Pose::Identity();
    if (parent >= 0) in = this->body(parent), X_parent = pose_of(parent);
    node = append(in, "body", mjcf_body_name(body));
    const Pose X_WP = pose_of(index);
    put_pose(node, X_parent.inverse() * X_WP);
    if (body.kind == scene::BodyKind::kinematic) put(node, "mocap", "true");
    put_inertia(node, body.kind, built_[static_cast<std::size_t>(index)]);
    if (body.kind == scene::BodyKind::dynamic) {
      if (joint)
        put_joint(node, *joint, X_WP.inverse() * joint->X_WJ);
      else
        append(node, "freejoint", "free/" + body.name);
    }
    for (std::size_t m = 0; m < body.meshes.size(); ++m) put_geom(node, index, m);
    return node;
  }

  /// Bodies that forces do not move get some mass too: MuJoCo refuses or misplaces a body without.
  static void put_inertia(pugi::xml_node node, scene::BodyKind kind, const BuiltBody& built) {
    const bool is_dynamic = kind == scene::BodyKind::dynamic;
    pugi::xml_node inertial = node.append_child("inertial");
    put(inertial, "pos", "0 0 0");
    put(inertial, "mass", fmt::format("{:.17g}", is_dynamic ? built.mass.mass : 1));
    put(inertial, "diaginertia",
        mjcf_numbers(is_dynamic ? built.principal_inertia : Vector3d(Vector3d::Ones())));
  }

  /// A sphere around the surface or, if that has no end, a plane through everything.
  void put_geom(pugi::xml_node node, int body, std::size_t mesh) const {
    const BuiltBody& built = built_[static_cast<std::size_t>(body)];
    const auto& surface = built.meshes[mesh].surface;
    if (!surface) return;
    const scene::SceneBody& described = scene_.bodies[static_cast<std::size_t>(body)];
    pugi::xml_node geom = append(node, "geom", mjcf_geom_name(described, described.meshes[mesh]));
    const Pose X_PM = built.X_BP.inverse() * described.meshes[mesh].X_BM;
    put(geom, "type", "sphere");
    put(geom, "size", fmt::format("{:.17g}", mjcf_radius(*surface)));
    put(geom, "mass", "0");
    put_pose(geom, X_PM);
  }

  static void put_joint(pugi::xml_node node, const scene::SceneJoint& joint, const Pose& X_PJ) {
    const auto add = [&](const char* type, int axis, const std::string& name) {
      pugi::xml_node added = append(node, "joint", name);
      put(added, "type", type);
      put(added, "pos", mjcf_numbers(X_PJ.translation()));
      put(added, "axis", mjcf_numbers(X_PJ.linear().col(axis)));
    };
    const std::string name = mjcf_joint_name(joint);
    switch (joint.kind) {
      case scene::JointKind::hinge:
        return add("hinge", 0, name);
      case scene::JointKind::slider:
        return add("slide", 0, name);
      case scene::JointKind::ball: {
        pugi::xml_node ball = append(node, "joint", name);
        put(ball, "type", "ball");
        put(ball, "pos", mjcf_numbers(X_PJ.translation()));
        return;
      }
      case scene::JointKind::fixed:
        return;
      case scene::JointKind::generic:
        for (int axis = 0; axis < 3; ++axis)
          if (joint.free_axes[static_cast<std::size_t>(axis)])
            add("slide", axis, fmt::format("{}/t{}", name, axis));
        // From the outermost: body_a turns relative to body_b by the inverse of x, then y, then z.
        for (int axis = 2; axis >= 0; --axis)
          if (joint.free_axes[static_cast<std::size_t>(3 + axis)])
            add("hinge", axis, fmt::format("{}/r{}", name, axis));
        return;
    }
  }

  /// A tendon along the ligament's points. Sites of bodies over which it only wraps come between,
  /// so that its row knows their coordinates.
  void put_tendons(pugi::xml_node tendons) {
    for (const scene::SceneLigament& ligament : scene_.ligaments) {
      const ligament::StrandPath path = make_path(scene_, ligament);
      pugi::xml_node tendon = append(tendons, "spatial", mjcf_strand_name(ligament));
      int number = 0;
      const auto add_site = [&](int body, const Vector3d& p_B) {
        const bool is_of_world = body >= static_cast<int>(scene_.bodies.size());
        const std::string name = fmt::format("site/{}/{}", ligament.strand.name, number++);
        pugi::xml_node site =
            append(is_of_world ? world_ : nodes_[static_cast<std::size_t>(body)], "site", name);
        const Pose X_PB =
            is_of_world ? Pose::Identity() : built_[static_cast<std::size_t>(body)].X_BP.inverse();
        put(site, "pos", mjcf_numbers(X_PB * p_B));
        put(tendon.append_child("site"), "site", name);
      };
      for (std::size_t i = 0; i + 1 < path.points.size(); ++i)
        add_site(path.points[i].body, path.points[i].p_B);
      for (const ligament::PathObstacle& wrap : path.obstacles)
        add_site(wrap.body, wrap.X_BS.translation());
      add_site(path.points.back().body, path.points.back().p_B);
    }
  }

  void put_exclusions(pugi::xml_node contact) const {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
      for (std::size_t j = i + 1; j < scene_.bodies.size(); ++j) {
        if (have_contact(scene_, scene_.bodies[i].name, scene_.bodies[j].name)) continue;
        pugi::xml_node exclude = contact.append_child("exclude");
        put(exclude, "body1", mjcf_body_name(scene_.bodies[i]));
        put(exclude, "body2", mjcf_body_name(scene_.bodies[j]));
      }
  }

  const scene::Scene& scene_;
  const std::vector<BuiltBody>& built_;
  pugi::xml_document document_;
  pugi::xml_node world_;
  std::vector<pugi::xml_node> nodes_;  ///< of the bodies
};

}  // namespace

std::string mjcf_body_name(const scene::SceneBody& body) { return "body/" + body.name; }
std::string mjcf_geom_name(const scene::SceneBody& body, const scene::SceneMesh& mesh) {
  return "geom/" + body.name + "." + mesh.name;
}
std::string mjcf_joint_name(const scene::SceneJoint& joint) { return "joint/" + joint.name; }
std::string mjcf_strand_name(const scene::SceneLigament& ligament) {
  return "strand/" + ligament.strand.name;
}

double mjcf_radius(const ContactSurface& surface) {
  constexpr double k_endless = 1e3;  // [m]
  if (surface.shape() && !geometry::is_bounded(*surface.shape())) return k_endless;
  double far = 0;
  for (const Vector3d& vertex : surface.mesh().vertices) far = std::max(far, vertex.norm());
  return std::max(far, 1e-6);
}

std::string make_mjcf(const scene::Scene& scene, const std::vector<BuiltBody>& built) {
  return MjcfWriter(scene, built).write();
}

}  // namespace condyle
