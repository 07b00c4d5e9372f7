#pragma once

#include <string>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The ways in which VTK stores the arrays of a PolyData file.
struct VtpEncoding {
  std::string format = "ascii";  ///< ascii, binary, raw (appended) or base64 (appended)
  bool big_endian = false;
  bool wide_header = false;
  bool zlib = false;
  /// Block size of compressed data, small so that there are many blocks.
  std::size_t block_size = 1000;
  bool double_points = true;
  bool wide_indices = true;
};

/// A VTP file of the mesh in the given encoding, cut into `pieces`.
std::string encode_vtp(const TriangleMesh& mesh, const VtpEncoding& encoding, int pieces = 1);

}  // namespace condyle
