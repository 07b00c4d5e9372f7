#include "world/scene_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/wall_timer.h"
#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "core/scene/src/scene_libraries.h"
#include "engine/built_scene.h"
#include "engine/scene_engine.h"
#include "world/body_motion.h"
#include "world/carried_mesh.h"
#include "world/casting_sides.h"
#include "world/closed_forms.h"
#include "world/drive.h"
#include "world/make_engine.h"
#include "world/present_contact.h"
#include "world/readings.h"
#include "world/shown_figures.h"

namespace condyle {
namespace {

/// Faster than any joint, but slower than a simulation that has blown up [m/s].
constexpr double k_absurd_speed = 1e3;

/// While a scene settles, velocities decay as exp(-30 t). This is critical damping for an
/// oscillation at 2.4 Hz; the stiffer oscillations of contacts and strands are damped by the
/// implicit step itself [1/s].
constexpr double k_drag = 30;
/// A scene is at rest once all bodies have been slow for this long, which excludes the turning
/// points of an oscillation [s].
constexpr double k_rest_time = 0.1;

MeshIndex find_mesh(const scene::Scene& scene, const scene::MeshName& name) {
  const int body = body_index(scene, name.body);
  return {body, mesh_index(scene.bodies[body], name.mesh)};
}

}  // namespace

ColliderId SceneWorld::collider(MeshIndex index) const {
  return engine_->collider(index.body, index.mesh);
}

void SceneWorld::list_bodies() {
  for (std::size_t i = 0; i < built_.size(); ++i) {
    const scene::SceneBody& body = scene_.bodies[i];
    WorldBody entry{body.name, body.kind, built_[i].mass.mass, body.X_WB, {}};
    for (std::size_t j = 0; j < body.meshes.size(); ++j) {
      entry.meshes.push_back({body.meshes[j].name, built_[i].meshes[j].mesh,
                              built_[i].meshes[j].surface, body.meshes[j].X_BM, body.meshes[j].look,
                              body.meshes[j].opacity});
    }
    bodies_.push_back(std::move(entry));
  }
}

void SceneWorld::list_contacts() {
  for (const scene::SceneContact& contact : scene_.contacts) {
    WorldContact entry;
    entry.name = contact.name;
    entry.casting = find_mesh(scene_, contact.casting);
    entry.target = find_mesh(scene_, contact.target);
    entry.sum_in = contact.sum_in;
    entry.settings = contact.settings;
    entry.casting_layer = mesh(entry.casting).surface->layer(0);
    entry.target_layer = mesh(entry.target).surface->layer(0);
    contacts_.push_back(std::move(entry));
  }
}

void SceneWorld::list_strand(const scene::SceneLigament& ligament) {
  WorldStrand entry;
  entry.strand = initial_strand(scene_, ligament);
  entry.name = entry.strand.name;
  entry.is_cut = ligament.is_cut;
  const auto add_body = [&](const std::string& name) {
    const int body = body_index(scene_, name);
    if (std::ranges::find(entry.pulls, body, &StrandPull::body) == entry.pulls.end()) {
      entry.pulls.push_back({body, {}});
    }
  };
  for (const scene::ScenePoint& point : ligament.path) add_body(point.body);
  for (const scene::SceneWrap& wrap : ligament.wraps) add_body(wrap.body);
  strands_.push_back(std::move(entry));
}

void SceneWorld::start() {
  engine_ = make_engine(engine_name_, scene_, built_);
  share_work();
  if (follows_events_ && engine_->has_time()) listen();
  engine_->session().set_default_contact(contact_of_unnamed_pairs());
  for (const WorldContact& contact : contacts_) set_contact(contact);
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    const StrandId id = engine_->strand(static_cast<int>(i));
    engine_->session().set_strand(id, strands_[i].strand);
    if (strands_[i].is_cut) engine_->session().cut_strand(id);
    strands_[i].mended = 0;  // at the start no strand is torn
  }
  time_ = 0;
  const bool settles = scene_.settle && engine_->has_time();
  clock_ = settles ? first_clock(scene_) : 0;
  steps_ = 0;
  slow_time_ = 0;
  settling_ = {};
  settling_.is_over = !settles;
  totals_ = settling_totals_ = {};
  energy_ = {};
  report_ = {};
  if (settles) engine_->set_drag(k_drag);
  events_.clear();
  release();
  start_drives();
  shown_.assign(shown_.size(), {});
  publish();
}

