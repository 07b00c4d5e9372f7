#pragma once

#include <optional>
#include <string>

#include "condyle/finding.h"

namespace condyle {

struct ContactSettings;
struct Layer;

/// A body that gravity moves towards a contact.
struct FallingBody {
  double gravity = 0;  ///< [m/s^2]; 0: none
  double mass = 0;     ///< [kg]
  double size = 0;     ///< longest edge of the bounding box of its mesh [m]
};

/// Whether gravity, sizes, masses and moduli seem to be in different units, for example because a
/// world in millimetres keeps defaults in SI. Only ratios count, so that a world in other units is
/// right if all of them fit, except where the layer is softer than any tissue: then gravity tells
/// that lengths are in metres. The body counts as a ball on flat springs.
std::optional<Finding> unit_finding(const std::string& place, const FallingBody& body,
                                    const Layer& casting, const Layer& target,
                                    const ContactSettings& settings);

}  // namespace condyle
