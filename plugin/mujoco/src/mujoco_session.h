#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/world/src/session_state.h"
#include "plugin/mujoco/src/engine_hooks.h"
#include "plugin/mujoco/src/engine_warnings.h"
#include "plugin/mujoco/src/pair_rows.h"
#include "plugin/mujoco/src/pass_guesses.h"
#include "plugin/mujoco/src/sensor_reading.h"
#include "plugin/mujoco/src/step_bodies.h"
#include "plugin/mujoco/src/strand_row.h"

namespace condyle::mujoco {

/// Accelerations at which the normal part of a row of friction holds its force [m/s^2]: the larger,
/// the more constant it is. But MuJoCo's cost grows with it, and where layers are crushed by 1e10 N
/// its solver sees no gain beside it any more, and ends where it began; then the nearer one serves.
inline constexpr double k_far_offset = 1e9, k_near_offset = 1e6;

/// Residual above which a step is out of balance.
inline constexpr double k_unbalanced = 1e-3;

/// A pair in a step, and its rows among MuJoCo's contacts.
struct PairInStep {
  std::shared_ptr<SessionPair> pair;  ///< lives on if its contact is set anew after the step
  bool is_led = false;       ///< contact was found where the velocities lead, not at the start
  Eigen::VectorXd found_by;  ///< the velocities that led there
  PairRows rows;
  int casting_geom = -1, target_geom = -1;
  int first_contact = -1;   ///< number of its first: of normal rows, then of rows of friction
  double normal_force = 0;  ///< sum over the rows, by the last pass [N]
  double rubs_by = 0,
         best_rubs_by = 0;  ///< normal force by which the last and the best pass rubbed
  /// The most energy that the normal rows may give in the step [J]: step_energy.cpp.
  double may_give = std::numeric_limits<double>::infinity();
  PairForces forces;  ///< of all triangles, where the solved velocities lead
  /// What few rows of friction miss of that of all triangles where they start; as `applied`.
  Wrench correction;
  Wrench applied;  ///< by the rows and the correction, on the casting body's centre of mass at the
                   ///< start
};

/// Half of the diagonal of the casting surface's box [m].
inline double size_of(const SessionPair& pair) {
  return pair.casting_side.box_S.sizes().norm() / 2;
}

/// The velocities at which a body of a pair goes to where contact was found, and to the end of the
/// step, from its place at the start.
struct RowMotion {
  Eigen::Vector3d p_W;
  Twist to_found, to_end;
};
struct RowMotions {
  RowMotion casting, target;

  /// How fast the bodies part along a row's push, to the end of the step.
  double parting_at_end(const NormalRow& row) const {
    return parting(row, casting.to_end, target.to_end);
  }
  /// The force of a row where the bodies are at the start of a step of `h` [s].
  double force_at_start(const NormalRow& row, double h) const {
    return row.force + row.stiffness * h * parting(row, casting.to_found, target.to_found);
  }
  /// The velocity of the casting body there relative to the target, along the plane of slip.
  Eigen::Vector3d slip_where_found(const FrictionRow& row) const {
    const Eigen::Vector3d slip = velocity(row.point, casting.p_W, casting.to_found) -
                                 velocity(row.point, target.p_W, target.to_found);
    return slip - row.across.dot(slip) * row.across;
  }

 private:
  static Eigen::Vector3d velocity(const Eigen::Vector3d& point, const Eigen::Vector3d& p_W,
                                  const Twist& twist) {
    return twist.linear + twist.angular.cross(point - p_W);
  }
  double parting(const NormalRow& row, const Twist& C, const Twist& T) const {
    return row.push.dot(velocity(row.point, casting.p_W, C) - velocity(row.point, target.p_W, T));
  }
};

/// What Plugin::save() keeps.
struct ModelMemory : SessionMemory {
  std::vector<int> colliders;
  double data_time = 0;
  bool was_put = false;  ///< the user has changed coordinates since the last step
  std::vector<double> qpos, qvel, act, acceleration, warm_start, smooth, mocap_pos, mocap_quat;
  std::vector<double> margins;  ///< how far contact of the registered geoms is looked for
};
std::size_t size_of(const ModelMemory& memory);
std::uint64_t hash_of(const ModelMemory& memory);
/// Whether the session has the colliders and strands that it had at that moment.
bool is_of(const ModelMemory& memory, const SessionState& session);

/// The session of an mjData: finds contact, hands MuJoCo rows for it, and reads what they did.
class MujocoSession final : public SessionState, public StepHooks {
 public:
  MujocoSession(mjModel& model, mjData& data, const StepSettings& given);
  ~MujocoSession() override;
  MujocoSession(const MujocoSession&) = delete;
  MujocoSession& operator=(const MujocoSession&) = delete;