// ---- moments

/// The surfaces and colliders of all meshes in contacts.
void SceneWorld::list_identities(SceneMoment& moment) const {
  for (std::size_t i = 0; i < built_.size(); ++i) {
    for (std::size_t j = 0; j < built_[i].meshes.size(); ++j) {
      if (!built_[i].meshes[j].surface) continue;
      moment.surfaces.push_back(built_[i].meshes[j].surface);
      moment.colliders.push_back(collider({static_cast<int>(i), static_cast<int>(j)}));
    }
  }
}

std::shared_ptr<const SceneMoment> SceneWorld::save() const {
  auto moment = std::make_shared<SceneMoment>();
  moment->engine = engine_->save();
  moment->time = time_;
  moment->clock = clock_;
  moment->slow_time = slow_time_;
  moment->steps = steps_;
  moment->settling = settling_;
  moment->totals = totals_;
  moment->settling_totals = settling_totals_;
  moment->energy = energy_;
  for (const WorldContact& contact : contacts_) moment->contacts.push_back(contact.settings);
  for (const WorldStrand& entry : strands_)
    moment->strands.push_back({entry.strand, entry.is_cut, entry.mended});
  moment->load_factor = load_factor_;
  moment->motion_running = motion_running_;
  moment->drives = drives_;
  for (const WorldBody& body : bodies_) moment->held.push_back(body.is_held);
  moment->pull = pull_;
  moment->shown = shown_;
  list_identities(*moment);
  return moment;
}

bool SceneWorld::can_restore(const SceneMoment& moment) const {
  SceneMoment now;
  list_identities(now);
  return now.surfaces == moment.surfaces && now.colliders == moment.colliders;
}

void SceneWorld::restore(const SceneMoment& moment) {
  if (!can_restore(moment))
    throw InputError(
        "the scene cannot go back to before a layer was changed; choose a later moment");
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    if (contacts_[i].settings == moment.contacts[i]) continue;
    contacts_[i].settings = moment.contacts[i];
    set_contact(contacts_[i]);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].is_held != moment.held[i]) hold(static_cast<int>(i), moment.held[i]);
  engine_->restore(*moment.engine);
  engine_->set_drag(moment.settling.is_over ? 0 : k_drag);
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    strands_[i].strand = moment.strands[i].strand;
    strands_[i].is_cut = moment.strands[i].is_cut;
    strands_[i].mended = moment.strands[i].mended;
  }
  time_ = moment.time;
  clock_ = moment.clock;
  slow_time_ = moment.slow_time;
  steps_ = moment.steps;
  settling_ = moment.settling;
  totals_ = moment.totals;
  settling_totals_ = moment.settling_totals;
  energy_ = moment.energy;
  report_ = {};
  load_factor_ = moment.load_factor;
  motion_running_ = moment.motion_running;
  drives_ = moment.drives;
  pull_ = moment.pull;
  shown_ = moment.shown;
  events_.clear();
  publish();
}

// ---- rest before time 0

double SceneWorld::next_clock(double dt) const {
  if (settling_.is_over) return clock_ + (motion_running_ ? dt : 0);
  return std::min(clock_ + dt, 0.0);
}

/// The fraction of the loads that acts: it grows to 1 while the scene settles.
double SceneWorld::load_share(double at_clock) const {
  if (settling_.is_over || !(scene_.settle->approach > 0)) return 1;
  return 1 + at_clock / scene_.settle->approach;
}

DriveClock SceneWorld::drive_clock(double at_clock) const {
  return {at_clock, at_clock, load_factor_ * load_share(at_clock)};
}

/// What is set by hand stays, and is reached from where the scene starts.
void SceneWorld::start_drives() {
  for (Drive& drive : drives_) {
    const std::optional<double> by_hand = std::exchange(drive.by_hand, {});
    drive.rest = 0;
    set_by_hand(scene_, drive_clock(clock_), by_hand, drive);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].is_held) engine_->hold(static_cast<int>(i), true);
}

