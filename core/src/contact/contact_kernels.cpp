#include "core/src/contact/contact_kernels.h"

#include "core/src/simd/simd_path.h"

namespace condyle {

namespace portable {
extern const ContactKernels contact_kernels;
}
namespace avx2 {
extern const ContactKernels contact_kernels;
}
namespace avx512 {
extern const ContactKernels contact_kernels;
}

const ContactKernels& contact_kernels() {
  return of_simd_path(portable::contact_kernels, avx2::contact_kernels, avx512::contact_kernels);
}

}  // namespace condyle
