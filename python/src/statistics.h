#pragma once

#include <cstddef>
#include <memory>

#include "condyle/contact/contact_result.h"

namespace condyle::python {

/// Statistics of one contact, region or patch; keeps the result that has them.
struct Statistics {
  std::shared_ptr<const ContactStatistics> of;
};

/// Statistics of many poses, `stride` apart in a list that `first` keeps.
struct StatisticsTable {
  std::shared_ptr<const ContactStatistics> first;
  std::size_t count = 0, stride = 1;
};

}  // namespace condyle::python
