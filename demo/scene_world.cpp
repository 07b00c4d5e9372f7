#include "scene_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "condyle/error.h"
#include "core/scene/src/scene_libraries.h"
#include "plugin/bullet/src/convert.h"
#include "world/body_motion.h"
#include "world/bullet_joint.h"
#include "world/bullet_scene.h"
#include "world/casting_sides.h"
#include "world/closed_forms.h"
#include "world/drive.h"
#include "world/present_contact.h"
#include "world/readings.h"

namespace condyle {
namespace {

/// Faster than any joint, but slower than a simulation that has blown up [m/s].
constexpr double k_absurd_speed = 1e3;

/// While a scene settles, the fraction of a velocity that Bullet's damping removes in one second:
/// velocities decay as exp(-30 t). This is critical damping for an oscillation at 2.4 Hz; the
/// stiffer oscillations of contacts and strands are damped by the implicit step itself.
const double k_drag = 1 - std::exp(-30.0);
/// A scene is at rest once all bodies have been slow for this long, which excludes the turning
/// points of an oscillation [s].
constexpr double k_rest_time = 0.1;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

MeshIndex find_mesh(const Scene& scene, const MeshName& name) {
  const int body = body_index(scene, name.body);
  return {body, mesh_index(scene.bodies[body], name.mesh)};
}

/// Whether both contacts join the same two meshes, whichever of them casts.
bool are_between_same(const WorldContact& a, const WorldContact& b) {
  return (a.casting == b.casting && a.target == b.target) ||
         (a.casting == b.target && a.target == b.casting);
}

}  // namespace

struct SceneWorld::Impl {
  Scene scene;
  std::size_t contacts_named = 0;  // contacts in the file; the reverse ones follow
  std::vector<BuiltBody> built;
  std::unique_ptr<BulletScene> bullet;

  double time = 0, clock = 0;  // `clock` drives the tables; it stops while motion is off
  Settling settling;
  double slow_time = 0;
  long steps = 0;
  double load_factor = 1;
  bool motion_running = true;
  int threads = 1;
  double wall_time = 0;
  bullet::StepTotals totals, settling_totals;
  EnergyLedger energy;
  std::optional<PullSpring> pull;

  std::vector<WorldBody> bodies;
  std::vector<WorldContact> contacts;
  /// Parallel to contacts: pairs that a live change has re-evaluated since the last step, else
  /// null.
  std::vector<std::unique_ptr<ContactPair>> evaluated;
  bool follows_events = false;
  std::vector<WorldEvent> events;
  std::vector<WorldStrand> strands;
  std::vector<Reading> readings;
  std::vector<ClosedFormReading> closed_form;
  std::string closed_form_text;

  explicit Impl(Scene description) : scene(std::move(description)) {
    // Libraries must have been loaded by the caller.
    load_user_functions(scene, LibraryUse::refused);
    built = build_bodies(scene);
    contacts_named = scene.contacts.size();
    settle_casting_sides(scene, built);
    list_bodies();
    list_contacts();
    for (const SceneLigament& ligament : scene.ligaments) {
      list_strand(ligament);
    }
    list_closed_forms();
    start();
  }

