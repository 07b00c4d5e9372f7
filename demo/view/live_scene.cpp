#include "view/live_scene.h"

#include <Eigen/Geometry>
#include <chrono>
#include <utility>

#include "base/system.h"
#include "base/wall_timer.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {
namespace {

constexpr double k_strand_pieces = 200;  // points of a bent strand that is as long as the scene

/// Length of the pieces in which bent strands are shown [m].
double strand_step(const SceneWorld& world) {
  Eigen::AlignedBox3d box;
  for (const WorldBody& body : world.bodies())
    for (const WorldMesh& mesh : body.meshes)
      box.extend(bounding_box(*mesh.mesh).transformed(Eigen::Isometry3d(body.X_WB * mesh.X_BM)));
  for (int i = 0; i < static_cast<int>(world.strands().size()); ++i)
    for (const Eigen::Vector3d& p : world.strand_polyline(i, 1)) box.extend(p);
  const double size = box.isEmpty() ? 0 : box.diagonal().norm();
  return (size > 0 ? size : 1) / k_strand_pieces;
}

}  // namespace

LiveScene::LiveScene(std::unique_ptr<SceneWorld> world)
    : simulation_(std::move(world)),
      strand_step_(strand_step(simulation_.world())),
      spare_(std::make_unique<LiveSnapshot>()),
      shown_(std::make_unique<LiveSnapshot>()),
      ready_(std::make_unique<LiveSnapshot>()) {
  wished_.rate = simulation_.world().scene().rate;
  simulation_.wish(wished_);
  publish();
  take();
}

LiveScene::~LiveScene() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

// ---- the window

void LiveScene::run_in_thread(std::function<void()> wake) {
  if (k_in_browser) return;
  wake_ = std::move(wake);
  thread_ = std::thread([this] { run(); });
}

void LiveScene::wish(const StepWishes& wishes, int single_steps) {
  if (wishes == wished_ && single_steps == 0) return;
  wished_ = wishes;
  post([=](Simulation& simulation) {
    simulation.wish(wishes);
    simulation.step_singly(single_steps);
  });
}

void LiveScene::pin(const PinnedProbes& pinned) {
  if (pinned == pinned_) return;
  pinned_ = pinned;
  post([=](Simulation& simulation) { simulation.pin(pinned); });
}

bool LiveScene::advance(double wall_seconds, const std::function<double()>& wall_clock) {
  if (thread_.joinable()) return take();
  if (is_suspended_) return false;
  simulation_.advance(wall_seconds, wall_clock, [] {});
  publish();
  return take();
}

void LiveScene::suspend(bool is_suspended) {
  const std::lock_guard lock(mutex_);
  is_suspended_ = is_suspended;
  changed_.notify_one();
}

/// A command replaces the last one of the same topic that still waits: while the user drags a
/// slider, only its last place counts.
void LiveScene::post(Command command, const std::string& topic) {
  Posted posted{topic, ++posted_, std::move(command)};
  if (!thread_.joinable()) {
    carry_out(posted);
    publish();
    take();
    return;
  }
  const std::lock_guard lock(mutex_);
  if (!topic.empty() && !queue_.empty() && queue_.back().topic == topic)
    queue_.back() = std::move(posted);
  else
    queue_.push_back(std::move(posted));
  is_wanted_ = true;
  changed_.notify_one();
}

bool LiveScene::take() {
  // The simulation writes into it only after the window has asked for yet another snapshot.
  const LiveSnapshot* const before = shown_.get();
  {
    const std::lock_guard lock(mutex_);
    is_wanted_ = true;
    changed_.notify_one();
    if (!std::exchange(is_fresh_, false)) return false;
    std::swap(shown_, ready_);
  }
  if (is_up_to_date()) return true;
  shown_->world.take_parameters(before->world);
  shown_->motion_running = before->motion_running;
  return true;
}

void LiveScene::reset() {
  post([](Simulation& simulation) { simulation.reset(); });
}

void LiveScene::step(double dt) {
  post([=](Simulation& simulation) { simulation.world().step(dt); });
}

void LiveScene::make_steps(int steps, bool playing) {
  post([=](Simulation& simulation) { simulation.make_steps(steps, playing); });
}

void LiveScene::follow_to(double time, int most_steps) {
  post([=](Simulation& simulation) { simulation.follow_to(time, most_steps); });
}

void LiveScene::set_motion_running(bool running) {
  shown_->motion_running = running;
  post([=](Simulation& simulation) { simulation.world().set_motion_running(running); });
}

void LiveScene::set_memory(std::size_t bytes) {
  post([=](Simulation& simulation) { simulation.set_memory(bytes); }, "memory");
}

void LiveScene::show_past(long number) {
  post([=](Simulation& simulation) { simulation.show_past(number); }, "past");
}

void LiveScene::step_back() {
  post([](Simulation& simulation) { simulation.step_back(); });
}

void LiveScene::loop(bool loops) {
  post([=](Simulation& simulation) { simulation.loop(loops); });
}

void LiveScene::add_bookmark() {
  post([](Simulation& simulation) { simulation.add_bookmark(); });
}

void LiveScene::show_bookmark(int index) {
  post([=](Simulation& simulation) { simulation.show_bookmark(index); });
}

