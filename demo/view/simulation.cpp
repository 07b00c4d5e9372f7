#include "view/simulation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "findings/finding.h"
#include "view/parameters.h"

namespace condyle {
namespace {

constexpr std::size_t k_most_events = 50;

}  // namespace

Simulation::Simulation(std::unique_ptr<SceneWorld> world)
    : world_(std::move(world)), groups_(strand_groups(world_->strands())), watch_(*world_) {
  world_->follow_events();
  playback_.rate = world_->scene().rate;
  find();
}

void Simulation::wish(const StepWishes& wishes) {
  playback_.playing = wishes.playing;
  playback_.rate = wishes.rate;
  playback_.speed = wishes.speed;
  playback_.at_end = wishes.at_end;
}

double Simulation::time_to_step() const {
  return std::max(0.0, 1 / playback_.rate - playback_.due) / playback_.speed;
}

void Simulation::advance(double wall_seconds, const std::function<double()>& wall_clock,
                         const std::function<void()>& after_step) {
  ends_ = false;
  const auto make_step = [&](double dt) {
    if (ends_) return;
    if (shown_ && (loops_ || !playback_.playing))
      show_next();
    else
      step(dt);
    after_step();
  };
  try {
    playback_.advance(wall_seconds, make_step, wall_clock);
    if (ends_) end();
  } catch (const std::exception& error) {
    stop_after(error);
  }
}

void Simulation::stop_after(const std::exception& error) {
  playback_.playing = false;
  playback_.restart();
  ++record_.stops;
  say(std::string("stopped: ") + error.what() + " (R restarts)");
}

void Simulation::make_steps(int steps, bool playing) {
  ends_ = false;
  playback_.playing = playing;  // decides whether the scene ends at its duration
  const bool settles = world_->is_settling();
  try {
    // Steps stop where settling ends: another scene may still settle then.
    for (int i = 0; i < steps && !ends_ && settles == world_->is_settling(); ++i) {
      if (shown_ && (loops_ || !playing))
        show_next();
      else
        step(1 / playback_.rate);
    }
    if (ends_) end();
  } catch (const std::exception& error) {
    stop_after(error);
  }
  playback_.playing = false;
}

void Simulation::follow_to(double time, int most_steps) {
  const double half_step = 0.5 / playback_.rate;
  for (auto step = history_.steps().rbegin(); step != history_.steps().rend(); ++step) {
    if (step->run != runs_) break;
    if (std::abs(step->time - time) < half_step) return show_again(*step);
  }
  if (world_->time() > time + half_step) start_again();
  const auto behind = std::lround((time - world_->time()) * playback_.rate);
  make_steps(static_cast<int>(std::clamp(behind, 0L, static_cast<long>(most_steps))), true);
}

void Simulation::step(double dt) {
  if (shown_) go_on_from_past();
  const double before = world_->time();
  const bool settles = world_->is_settling();
  const auto moment = history_.limit() > 0 && !settles ? world_->save() : nullptr;
  world_->step(dt);
  if (moment) history_.add({moment, dt, world_->time(), ++steps_, runs_});
  has_stepped_ = true;
  if (settles) return;  // figures, events and findings are those from time 0 on
  record_.step_times.add(world_->stage_times(), world_->step_wall_time(), dt);
  record(*world_, groups_, record_.curves);
  record(*world_, pinned_, gaps_, record_.curves);
  keep_events();
  watch_.observe(*world_);
  record_.largest.observe(*world_);
  ends_ = has_ended(before);
}

void Simulation::keep_events() {
  const std::span<const WorldEvent> last = world_->events();
  std::vector<WorldEvent>& events = record_.events;
  events.insert(events.end(), last.begin(), last.end());
  if (events.size() > k_most_events) events.erase(events.begin(), events.end() - k_most_events);
}

/// Collects the findings that `simulate` would report by now. From the scene's duration on, where
/// `simulate` ends, these include what never happened; they stay when the scene starts again.
void Simulation::find() {
  const bool is_over = world_->time() >= world_->scene().duration - 0.5 / playback_.rate;
  std::vector<Finding> findings = watch_.findings(*world_, is_over);
  if (!is_over)
    for (const Finding& before : record_.findings)
      if (!is_among(before, findings)) findings.push_back(before);
  record_.findings = std::move(findings);
  has_stepped_ = false;
}

/// Whether the step that began at `before` has brought the scene to its duration. If a pull delayed
/// the restart, the scene is past its duration and ends at once after the pull.
bool Simulation::has_ended(double before) const {
  if (!playback_.playing || playback_.at_end == AtEnd::go_on || is_pulled_) return false;
  const double end = world_->scene().duration - 0.5 / playback_.rate;
  return world_->time() >= end && (before < end || playback_.at_end == AtEnd::start_again);
}

void Simulation::end() {
  find();
  if (playback_.at_end == AtEnd::start_again) return start_again();
  playback_.playing = false;
  playback_.restart();
  ++record_.stops;
  say(fmt::format("the scene ends at {:g} s: Space continues, R restarts",
                  world_->scene().duration));
}

/// Scales stay, because the meaning of a colour must not change when a scene starts again.
void Simulation::start_again() {
  playback_.restart();
  release();
  world_->reset();
  shown_.reset();
  history_.drop_if_lost(*world_);
  ++runs_;
  if (!record_.curves.peaks.times().empty()) record_.last_run = record_.curves;
  record_.curves = Curves();
  record_.step_times.clear();
  record_.events.clear();
}

void Simulation::reset() {
  start_again();
  watch_.restart();
  record_.findings.clear();
  record_.largest = {};
  ++record_.resets;
  find();
}

// ---- the past

void Simulation::set_memory(std::size_t bytes) { history_.set_limit(bytes); }

void Simulation::show_past(long number) {
  if (history_.is_empty()) return;
  playback_.playing = false;
  ++record_.stops;
  show_again(history_.at(number));
}

void Simulation::step_back() {
  if (!history_.is_empty()) show_past((shown_ ? *shown_ : history_.latest()).number - 1);
}

/// In the present again after the latest step.
void Simulation::show_again(const PastStep& step) {
  const PastStep shown = step;  // `step` may be dropped with the history
  is_pulled_ = false;
  make_again(shown, *world_);
  shown_ = shown;
  if (!history_.is_empty() && shown.number == history_.latest().number && !loops_) shown_.reset();
}

void Simulation::show_next() {
  if (history_.is_empty()) return;
  const bool is_latest = shown_->number >= history_.latest().number;
  show_again(is_latest ? history_.oldest() : history_.at(shown_->number + 1));
}

void Simulation::loop(bool loops) {
  loops_ = loops;
  if (loops && !shown_ && !history_.is_empty()) shown_ = history_.latest();
  if (!loops && shown_ && !history_.is_empty() && shown_->number == history_.latest().number)
    shown_.reset();
}

/// What came after the step shown has not happened. A bookmark may be of another past.
void Simulation::go_on_from_past() {
  const PastStep from = *std::exchange(shown_, {});
  history_.forget_after(from.number);
  if (history_.is_empty() || history_.latest().before != from.before) {
    history_.clear();
    history_.add(from);
  }
  steps_ = from.number;
  if (from.run != runs_) record_.curves = Curves();
  runs_ = from.run;
  forget_after(from.time, record_.curves);
  std::erase_if(record_.events,
                [&](const WorldEvent& event) { return event.event.time > from.time; });
}

void Simulation::visit_past(const std::function<void(const SceneWorld&)>& look) {
  if (history_.is_empty()) return;
  const Parameters now = parameters_of(*world_);
  const bool is_running = world_->motion_running();
  const PastStep shown = shown_ ? *shown_ : history_.latest();
  const auto return_to_shown = [&] {
    is_pulled_ = false;
    make_again(shown, *world_);
    apply(now, *world_);
    world_->set_motion_running(is_running);
  };
  try {
    for (const PastStep& step : history_.steps()) {
      if (step.run != history_.latest().run) continue;
      make_again(step, *world_);
      look(*world_);
    }
  } catch (...) {
    return_to_shown();
    throw;
  }
  return_to_shown();
}

void Simulation::add_bookmark() {
  if (!history_.is_empty()) bookmarks_.push_back(shown_ ? *shown_ : history_.latest());
}

void Simulation::show_bookmark(int index) {
  if (index >= static_cast<int>(bookmarks_.size())) return;
  playback_.playing = false;
  ++record_.stops;
  show_again(bookmarks_[index]);
}

void Simulation::drop_bookmark(int index) {
  if (index < static_cast<int>(bookmarks_.size())) bookmarks_.erase(bookmarks_.begin() + index);
}

PastView Simulation::past() const {
  PastView past{.oldest = 1, .latest = 0, .size = history_.size()};
  for (const PastStep& kept : bookmarks_) past.bookmarks.push_back(kept.time);
  if (history_.is_empty()) return past;
  past.oldest = history_.oldest().number;
  past.latest = past.shown = history_.latest().number;
  const double dt = history_.latest().dt;
  past.seconds = dt * static_cast<double>(past.latest - past.oldest);
  if (!shown_) return past;
  past.shown = std::clamp(shown_->number, past.oldest, past.latest);
  past.seconds_ago = dt * static_cast<double>(past.latest - past.shown);
  return past;
}

void Simulation::pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W,
                      double stiffness) {
  world_->pull(body, p_B, p_W, stiffness);
  is_pulled_ = true;
}

void Simulation::twist(int body, const Eigen::Matrix3d& R_WB, double stiffness) {
  world_->twist(body, R_WB, stiffness);
  is_pulled_ = true;
}

void Simulation::release() {
  world_->release();
  is_pulled_ = false;
}

void Simulation::set_layer(MeshIndex mesh, const Layer& layer) {
  world_->set_layer(mesh, layer);
  history_.clear();
  bookmarks_.clear();
  shown_.reset();
}

void Simulation::say(const std::string& message) {
  record_.message = message;
  ++record_.messages;
}

void Simulation::show(double strand_step, LiveSnapshot& snapshot) {
  if (has_stepped_) find();
  record_.reached = playback_.reached;
  snapshot.world.take(*world_, strand_step);
  snapshot.record = record_;
  snapshot.energy = world_->energy();
  snapshot.keeps_energy = world_->keeps_energy();
  snapshot.stage_times = world_->stage_times();
  snapshot.step_wall_time = world_->step_wall_time();
  snapshot.steps = world_->step_count();
  snapshot.settling = world_->settling();
  snapshot.motion_running = world_->motion_running();
  snapshot.pulled = world_->pulled();
  snapshot.past = past();
}

}  // namespace condyle
