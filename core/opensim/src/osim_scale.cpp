#include "condyle/opensim/osim_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "condyle/error.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_scene.h"
#include "core/opensim/src/osim_path_tracer.h"
#include "core/opensim/src/osim_scale_parts.h"
#include "core/scene/src/closest_name.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

void require_positive(const OsimBodyScale& scale) {
  if (scale.factors.allFinite() && (scale.factors.array() > 0).all()) return;
  throw InputError(
      fmt::format("the factors of {} are {}, {}, {}; a factor must be a number above 0",
                  scale.body.empty() ? "all bodies" : "body '" + scale.body + "'",
                  scale.factors.x(), scale.factors.y(), scale.factors.z()));
}

/// The factors of each body of the model.
std::vector<Vector3d> factors_of(const OsimModel& model, std::span<const OsimBodyScale> scales) {
  std::vector<std::string> names;
  for (const OsimBody& body : model.bodies) names.push_back(body.name);
  Vector3d others = Vector3d::Ones();
  std::vector<std::optional<Vector3d>> given(names.size());
  bool has_others = false;
  for (const OsimBodyScale& scale : scales) {
    require_positive(scale);
    const auto body = std::ranges::find(names, scale.body);
    if (!scale.body.empty() && body == names.end()) {
      throw InputError(fmt::format("{}: there is no body '{}'{}", model.file.string(), scale.body,
                                   scene::suggestion_and_names(scale.body, names)));
    }
    const bool again = scale.body.empty() ? std::exchange(has_others, true)
                                          : given[body - names.begin()].has_value();
    if (again) {
      throw InputError(
          fmt::format("the factors of {} are given twice; give them once",
                      scale.body.empty() ? "all bodies" : "body '" + scale.body + "'"));
    }
    (scale.body.empty() ? others : given[body - names.begin()].emplace()) = scale.factors;
  }
  std::vector<Vector3d> factors;
  for (const auto& own : given) factors.push_back(own.value_or(others));
  return factors;
}

/// Shorter than any path, and longer than the rounding of one whose points are in one place [m].
constexpr double k_no_length = 1e-9;

/// Lengths that follow from the length of a force's path.
constexpr std::array<const char*, 4> k_lengths = {"slack_length", "resting_length",
                                                  "optimal_fiber_length", "tendon_slack_length"};

bool has_length(const OsimElement& force) {
  return has_geometry_path(force) && std::ranges::any_of(k_lengths, [&](const char* property) {
           return !force.words(property).empty();
         });
}

/// The lengths of the paths of all forces that have lengths of their own, in the default pose [m];
/// none for a force that is switched off and cannot be read, which is reported.
std::vector<std::optional<double>> default_lengths(OsimReader& reader, ModelReport& report) {
  ModelReport ignored;
  struct Path {
    OsimElement force;
    OsimPath path;
  };
  std::vector<Path> paths;
  for (const OsimElement& member : reader.members()) {
    if (!has_length(member)) continue;
    paths.push_back({member, {}});
    scale_if_read(report, member, [&] { paths.back().path = read_path(reader, member); });
  }
  const OsimKinematics kinematics(reader.model);
  const OsimState state = default_state(reader.model, kinematics);
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  std::vector<std::optional<double>> lengths;
  for (const Path& one : paths) {
    lengths.emplace_back();
    if (one.path.points.empty()) continue;
    scale_if_read(report, one.force, [&] {
      OsimPathTracer tracer(reader.model, one.path, one.force.where(), ignored);
      lengths.back() = tracer.trace(state, bodies).length;
    });
  }
  return lengths;
}

/// Scales the lengths of a force with its path from `before` to `after` [m].
void scale_lengths_of(const OsimElement& force, double before, double after, OsimEdits& edits) {
  if (before < k_no_length) {
    force.fail(
        "its path has no length in the default pose, so its own lengths cannot follow it; move "
        "its points apart");
  }
  for (const char* property : k_lengths) {
    const ligament::Strand strand{.name = force.where(), .slack_length = force.number(property, 0)};
    if (strand.slack_length == 0) continue;
    edits.set(force, property, ligament::scaled_slack_length(strand, before, after));
  }
}

