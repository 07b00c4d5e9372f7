#include "core/src/files/held_path.h"

#include <utility>

namespace condyle {

HeldPath& HeldPath::operator=(HeldPath&& other) noexcept {
  HeldPath moved(std::move(other));
  swap(moved);
  return *this;
}

void HeldPath::swap(HeldPath& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(lock_, other.lock_);
}

}  // namespace condyle
