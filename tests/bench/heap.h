#pragma once

#include <malloc.h>

namespace condyle::bench {

/// Memory that the program holds on its heap [bytes].
inline double heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

}  // namespace condyle::bench
