#include "core/src/contact/result_checks.h"

#include "core/src/base/sums_agree.h"

namespace condyle {

bool halves_make_the_total(const ContactResult& result) {
  const ContactStatistics& total = result.total;
  for (int axis = 0; axis < 3; ++axis) {
    const ContactStatistics &minus = result.regions[2 * axis].statistics,
                            &plus = result.regions[2 * axis + 1].statistics;
    if (minus.n_contacting + plus.n_contacting != total.n_contacting ||
        !agree(minus.contact_area + plus.contact_area, total.contact_area) ||
        !agree(minus.potential_energy + plus.potential_energy, total.potential_energy)) {
      return false;
    }
  }
  const Wrench &casting = result.F_casting_C, &target = result.F_target_C;
  return !((casting.force + target.force).norm() > 0) &&
         !((casting.moment + target.moment).norm() > 0);
}

}  // namespace condyle