  void list_bodies();
  void list_contacts();
  void list_strand(const SceneLigament& ligament);
  void start();
  void share_work();
  void listen();
  void publish_strands();
  void publish_soft_bodies();
  void set_drag(double drag);
  double next_clock(double dt) const;
  double load_share(double at_clock) const;
  void make_step(double dt);
  void count_step(double dt);
  void find_fastest();
  void settle(double dt);
  void set_contact(const WorldContact& contact);
  void publish();
  PlacedSurface side(MeshIndex index) const;
  void evaluate_now(std::size_t contact);
  void require_sane() const;
  void list_closed_forms();
  void read_closed_forms();
  double force_on(const std::string& body_name) const;
  bullet::ColliderId collider(MeshIndex index) const {
    return bullet->colliders[index.body][index.mesh];
  }
  WorldMesh& mesh(MeshIndex index) { return bodies[index.body].meshes[index.mesh]; }
};

void SceneWorld::Impl::list_bodies() {
  for (std::size_t i = 0; i < built.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    WorldBody entry{body.name, body.kind, built[i].mass.mass, body.X_WB, {}};
    for (std::size_t j = 0; j < body.meshes.size(); ++j) {
      entry.meshes.push_back({body.meshes[j].name, built[i].meshes[j].mesh,
                              built[i].meshes[j].surface, body.meshes[j].X_BM});
    }
    bodies.push_back(std::move(entry));
  }
}

void SceneWorld::Impl::list_contacts() {
  for (const SceneContact& contact : scene.contacts) {
    WorldContact entry;
    entry.name = contact.name;
    entry.casting = find_mesh(scene, contact.casting);
    entry.target = find_mesh(scene, contact.target);
    entry.sum_in = contact.sum_in;
    entry.settings = contact.settings;
    entry.casting_layer = mesh(entry.casting).surface->layer(0);
    entry.target_layer = mesh(entry.target).surface->layer(0);
    contacts.push_back(std::move(entry));
  }
}

void SceneWorld::Impl::list_strand(const SceneLigament& ligament) {
  WorldStrand entry;
  entry.strand = initial_strand(scene, ligament);
  entry.name = entry.strand.name;
  const auto add_body = [&](const std::string& name) {
    const int body = body_index(scene, name);
    if (std::ranges::find(entry.pulls, body, &StrandPull::body) == entry.pulls.end()) {
      entry.pulls.push_back({body, {}});
    }
  };
  for (const ScenePoint& point : ligament.path) add_body(point.body);
  for (const SceneWrap& wrap : ligament.wraps) add_body(wrap.body);
  strands.push_back(std::move(entry));
}

void SceneWorld::Impl::start() {
  bullet = std::make_unique<BulletScene>(scene, built);
  share_work();
  if (follows_events) listen();
  for (const WorldContact& contact : contacts) set_contact(contact);
  for (std::size_t i = 0; i < strands.size(); ++i) {
    bullet->plugin->set_strand(bullet->strands[i], strands[i].strand);
    if (strands[i].is_cut) bullet->plugin->cut_strand(bullet->strands[i]);
    strands[i].mended = 0;  // at the start no strand is torn
  }
  time = 0;
  clock = first_clock(scene);
  steps = 0;
  slow_time = 0;
  settling = {};
  settling.is_over = !scene.settle;
  totals = settling_totals = {};
  energy = {};
  if (scene.settle) set_drag(k_drag);
  events.clear();
  pull.reset();
  publish();
}

// ---- rest before time 0

void SceneWorld::Impl::set_drag(double drag) {
  for (const auto& body : bullet->bodies) body->setDamping(drag, drag);
}

double SceneWorld::Impl::next_clock(double dt) const {
  if (settling.is_over) return clock + (motion_running ? dt : 0);
  return std::min(clock + dt, 0.0);
}

/// The fraction of the loads that acts: it grows to 1 while the scene settles.
double SceneWorld::Impl::load_share(double at_clock) const {
  if (settling.is_over || !(scene.settle->approach > 0)) return 1;
  return 1 + at_clock / scene.settle->approach;
}

void SceneWorld::Impl::find_fastest() {
  settling.speed = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].kind != BodyKind::dynamic) continue;
    const btRigidBody& body = *bullet->bodies[i];
    const double gyration = std::sqrt(built[i].principal_inertia.maxCoeff() / bodies[i].mass);
    const double speed =
        body.getLinearVelocity().length() + gyration * body.getAngularVelocity().length();
    if (speed < settling.speed) continue;
    settling.speed = speed;
    settling.fastest = bodies[i].name;
  }
}

void SceneWorld::Impl::settle(double dt) {
  settling.time += dt;
  find_fastest();
  slow_time = clock == 0 && settling.speed <= scene.settle->speed ? slow_time + dt : 0;
  settling.is_at_rest = slow_time >= k_rest_time;
  const double wait = settling.time - scene.settle->approach;
  settling.is_over = settling.is_at_rest || (clock == 0 && wait >= scene.settle->limit);
  if (!settling.is_over) return;
  set_drag(0);
  bullet->plugin->clear_sliding();
}

void SceneWorld::Impl::share_work() {
  bullet::PluginSettings settings = bullet->plugin->settings();
  settings.threads = threads;
  bullet->plugin->set_settings(settings);
}

