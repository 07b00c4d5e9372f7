#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <span>
#include <string_view>

#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "core/opensim/src/osim_joint.h"
#include "core/src/base/natural_spline.h"

namespace condyle::opensim {
namespace {

/// Looks up columns by name. A repeated name is an error only when it is needed.
class Columns {
 public:
  explicit Columns(const MotionTable& motion) : motion_(motion) {
    for (int i = 0; i < motion.columns(); ++i) {
      places_.try_emplace(motion.labels[i], i);
    }
  }
  /// The first of `labels` that is a column; -1 if none is.
  int find(std::initializer_list<std::string> labels) const {
    for (const std::string& label : labels) {
      if (places_.contains(label)) return *motion_.column(label);
    }
    return -1;
  }

 private:
  const MotionTable& motion_;
  std::map<std::string_view, int> places_;
};

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t k_most = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < k_most; ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > k_most) text += fmt::format(" and {} more", names.size() - k_most);
  return text;
}

}  // namespace

OsimMotionStates::OsimMotionStates(const OsimModel& model, const OsimKinematics& kinematics,
                                   const MotionTable& motion, bool missing_are_default)
    : model_(&model), kinematics_(&kinematics), motion_(&motion), report_(motion.report) {
  find_columns(missing_are_default);
  require_finite();
  report_strange_angles();
  find_joints_at_rates();
  find_slopes();
}

void OsimMotionStates::find_columns(bool missing_are_default) {
  const Columns columns(*motion_);
  std::vector<std::string> missing;
  std::size_t found = 0;
  for (std::size_t c = 0; c < model_->coordinates.size(); ++c) {
    const OsimCoordinate& coordinate = model_->coordinates[c];
    const std::string& joint = model_->joints[coordinate.joint].name;
    const std::string short_path = joint + "/" + coordinate.name;
    Source source;
    source.value = columns.find({coordinate.path + "/value", coordinate.path, short_path + "/value",
                                 short_path, coordinate.name});
    source.speed =
        columns.find({coordinate.path + "/speed", short_path + "/speed", coordinate.name + "_u"});
    source.constant = coordinate.default_value;
    if (motion_->in_degrees && coordinate.motion == OsimMotion::rotational) {
      source.factor = std::numbers::pi / 180;
    }
    found += source.value >= 0 ? 1 : 0;
    if (source.value < 0 && !kinematics_->is_driven(static_cast<int>(c))) {
      missing.push_back(coordinate.path);
    }
    sources_.push_back(std::move(source));
  }
  if (found == 0 && !missing.empty()) {
    throw InputError(
        fmt::format("{}: none of its columns is a coordinate of {} (as {}); give a "
                    "motion of this model",
                    motion_->file.string(), model_->file.string(), missing.front()));
  }
  if (missing.empty()) return;
  if (!missing_are_default) {
    throw InputError(
        fmt::format("{}: no column for {} of the {} coordinates of {}: {}; give a "
                    "motion of this model, or let default values hold with "
                    "--missing-default",
                    motion_->file.string(), missing.size(), model_->coordinates.size(),
                    model_->file.string(), joined(missing)));
  }
  for (const std::string& name : missing) {
    report_.add("coordinate " + name + " not in the motion", "its default value holds");
  }
}

void OsimMotionStates::require_finite() const {
  for (std::size_t c = 0; c < sources_.size(); ++c) {
    const Source& source = sources_[c];
    if (kinematics_->is_driven(static_cast<int>(c))) continue;  // a coupler replaces its values
    for (const int column : {source.value, source.speed}) {
      for (int row = 0; column >= 0 && row < motion_->rows(); ++row) {
        const double value = motion_->at(row, column);
        if (std::isfinite(value)) continue;
        throw InputError(
            fmt::format("{}: row {}, column '{}': {} is not a finite number; repair the motion or "
                        "leave the column out",
                        motion_->file.string(), row + 1, motion_->labels[column], value));
      }
    }
  }
}

