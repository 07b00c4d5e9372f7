#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "condyle/pose.h"

namespace condyle {

struct SessionMemory;

/// A hash over the bits of numbers, one after another (FNV-1a of 64 bits, Fowler, Noll & Vo 1991),
/// the same on every machine that stores them alike.
class StateHash {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void add(Number number) {
    unsigned char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3u;
  }
  void add(const Eigen::Vector3d& v) {
    for (const double x : v) add(x);
  }
  void add(const Pose& X) {
    for (int column = 0; column < 4; ++column)
      add(Eigen::Vector3d(X.matrix().col(column).head<3>()));
  }
  /// Numbers or vectors, and how many.
  template <class Range>
  void add_all(const Range& values) {
    add_count(values.size());
    for (const auto& value : values) add(value);
  }
  /// In 64 bits, whatever the machine counts in.
  void add_count(std::size_t count) { add(static_cast<std::uint64_t>(count)); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Adds what a session carries from step to step, but for figures of how its steps went.
void add(const SessionMemory& memory, StateHash& hash);

}  // namespace condyle
