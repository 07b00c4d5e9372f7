#include "core/src/contact/linearised/law_kernels.h"

#include "core/src/contact/laws/pressure_law.h"
#include "core/src/simd/simd_path.h"

namespace condyle {

namespace portable {
extern const LawKernels law_kernels;
}
namespace avx2 {
extern const LawKernels law_kernels;
}
namespace avx512 {
extern const LawKernels law_kernels;
}

const LawKernels& law_kernels() {
  return of_simd_path(portable::law_kernels, avx2::law_kernels, avx512::law_kernels);
}

void press_nonlinear(const SumTask& task, int first, int count, const double* depth,
                     const double* proximity, double* pressure, double* slope, double* energy) {
  for (int i = 0; i < count; ++i) {
    const PressureLaw& law = task.nonlinear[task.has_one_law ? 0 : first + i];
    const PressureSample sample = evaluate(law, depth[i]);
    pressure[i] = sample.pressure;
    slope[i] = sample.stiffness;
    energy[i] = depth[i] == proximity[i] ? sample.energy_density
                                         : evaluate(law, proximity[i]).energy_density;
  }
}

}  // namespace condyle
