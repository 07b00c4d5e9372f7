#include "angle_list.h"

#include <fmt/format.h>

#include <numbers>

#include "condyle/error.h"
#include "number_checks.h"

namespace condyle {

std::vector<double> angles_of(const std::string& text) {
  std::vector<double> angles = numbers_in(text, ',');
  if (angles.empty() && !text.empty())
    throw InputError(fmt::format("--angles {}: must be numbers in degrees, as 0,30,60", text));
  for (double& angle : angles) angle *= std::numbers::pi / 180;
  return angles;
}

}  // namespace condyle
