#pragma once

#include <unistd.h>

#include <fstream>

namespace condyle::test {

/// Memory of this process that is in use now [bytes]; Linux.
inline double resident_memory() {
  double whole = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace condyle::test
