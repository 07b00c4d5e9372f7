#include "core/src/contact/contact_kernels.h"

#include "core/src/contact/elastic/dense_kernels.h"
#include "core/src/simd/simd_path.h"

namespace condyle {

namespace portable {
extern const ContactKernels contact_kernels;
extern const DenseKernels dense_kernels;
}  // namespace portable
namespace avx2 {
extern const ContactKernels contact_kernels;
extern const DenseKernels dense_kernels;
}  // namespace avx2
namespace avx512 {
extern const ContactKernels contact_kernels;
extern const DenseKernels dense_kernels;
}  // namespace avx512

const ContactKernels& contact_kernels() {
  return of_simd_path(portable::contact_kernels, avx2::contact_kernels, avx512::contact_kernels);
}

const DenseKernels& dense_kernels() {
  return of_simd_path(portable::dense_kernels, avx2::dense_kernels, avx512::dense_kernels);
}

}  // namespace condyle