/// Scales the lengths of forces with their paths. Returns the number of those whose path changed.
int scale_lengths(const OsimReader& reader, const std::vector<std::optional<double>>& before,
                  const std::vector<std::optional<double>>& after, OsimEdits& edits,
                  ModelReport& report) {
  int count = 0;
  std::size_t next = 0;
  for (const OsimElement& member : reader.members()) {
    if (!has_length(member)) continue;
    const std::size_t i = next++;
    if (!before[i] || !after[i] || *before[i] == *after[i]) continue;
    if (std::max(*before[i], *after[i]) < k_no_length) continue;
    scale_if_read(report, member, [&] {
      scale_lengths_of(member, *before[i], *after[i], edits);
      ++count;
    });
  }
  return count;
}

/// Reports forces and constraints that may have lengths which are not scaled.
void report_unscaled(const OsimReader& reader, ModelReport& report) {
  static const std::set<std::string> k_without_lengths = {
      "CoordinateCouplerConstraint", "Smith2018ArticularContactForce",
      "SpringGeneralizedForce",      "CoordinateLimitForce",
      "CoordinateActuator",          "TorqueActuator",
      "HuntCrossleyForce",           "ElasticFoundationForce"};
  for (const OsimElement& member : reader.members()) {
    OsimElement set = member.parent();
    if (set.type() == "objects") set = set.parent();
    const bool acts = set.type() == "ForceSet" || set.type() == "ConstraintSet";
    if (!acts || k_without_lengths.contains(member.type()) || has_geometry_path(member)) continue;
    const OsimElement path = path_in(member);
    report.add(member.type() + (path ? " on a " + path.type() : ""), "not scaled");
  }
}

std::string text_with_parts_scaled(OsimReader& reader, const std::vector<Vector3d>& factors,
                                   ModelReport& report) {
  OsimEdits edits(reader.xml);
  OsimScaleJob job{reader, factors, edits, report};
  scale_bodies(job);
  scale_joints(job);
  scale_paths(job);
  scale_contacts(job);
  return edits.apply();
}

std::shared_ptr<const std::string> shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

std::vector<OsimBodyScale> read_scale_set(const std::filesystem::path& file) {
  const OsimXml xml(file, OsimXml::read_text(file), "ScaleSet");
  std::vector<OsimBodyScale> scales;
  for (const OsimElement& element : xml.model().objects()) {
    if (element.type() != "Scale" || !element.boolean("apply", true)) continue;
    OsimBodyScale scale{element.text("segment"), element.vector("scales", Vector3d::Ones())};
    if (scale.body.empty()) element.fail("names no body; add <segment>");
    if (!(scale.factors.minCoeff() > 0)) element.fail("a factor is not above 0; correct <scales>");
    scales.push_back(std::move(scale));
  }
  for (const OsimElement& empty : xml.empty_elements())
    empty.fail("holds no value; write one, or remove it");
  return scales;
}

OsimScaled scaled(const OsimModel& model, std::span<const OsimBodyScale> scales) {
  OsimScaled result;
  const OsimXml xml(model.file, shared(osim_text(model)));
  OsimReader reader(xml);
  read_parts(reader);
  const std::vector<Vector3d> factors = factors_of(reader.model, scales);
  const auto before = default_lengths(reader, result.report);
  const OsimXml with_parts(model.file,
                           shared(text_with_parts_scaled(reader, factors, result.report)));
  OsimReader changed(with_parts);
  read_parts(changed);
  OsimEdits edits(with_parts);
  ModelReport again;  // as before scaling
  const auto after = default_lengths(changed, again);
  result.lengths = scale_lengths(changed, before, after, edits, result.report);
  report_unscaled(reader, result.report);
  result.model = model_in(OsimXml(model.file, shared(edits.apply())));
  return result;
}

}  // namespace condyle::opensim
