#pragma once

#include <limits>
#include <string>
#include <vector>

namespace condyle::bench {

inline constexpr double k_no_value = std::numeric_limits<double>::quiet_NaN();

/// The measurement of one system in one case. NaN: does not apply.
struct Measurement {
  std::string system;
  double median_us = 0, p25_us = 0, p75_us = 0;
  double contacts = k_no_value;     ///< mean over some steps, which all systems share
  long steps = 0;                   ///< number of timed steps
  double force = k_no_value;        ///< mean magnitude over the steps of `contacts` [N]
  double allocations = k_no_value;  ///< operator new per timed step
  double megabytes = k_no_value;    ///< memory that the system holds afterwards [MB]
  std::string remark;
};

/// A case with all its systems; `figures` are results other than times.
struct CaseReport {
  std::string name, text;
  std::vector<Measurement> measurements;
  std::vector<std::string> figures;
  double size = k_no_value;  ///< growth cases: triangles of each mesh, or nodes that press

  const Measurement* find(const std::string& system) const {
    for (const Measurement& m : measurements) {
      if (m.system == system) return &m;
    }
    return nullptr;
  }
};

/// Median and quartiles of samples [s], which are sorted on the way. Precondition: not empty.
void set_times(Measurement& measurement, std::vector<double>& seconds);

}  // namespace condyle::bench
