#pragma once

#include <filesystem>

#include "bench/pair_case.h"

namespace condyle::bench {

/// Whether the data of a recorded flexion of a total knee replacement are present next to the
/// checkout: 500 steps of about 0.1 degree.
bool has_recorded_implants();

enum class RecordedPart { femoral, insert, button };
std::filesystem::path recorded_file(RecordedPart part);

/// The layer of both sides, ten times softer than usual polyethylene.
Layer recorded_layer();

PairCase recorded_tibiofemoral();    ///< insert casting on femoral component
PairCase recorded_patellofemoral();  ///< patellar button casting on femoral component

}  // namespace condyle::bench
