#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/system.h"
#include "core/src/files/unfinished_file.h"
#include "view/camera.h"

namespace condyle {

/// A film, written picture by picture: a file (.mp4, .mkv, .webm, .mov, .gif) that ffmpeg encodes,
/// or a folder of pictures 00001.png, 00002.png, ... Without finish() nothing is left.
class Film {
 public:
  /// `file` without an extension is a folder of pictures. So is a film where there is no ffmpeg:
  /// then the folder has the file's name without its extension. `rate`: pictures per second. Throws
  /// InputError.
  Film(const std::filesystem::path& file, ViewSize size, double rate);

  /// Adds a picture of that size (read_pixels()). Throws InputError, with ffmpeg's last words.
  void add(const std::vector<std::uint8_t>& pixels);
  void finish();  ///< throws InputError, as add() does

  int pictures() const { return pictures_; }
  ViewSize size() const { return size_; }
  /// What finish() leaves: the file or the folder.
  const std::filesystem::path& target() const { return target_; }
  /// Whether pictures are written since there is no ffmpeg, as a sentence with the remedy; else
  /// empty.
  const std::string& lack() const { return lack_; }

 private:
  void start_encoder(double rate);
  void end_encoder();

  ViewSize size_;
  std::filesystem::path target_;
  std::string lack_;
  UnfinishedFolder folder_;  ///< of what is not yet finished
  std::unique_ptr<FedProgram> encoder_;
  int pictures_ = 0;
};

/// Throws InputError that lists the endings of films if the name has another one.
void require_film_name(const std::filesystem::path& file);

}  // namespace condyle
