#include <fmt/format.h>

#include <Eigen/Geometry>

#include "core/scene/src/scene_entries.h"

namespace condyle {

namespace {

constexpr NumberRange k_turn{.min = -1e3, .max = 1e3};
constexpr int k_longest_name = 200;

}  // namespace

std::string read_name(const JsonNode& node) { return node.text(1, k_longest_name); }

std::string read_body_or_world(JsonObject& object, const std::string& key) {
  const auto node = object.optional(key);
  return node ? node->text(0, k_longest_name) : "";
}

Eigen::Vector3d read_unit_vector(const JsonNode& node) {
  const Eigen::Vector3d v = node.vector(k_coordinate);
  if (v.isZero(0)) node.fail("is a vector of length zero, must have a direction");
  return v.stableNormalized();
}

Pose read_pose(JsonObject& object) {
  const Eigen::Vector3d turn = object.vector("rotation", Eigen::Vector3d::Zero(), k_turn);
  Pose X = Pose::Identity();
  X.translation() = object.vector("position", Eigen::Vector3d::Zero(), k_coordinate);
  const double angle = turn.stableNorm();
  if (angle > 0) X.linear() = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
  return X;
}

TimeTable read_time_table(const JsonNode& node) {
  JsonObject object(node);
  TimeTable table;
  const JsonNode times = object.required("times");
  table.times = times.numbers(k_time);
  table.values = object.required("values").numbers(k_number);
  table.smooth = object.boolean("smooth", table.smooth);
  table.period = object.number("period", table.period, {.min = 0, .max = k_time.max});
  object.reject_other_keys();
  if (table.times.empty() || table.times.size() != table.values.size()) {
    node.fail(fmt::format("has {} times and {} values, must have as many of each, at least one",
                          table.times.size(), table.values.size()));
  }
  for (std::size_t i = 1; i < table.times.size(); ++i) {
    if (!(table.times[i] > table.times[i - 1])) times.fail("must ascend");
  }
  if (table.period > 0 && table.period < table.times.back()) {
    node.fail("has a period shorter than its last time");
  }
  return table;
}

std::optional<TimeTable> read_optional_table(JsonObject& object, const std::string& key) {
  const auto node = object.optional(key);
  return node ? std::optional(read_time_table(*node)) : std::nullopt;
}

}  // namespace condyle
