#include "analyze/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analyze/frame_strands.h"
#include "analyze/parallel_frames.h"
#include "analyze/result_columns.h"
#include "base/file_names.h"
#include "base/stop_signal.h"
#include "contact/contact_report.h"

namespace condyle {
namespace {

opensim::MotionTable empty_table(const AnalysisInput& input, const std::string& name) {
  opensim::MotionTable table;
  table.name = name;
  for (const int row : input.rows) table.times.push_back(input.motion.times[row]);
  return table;
}

/// An arm below this [m] is rounding: bodies that a coordinate moves as one leave a strand between
/// them as it is.
constexpr double k_no_arm = 1e-12;

/// Leaves out the columns in which no value exceeds k_no_arm.
void drop_empty_columns(opensim::MotionTable& table) {
  std::vector<int> kept;
  for (int column = 0; column < table.columns(); ++column) {
    int row = 0;
    while (row < table.rows() && std::abs(table.at(row, column)) <= k_no_arm) ++row;
    if (row < table.rows()) kept.push_back(column);
  }
  std::vector<std::string> labels;
  std::vector<double> values;
  for (const int column : kept) labels.push_back(table.labels[column]);
  for (int row = 0; row < table.rows(); ++row)
    for (const int column : kept) values.push_back(table.at(row, column));
  table.labels = std::move(labels);
  table.values = std::move(values);
}

/// Follows the wraps of the ligaments over the rows of the motion from `row` up to `end`, which are
/// not selected, so that every selection gives what the whole motion gives.
void pass_rows(const AnalysisInput& input, int row, int end, FrameStrands& strands,
               opensim::OsimState& state, opensim::OsimBodies& bodies,
               const std::function<void()>& on_row) {
  if (!strands.has_memory()) return;
  for (; row < end; ++row) {
    require_no_stop("row", row);
    input.states.state_at(row, state);
    input.kinematics.evaluate(state, bodies);
    strands.pass(state, bodies);
    on_row();
  }
}

/// Computes bodies and ligaments in order of time, because a wrapped strand continues from the
/// previous frame.
void follow_bodies(const AnalysisInput& input, bool has_moment_arms,
                   const std::function<void(int)>& on_frame, AnalysisResult& result) {
  FrameStrands strands(input.model);
  result.ligaments.labels = strands.labels();
  opensim::CoordinateMotions motions(input.model, input.kinematics);
  if (has_moment_arms) result.moment_arms.labels = strands.moment_arm_labels();
  for (std::size_t b = 1; b < input.model.bodies.size(); ++b) {
    for (std::string& label : body_labels(input.model.bodies[b].name)) {
      result.kinematics.labels.push_back(std::move(label));
    }
  }
  opensim::OsimState state;
  opensim::OsimBodies bodies;
  int done = 0, next = 0;
  for (const int row : input.rows) {
    require_no_stop("row", row);
    pass_rows(input, next, row, strands, state, bodies, [&] { on_frame(done); });
    next = row + 1;
    input.states.state_at(row, state);
    input.kinematics.evaluate(state, bodies);
    for (std::size_t b = 1; b < bodies.X_GB.size(); ++b) {
      append_body(bodies.X_GB[b], bodies.V_GB_G[b], result.kinematics.values);
    }
    strands.evaluate(state, bodies, result.ligaments.values);
    if (has_moment_arms) {
      motions.set(state);
      strands.append_moment_arms(motions, result.moment_arms.values);
    }
    on_frame(++done);
  }
  drop_empty_columns(result.moment_arms);
  result.report = strands.report();
}

/// The contacts of one thread and its working memory.
struct ContactWorker {
  FrameContacts contacts;
  opensim::OsimState state;
  opensim::OsimBodies bodies;
  std::vector<double> row;
};

constexpr const char *k_casting = "casting", *k_target = "target";

std::string part_name(const opensim::OsimContact& contact, const char* side) {
  return contact.name + "." + side;
}

/// File names of the maps: casting side, then target side, of each contact.
std::vector<std::string> map_names(const opensim::OsimModel& model) {
  std::vector<std::string> names;
  for (const opensim::OsimContact& contact : model.contacts) {
    for (const char* side : {k_casting, k_target}) names.push_back(part_name(contact, side));
  }
  return file_names_of(names);
}

void write_maps(const AnalysisInput& input, const AnalysisOptions& options,
                const ContactWorker& worker, int frame, std::vector<mesh::SeriesEntry>& entries) {
  const std::vector<std::string> names = map_names(input.model);
  const double time = input.motion.times[input.rows[frame]];
  for (std::size_t c = 0; c < input.model.contacts.size(); ++c) {
    const opensim::OsimContact& contact = input.model.contacts[c];
    const int index = static_cast<int>(c);
    const ContactPair& pair = worker.contacts.pair(index);
    const auto write = [&](const char* side, int mesh, const ContactSurface& surface,
                           const SideMap& map) {
      const std::string& name = names[2 * c + (side == k_casting ? 0 : 1)];
      mesh::SeriesEntry& entry = entries.emplace_back();
      entry = {time, part_name(contact, side), fmt::format("{}_{:05}.vtp", name, frame)};
      write_pressure_map(options.map_folder / entry.file, surface, map,
                         mesh_pose(input.model, input.model.contact_meshes[mesh], worker.bodies));
    };
    write(k_casting, contact.casting, pair.casting(), pair.casting_map());
    write(k_target, contact.target, pair.target(), worker.contacts.target_map(index));
  }
}

/// Space for the arrays of all frames.
std::vector<ContactMaps> empty_maps(const AnalysisInput& input) {
  const std::size_t frames = input.rows.size();
  std::vector<ContactMaps> all;
  for (const opensim::OsimSurfaces& surfaces : input.surfaces) {
    const std::size_t casting = frames * surfaces.casting->mesh().triangles.size(),
                      target = frames * surfaces.target->mesh().triangles.size();
    ContactMaps& maps = all.emplace_back();
    for (auto* values : {&maps.casting.pressure, &maps.casting.proximity}) values->resize(casting);
    for (auto* values : {&maps.target.pressure, &maps.target.proximity}) values->resize(target);
  }
  return all;
}

void keep_map(const SideMap& map, int frame, FrameMaps& frames) {
  const auto copy = [&](const std::vector<double>& from, std::vector<double>& to) {
    std::ranges::copy(from, to.begin() + std::ptrdiff_t{frame} * std::ssize(from));
  };
  copy(map.pressure, frames.pressure);
  copy(map.proximity, frames.proximity);
}

void keep_maps(const FrameContacts& contacts, int frame, std::vector<ContactMaps>& all) {
  for (int c = 0; c < static_cast<int>(all.size()); ++c) {
    keep_map(contacts.pair(c).casting_map(), frame, all[c].casting);
    keep_map(contacts.target_map(c), frame, all[c].target);
  }
}

void follow_contacts(const AnalysisInput& input, const AnalysisOptions& options,
                     const std::function<void(int, int)>& progress, AnalysisResult& result) {
  std::vector<ContactWorker> workers;
  for (int t = 0; t < options.threads; ++t) {
    workers.push_back(
        {FrameContacts(input.model, input.surfaces, options.flip_meshes), {}, {}, {}});
  }
  result.contact.labels = workers.front().contacts.labels();
  const int width = static_cast<int>(result.contact.labels.size());
  const int frames = static_cast<int>(input.rows.size());
  result.contact.values.resize(static_cast<std::size_t>(frames) * result.contact.labels.size());
  std::vector<std::vector<mesh::SeriesEntry>> maps(frames);
  if (options.keeps_maps) result.contact_maps = empty_maps(input);

  const auto work = [&](int thread, int frame) {
    require_no_stop("frame", frame);
    ContactWorker& worker = workers[thread];
    input.states.state_at(input.rows[frame], worker.state);
    input.kinematics.evaluate(worker.state, worker.bodies);
    worker.row.clear();
    worker.contacts.evaluate(worker.bodies, worker.row);
    std::copy(worker.row.begin(), worker.row.end(),
              result.contact.values.begin() + std::ptrdiff_t{frame} * width);
    keep_maps(worker.contacts, frame, result.contact_maps);
    if (!options.map_folder.empty()) write_maps(input, options, worker, frame, maps[frame]);
  };
  parallel_frames(frames, options.threads, work, [&](int done) { progress(done, frames); });
  result.ranges.resize(input.model.contacts.size());
  for (const ContactWorker& worker : workers) {
    for (int c = 0; c < static_cast<int>(input.model.contacts.size()); ++c)
      result.ranges[c].add(worker.contacts.range(c));
  }
  for (std::vector<mesh::SeriesEntry>& entries : maps) {
    std::move(entries.begin(), entries.end(), std::back_inserter(result.maps));
  }
}

}  // namespace

AnalysisResult analyze(const AnalysisInput& input, const AnalysisOptions& options,
                       const std::function<void(int, int)>& progress) {
  AnalysisResult result;
  result.kinematics = empty_table(input, "kinematics of " + input.model.name);
  result.ligaments = empty_table(input, "ligaments of " + input.model.name);
  result.moment_arms = empty_table(input, "moment arms of " + input.model.name);
  result.contact = empty_table(input, "contact of " + input.model.name);
  const int frames = static_cast<int>(input.rows.size());
  const bool has_contacts = !input.surfaces.empty();  // contacts take most of the time
  follow_bodies(
      input, options.moment_arms, [&](int done) { progress(has_contacts ? 0 : done, frames); },
      result);
  if (has_contacts) follow_contacts(input, options, progress, result);
  return result;
}

ForceDirection force_direction_of(const opensim::OsimModel& model) {
  const ContactSettings usual;
  return (model.contacts.empty() ? usual : model.contacts.front().settings).force_direction;
}

std::vector<std::string> warnings_of(const AnalysisInput& input, const AnalysisResult& result) {
  std::vector<std::string> warnings;
  for (std::size_t c = 0; c < result.ranges.size(); ++c)
    for (const RangeFault& fault : result.ranges[c].faults_of_poses())
      warnings.push_back(fmt::format("contact {}: {}", input.model.contacts[c].name, fault.text));
  return warnings;
}

}  // namespace condyle