/// Recorded angles may leave their range a little. Half a turn beyond it they are degrees that the
/// file does not declare.
void OsimMotionStates::report_strange_angles() {
  if (motion_->in_degrees) return;
  constexpr double k_widest = 10;  // OpenSim's range where a coordinate has none [rad]
  for (std::size_t c = 0; c < sources_.size(); ++c) {
    const OsimCoordinate& coordinate = model_->coordinates[c];
    const int column = sources_[c].value;
    if (column < 0 || coordinate.motion != OsimMotion::rotational) continue;
    const auto bound = [](double end) {
      return std::isfinite(end) ? end : std::copysign(k_widest, end);
    };
    const double least = bound(coordinate.range[0]), most = bound(coordinate.range[1]);
    double farthest = 0, beyond = std::numbers::pi;
    for (int row = 0; row < motion_->rows(); ++row) {
      const double angle = motion_->at(row, column);
      const double outside = std::max(least - angle, angle - most);
      if (outside > beyond) farthest = angle, beyond = outside;
    }
    if (beyond == std::numbers::pi) continue;
    report_.add("angle far outside the range of its coordinate",
                fmt::format("{} is at {} rad, its range is {} to {} rad; if the motion is in "
                            "degrees, add inDegrees=yes to its header",
                            coordinate.path, farthest, least, most));
  }
}

void OsimMotionStates::find_joints_at_rates() {
  for (std::size_t j = 0; j < model_->joints.size(); ++j) {
    const OsimJoint& joint = model_->joints[j];
    if (!joint.angular_velocity_speeds) continue;
    const std::span turns(joint.axes.data(), 3);
    const auto source_of = [&](const OsimAxis& axis) -> Source& {
      return sources_[axis.coordinates.front()];
    };
    const auto has_speed = [&](const OsimAxis& axis) { return source_of(axis).speed >= 0; };
    if (std::ranges::all_of(turns, has_speed)) continue;
    for (const OsimAxis& axis : turns) source_of(axis).speed = -1;
    joints_at_rates_.push_back(static_cast<int>(j));
  }
}

void OsimMotionStates::find_slopes() {
  const int rows = motion_->rows();
  bool strict = rows > 1;
  for (int r = 1; r < rows; ++r) {
    const auto k = static_cast<std::size_t>(r);
    strict = strict && motion_->times[k] > motion_->times[k - 1];
  }
  std::vector<std::size_t> lacking;
  for (std::size_t c = 0; c < sources_.size(); ++c) {
    if (sources_[c].value >= 0 && sources_[c].speed < 0) lacking.push_back(c);
  }
  if (lacking.empty()) return;
  if (!strict) {
    report_.add("speeds are not in the motion", "zero; its times do not ascend strictly");
    return;
  }
  report_.add("speeds are not in the motion", "slopes of the cubic spline through the values");
  const auto times = Eigen::Map<const Eigen::VectorXd>(motion_->times.data(), rows);
  for (const std::size_t c : lacking) {
    Eigen::VectorXd values(rows);
    for (int r = 0; r < rows; ++r) values[r] = motion_->at(r, sources_[c].value);
    const Eigen::MatrixXd slopes = fit_natural_spline(times, values, 0).slopes;
    sources_[c].slopes.assign(slopes.data(), slopes.data() + rows);
  }
}

void OsimMotionStates::state_at(int row, OsimState& state) const {
  state.q.resize(sources_.size());
  state.u.resize(sources_.size());
  for (std::size_t c = 0; c < sources_.size(); ++c) {
    const Source& source = sources_[c];
    state.q[c] =
        source.value < 0 ? source.constant : source.factor * motion_->at(row, source.value);
    double speed = 0;
    if (source.speed >= 0) speed = motion_->at(row, source.speed);
    if (!source.slopes.empty()) speed = source.slopes[row];
    state.u[c] = source.factor * speed;
  }
  kinematics_->apply_couplers(state);
  for (const int joint : joints_at_rates_) {
    speeds_from_rates(model_->joints[joint], state);
  }
}

}  // namespace condyle::opensim