void SceneWorld::find_fastest() {
  settling_.speed = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].kind != scene::BodyKind::dynamic) continue;
    const Twist velocity = engine_->state(static_cast<int>(i)).velocity;
    const double gyration = std::sqrt(built_[i].principal_inertia.maxCoeff() / bodies_[i].mass);
    const double speed = velocity.linear.norm() + gyration * velocity.angular.norm();
    if (speed < settling_.speed) continue;
    settling_.speed = speed;
    settling_.fastest = bodies_[i].name;
  }
}

void SceneWorld::settle(double dt) {
  settling_.time += dt;
  find_fastest();
  slow_time_ = clock_ == 0 && settling_.speed <= scene_.settle->speed ? slow_time_ + dt : 0;
  settling_.is_at_rest = slow_time_ >= k_rest_time;
  const double wait = settling_.time - scene_.settle->approach;
  settling_.is_over = settling_.is_at_rest || (clock_ == 0 && wait >= scene_.settle->limit);
  if (!settling_.is_over) return;
  engine_->set_drag(0);
  engine_->session().clear_sliding();
}

void SceneWorld::share_work() {
  StepSettings settings = engine_->session().settings();
  settings.threads = threads_;
  engine_->session().set_settings(settings);
}

/// Records events from time 0 on, with times in the scene's time.
void SceneWorld::listen() {
  engine_->session().on_contact_event([this](ContactEvent event) {
    if (!settling_.is_over) return;
    Encounter& encounter = event.encounter;
    for (double* at : {&event.time, &encounter.start, &encounter.peak_time}) *at -= settling_.time;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      if (collider(contacts_[i].casting) == event.casting &&
          collider(contacts_[i].target) == event.target)
        events_.push_back({static_cast<int>(i), event});
    }
  });
}

void SceneWorld::set_contact(const WorldContact& contact) {
  const auto index = static_cast<std::size_t>(&contact - contacts_.data());
  if (index >= contacts_named_) return;
  ContactSettings settings = contact.settings;
  settings.record_sliding &= engine_->has_time();
  engine_->session().set_contact(
      collider(contact.casting), collider(contact.target), settings,
      make_regions(scene_.contacts[index], *mesh(contact.casting).surface),
      scene_.contacts[index].side);
}

/// Copies the results of the engine to the lists that viewer and writers read.
void SceneWorld::publish() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].X_WB = pose_of(*engine_, built_, static_cast<int>(i));
  }
  publish_soft_bodies();
  evaluated_.clear();
  evaluated_.resize(contacts_.size());
  const std::span<const PairReport> reports = engine_->session().pairs();
  const auto colliders_of = [](const PairReport& report) {
    return std::pair(report.casting.value, report.target.value);
  };
  for (WorldContact& contact : contacts_) {
    const std::pair wanted(collider(contact.casting).value, collider(contact.target).value);
    contact.report.reset();
    const auto found = std::ranges::lower_bound(reports, wanted, {}, colliders_of);
    if (found != reports.end() && colliders_of(*found) == wanted) contact.report.emplace(*found);
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (!contacts_[i].settings.applies_force) evaluate_now(i);
  publish_strands();
  publish_carried();
  read_drives(scene_, *engine_, drives_, readings_);
  observe_shown();
  read_closed_forms();
}

/// One side of a contact. The surface of a soft body belongs to the session and is in the world
/// frame.
PlacedSurface SceneWorld::side(MeshIndex index) const {
  const WorldMesh& mesh = bodies_[index.body].meshes[index.mesh];
  if (soft_block(scene_.bodies[index.body].meshes[index.mesh])) {
    const std::shared_ptr<const void> nobody;
    return {{nobody, &engine_->session().surface(collider(index))}, Pose::Identity(), {}};
  }
  const BodyState body = engine_->state(index.body);
  return {mesh.surface, bodies_[index.body].X_WB * mesh.X_BM, body.velocity,
          body.X_WB.translation()};
}