void LiveScene::drop_bookmark(int index) {
  post([=](Simulation& simulation) { simulation.drop_bookmark(index); });
}

void LiveScene::do_work(std::function<std::string(Simulation&)> work) {
  post([work = std::move(work)](Simulation& simulation) { simulation.say(work(simulation)); });
}

void LiveScene::pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W,
                     double stiffness) {
  post([=](Simulation& simulation) { simulation.pull(body, p_B, p_W, stiffness); }, "pull");
}

void LiveScene::twist(int body, const Eigen::Matrix3d& R_WB, double stiffness) {
  post([=](Simulation& simulation) { simulation.twist(body, R_WB, stiffness); }, "pull");
}

void LiveScene::release() {
  post([](Simulation& simulation) { simulation.release(); });
}

void LiveScene::set_contact_settings(int contact, const ContactSettings& settings) {
  shown_->world.set_contact_settings(contact, settings);
  post([=](Simulation& of) { of.world().set_contact_settings(contact, settings); },
       "contact " + std::to_string(contact));
}

void LiveScene::set_layer(MeshIndex mesh, const Layer& layer) {
  shown_->world.set_layer(mesh, layer);
  post([=](Simulation& of) { of.set_layer(mesh, layer); },
       "layer " + std::to_string(mesh.body) + " " + std::to_string(mesh.mesh));
}

void LiveScene::set_strand(int strand, const ligament::Strand& parameters) {
  shown_->world.set_strand(strand, parameters);
  post([=](Simulation& of) { of.world().set_strand(strand, parameters); },
       "strand " + std::to_string(strand));
}

void LiveScene::cut_strand(int strand) {
  shown_->world.cut_strand(strand);
  post([=](Simulation& of) { of.world().cut_strand(strand); });
}

void LiveScene::restore_strand(int strand) {
  shown_->world.restore_strand(strand);
  post([=](Simulation& of) { of.world().restore_strand(strand); });
}

void LiveScene::mend_strand(int strand) {
  shown_->world.mend_strand(strand);
  post([=](Simulation& of) { of.world().mend_strand(strand); });
}

void LiveScene::tear_strand(int strand) {
  shown_->world.tear_strand(strand);
  post([=](Simulation& of) { of.world().tear_strand(strand); });
}

void LiveScene::set_load_factor(double factor) {
  shown_->world.set_load_factor(factor);
  post([=](Simulation& of) { of.world().set_load_factor(factor); }, "load");
}

void LiveScene::set_drive(int drive, std::optional<double> by_hand) {
  shown_->world.set_drive(drive, by_hand);
  post([=](Simulation& of) { of.world().set_drive(drive, by_hand); },
       "drive " + std::to_string(drive));
}

void LiveScene::set_held(int body, bool is_held) {
  shown_->world.set_held(body, is_held);
  post([=](Simulation& of) { of.world().set_held(body, is_held); });
}

// ---- the simulation

void LiveScene::carry_out(const Posted& posted) {
  try {
    posted.command(simulation_);
  } catch (const std::exception& error) {
    simulation_.say(error.what());
  }
  done_ = posted.number;
  has_changed_ = true;
}

void LiveScene::publish() {
  simulation_.show(strand_step_, *spare_);
  spare_->commands = done_;
  has_changed_ = false;
  const std::lock_guard lock(mutex_);
  std::swap(spare_, ready_);
  is_fresh_ = true;
  is_wanted_ = false;
}

void LiveScene::publish_if_wanted() {
  {
    const std::lock_guard lock(mutex_);
    if (!has_changed_ || !is_wanted_) return;
  }
  publish();
  wake_();
}

void LiveScene::take_commands() {
  std::deque<Posted> commands;
  {
    const std::lock_guard lock(mutex_);
    commands.swap(queue_);
  }
  for (const Posted& posted : commands) carry_out(posted);
}

/// Waits until a command, the window or the end of the thread needs something.
void LiveScene::wait(double seconds) {
  std::unique_lock lock(mutex_);
  const auto is_due = [this] { return stops_ || !queue_.empty() || (is_wanted_ && has_changed_); };
  if (seconds < 0)
    changed_.wait(lock, [&] { return is_due() || (!is_suspended_ && simulation_.has_to_step()); });
  else
    changed_.wait_for(lock, std::chrono::duration<double>(seconds), is_due);
}

void LiveScene::run() {
  const WallTimer clock;
  const auto wall_clock = [&] { return clock.seconds(); };
  const auto is_stopped = [this] {
    const std::lock_guard lock(mutex_);
    return stops_;
  };
  const auto is_idle = [this] {
    const std::lock_guard lock(mutex_);
    return is_suspended_ || !simulation_.has_to_step();
  };
  double last = wall_clock();
  while (!is_stopped()) {
    take_commands();
    if (is_idle()) {
      publish_if_wanted();
      wait(-1);
      last = wall_clock();
      continue;
    }
    const double now = wall_clock();
    simulation_.advance(now - std::exchange(last, now), wall_clock, [this] {
      has_changed_ = true;
      publish_if_wanted();
    });
    if (!simulation_.has_to_step()) has_changed_ = true;  // it has paused, and says why
    publish_if_wanted();
    wait(simulation_.time_to_step());
  }
}

}  // namespace condyle
