#include "condyle/contact/contact_kernels.h"

#include "condyle/simd/simd_path.h"

namespace condyle {

namespace portable {
extern const ContactKernels contact_kernels;
}
#if defined(CONDYLE_WIDE_SIMD)
namespace avx2 {
extern const ContactKernels contact_kernels;
}
namespace avx512 {
extern const ContactKernels contact_kernels;
}
#endif

const ContactKernels& contact_kernels() {
#if defined(CONDYLE_WIDE_SIMD)
  switch (simd_path()) {
    case SimdPath::avx512:
      return avx512::contact_kernels;
    case SimdPath::avx2:
      return avx2::contact_kernels;
    case SimdPath::portable:
      break;
  }
#endif
  return portable::contact_kernels;
}

}  // namespace condyle