/// Evaluates a contact at the current poses, until the next step does so.
void SceneWorld::evaluate_now(std::size_t index) {
  WorldContact& contact = contacts_[index];
  contact.report.reset();
  const PlacedSurface casting = side(contact.casting), target = side(contact.target);
  try {
    auto pair =
        std::make_unique<ContactPair>(casting.surface, target.surface, contact.settings,
                                      make_regions(scene_.contacts[index], *casting.surface));
    if (scene_.contacts[index].side == CastingSide::both) pair->set_share(0.5);
    if (evaluate(casting, target, *pair).hits.empty()) return;  // out of range
    evaluated_[index] = std::move(pair);
  } catch (const SimulationError&) {  // a user's law failed; the next step reports it
    return;
  }
  contact.report.emplace(*evaluated_[index], casting.X_WM);
}

/// Copies the current skins of the soft bodies, in their mesh frames.
void SceneWorld::publish_soft_bodies() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const std::vector<Eigen::Vector3d> vertices_W = engine_->soft_vertices(static_cast<int>(i));
    if (vertices_W.empty()) continue;
    for (std::size_t j = 0; j < bodies_[i].meshes.size(); ++j) {
      if (!soft_block(scene_.bodies[i].meshes[j])) continue;
      WorldMesh& skin = bodies_[i].meshes[j];
      const Pose X_MW = (bodies_[i].X_WB * skin.X_BM).inverse(Eigen::Isometry);
      auto mesh = std::make_shared<TriangleMesh>(*skin.mesh);
      for (std::size_t v = 0; v < mesh->vertices.size(); ++v)
        mesh->vertices[v] = X_MW * vertices_W[v];
      skin.mesh = std::move(mesh);
    }
  }
}

/// Copies the strand reports, which the session lists in the order in which strands were added.
void SceneWorld::publish_strands() {
  const std::span<const StrandReport> reports = engine_->session().strands();
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    strands_[i].report = i < reports.size() ? &reports[i] : nullptr;
    for (StrandPull& by_body : strands_[i].pulls) {
      by_body.wrench_W = {};
      if (strands_[i].report == nullptr) continue;
      by_body.wrench_W = engine_->strand_wrench(reports[i].id, by_body.body);
    }
  }
}

/// Places the meshes that strands carry.
void SceneWorld::publish_carried() {
  constexpr double k_step = 0.004;  // between points of a strand that bends [m]
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (std::size_t j = 0; j < bodies_[i].meshes.size(); ++j) {
      const scene::SceneMesh& mesh = scene_.bodies[i].meshes[j];
      if (mesh.carried_by.empty()) continue;
      const auto strand = std::ranges::find(strands_, mesh.carried_by, &WorldStrand::name);
      const Pose& X_WB = bodies_[i].X_WB;
      const Pose X_WS =
          frame_on_strand(strand_polyline(static_cast<int>(strand - strands_.begin()), k_step),
                          mesh.carried_at, X_WB.linear().col(0));
      bodies_[i].meshes[j].X_BM = X_WB.inverse() * X_WS * mesh.X_BM;
    }
  }
}

void SceneWorld::list_closed_forms() {
  for (const scene::ClosedForm& form : scene_.closed_forms) {
    for (ClosedFormReading& reading : closed_form_readings(form)) {
      // With several contacts only the first reading of each, the depth; the panel has the others.
      reading.is_headline = scene_.closed_forms.size() == 1 || reading.name.ends_with(".depth");
      closed_form_.push_back(std::move(reading));
    }
    const std::string text = condyle::closed_form_text(form);
    if (closed_form_text_.find(text) != std::string::npos) continue;
    closed_form_text_ += (closed_form_text_.empty() ? "" : "\n") + text;
  }
  for (const scene::ShownAgainst& shown : scene_.shown_against)
    closed_form_.push_back(shown_reading(shown));
  observed_ = scene_.shown_against;
  shown_.resize(observed_.size());
}

