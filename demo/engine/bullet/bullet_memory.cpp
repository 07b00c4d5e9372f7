#include "engine/bullet/bullet_memory.h"

#include <LinearMath/btAlignedAllocator.h>

#include <cstdlib>
#include <new>

namespace condyle {

void let_bullet_throw_bad_alloc() {
  const auto allocate = [](std::size_t size) {
    void* const memory = std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  };
  btAlignedAllocSetCustom(allocate, std::free);
}

}  // namespace condyle