/// Records events from time 0 on, with times in the scene's time.
void SceneWorld::Impl::listen() {
  bullet->plugin->on_contact_event([this](bullet::ContactEvent event) {
    if (!settling.is_over) return;
    bullet::Encounter& encounter = event.encounter;
    for (double* at : {&event.time, &encounter.start, &encounter.peak_time}) *at -= settling.time;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      if (collider(contacts[i].casting) == event.casting &&
          collider(contacts[i].target) == event.target)
        events.push_back({static_cast<int>(i), event});
    }
  });
}

void SceneWorld::Impl::set_contact(const WorldContact& contact) {
  const auto index = static_cast<std::size_t>(&contact - contacts.data());
  if (index >= contacts_named) return;
  bullet->plugin->set_contact(collider(contact.casting), collider(contact.target), contact.settings,
                              make_regions(scene.contacts[index], *mesh(contact.casting).surface),
                              scene.contacts[index].side);
}

/// Copies the results of the engine to the lists that viewer and writers read.
void SceneWorld::Impl::publish() {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].X_WB = pose_of(*bullet, built, static_cast<int>(i));
  }
  publish_soft_bodies();
  evaluated.clear();
  evaluated.resize(contacts.size());
  for (WorldContact& contact : contacts) {
    const bullet::ColliderId casting = collider(contact.casting), target = collider(contact.target);
    contact.report.reset();
    for (const bullet::PairReport& report : bullet->plugin->pairs()) {
      if (report.casting == casting && report.target == target) contact.report.emplace(report);
    }
  }
  publish_strands();
  read_drives(scene, *bullet, clock, load_factor * load_share(clock), readings);
  read_closed_forms();
}

/// One side of a contact. The surface of a soft body belongs to the plugin and is in the world
/// frame.
PlacedSurface SceneWorld::Impl::side(MeshIndex index) const {
  const WorldMesh& mesh = bodies[index.body].meshes[index.mesh];
  if (bullet->softs[index.body] && soft_block(scene.bodies[index.body].meshes[index.mesh])) {
    const std::shared_ptr<const void> nobody;
    return {{nobody, &bullet->plugin->surface(collider(index))}, Pose::Identity(), {}};
  }
  const btRigidBody& body = *bullet->bodies[index.body];
  return {mesh.surface,
          bodies[index.body].X_WB * mesh.X_BM,
          {bullet::to_eigen(body.getAngularVelocity()), bullet::to_eigen(body.getLinearVelocity())},
          bullet::to_eigen(body.getWorldTransform().getOrigin())};
}

/// Evaluates a contact at the current poses, until the next step does so.
void SceneWorld::Impl::evaluate_now(std::size_t index) {
  WorldContact& contact = contacts[index];
  contact.report.reset();
  const PlacedSurface casting = side(contact.casting), target = side(contact.target);
  try {
    auto pair =
        std::make_unique<ContactPair>(casting.surface, target.surface, contact.settings,
                                      make_regions(scene.contacts[index], *casting.surface));
    if (scene.contacts[index].side == CastingSide::both) pair->set_share(0.5);
    if (evaluate(casting, target, *pair).hits.empty()) return;  // out of range
    evaluated[index] = std::move(pair);
  } catch (const SimulationError&) {  // a user's law failed; the next step reports it
    return;
  }
  contact.report.emplace(*evaluated[index], casting.X_WM);
}

/// Copies the current skins of the soft bodies, in their mesh frames.
void SceneWorld::Impl::publish_soft_bodies() {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bullet->softs[i]) continue;
    for (std::size_t j = 0; j < bodies[i].meshes.size(); ++j) {
      if (!soft_block(scene.bodies[i].meshes[j])) continue;
      WorldMesh& skin = bodies[i].meshes[j];
      const Pose X_MW = (bodies[i].X_WB * skin.X_BM).inverse(Eigen::Isometry);
      auto mesh = std::make_shared<TriangleMesh>(*skin.mesh);
      for (std::size_t v = 0; v < mesh->vertices.size(); ++v)
        mesh->vertices[v] =
            X_MW * bullet::to_eigen(bullet->softs[i]->m_nodes[static_cast<int>(v)].m_x);
      skin.mesh = std::move(mesh);
    }
  }
}

