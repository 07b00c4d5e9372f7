#include "core/src/collision/search_kernels.h"

#include "core/src/simd/simd_path.h"

namespace condyle {

namespace portable {
extern const SearchKernels search_kernels;
}
namespace avx2 {
extern const SearchKernels search_kernels;
}
namespace avx512 {
extern const SearchKernels search_kernels;
}

const SearchKernels& search_kernels() {
  return of_simd_path(portable::search_kernels, avx2::search_kernels, avx512::search_kernels);
}

}  // namespace condyle
