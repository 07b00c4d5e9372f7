// Contact and ligaments in an engine of your own: a complete tiny one, with free bodies, gravity,
// loads, driven bodies and joints that lock axes, for scenes that need no more.
//
//   own_engine SCENE SECONDS [FOLDER]
//
// FOLDER: where meshes are that are not beside the scene. Makes steps of 1/240 s, as `condyle
// simulate` does with Bullet, and prints where the bodies with mass are, and force and peak
// pressure of each contact and tension of each ligament.
#include <condyle/condyle.h>
#include <condyle/scene.h>
#include <condyle/world.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <vector>

using namespace condyle;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// A body. Frame P has its origin in the centre of mass and the axes of the body's frame B.
struct Body {
  bool has_mass = false;
  double mass = 0;
  Matrix3d inertia_P = Matrix3d::Zero();
  Pose X_BP = Pose::Identity();
  Pose X_WP = Pose::Identity();
  Twist velocity;                     // of the centre of mass
  Vector3d force = Vector3d::Zero();  // over the next step
  Vector3d torque = Vector3d::Zero();

  Matrix3d inertia_W() const { return X_WP.linear() * inertia_P * X_WP.linear().transpose(); }
};

/// What the session asks of an engine: where bodies are, and to move them.
class Bodies final : public EngineBodies {
 public:
  std::vector<Body> bodies;  // the scene's, then the ground

  int count() const override { return static_cast<int>(bodies.size()); }

  BodyState state(int index, double dt) const override {
    const Body& body = bodies[index];
    BodyState state{.X_WB = body.X_WP, .velocity = body.velocity};
    if (!body.has_mass) return state;
    const Matrix3d I = body.inertia_W();
    const Vector3d& w = body.velocity.angular;
    state.inverse_mass = 1 / body.mass;
    state.inverse_inertia_W = I.inverse();
    state.by_forces.linear = dt / body.mass * body.force;
    state.by_forces.angular = dt * (state.inverse_inertia_W * (body.torque - w.cross(I * w)));
    return state;
  }

  void move(int index, const Pose& X_WP, const Twist& velocity) override {
    bodies[index].X_WP = X_WP;
    bodies[index].velocity = velocity;
  }
};

/// The bodies of a scene, what acts on them, and the session that moves them.
class Engine {
 public:
  explicit Engine(const scene::Scene& given) : scene_(given), session_(bodies_) {
    for (const scene::SceneBody& body : scene_.bodies) add_body(body);
    for (const scene::SceneMotion& motion : scene_.motions) begin(motion);
    bodies_.bodies.emplace_back();  // the ground
    for (const scene::SceneContact& contact : scene_.contacts) {
      const ColliderId casting = collider(contact.casting), target = collider(contact.target);
      session_.set_contact(casting, target, contact.settings, {}, contact.side);
    }
    for (const scene::SceneLigament& ligament : scene_.ligaments) add_ligament(ligament);
    for (const scene::SceneJoint& joint : scene_.joints)
      if (joint.kind != scene::JointKind::generic || !joint.body_b.empty())
        throw InputError(joint.name + ": this engine knows generic joints to the world alone");
  }

  void step(double dt) {
    const double end = time_ + dt;
    for (Body& body : bodies_.bodies) {
      body.force = body.mass * scene_.gravity;
      body.torque.setZero();
    }
    for (const scene::SceneLoad& load : scene_.loads) apply(load, end);
    for (const scene::SceneMotion& motion : scene_.motions) drive(motion, end, dt);
    std::vector<JointRow> rows;
    for (const scene::SceneJoint& joint : scene_.joints) lock(joint, dt, rows);
    session_.step(dt, rows);
    for (Body& body : bodies_.bodies)
      if (!body.has_mass) move_on(body, dt);
    time_ = end;
  }

