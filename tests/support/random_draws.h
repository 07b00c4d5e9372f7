#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>
#include <span>
#include <string>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle::test {

/// Random choices of which tests make their machines. A seed always gives the same ones.
class RandomDraws {
 protected:
  explicit RandomDraws(unsigned seed) : random_(seed) {}
  /// Draws from bytes instead, for a fuzzer that changes one choice at a time: one for each pick()
  /// and two for each number, zeros when none are left. The bytes must outlive this object.
  explicit RandomDraws(std::span<const std::uint8_t> bytes) : bytes_(bytes), from_bytes_(true) {}

  int pick(int count);  ///< below `count`
  double between(double low, double high);
  double decades(double low, double high);  ///< a number whose logarithm is uniform
  Eigen::Vector3d vector();                 ///< with components between -1 and 1
  Layer draw_layer();
  /// The settings of a contact by this law, which are appended to the description.
  ContactSettings draw_contact(const NormalLaw& law, std::string& description);

 private:
  unsigned take_byte();

  std::mt19937 random_;
  std::span<const std::uint8_t> bytes_ = {};  ///< those that are left
  bool from_bytes_ = false;
};

}  // namespace condyle::test
