#include "support/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#if defined(_WIN32)
#include <malloc.h>
#endif

namespace {
std::atomic<long> count{0};

#if defined(_WIN32)  // has aligned memory of another kind
void* aligned_memory(std::size_t size, std::size_t alignment) {
  return _aligned_malloc(size, alignment);
}
void free_memory(void* memory) { _aligned_free(memory); }
#else
void* aligned_memory(std::size_t size, std::size_t alignment) {
  return std::aligned_alloc(alignment, size);
}
void free_memory(void* memory) { std::free(memory); }
#endif

void* counted(std::size_t size, std::size_t alignment) {
  ++count;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void* memory = aligned_memory(rounded == 0 ? alignment : rounded, alignment)) {
    return memory;
  }
  throw std::bad_alloc();
}
}  // namespace

namespace condyle::test {
long allocation_count() { return count; }
}  // namespace condyle::test

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { free_memory(memory); }
void operator delete(void* memory, std::size_t) noexcept { free_memory(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free_memory(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { free_memory(memory); }