void SceneWorld::watch(std::span<const scene::ShownAgainst> figures) {
  scene::Scene with = scene_;
  with.shown_against.assign(figures.begin(), figures.end());
  require_valid(with);
  observed_ = scene_.shown_against;
  observed_.insert(observed_.end(), figures.begin(), figures.end());
  shown_.assign(observed_.size(), {});
  watched_.clear();
  for (const scene::ShownAgainst& figure : figures) {
    const ClosedFormReading reading = shown_reading(figure);
    watched_.push_back({reading.name, reading.unit, 0});
  }
  observe_shown();
  read_closed_forms();
}

void SceneWorld::read_closed_forms() {
  std::span<ClosedFormReading> left(closed_form_);
  for (const scene::ClosedForm& form : scene_.closed_forms) {
    const WorldContact& contact = *std::find_if(
        contacts_.begin(), contacts_.end(), [&](const auto& c) { return c.name == form.contact; });
    const std::size_t count =
        (closed_form_.size() - scene_.shown_against.size()) / scene_.closed_forms.size();
    read_closed_form(form, contact, force_on(form.body), left.first(count));
    left = left.subspan(count);
  }
  const std::size_t count = scene_.shown_against.size();
  for (std::size_t i = 0; i < count; ++i) read_shown(observed_[i], shown_[i], time_, left[i]);
  for (std::size_t i = 0; i < watched_.size(); ++i)
    watched_[i].value = shown_value(observed_[count + i], shown_[count + i]);
}

void SceneWorld::observe_shown() {
  for (std::size_t i = 0; i < shown_.size(); ++i) observe(observed_[i], *this, shown_[i]);
}

/// The magnitude of the weight and the loads on a body [N]. It is the contact's normal force only
/// if no load acts across the normal.
double SceneWorld::force_on(const std::string& body_name) const {
  const int body = body_index(scene_, body_name);
  Eigen::Vector3d force = bodies_[body].mass * scene_.gravity;
  for (std::size_t i = 0; i < scene_.loads.size(); ++i) {
    if (scene_.loads[i].body != body_name) continue;
    force += load_amount(drives_, static_cast<int>(i)) * scene_.loads[i].force;
  }
  return force.norm();
}

void SceneWorld::require_sane() const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Twist velocity = engine_->state(static_cast<int>(i)).velocity;
    const double speed = velocity.linear.norm();
    const bool finite = bodies_[i].X_WB.matrix().allFinite() && std::isfinite(speed) &&
                        std::isfinite(velocity.angular.squaredNorm());
    if (finite && speed <= k_absurd_speed) continue;
    throw SimulationError(
        fmt::format("{}: body '{}' {}; take smaller steps or check its loads and layers",
                    settling_.is_over ? fmt::format("step {} (time {:.6g} s)", steps_, time_)
                                      : fmt::format("after settling for {:.6g} s", settling_.time),
                    bodies_[i].name,
                    finite ? fmt::format("moves at {:.3g} m/s", speed)
                           : std::string("has a pose or a velocity that is not a number")));
  }
}

void SceneWorld::make_step(double dt) {
  const double next = next_clock(dt);
  const std::vector<Drive> drives_before = drives_;
  const DrivenAmounts before = amounts_of(scene_, drives_);
  catch_up(dt, drives_);
  DriveClock at_end = drive_clock(next);
  at_end.hinge_time += dt;
  read_clock(scene_, at_end, drives_);
  apply_loads(*engine_, built_, scene_, drives_);
  pulled_ = pull_ ? apply_pull(*engine_, *pull_, dt) : Wrench();
  events_.clear();
  try {
    engine_->step(dt, before, amounts_of(scene_, drives_));
    // A user's law failed and the step was undone, or the solver found no balance.
  } catch (const SimulationError&) {
    drives_ = drives_before;
    publish();
    throw;
  }
  clock_ = next;
}

void SceneWorld::count_step(double dt) {
  report_ = engine_->session().step_report();
  if (!engine_->has_time()) {
    const EquilibriumReport balance = engine_->balance();
    report_.most_substeps = report_.substeps = 1;
    report_.passes = balance.iterations;
    report_.residual = balance.residual;
    report_.search_residual = 0;
  }
  const StepReport& report = report_;
  if (!settling_.is_over) return add(report, settling_.time + dt, settling_totals_);
  if (engine_->keeps_energy()) add(engine_->session().energy(), totals_.steps == 0, energy_);
  add(report, time_, totals_);
}

