#include "angle_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "number_checks.h"

namespace condyle {

std::vector<double> angles_of(const std::string& text, const std::string& option) {
  std::vector<double> angles = numbers_in(text, ',');
  if (angles.empty() && !text.empty())
    throw InputError(fmt::format("{} {}: must be numbers in degrees, as 0,30,60", option, text));
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const bool is_repeated = std::find(angles.begin(), angles.begin() + static_cast<long>(i),
                                       angles[i]) != angles.begin() + static_cast<long>(i);
    if (std::abs(angles[i]) <= 360 && !is_repeated) continue;
    throw InputError(fmt::format(
        "{} {}: must be different angles from -360 to 360 degrees, as 0,30,60", option, text));
  }
  for (double& angle : angles) angle *= std::numbers::pi / 180;
  return angles;
}

}  // namespace condyle
