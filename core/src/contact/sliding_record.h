#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Whether the settings ask for a SlidingRecord.
inline bool records_sliding(const ContactSettings& settings) {
  return settings.record_sliding || settings.wear_coefficient > 0;
}

/// Volume worn off some casting triangles, such as those of a patch [m^3].
double worn_volume(const SlidingRecord& record, const ContactSurface& casting,
                   std::span<const int> triangles);

/// Sliding over part of an engine's step. It stays apart from the record until the step is
/// accepted, since a step may be repeated in finer sub-steps.
struct SlidingStep {
  struct Worn {
    int casting_triangle;
    double depth;  ///< [m]
  };
  double sliding_distance = 0, friction_work = 0;
  std::vector<Worn> worn;

  void clear();
};

/// Adds a time `dt` [s] with the pressure and velocity of `result`. Wear follows Archard (1953),
/// triangle by triangle: depth = wear coefficient [1/Pa] * pressure * slip distance.
void add_sliding(const ContactResult& result, const ContactSurface& casting,
                 double wear_coefficient, double dt, SlidingStep& step);

/// Adds an accepted step to the record and clears it.
void enter(SlidingStep& step, const ContactSurface& casting, SlidingRecord& record);

}  // namespace condyle