/// Copies the strand reports, which the plugin lists in the order in which strands were added.
void SceneWorld::Impl::publish_strands() {
  const std::span<const bullet::StrandReport> reports = bullet->plugin->strands();
  for (std::size_t i = 0; i < strands.size(); ++i) {
    strands[i].report = i < reports.size() ? &reports[i] : nullptr;
    for (StrandPull& by_body : strands[i].pulls) {
      by_body.wrench_W = {};
      if (strands[i].report == nullptr) continue;
      by_body.wrench_W =
          bullet->plugin->strand_wrench(reports[i].id, bullet->body_or_ground(by_body.body));
    }
  }
}

void SceneWorld::Impl::list_closed_forms() {
  for (const ClosedForm& form : scene.closed_forms) {
    for (ClosedFormReading& reading : closed_form_readings(form)) {
      closed_form.push_back(std::move(reading));
    }
    const std::string text = condyle::closed_form_text(form);
    if (closed_form_text.find(text) != std::string::npos) continue;
    closed_form_text += (closed_form_text.empty() ? "" : "\n") + text;
  }
}

void SceneWorld::Impl::read_closed_forms() {
  std::span<ClosedFormReading> left(closed_form);
  for (const ClosedForm& form : scene.closed_forms) {
    const WorldContact& contact = *std::find_if(
        contacts.begin(), contacts.end(), [&](const auto& c) { return c.name == form.contact; });
    const std::size_t count = closed_form.size() / scene.closed_forms.size();
    read_closed_form(form, contact, force_on(form.body), left.first(count));
    left = left.subspan(count);
  }
}

/// The weight and the loads on a body. Along the contact's normal only if no load acts across it.
double SceneWorld::Impl::force_on(const std::string& body_name) const {
  const int body = body_index(scene, body_name);
  Eigen::Vector3d force = bodies[body].mass * scene.gravity;
  for (const SceneLoad& load : scene.loads) {
    if (load.body != body_name) continue;
    force += load_factor * load_share(clock) * (load.factor ? value_at(*load.factor, clock) : 1) *
             load.force;
  }
  return force.norm();
}

void SceneWorld::Impl::require_sane() const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const btRigidBody& body = *bullet->bodies[i];
    const double speed = body.getLinearVelocity().length();
    const bool finite = bodies[i].X_WB.matrix().allFinite() && std::isfinite(speed) &&
                        std::isfinite(body.getAngularVelocity().length2());
    if (finite && speed <= k_absurd_speed) continue;
    throw SimulationError(
        fmt::format("{}: body '{}' {}; take smaller steps or check its loads and layers",
                    settling.is_over ? fmt::format("step {} (time {:.6g} s)", steps, time)
                                     : fmt::format("after settling for {:.6g} s", settling.time),
                    bodies[i].name,
                    finite ? fmt::format("moves at {:.3g} m/s", speed)
                           : std::string("has a pose or a velocity that is not a number")));
  }
}

void SceneWorld::Impl::make_step(double dt) {
  const double next = next_clock(dt);
  move_driven_bodies(*bullet, scene, clock, next);
  hold_back_joints(*bullet, scene, clock, next);
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    drive_joint(scene.joints[i], *bullet->joints[i], next, dt);
  }
  apply_loads(*bullet, built, scene, next, load_factor * load_share(next));
  if (pull) apply_pull(*bullet, *pull, dt);
  events.clear();
  try {
    bullet->world->stepSimulation(dt, 0);
    // A user's law failed and the step was undone, or the solver found no balance.
  } catch (const SimulationError&) {
    bullet->world->clearForces();
    move_driven_bodies(*bullet, scene, clock, clock);
    publish();
    throw;
  }
  clock = next;
}

void SceneWorld::Impl::count_step(double dt) {
  const bullet::StepReport& report = bullet->plugin->step_report();
  if (!settling.is_over) return add(report, settling.time + dt, settling_totals);
  add(bullet->plugin->energy(), totals.steps == 0, energy);
  add(report, time, totals);
}

SceneWorld::SceneWorld(Scene scene) : impl_(std::make_unique<Impl>(std::move(scene))) {}
SceneWorld::~SceneWorld() = default;

