#include "evaluations.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "arrays.h"
#include "condyle/error.h"
#include "core/src/threads/share.h"
#include "long_call.h"
#include "statistics.h"
#include "warnings.h"

namespace condyle::python {
namespace {

using Shared = std::shared_ptr<Evaluations>;

struct Motion {
  Pose X_CT;
  Twist V_TC_C;
};

std::vector<Motion> motions_of(const py::object& poses, const py::object& velocities) {
  const Doubles matrices = numbers_of(poses, {-1, 4, 4}, "poses");
  std::vector<Motion> motions(static_cast<std::size_t>(matrices.shape(0)));
  for (std::size_t i = 0; i < motions.size(); ++i)
    motions[i].X_CT = pose_of_list(matrices.data(), i, "poses");
  if (velocities.is_none()) return motions;
  const Doubles twists = numbers_of(velocities, {matrices.shape(0), 6}, "velocities");
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Eigen::Map<const Vector6> twist(twists.data() + 6 * i);
    motions[i].V_TC_C = {twist.head<3>(), twist.tail<3>()};
  }
  return motions;
}

Shared room_for(std::size_t poses, const PairPool& pool, bool stiffness, bool maps) {
  auto room = std::make_shared<Evaluations>();
  room->poses = poses;
  room->wrench.resize(poses);
  room->total.resize(poses);
  if (stiffness) room->stiffness.resize(poses);
  if (!maps) return room;
  room->triangles = static_cast<std::size_t>(pool.casting()->triangle_count());
  room->pressure.resize(poses * room->triangles);
  room->proximity.resize(poses * room->triangles);
  return room;
}

void keep(const ContactPair& pair, std::size_t pose, Evaluations& all) {
  const ContactResult& result = pair.result();
  all.wrench[pose] = result.F_casting_C;
  all.total[pose] = result.total;
  const std::size_t regions = result.regions.size();
  for (std::size_t r = 0; r < regions; ++r)
    all.regions[pose * regions + r] = result.regions[r].statistics;
  if (!all.stiffness.empty()) all.stiffness[pose] = result.stiffness;
  if (all.triangles == 0) return;
  const SideMap& map = pair.casting_map();
  const auto place = static_cast<std::ptrdiff_t>(pose * all.triangles);
  std::ranges::copy(map.pressure, all.pressure.begin() + place);
  std::ranges::copy(map.proximity, all.proximity.begin() + place);
}

/// Poses that follow one another in a list are often close in space, and a pair evaluates a pose
/// faster near its last one, so parts should be long. They should also be short enough that threads
/// that finish early find more work.
std::size_t poses_per_part(std::size_t poses, int threads) {
  return std::clamp<std::size_t>(poses / (8 * static_cast<std::size_t>(threads)), 1, 64);
}

/// The names of the regions are in the pair's result, even before its first evaluation.
void name_regions(const ContactPair& pair, Evaluations& all) {
  for (const RegionStatistics& region : pair.result().regions)
    all.region_names.push_back(region.name);
  all.regions.resize(all.poses * all.region_names.size());
}

/// Returns whether all poses were evaluated: false if the user pressed Ctrl-C.
bool evaluate_all(PairPool& pool, const std::vector<Motion>& motions, int threads, Evaluations& all,
                  RangeWatch& range) {
  const auto caller = std::this_thread::get_id();
  const std::size_t per_part = threads == 1 ? std::max<std::size_t>(motions.size(), 1)
                                            : poses_per_part(motions.size(), threads);
  Interrupts interrupts;
  std::atomic<bool> is_stopped = false;
  std::mutex adding;
  share(threads, (motions.size() + per_part - 1) / per_part, [&](std::size_t part) {
    const auto pair = pool.take();
    pair->set_threads(1);
    const std::size_t end = std::min((part + 1) * per_part, motions.size());
    RangeWatch of_part;
    for (std::size_t i = part * per_part; i < end && !is_stopped; ++i) {
      pair->evaluate(motions[i].X_CT, motions[i].V_TC_C);
      keep(*pair, i, all);
      RangeWatch of_pose;
      of_pose.observe(*pair);
      of_part.add(of_pose);
      if (std::this_thread::get_id() == caller && interrupts.pending()) is_stopped = true;
    }
    const std::lock_guard lock(adding);
    range.add(of_part);
  });
  return !is_stopped;
}

py::array view_of_maps(const std::vector<double>& values, const Evaluations& all,
                       py::handle owner) {
  const auto columns = static_cast<py::ssize_t>(all.triangles);
  return view(values.data(), {static_cast<py::ssize_t>(all.poses), columns},
              {columns * static_cast<py::ssize_t>(sizeof(double)), sizeof(double)}, owner);
}

/// Adds a property that is None unless it was requested.
template <class Get>
void add_optional_view(py::class_<Evaluations, Shared>& cls, const char* name, const Get& get,
                       const char* doc) {
  cls.def_property_readonly(
      name, [get](const py::object& self) { return get(self.cast<const Evaluations&>(), self); },
      doc);
}

StatisticsTable table_of(const Evaluations& all, const std::vector<ContactStatistics>& list,
                         std::size_t first, std::size_t stride) {
  const ContactStatistics* const start = list.empty() ? nullptr : list.data() + first;
  return {std::shared_ptr<const ContactStatistics>(all.shared_from_this(), start), all.poses,
          stride};
}

py::dict tables_by_region(const Evaluations& all) {
  py::dict tables;
  const std::size_t regions = all.region_names.size();
  for (std::size_t r = 0; r < regions; ++r)
    tables[py::str(all.region_names[r])] = table_of(all, all.regions, r, regions);
  return tables;
}

void add_arrays(py::class_<Evaluations, Shared>& cls) {
  cls.def_property_readonly(
      "wrench",
      [](const py::object& self) {
        const auto& wrench = self.cast<const Evaluations&>().wrench;
        return view(wrench.empty() ? nullptr : wrench[0].moment.data(),
                    {static_cast<py::ssize_t>(wrench.size()), 6}, {sizeof(Wrench), sizeof(double)},
                    self);
      },
      "Moment [N m] and force [N] on the casting body, (n, 6), as Result.wrench.");
  add_optional_view(
      cls, "stiffness",
      [](const Evaluations& all, py::handle self) -> py::object {
        if (all.stiffness.empty()) return py::none();
        return view(all.stiffness[0].data(), {static_cast<py::ssize_t>(all.poses), 6, 6},
                    {sizeof(Matrix6), sizeof(double), 6 * sizeof(double)}, self);
      },
      "(n, 6, 6) [N/m, N, N m], as Result.stiffness; None unless asked for.");
  add_optional_view(
      cls, "pressure",
      [](const Evaluations& all, py::handle self) -> py::object {
        if (all.triangles == 0) return py::none();
        return view_of_maps(all.pressure, all, self);
      },
      "(n, m) [Pa], as Result.pressure; None unless maps were asked for.");
  add_optional_view(
      cls, "proximity",
      [](const Evaluations& all, py::handle self) -> py::object {
        if (all.triangles == 0) return py::none();
        return view_of_maps(all.proximity, all, self);
      },
      "(n, m) [m], as Result.proximity; None unless maps were asked for.");
}

}  // namespace

