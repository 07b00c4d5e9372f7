#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// The result of the pair's last evaluation as one pose's object in RESULT.json, without the id. SI
/// units, casting mesh frame, moments about the origin of that frame.
nlohmann::ordered_json contact_report(const ContactPair& pair);

/// Writes one side's pressure map as VTP. X_CM moves the mesh into the casting mesh frame.
void write_pressure_map(const std::filesystem::path& file, const ContactSurface& surface,
                        const SideMap& map, const Pose& X_CM);

/// The approximate size of a file by write_pressure_map() [bytes].
std::uint64_t pressure_map_size(const ContactSurface& surface);

}  // namespace condyle
