#pragma once

#include <span>
#include <string>
#include <vector>

#include "view/gap_finder.h"
#include "view/view_options.h"
#include "world/shown_world.h"

namespace condyle {

/// How the values of a field are written: as (value / si), or if `counts_down` as 100 - (value /
/// si).
struct FieldUnit {
  const char* name;
  double si = 1;  ///< SI value of one displayed unit
  bool counts_down = false;
};

/// The displayed figure of a value.
inline double shown_figure(double value, const FieldUnit& unit) {
  return unit.counts_down ? 100 - value / unit.si : value / unit.si;
}

/// What a field is taken from: one side of a contact of a world.
struct FieldSource {
  const ShownWorld& world;
  int contact = 0;
  bool on_casting = true;
  GapFinder& gaps;
  int only = -1;  ///< if a casting triangle: others may be left at 0, where that saves time
};

/// One field: what panels, colour bar, options and tests know about it.
struct FieldDescription {
  Field field;
  const char* label;
  const char* meaning;
  /// Whether values belong to the area of contact. They are then one per casting triangle, also of
  /// the target's side, and both sides show them in the area of contact; else one per triangle of
  /// the side's own mesh, NaN where there is none.
  bool is_of_contact;
  FieldUnit (*unit)(double top);
  std::string (*lack)(
      const ShownWorld& world);  ///< why the world has no such values; empty if it has
  std::vector<double> (*values)(const FieldSource& source);  ///< in SI units, not negative
};

/// All fields, in the order of their words.
std::span<const FieldDescription> field_descriptions();
const FieldDescription& description_of(Field field);

/// The value on a triangle of the source's own mesh; NaN if there is none. On the target, fields of
/// the contact are those of the casting triangle over it.
double value_on(const FieldDescription& field, const FieldSource& source, int triangle);

/// Throws InputError, with the reason, if the world has no values of the field.
void require_field(const ShownWorld& world, Field field);

/// "pressure [MPa]" for values up to `top`.
std::string field_title(Field field, const FieldUnit& unit);

}  // namespace condyle
