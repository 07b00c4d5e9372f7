#pragma once

#include <filesystem>

#include "bench/pair_case.h"

namespace condyle::bench {

/// A total knee replacement in a recorded flexion of 500 steps of about 0.1 degree; its data lie
/// beside the checkout, or not.
bool has_recorded_implants();

enum class RecordedPart { femoral, insert, button };
std::filesystem::path recorded_file(RecordedPart part);

/// The layer of both sides: ten times softer than polyethylene usually is.
Layer recorded_layer();

PairCase recorded_tibiofemoral();    ///< insert casting on femoral component
PairCase recorded_patellofemoral();  ///< patellar button casting on femoral component

}  // namespace condyle::bench