SceneWorld::SceneWorld(scene::Scene scene, MadeMeshes* shared, EngineName engine)
    : scene_(std::move(scene)), engine_name_(engine_of(scene_, engine)) {
  // Libraries must have been loaded by the caller.
  load_user_functions(scene_, scene::LibraryUse::refused);
  built_ = build_bodies(scene_, shared);
  contacts_named_ = scene_.contacts.size();
  choose_casting_sides(scene_, built_);
  list_bodies();
  list_contacts();
  for (const scene::SceneLigament& ligament : scene_.ligaments) list_strand(ligament);
  list_closed_forms();
  drives_ = drives_of(scene_);
  start();
}
SceneWorld::~SceneWorld() = default;

void SceneWorld::step(double dt) {
  if (!(dt > 0) || !std::isfinite(dt)) {
    throw InputError(fmt::format("a step of {} s: it must be positive", dt));
  }
  const WallTimer timer;
  make_step(dt);
  if (settling_.is_over) {
    ++steps_;
    time_ += dt;
  }
  count_step(dt);
  publish();
  wall_time_ = timer.seconds();
  require_sane();
  if (!settling_.is_over) settle(dt);
}

std::span<const BuiltBody> SceneWorld::built() const { return built_; }

const SlidingRecord& SceneWorld::sliding(int contact) const {
  const WorldContact& entry = contacts_.at(static_cast<std::size_t>(contact));
  return engine_->session().sliding(collider(entry.casting), collider(entry.target));
}

bool SceneWorld::keeps_energy() const { return engine_->keeps_energy(); }

std::vector<double> SceneWorld::worn_depth(int contact) const {
  const WorldContact& entry = contacts_.at(static_cast<std::size_t>(contact));
  return engine_->session().worn_depth(collider(entry.casting), collider(entry.target));
}
void SceneWorld::follow_events() {
  follows_events_ = true;
  if (engine_->has_time()) listen();
}
void SceneWorld::set_threads(int threads) {
  threads_ = threads;
  share_work();
}
const StepReport& SceneWorld::step_report() const { return report_; }
std::optional<EquilibriumReport> SceneWorld::balance() const {
  return engine_->has_time() ? std::nullopt : std::optional(engine_->balance());
}
const StageTimes& SceneWorld::stage_times() const { return engine_->session().times(); }

void SceneWorld::set_contact_settings(int contact, const ContactSettings& settings) {
  const WorldContact& chosen = contacts_.at(static_cast<std::size_t>(contact));
  require_valid(settings, fmt::format("contact '{}'", chosen.name));
  for (WorldContact& entry : contacts_) {
    if (!are_between_same(entry, chosen)) continue;
    const ContactSettings before = std::exchange(entry.settings, settings);
    try {
      set_contact(entry);
    } catch (...) {
      entry.settings = before;
      throw;
    }
    evaluate_now(static_cast<std::size_t>(&entry - contacts_.data()));
  }
  read_closed_forms();
}

ContactStatistics SceneWorld::contact_at_rest(int contact, const ContactSettings& settings) const {
  const WorldContact& entry = contacts_.at(static_cast<std::size_t>(contact));
  return condyle::contact_at_rest(side(entry.casting), side(entry.target), settings);
}

void SceneWorld::set_layer(MeshIndex index, const Layer& layer) {
  WorldMesh& mesh = mesh_at(index);
  auto surface = std::make_shared<ContactSurface>(with_layer(*mesh.surface, layer));
  mesh.surface = built_[index.body].meshes[index.mesh].surface = std::move(surface);
  engine_->renew_collider(index.body, index.mesh);
  for (WorldContact& contact : contacts_) {
    if (contact.casting == index) contact.casting_layer = layer;
    if (contact.target == index) contact.target_layer = layer;
    if (contact.casting != index && contact.target != index) continue;
    set_contact(contact);
    evaluate_now(static_cast<std::size_t>(&contact - contacts_.data()));
  }
  read_closed_forms();
}

