#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// What sliding has come to since a pair began, or since its record was cleared.
struct SlidingRecord {
  double sliding_distance = 0;  ///< path of slip at the centre of pressure while it presses [m]
  double friction_work = 0;     ///< [J]
  double worn_volume = 0;       ///< of the casting side [m^3]
  /// Worn off each casting triangle [m]; empty while nothing is. Triangles keep their place: wear
  /// does not change the contact.
  std::vector<double> worn_depth;
};

/// Of some casting triangles, such as those of a patch [m^3].
double worn_volume(const SlidingRecord& record, const ContactSurface& casting,
                   std::span<const int> triangles);

/// The same over part of an engine's step, until it is certain: a step may be tried again in finer
/// sub-steps.
struct SlidingStep {
  struct Worn {
    int casting_triangle;
    double depth;  ///< [m]
  };
  double sliding_distance = 0, friction_work = 0;
  std::vector<Worn> worn;

  void clear();
};

/// Adds `dt` [s] at the pressure and velocity of `result`. Wear is Archard's (1953), triangle by
/// triangle: depth = wear coefficient [1/Pa] * pressure * path of slip.
void add_sliding(const ContactResult& result, const ContactSurface& casting,
                 double wear_coefficient, double dt, SlidingStep& step);

/// Enters a step that is certain, and clears it.
void enter(SlidingStep& step, const ContactSurface& casting, SlidingRecord& record);

}  // namespace condyle