Shared evaluate_many(PairPool& pool, const py::object& poses, const py::object& velocities,
                     int threads, bool stiffness, bool maps) {
  if (threads < 1) throw InputError(fmt::format("threads must be 1 or more, not {}", threads));
  const std::vector<Motion> motions = motions_of(poses, velocities);
  RangeWatch range;
  const auto [all, is_complete] = without_lock([&] {
    const Shared room = room_for(motions.size(), pool, stiffness, maps);
    name_regions(*pool.take(), *room);
    pool.keep(static_cast<std::size_t>(threads) + 1);
    return std::pair(room, evaluate_all(pool, motions, threads, *room, range));
  });
  if (!is_complete) throw py::error_already_set();
  warn_of(range.faults_of_poses(), pool);
  return all;
}

void warn_of(const std::vector<RangeFault>& faults, const PairPool& pool) {
  for (const RangeFault& fault : faults) {
    warn(
        fmt::format("'{}' on '{}': {}", pool.casting()->name(), pool.target()->name(), fault.text));
  }
}

void add_evaluations(py::module_& module) {
  py::class_<Evaluations, Shared> cls(
      module, "Evaluations",
      "What Pair.evaluate_many() gives. Arrays are read-only views\n"
      "that keep it.");
  cls.def("__len__", [](const Evaluations& all) { return all.poses; })
      .def_property_readonly(
          "total", [](const Evaluations& all) { return table_of(all, all.total, 0, 1); },
          "StatisticsTable of all triangles in contact.")
      .def_property_readonly("regions", tables_by_region, "StatisticsTable by region.")
      .def("__repr__", [](const Evaluations& all) {
        return fmt::format("<condyle.Evaluations of {} poses>", all.poses);
      });
  add_arrays(cls);
}

}  // namespace condyle::python