void SceneWorld::set_strand(int strand, const ligament::Strand& parameters) {
  WorldStrand& entry = strands_.at(static_cast<std::size_t>(strand));
  require_valid(parameters, fmt::format("ligament '{}'", entry.name));
  engine_->session().set_strand(engine_->strand(strand), parameters);
  entry.strand = parameters;
}

void SceneWorld::set_reference_strain(int strand, double strain) {
  const StrandId id = engine_->strand(strand);
  engine_->session().set_reference_strain(id, strain);
  strands_[strand].strand = engine_->session().strand(id);
}

void SceneWorld::set_reference_force(int strand, double force) {
  const StrandId id = engine_->strand(strand);
  engine_->session().set_reference_force(id, force);
  strands_[strand].strand = engine_->session().strand(id);
}

void SceneWorld::cut_strand(int strand) {
  engine_->session().cut_strand(engine_->strand(strand));
  strands_[strand].is_cut = true;
}

void SceneWorld::restore_strand(int strand) {
  engine_->session().restore_strand(engine_->strand(strand));
  strands_[strand].is_cut = false;
}

void SceneWorld::mend_strand(int strand) {
  restore_strand(strand);
  ++strands_[strand].mended;
}

void SceneWorld::tear_strand(int strand) {
  engine_->session().tear_strand(engine_->strand(strand));
  --strands_[strand].mended;
}

std::vector<Eigen::Vector3d> SceneWorld::strand_polyline(int strand, double step) const {
  return engine_->session().strand_polyline(engine_->strand(strand), step);
}

double SceneWorld::strand_length(int strand) const {
  return engine_->session().strand_length(engine_->strand(strand));
}

void SceneWorld::set_load_factor(double factor) {
  if (!std::isfinite(factor)) throw InputError("the load factor must be a finite number");
  load_factor_ = factor;
}

void SceneWorld::set_drive(int drive, std::optional<double> by_hand) {
  Drive& entry = drives_.at(static_cast<std::size_t>(drive));
  if (by_hand && !std::isfinite(*by_hand))
    throw InputError(fmt::format("'{}' set by hand must be a finite number", entry.name));
  set_by_hand(scene_, drive_clock(clock_), by_hand, entry);
}

void SceneWorld::hold(int body, bool is_held) {
  engine_->hold(body, is_held);
  bodies_[body].is_held = is_held;
  if (is_held && pull_ && pull_->body == body) release();
}

void SceneWorld::set_held(int body, bool is_held) {
  const WorldBody& entry = bodies_.at(static_cast<std::size_t>(body));
  if (entry.kind != scene::BodyKind::dynamic)
    throw InputError(
        fmt::format("body '{}' cannot be held: the scene fixes or drives it", entry.name));
  if (entry.is_held != is_held) hold(body, is_held);
}

void SceneWorld::pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W,
                      double stiffness) {
  if (!can_be_pulled(body)) return;
  pull_ = {body, built_[body].X_BP.inverse() * p_B, p_W, stiffness};
}

void SceneWorld::twist(int body, const Eigen::Matrix3d& R_WB, double stiffness) {
  if (!can_be_pulled(body)) return;
  const Eigen::Matrix3d R_WP = R_WB * built_[body].X_BP.linear();
  pull_ = {.body = body, .stiffness = stiffness, .R_WP = Eigen::Quaterniond(R_WP)};
}

bool SceneWorld::can_be_pulled(int body) const {
  const WorldBody& entry = bodies_.at(static_cast<std::size_t>(body));
  return entry.kind == scene::BodyKind::dynamic && !entry.is_held;
}

void SceneWorld::release() {
  pull_.reset();
  pulled_ = {};
}

Twist SceneWorld::velocity(int body) const { return velocity_of(*engine_, built_, body); }
void SceneWorld::set_motion(int body, const Pose& X_WB, const Twist& V_WB) {
  condyle::set_motion(*engine_, built_, body, X_WB, V_WB);
  bodies_[body].X_WB = X_WB;
}
void SceneWorld::push(int body, const Wrench& F_W) { condyle::push(*engine_, built_, body, F_W); }

}  // namespace condyle
