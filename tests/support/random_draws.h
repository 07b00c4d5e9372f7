#pragma once

#include <Eigen/Core>
#include <random>
#include <string>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle::test {

/// Random choices of which tests make their machines. A seed always gives the same ones.
class RandomDraws {
 protected:
  explicit RandomDraws(unsigned seed) : random_(seed) {}

  int pick(int count);  ///< below `count`
  double between(double low, double high);
  double decades(double low, double high);  ///< a number whose logarithm is uniform
  Eigen::Vector3d vector();                 ///< with components between -1 and 1
  Layer draw_layer();
  /// The settings of a contact by this law, which are appended to the description.
  ContactSettings draw_contact(const NormalLaw& law, std::string& description);

 private:
  std::mt19937 random_;
};

}  // namespace condyle::test
