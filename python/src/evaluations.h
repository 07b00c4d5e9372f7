#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/pose.h"
#include "core/src/contact/range_watch.h"
#include "pair_pool.h"
#include "parts.h"

namespace condyle::python {

/// The stored results of many poses. Lists with one value per pose have the order of the poses.
struct Evaluations : std::enable_shared_from_this<Evaluations> {
  std::size_t poses = 0;
  std::vector<Wrench> wrench;
  std::vector<ContactStatistics> total;
  std::vector<std::string> region_names;
  std::vector<ContactStatistics> regions;   ///< poses x regions
  std::vector<Matrix6> stiffness;           ///< per pose; empty unless requested
  std::size_t triangles = 0;                ///< per map; 0 unless maps were requested
  std::vector<double> pressure, proximity;  ///< poses x triangles
};

/// Takes poses (n, 4, 4) of the target in the casting mesh frame, and velocities (n, 6) or None.
std::shared_ptr<Evaluations> evaluate_many(PairPool& pool, const py::object& poses,
                                           const py::object& velocities, int threads,
                                           bool stiffness, bool maps);

/// Warns, in Python's way, of results outside the range in which they mean something.
void warn_of(const std::vector<RangeFault>& faults, const PairPool& pool);

void add_evaluations(py::module_& module);

}  // namespace condyle::python