  Pose pose_of(int body) const override;
  Twist velocity_of(int body) const override;
  bool is_moved(int body) const override { return bodies_.is_moved(body); }
  void wake(int) override {}
  bool lets_meet(int a, int b) const override;
  bool was_put(int) const override { return false; }
  Falling falling_of(int body) const override;

  std::string name_of(int geom, const std::string& name) const;
  /// The collider of the geom with this name. Throws InputError naming `what`.
  ColliderId collider_of(const std::string& geom, const std::string& what) const;
  std::optional<ColliderId> collider_of(int geom) const;
  ColliderId add_geom(int geom, SessionCollider collider);
  void remove_collider(ColliderId id) override;

  StrandId add_strand(const ligament::Strand& strand, int tendon, std::span<const int> bodies,
                      const ligament::StrandPath& path);
  void remove_strand(StrandId id) override;

  /// `what` names the sensor in messages.
  void add_sensor(const std::string& what, const std::string& name, const Sensor& sensor);
  void remove_sensor(const std::string& name);
  const SensorReading& reading(const std::string& sensor) const;

  int draw_pressure(mjvScene& scene, double most_pressure) const;

  void step();
  void update();
  Wrench contact_wrench(int body) const;
  Twist present_velocity(int body) const { return bodies_.present_twist(body); }
  void save_model(ModelMemory& memory) const;
  void restore_model(const ModelMemory& memory);
  void set_mocap_velocity(int body, const Twist& velocity);

  bool collide(int first, int second) override;
  bool has(int geom) const override { return collider_of_geom_[std::size_t(geom)] >= 0; }
  bool is_lent(int tendon) const override;
  void set_rows() override;
  void require_rows_set() const override;
  void fill_sensors() override;
  void fill_sensor_of(int instance) override;
  void begin_sharing() override;
  void leave_model() override { is_model_left_ = true; }

  mjModel& model;
  mjData& data;

