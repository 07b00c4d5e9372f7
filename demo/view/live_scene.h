#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "view/simulation.h"

namespace condyle {

/// A simulated scene as the window sees it: the last snapshot of a Simulation, and the commands to
/// it. The window never waits for a step.
///
/// The simulation steps in a thread of its own (run_in_thread()) or, for pictures and tests, inside
/// advance(). Either way it takes commands between steps, in their order, and the window draws
/// snapshots, so that a step gives the same bits. A command that fails leaves a message.
///
/// Parameters that the user changes show at once. Until the simulation has carried out all
/// commands, a snapshot keeps the parameters that were shown.
class LiveScene final : public ShownWorld {
 public:
  explicit LiveScene(std::unique_ptr<SceneWorld> world);
  ~LiveScene() override;
  LiveScene(const LiveScene&) = delete;
  LiveScene& operator=(const LiveScene&) = delete;

  /// From now on the simulation has a thread of its own. `wake` is called in it after each
  /// snapshot. In a browser, which has no threads, advance() goes on to make the steps.
  void run_in_thread(std::function<void()> wake);

  /// Asks for what is wished from now on, and for single steps. Cheap if nothing changes.
  void wish(const StepWishes& wishes, int single_steps);
  /// Says which probes are pinned. Cheap if nothing changes.
  void pin(const PinnedProbes& pinned);
  /// Goes on to the latest snapshot. Returns whether it is a new one. Without a thread, first makes
  /// the steps that are due after `wall_seconds`, as Simulation::advance does.
  bool advance(double wall_seconds, const std::function<double()>& wall_clock);
  /// Whether what is shown follows all commands.
  bool is_up_to_date() const { return shown_->commands == posted_; }
  /// While true, the simulation makes no steps, as for a window that cannot be seen.
  void suspend(bool is_suspended);

  // Commands.
  void reset();
  void step(double dt);                      ///< one step, without regard to wishes
  void make_steps(int steps, bool playing);  ///< Simulation::make_steps()
  void follow_to(double time, int most_steps);
  void set_motion_running(bool running);
  // The past (Simulation).
  void set_memory(std::size_t bytes);
  void show_past(long number);
  void step_back();
  void loop(bool loops);
  void add_bookmark();
  void show_bookmark(int index);
  void drop_bookmark(int index);
  /// Calls `work` with the simulation between two steps, and shows the words that it returns.
  void do_work(std::function<std::string(Simulation&)> work);
  void pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W, double stiffness);
  void twist(int body, const Eigen::Matrix3d& R_WB, double stiffness);
  void release();

  // What is shown beside the world. The record's curves and tables are for the window to take.
  StepRecord& record() { return shown_->record; }
  const EnergyLedger& energy() const { return shown_->energy; }
  bool keeps_energy() const { return shown_->keeps_energy; }
  const StageTimes& stage_times() const { return shown_->stage_times; }
  double step_wall_time() const { return shown_->step_wall_time; }
  long step_count() const { return shown_->steps; }
  const Settling& settling() const { return shown_->settling; }
  bool motion_running() const { return shown_->motion_running; }
  /// The force or moment with which the mouse pulled in the last step.
  const Wrench& pulled() const { return shown_->pulled; }
  const PastView& past() const { return shown_->past; }

  const scene::Scene& scene() const override { return world().scene(); }
  double time() const override { return world().time(); }
  bool is_settling() const override { return world().is_settling(); }
  std::span<const WorldBody> bodies() const override { return world().bodies(); }
  std::span<const WorldContact> contacts() const override { return world().contacts(); }
  std::span<const WorldStrand> strands() const override { return world().strands(); }
  std::vector<double> worn_depth(int contact) const override { return world().worn_depth(contact); }
  std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const override {
    return world().strand_polyline(strand, step);
  }
  double strand_length(int strand) const override { return world().strand_length(strand); }
  std::span<const Reading> readings() const override { return world().readings(); }
  std::span<const ClosedFormReading> closed_form() const override { return world().closed_form(); }
  std::string closed_form_text() const override { return world().closed_form_text(); }
  std::span<const Reading> watched() const override { return world().watched(); }
  ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const override {
    return world().contact_at_rest(contact, settings);
  }

  void set_contact_settings(int contact, const ContactSettings& settings) override;
  void set_layer(MeshIndex mesh, const Layer& layer) override;
  void set_strand(int strand, const ligament::Strand& parameters) override;
  void cut_strand(int strand) override;
  void restore_strand(int strand) override;
  void mend_strand(int strand) override;
  void tear_strand(int strand) override;
  void set_load_factor(double factor) override;
  double load_factor() const override { return world().load_factor(); }
  std::span<const Drive> drives() const override { return world().drives(); }
  void set_drive(int drive, std::optional<double> by_hand) override;
  void set_held(int body, bool is_held) override;

 private:
  using Command = std::function<void(Simulation&)>;
  struct Posted {
    std::string topic;
    std::uint64_t number;
    Command command;
  };

  const WorldCopy& world() const { return shown_->world; }
  void post(Command command, const std::string& topic = "");
  void carry_out(const Posted& posted);
  bool take();
  void publish();

  // In the simulation's thread:
  void run();
  void take_commands();
  void publish_if_wanted();
  void wait(double seconds);

  Simulation simulation_;
  double strand_step_ = 0;    ///< [m]
  std::uint64_t done_ = 0;    ///< number of the last command that was carried out
  bool has_changed_ = false;  ///< since the last snapshot
  std::unique_ptr<LiveSnapshot> spare_;

  // Of the window:
  std::unique_ptr<LiveSnapshot> shown_;
  std::uint64_t posted_ = 0;  ///< number of commands
  StepWishes wished_;
  PinnedProbes pinned_;

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::deque<Posted> queue_;
  std::unique_ptr<LiveSnapshot> ready_;
  bool is_fresh_ = false;   ///< ready_ has not been taken
  bool is_wanted_ = false;  ///< the window waits for a snapshot
  bool is_suspended_ = false;
  bool stops_ = false;

  std::function<void()> wake_;
  std::thread thread_;
};

}  // namespace condyle
