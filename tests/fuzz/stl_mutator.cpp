// Mutates STL files. A binary one gets, most of the time, the number of triangles that its size has
// room for, without which nothing behind the count is read.
#include <cstdint>
#include <cstring>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  constexpr std::size_t k_header = 84, k_triangle = 50;
  size = LLVMFuzzerMutate(data, size, max_size);
  if (size < k_header + k_triangle || seed % 4 == 0) return size;
  if (std::memcmp(data, "solid", 5) == 0 && seed % 4 != 1) return size;
  const auto count = static_cast<std::uint32_t>((size - k_header) / k_triangle);
  for (std::size_t i = 0; i < 4; ++i) data[80 + i] = static_cast<std::uint8_t>(count >> (8 * i));
  return k_header + count * k_triangle;
}
