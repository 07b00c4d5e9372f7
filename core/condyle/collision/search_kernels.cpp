#include "condyle/collision/search_kernels.h"

#include "condyle/simd/simd_path.h"

namespace condyle {

namespace portable {
extern const SearchKernels kernels;
}
#if defined(CONDYLE_WIDE_SIMD)
namespace avx2 {
extern const SearchKernels kernels;
}
namespace avx512 {
extern const SearchKernels kernels;
}
#endif

const SearchKernels& search_kernels() {
#if defined(CONDYLE_WIDE_SIMD)
  switch (simd_path()) {
    case SimdPath::avx512:
      return avx512::kernels;
    case SimdPath::avx2:
      return avx2::kernels;
    case SimdPath::portable:
      break;
  }
#endif
  return portable::kernels;
}

}  // namespace condyle