 private:
  void end_last_step();
  void open();
  void begin_count();
  void count_passes();
  void end_step(bool has_rows, bool ends_step);
  void publish_at_end(double h);
  std::array<std::span<const mjtNum>, 4> searched_state() const;
  bool looks_anew() const;
  void begin_forward();
  BodyMotion motion_of(int body, bool by_forces) const;
  bool may_meet(SessionCollider& a, SessionCollider& b, bool by_forces) const;
  void find(SessionCollider& a, SessionCollider& b);
  bool is_found(const SessionPair& pair) const;
  void claim(std::vector<SessionPair*> found);
  void find_pair(SessionPair& pair, int casting_geom, int target_geom);
  void find_hits(PairInStep& in_step);
  bool find_hits(PairInStep& in_step, bool is_led);
  void add_contacts(PairInStep& in_step);
  void add_contact(mjContact& contact, const PairInStep& in_step);
  void find_contacts();
  mjContact& added_contact(int number) const;
  void set_rows(const PairInStep& in_step);
  void correct(PairInStep& in_step) const;
  void push_by_correction(const PairInStep& in_step);
  void begin_strands();
  void set_strand_rows();
  void push_by_strand(StrandRow& row);
  double missed_by_solver() const;
  struct StrandsMissed {
    double missed = 0, largest = 0;
  };
  StrandsMissed evaluate_strands(bool has_rows);
  double evaluate_at_end(bool has_rows);
  double way_since_found(const PairInStep& in_step) const;
  bool is_beyond_reach() const;
  RowMotions motions_of(const PairInStep& in_step) const;
  double part_that_gives(double energy, const PairInStep& in_step) const;
  double given_by(const PairInStep& in_step) const;
  bool open_account(PairInStep& in_step);
  double most_that_gives(PairInStep& in_step);
  double energy_of_motion(const SessionPair& pair) const;
  bool gives_unpaid(const PairInStep& in_step, double given) const;
  bool is_put() const;
  Eigen::Map<const Eigen::VectorXd> coordinates() const { return {data.qpos, model.nq}; }
  bool may_have_been_put(const SessionPair& pair) const;
  bool had_more(PairInStep& in_step);
  bool hold_back(bool is_last);
  void update_account(PairInStep& in_step);
  Wrench applied_by(const PairInStep& in_step) const;
  double normal_force_of(const PairInStep& in_step) const;
  void carry_on(PairInStep& in_step, std::size_t index);
  void forward();
  void solve_once();
  void make_passes(int divided);
  bool may_divide(int divided) const;
  void make_step(int divided, bool ends_step);
  void make_halves(int divided, bool ends_step);
  void refuse_motion() const;
  void go_on(const PassGuesses& guesses, bool is_last);
  void integrate();
  void add_damping();
  void look_ahead();
  void look_far(int geom);
  void require_geom(int geom) const;
  void read_sensors();
  void fail();
  void stop_if_failed();
  void throw_failure();
  double speed_of(const SessionPair& pair, const Twist& C, const Twist& T) const;
  double speed_by(const SessionPair& pair, const Eigen::VectorXd& change) const;
  double travel_of(const SessionPair& pair) const;
  bool goes_far(const SessionPair& pair) const;
  double reach_of(const SessionPair& pair, bool is_led) const;
  Eigen::Map<const Eigen::VectorXd> of_dofs(const mjtNum* values) const {
    return {values, model.nv};
  }

  StepBodies bodies_;
  ModelMargins* margins_ = nullptr;
  std::vector<int> collider_of_geom_;  ///< -1: none
  std::map<int, int> geom_of_collider_;
  std::vector<std::pair<SessionCollider*, SessionCollider*>> far_;  ///< too far apart to touch
  std::vector<PairInStep> in_step_;
  int added_contacts_ = 0;             ///< in this forward computation, counted as they are added
  int contacts_when_added_ = 0;        ///< MuJoCo's, with the last that was added
  std::vector<mjtNum> searched_;       ///< the state in which contact is looked for
  std::vector<int> place_of_contact_;  ///< among MuJoCo's, by number
  std::size_t count_in_step_ = 0;
  std::map<int, int> tendon_of_strand_;
  std::vector<StrandRow> strand_rows_;
  std::vector<SensorReading> sensors_;
  Eigen::VectorXd start_velocity_;
  Eigen::VectorXd guess_;  ///< velocities at the end, by the last pass; empty: none
  Eigen::VectorXd end_;    ///< coordinates at the end of the last step; empty: unknown
  bool was_put_ = false;   ///< they were others when contact was looked for
  ModelMemory before_;     ///< the moment at which step() began
  double start_time_ = 0;
  int passes_ = 0;
  StepCount count_;                  ///< of the whole step
  double residual_ = 0, error_ = 0;  ///< relative to the largest force, and [N]
  double unsolved_ = 0;              ///< what MuJoCo's solver left of it, relative
  double friction_offset_ = 0;       ///< of rows that hold a force constant [m/s^2]
  bool are_rows_set_ = false;        ///< of the pairs that were found
  bool are_sensors_read_ = false;    ///< since contact was looked for
  bool is_model_left_ = false;       ///< it may be gone
  bool is_open_ = false;             ///< a step has begun of which update() has not heard
  bool is_forward_ = false;          ///< collisions are being found
  bool is_stepping_ = false;         ///< in step(), which throws what fails
  bool is_at_end_ = false;           ///< pose_of() gives the poses at the end of the step
  bool holds_back_ = false;          ///< pairs that are met anew in the step are held back too
  std::exception_ptr failure_;
  WarningCounts warned_;  ///< of which the session has heard
};

}  // namespace condyle::mujoco