const Scene& SceneWorld::scene() const { return impl_->scene; }

void SceneWorld::step(double dt) {
  if (!(dt > 0) || !std::isfinite(dt)) {
    throw InputError(fmt::format("a step of {} s: it must be positive", dt));
  }
  Impl& world = *impl_;
  const Clock::time_point start = Clock::now();
  world.make_step(dt);
  if (world.settling.is_over) {
    ++world.steps;
    world.time += dt;
  }
  world.count_step(dt);
  world.publish();
  world.wall_time = seconds_since(start);
  world.require_sane();
  if (!world.settling.is_over) world.settle(dt);
}

SceneStart SceneWorld::look_at_start() const {
  return condyle::look_at_start(impl_->scene, impl_->built);
}

double SceneWorld::time() const { return impl_->time; }
long SceneWorld::step_count() const { return impl_->steps; }
const Settling& SceneWorld::settling() const { return impl_->settling; }
void SceneWorld::reset() { impl_->start(); }

std::span<const WorldBody> SceneWorld::bodies() const { return impl_->bodies; }
std::span<const WorldContact> SceneWorld::contacts() const { return impl_->contacts; }
const SlidingRecord& SceneWorld::sliding(int contact) const {
  const WorldContact& entry = impl_->contacts.at(static_cast<std::size_t>(contact));
  return impl_->bullet->plugin->sliding(impl_->collider(entry.casting),
                                        impl_->collider(entry.target));
}

std::vector<double> SceneWorld::worn_depth(int contact) const {
  const WorldContact& entry = impl_->contacts.at(static_cast<std::size_t>(contact));
  return impl_->bullet->plugin->worn_depth(impl_->collider(entry.casting),
                                           impl_->collider(entry.target));
}
void SceneWorld::follow_events() {
  impl_->follows_events = true;
  impl_->listen();
}
std::span<const WorldEvent> SceneWorld::events() const { return impl_->events; }
std::span<const WorldStrand> SceneWorld::strands() const { return impl_->strands; }
std::span<const Reading> SceneWorld::readings() const { return impl_->readings; }
std::span<const ClosedFormReading> SceneWorld::closed_form() const { return impl_->closed_form; }
std::string SceneWorld::closed_form_text() const { return impl_->closed_form_text; }
void SceneWorld::set_threads(int threads) {
  impl_->threads = threads;
  impl_->share_work();
}
const bullet::StepReport& SceneWorld::step_report() const {
  return impl_->bullet->plugin->step_report();
}
const bullet::StepTotals& SceneWorld::step_totals() const { return impl_->totals; }
const EnergyLedger& SceneWorld::energy() const { return impl_->energy; }
const bullet::StepTotals& SceneWorld::settling_totals() const { return impl_->settling_totals; }
const bullet::StageTimes& SceneWorld::stage_times() const { return impl_->bullet->plugin->times(); }
double SceneWorld::step_wall_time() const { return impl_->wall_time; }

void SceneWorld::set_contact_settings(int contact, const ContactSettings& settings) {
  const WorldContact& chosen = impl_->contacts.at(static_cast<std::size_t>(contact));
  require_valid(settings, fmt::format("contact '{}'", chosen.name));
  for (WorldContact& entry : impl_->contacts) {
    if (!are_between_same(entry, chosen)) continue;
    const ContactSettings before = std::exchange(entry.settings, settings);
    try {
      impl_->set_contact(entry);
    } catch (...) {
      entry.settings = before;
      throw;
    }
    impl_->evaluate_now(static_cast<std::size_t>(&entry - impl_->contacts.data()));
  }
  impl_->read_closed_forms();
}

ContactStatistics SceneWorld::contact_at_rest(int contact, const ContactSettings& settings) const {
  const WorldContact& entry = impl_->contacts.at(static_cast<std::size_t>(contact));
  return condyle::contact_at_rest(impl_->side(entry.casting), impl_->side(entry.target), settings);
}

