#include "view/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "condyle/error.h"
#include "view/png_file.h"

namespace condyle {
namespace {

constexpr const char* k_encoder = "ffmpeg";
constexpr std::array<const char*, 5> k_endings = {".mp4", ".mkv", ".webm", ".mov", ".gif"};

std::filesystem::path folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  return folder.empty() ? "." : folder;
}

/// A palette of the whole film keeps the colours of the map apart.
std::vector<std::string> words_for(const std::string& ending) {
  if (ending == ".gif")
    return {"-filter_complex",
            "split[a][b];[a]palettegen=stats_mode=full[p];"
            "[b][p]paletteuse=dither=none:diff_mode=rectangle"};
  // Most players need even sizes and halved colours.
  return {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"};
}

/// The folder of a film that ffmpeg cannot make.
std::filesystem::path without_ending(std::filesystem::path file) {
  return file.replace_extension();
}

}  // namespace

void require_film_name(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending.empty() || std::ranges::find(k_endings, ending) != k_endings.end()) return;
  throw InputError(
      fmt::format("film {}: end its name in .mp4, .mkv, .webm, .mov or .gif; a name "
                  "without ending is a folder of pictures",
                  file.string()));
}

Film::Film(const std::filesystem::path& file, ViewSize size, double rate)
    : size_(size), target_(file), folder_(folder_of(file)) {
  require_film_name(file);
  if (file.extension().empty()) return;
  if (has_program(k_encoder)) {
    start_encoder(rate);
    return;
  }
  target_ = without_ending(file);
  lack_ = fmt::format(
      "ffmpeg is not in a folder of PATH, so {} has the pictures of the film, {:g} for each second",
      target_.string(), rate);
}

void Film::start_encoder(double rate) {
  std::vector<std::string> words = {k_encoder, "-hide_banner", "-loglevel", "error", "-y"};
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add({"-f", "rawvideo", "-pixel_format", "rgb24"});
  add({"-video_size", fmt::format("{}x{}", size_.width, size_.height)});
  add({"-framerate", fmt::format("{:g}", rate), "-i", "-"});
  add(words_for(target_.extension().string()));
  add({std::filesystem::absolute(folder_.path() / target_.filename()).string()});
  encoder_ = std::make_unique<FedProgram>(std::move(words));
}

/// Ends the encoder, which must end well.
void Film::end_encoder() {
  if (encoder_->finish()) return;
  const std::string words = encoder_->last_words();
  throw InputError(
      fmt::format("film {}: ffmpeg failed{}", target_.string(), words.empty() ? "" : ": " + words));
}

void Film::add(const std::vector<std::uint8_t>& pixels) {
  ++pictures_;
  if (!encoder_)
    return write_png(folder_.path() / fmt::format("{:05}.png", pictures_), pixels, size_);
  if (encoder_->feed(pixels)) return;
  end_encoder();
  throw InputError(fmt::format("film {}: ffmpeg ended too early", target_.string()));
}

void Film::finish() {
  if (encoder_) end_encoder();
  folder_.move_files_to(encoder_ ? folder_of(target_) : target_);
}

}  // namespace condyle
