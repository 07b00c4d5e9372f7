#include "vtp_encoder.h"

#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace condyle {
namespace {

template <class Number>
std::string stored(Number number, bool big_endian) {
  std::string bytes(sizeof(Number), '\0');
  std::memcpy(bytes.data(), &number, sizeof(Number));
  if (big_endian) std::reverse(bytes.begin(), bytes.end());  // these tests run on little endian
  return bytes;
}

std::string base64(const std::string& bytes) {
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : digits[bits >> (18 - 6 * j) & 63];
    }
  }
  return text;
}

std::string count(std::uint64_t value, const VtpEncoding& encoding) {
  if (encoding.wide_header) return stored(value, encoding.big_endian);
  return stored(static_cast<std::uint32_t>(value), encoding.big_endian);
}

/// Header and data in base64: separately if the data is compressed, otherwise together.
std::string packed(const std::string& bytes, const VtpEncoding& encoding) {
  const bool as_text = encoding.format != "raw";
  if (!encoding.zlib) {
    const std::string all = count(bytes.size(), encoding) + bytes;
    return as_text ? base64(all) : all;
  }
  const std::size_t size = encoding.block_size;
  const std::size_t blocks = (bytes.size() + size - 1) / size;
  std::string header =
      count(blocks, encoding) + count(size, encoding) + count(bytes.size() % size, encoding);
  std::string data;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string block = bytes.substr(i * size, size);
    uLongf length = compressBound(block.size());
    std::string compressed(length, '\0');
    compress(reinterpret_cast<Bytef*>(compressed.data()), &length,
             reinterpret_cast<const Bytef*>(block.data()), block.size());
    header += count(length, encoding);
    data += compressed.substr(0, length);
  }
  return as_text ? base64(header) + base64(data) : header + data;
}

class Writer {
 public:
  explicit Writer(const VtpEncoding& encoding) : encoding_(encoding) {}

  template <class Number>
  std::string array(const std::string& type, const std::string& attributes,
                    const std::vector<Number>& values) {
    std::string open = fmt::format("<DataArray type=\"{}\" {} ", type, attributes);
    if (encoding_.format == "ascii") {
      std::string text = open + "format=\"ascii\">\n";
      for (const Number value : values) text += fmt::format("{} ", value);
      return text + "\n</DataArray>\n";
    }
    std::string bytes;
    for (const Number value : values) bytes += stored(value, encoding_.big_endian);
    if (encoding_.format == "binary") {
      return open + "format=\"binary\">\n   " + packed(bytes, encoding_) + "\n</DataArray>\n";
    }
    open += fmt::format("format=\"appended\" offset=\"{}\"/>\n", appended_.size());
    appended_ += packed(bytes, encoding_);
    return open;
  }

  std::string points(const std::vector<double>& values) {
    const std::string attributes = "Name=\"Points\" NumberOfComponents=\"3\"";
    if (encoding_.double_points) return array("Float64", attributes, values);
    return array("Float32", attributes, std::vector<float>(values.begin(), values.end()));
  }

  std::string indices(const std::string& name, const std::vector<std::int64_t>& values) {
    const std::string attributes = "Name=\"" + name + "\"";
    if (encoding_.wide_indices) return array("Int64", attributes, values);
    return array("Int32", attributes, std::vector<std::int32_t>(values.begin(), values.end()));
  }

  const std::string& appended() const { return appended_; }

 private:
  VtpEncoding encoding_;
  std::string appended_;
};

std::string piece(const TriangleMesh& mesh, std::size_t first, std::size_t last, Writer& writer) {
  std::vector<double> points;
  for (const Eigen::Vector3d& p : mesh.vertices) points.insert(points.end(), p.begin(), p.end());
  std::vector<std::int64_t> connectivity, offsets;
  for (std::size_t t = first; t < last; ++t) {
    for (const int vertex : mesh.triangles[t]) connectivity.push_back(vertex);
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  // Appended data lies in the order of these calls.
  const std::string text_of_offsets = writer.indices("offsets", offsets);
  const std::string text_of_connectivity = writer.indices("connectivity", connectivity);
  return fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfPolys=\"{}\">\n", mesh.vertices.size(),
                     last - first) +
         "<PointData/>\n<Points>\n" + writer.points(points) + "</Points>\n<Polys>\n" +
         text_of_connectivity + text_of_offsets + "</Polys>\n</Piece>\n";
}

}  // namespace

std::string encode_vtp(const TriangleMesh& mesh, const VtpEncoding& encoding, int pieces) {
  Writer writer(encoding);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"{}\" "
      "header_type=\"{}\"{}>\n<PolyData>\n",
      encoding.big_endian ? "BigEndian" : "LittleEndian",
      encoding.wide_header ? "UInt64" : "UInt32",
      encoding.zlib ? " compressor=\"vtkZLibDataCompressor\"" : "");
  const std::size_t triangles = mesh.triangles.size();
  for (int i = 0; i < pieces; ++i) {
    text += piece(mesh, triangles * i / pieces, triangles * (i + 1) / pieces, writer);
  }
  text += "</PolyData>\n";
  if (encoding.format == "raw" || encoding.format == "base64") {
    text += "<AppendedData encoding=\"" + encoding.format + "\">\n _" + writer.appended() +
            "\n</AppendedData>\n";
  }
  return text + "</VTKFile>\n";
}

}  // namespace condyle