void SceneWorld::set_layer(MeshIndex index, const Layer& layer) {
  Impl& world = *impl_;
  WorldMesh& mesh = world.mesh(index);
  auto surface = std::make_shared<ContactSurface>(with_layer(*mesh.surface, layer));
  world.bullet->plugin->remove_collider(world.bullet->colliders[index.body][index.mesh]);
  mesh.surface = world.built[index.body].meshes[index.mesh].surface = std::move(surface);
  register_mesh(*world.bullet, world.built, world.scene, index.body, index.mesh);
  for (WorldContact& contact : world.contacts) {
    if (contact.casting == index) contact.casting_layer = layer;
    if (contact.target == index) contact.target_layer = layer;
    if (contact.casting != index && contact.target != index) continue;
    world.set_contact(contact);
    world.evaluate_now(static_cast<std::size_t>(&contact - world.contacts.data()));
  }
  world.read_closed_forms();
}

void SceneWorld::set_strand(int strand, const LigamentStrand& parameters) {
  WorldStrand& entry = impl_->strands.at(static_cast<std::size_t>(strand));
  require_valid(parameters, fmt::format("ligament '{}'", entry.name));
  impl_->bullet->plugin->set_strand(impl_->bullet->strands[strand], parameters);
  entry.strand = parameters;
}

void SceneWorld::set_reference_strain(int strand, double strain) {
  const bullet::StrandId id = impl_->bullet->strands.at(static_cast<std::size_t>(strand));
  impl_->bullet->plugin->set_reference_strain(id, strain);
  impl_->strands[strand].strand = impl_->bullet->plugin->strand(id);
}

void SceneWorld::set_reference_force(int strand, double force) {
  const bullet::StrandId id = impl_->bullet->strands.at(static_cast<std::size_t>(strand));
  impl_->bullet->plugin->set_reference_force(id, force);
  impl_->strands[strand].strand = impl_->bullet->plugin->strand(id);
}

void SceneWorld::cut_strand(int strand) {
  impl_->bullet->plugin->cut_strand(impl_->bullet->strands.at(static_cast<std::size_t>(strand)));
  impl_->strands[strand].is_cut = true;
}

void SceneWorld::restore_strand(int strand) {
  impl_->bullet->plugin->restore_strand(
      impl_->bullet->strands.at(static_cast<std::size_t>(strand)));
  impl_->strands[strand].is_cut = false;
}

void SceneWorld::mend_strand(int strand) {
  restore_strand(strand);
  ++impl_->strands[strand].mended;
}

void SceneWorld::tear_strand(int strand) {
  impl_->bullet->plugin->tear_strand(impl_->bullet->strands.at(static_cast<std::size_t>(strand)));
  --impl_->strands[strand].mended;
}

std::vector<Eigen::Vector3d> SceneWorld::strand_polyline(int strand, double step) const {
  return impl_->bullet->plugin->strand_polyline(
      impl_->bullet->strands.at(static_cast<std::size_t>(strand)), step);
}

double SceneWorld::strand_length(int strand) const {
  return impl_->bullet->plugin->strand_length(
      impl_->bullet->strands.at(static_cast<std::size_t>(strand)));
}

void SceneWorld::set_load_factor(double factor) {
  if (!std::isfinite(factor)) throw InputError("the load factor must be a finite number");
  impl_->load_factor = factor;
}
double SceneWorld::load_factor() const { return impl_->load_factor; }
void SceneWorld::set_motion_running(bool running) { impl_->motion_running = running; }
bool SceneWorld::motion_running() const { return impl_->motion_running; }

void SceneWorld::pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W,
                      double stiffness) {
  if (impl_->bodies.at(static_cast<std::size_t>(body)).kind != BodyKind::dynamic) return;
  impl_->pull = {body, impl_->built[body].X_BP.inverse() * p_B, p_W, stiffness};
}
void SceneWorld::release() { impl_->pull.reset(); }

Twist SceneWorld::velocity(int body) const {
  return velocity_of(*impl_->bullet, impl_->built, body);
}
void SceneWorld::set_motion(int body, const Pose& X_WB, const Twist& V_WB) {
  condyle::set_motion(*impl_->bullet, impl_->built, body, X_WB, V_WB);
  impl_->bodies[body].X_WB = X_WB;
}
void SceneWorld::push(int body, const Wrench& F_W) {
  condyle::push(*impl_->bullet, impl_->built, body, F_W);
}

}  // namespace condyle
