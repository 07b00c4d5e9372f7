#pragma once

// The encodings of a DataArray in VTK's XML files. Not part of the library's interface.

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace condyle {

enum class VtkType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

/// From "Int8" to "Float64".
std::optional<VtkType> parse_vtk_type(std::string_view name);

/// How the binary data of one file is stored.
struct VtkEncoding {
  std::endian order = std::endian::little;
  bool wide_header = false;  ///< counts are UInt64, not UInt32
  bool zlib = false;
};

/// What stands in a DataArray cannot be decoded. what() says why, without the place.
struct VtkDataError {
  std::string problem;
};

/// How many numbers the array states to hold, by its header alone: nothing is inflated. Throws
/// VtkDataError where the header is truncated or not base64.
double stated_vtk_numbers(std::string_view data, bool base64, VtkType type,
                          const VtkEncoding& encoding);

/// Decodes an array that starts at the front of `data`, either base64 or raw; `data` may run on
/// behind it. Integers beyond 2^53 are rounded. Throws VtkDataError where the data is truncated,
/// inconsistent or not base64. Allocates as much as the data states to
/// hold: ask stated_vtk_numbers() first.
std::vector<double> decode_vtk_binary(std::string_view data, bool base64, VtkType type,
                                      const VtkEncoding& encoding);

}  // namespace condyle
