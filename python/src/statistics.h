#pragma once

#include <cstddef>
#include <memory>

#include "condyle/contact/contact_result.h"

namespace condyle::python {

/// Statistics of one contact, region or patch; keeps the result that contains them alive.
struct Statistics {
  std::shared_ptr<const ContactStatistics> of;
};

/// Statistics of many poses, `stride` entries apart in a list that `first` keeps alive.
struct StatisticsTable {
  std::shared_ptr<const ContactStatistics> first;
  std::size_t count = 0, stride = 1;
};

}  // namespace condyle::python