  void print() const {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const Body& body = bodies_.bodies[i];
      const Vector3d p = (body.X_WP * body.X_BP.inverse()).translation();
      if (body.has_mass)
        std::printf("body %s at %.15g %.15g %.15g m\n", scene_.bodies[i].name.c_str(), p.x(), p.y(),
                    p.z());
    }
    for (const PairReport& pair : session_.pairs())
      std::printf("contact %.15g N %.15g MPa\n", pair.F_casting_W.force.norm(),
                  1e-6 * pair.result().total.max_pressure);
    for (std::size_t i = 0; i < session_.strands().size(); ++i)
      std::printf("ligament %s %.15g N\n", scene_.ligaments[i].strand.name.c_str(),
                  session_.strands()[i].force.total_force);
  }

 private:
  void add_body(const scene::SceneBody& given) {
    Body body;
    std::vector<TriangleMesh> meshes;
    for (const scene::SceneMesh& mesh : given.meshes) meshes.push_back(scene::make_mesh(mesh));
    body.has_mass = given.kind == scene::BodyKind::dynamic;
    if (body.has_mass) {
      const scene::BodyMass mass = scene::make_body_mass(given, meshes);
      body.mass = mass.mass;
      body.inertia_P = mass.I_BBcm;
      body.X_BP.translation() = mass.p_BoBcm;
    }
    body.X_WP = given.X_WB * body.X_BP;
    const auto index = bodies_.count();
    bodies_.bodies.push_back(body);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      const scene::SceneMesh& mesh = given.meshes[i];
      if (!mesh.layer) continue;
      const auto surface = scene::make_surface(mesh, meshes[i], given.name + " " + mesh.name);
      const Pose X_PM = body.X_BP.inverse() * mesh.X_BM;
      colliders_[given.name + " " + mesh.name] = session_.add_collider(index, surface, X_PM);
    }
  }

  ColliderId collider(const scene::MeshName& name) const {
    return colliders_.at(name.body + " " + name.mesh);
  }

  void add_ligament(const scene::SceneLigament& given) {
    ligament::StrandPath path =
        scene::make_path(scene_, given);  // of all bodies, in their frames B
    std::vector<int> used;
    const auto place_of = [&](int body) {
      for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] == body) return static_cast<int>(i);
      used.push_back(body);
      return static_cast<int>(used.size()) - 1;
    };
    for (ligament::PathPoint& point : path.points) {
      point.p_B = bodies_.bodies[point.body].X_BP.inverse() * point.p_B;
      point.body = place_of(point.body);
    }
    for (ligament::PathObstacle& obstacle : path.obstacles) {
      obstacle.X_BS = bodies_.bodies[obstacle.body].X_BP.inverse() * obstacle.X_BS;
      obstacle.body = place_of(obstacle.body);
    }
    const double length = scene::initial_length(scene_, given);
    session_.add_strand(scene::make_strand(given, length), used, path);
  }

  Body& body(const std::string& name) {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
      if (scene_.bodies[i].name == name) return bodies_.bodies[i];
    throw InputError("there is no body " + name);
  }

  void apply(const scene::SceneLoad& load, double time) {
    Body& loaded = body(load.body);
    const double factor = load.factor ? value_at(*load.factor, time) : 1;
    Matrix3d R = Matrix3d::Identity();
    if (load.in_body_frame) R = loaded.X_WP.linear();
    const Vector3d arm = loaded.X_WP.linear() * (load.p_B - loaded.X_BP.translation());
    const Vector3d force = factor * (R * load.force);
    loaded.force += force;
    loaded.torque += arm.cross(force) + factor * (R * load.moment);
  }

  /// Puts a driven body where its motion begins.
  void begin(const scene::SceneMotion& motion) {
    if (!motion.rotation || !motion.p_B.isZero(0))
      throw InputError(motion.name + ": this engine knows rotations about the body's origin alone");
    body(motion.body)
        .X_WP.rotate(Eigen::AngleAxisd(value_at(motion.table, 0), motion.axis.normalized()));
  }

  /// Gives a driven body the velocity at which it gets to its pose at the end of the step.
  void drive(const scene::SceneMotion& motion, double end, double dt) {
    Body& driven = body(motion.body);
    const double turn = value_at(motion.table, end) - value_at(motion.table, end - dt);
    driven.velocity.angular = driven.X_WP.linear() * (turn / dt * motion.axis);
  }

  /// Moves a body without mass at its velocity. Driven bodies turn about a fixed axis.
  static void move_on(Body& body, double dt) {
    const double angle = dt * body.velocity.angular.norm();
    if (angle == 0) return;
    body.X_WP.linear() =
        Eigen::AngleAxisd(angle, body.velocity.angular.normalized()) * body.X_WP.linear();
  }

  /// Locks the axes that a joint leaves no freedom: translations of its point along the body's
  /// axes, and rotations, by which an axis of the body would leave its right angle to one of the
  /// world's. Errors fade by a fifth in each step.
  void lock(const scene::SceneJoint& joint, double dt, std::vector<JointRow>& rows) {
    constexpr double k_part = 0.2;
    const auto index = static_cast<int>(&body(joint.body_a) - bodies_.bodies.data());
    const Body& held = bodies_.bodies[index];
    const Pose X_start = start_of(index);
    const Pose X_WJ_now = held.X_WP * (X_start.inverse() * joint.X_WJ);
    const Vector3d point = joint.X_WJ.translation();
    const Vector3d arm = point - held.X_WP.translation();
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3d slide = X_WJ_now.linear().col(axis);
      const Vector3d along = X_WJ_now.linear().col((axis + 2) % 3);
      const Vector3d across = joint.X_WJ.linear().col((axis + 1) % 3);
      JointRow translation, rotation;
      translation.body_a = rotation.body_a = index;
      translation.J_a << arm.cross(slide), slide;
      translation.velocity = k_part / dt * slide.dot(point - X_WJ_now.translation());
      rotation.J_a << along.cross(across), Vector3d::Zero();
      rotation.velocity = -k_part / dt * along.dot(across);
      if (!joint.free_axes[axis]) rows.push_back(translation);
      if (!joint.free_axes[axis + 3]) rows.push_back(rotation);
    }
  }

  /// The pose of a body's frame P in the scene.
  Pose start_of(int index) const { return scene_.bodies[index].X_WB * bodies_.bodies[index].X_BP; }

  scene::Scene scene_;
  Bodies bodies_;
  Session session_;
  std::map<std::string, ColliderId> colliders_;
  double time_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || argc > 4) {
    std::fprintf(stderr, "usage: own_engine SCENE SECONDS [FOLDER]\n");
    return 2;
  }
  try {
    constexpr double k_rate = 240;
    Engine engine(scene::read_scene(argv[1], argc > 3 ? argv[3] : ""));
    const double steps = std::round(k_rate * std::atof(argv[2]));
    for (int step = 0; step < steps; ++step) engine.step(1 / k_rate);
    engine.print();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
