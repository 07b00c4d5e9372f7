#pragma once

#include <optional>
#include <string>

#include "condyle/finding.h"
#include "core/src/contact/overlap.h"

namespace condyle {

struct ContactSettings;

/// Whether bodies may come to rest in their first contact, or are left to themselves.
enum class FirstSteps { free, settling };

/// Thickness of both layers, of each at most the size of its mesh [m].
double thickness_of(const PlacedPair& pair);

/// A finding if most of an overlap is deeper than the window, so that it is ignored. `when`: in
/// front of the sentence, such as "at the start ".
std::optional<Finding> overlap_beyond_window(const std::string& place, const Overlap& overlap,
                                             double max_proximity, const std::string& when);

/// A finding if a contact averages layers that are too different for that (lumped_layers.h).
std::optional<Finding> averaged_layers(const std::string& place, const ContactSurface& casting,
                                       const ContactSurface& target,
                                       const ContactSettings& settings);

/// A finding if an overlap at the start throws the bodies apart: more than a tenth of both layers,
/// or all of them if the bodies settle first, with much damping.
std::optional<Finding> overlap_at_start(const std::string& place, const PlacedPair& pair,
                                        const Overlap& overlap, FirstSteps first);

}  // namespace condyle
