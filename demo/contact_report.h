#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// What an evaluation found, as the object of one pose in RESULT.json (without its id). SI, casting
/// mesh frame, moments about its origin.
nlohmann::ordered_json contact_report(const ContactResult& result);

/// Writes one side's pressure map as VTP, its mesh moved by X_CM into the casting mesh frame.
void write_pressure_map(const std::filesystem::path& file, const ContactSurface& surface,
                        const SideMap& map, const Pose& X_CM);

/// About how many bytes such a file has.
std::uint64_t pressure_map_size(const ContactSurface& surface);

}  // namespace condyle
