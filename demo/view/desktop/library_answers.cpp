#include "view/library_answers.h"

#include <fmt/format.h>
#include <nettle/sha2.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/system.h"
#include "condyle/error.h"
#include "core/src/files/file_bytes.h"

namespace condyle {
namespace {

using nlohmann::ordered_json;

std::filesystem::path answers_file() {
  const std::filesystem::path folder = user_folder();
  if (folder.empty()) throw InputError(lack_of_user_folder() + ", so no answer can be remembered");
  return folder / "libraries.json";
}

std::string path_of(const std::filesystem::path& library) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(library)).string();
}

std::string sha256_of(const std::filesystem::path& file) {
  const std::string bytes = read_file_bytes(file);
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

/// The stored list of {"file", "sha256", "allowed"}; empty if the file is missing or does not hold
/// such a list.
ordered_json read_answers() try {
  const ordered_json answers = ordered_json::parse(read_file_bytes(answers_file()));
  for (const ordered_json& answer : answers) {
    static_cast<void>(answer.at("file").get<std::string>());
    static_cast<void>(answer.at("sha256").get<std::string>());
    static_cast<void>(answer.at("allowed").get<bool>());
  }
  return answers.is_array() ? answers : ordered_json::array();
} catch (const std::exception&) {
  return ordered_json::array();
}

}  // namespace

std::optional<scene::LibraryUse> library_answer(const std::filesystem::path& library) {
  const std::string path = path_of(library);
  for (const ordered_json& answer : read_answers()) {
    if (answer.at("file") != path || answer.at("sha256") != sha256_of(path)) continue;
    return answer.at("allowed").get<bool>() ? scene::LibraryUse::allowed
                                            : scene::LibraryUse::refused;
  }
  return std::nullopt;
}

void keep_library_answer(const std::filesystem::path& library, scene::LibraryUse use) {
  const std::filesystem::path file = answers_file();
  const std::string path = path_of(library);
  ordered_json answers = ordered_json::array();
  for (ordered_json& answer : read_answers()) {
    if (answer.at("file") != path) answers.push_back(std::move(answer));
  }
  answers.push_back({{"file", path},
                     {"sha256", sha256_of(path)},
                     {"allowed", use == scene::LibraryUse::allowed}});
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  if (failure) {
    throw InputError(fmt::format("{}: the folder cannot be created ({})",
                                 file.parent_path().string(), failure.message()));
  }
  replace_file(file, answers.dump(2) + "\n");
}

void forget_library_answers() {
  std::error_code failure;
  const std::filesystem::path file = answers_file();
  std::filesystem::remove(file, failure);
  if (failure) {
    throw InputError(fmt::format("{}: cannot be removed ({})", file.string(), failure.message()));
  }
}

}  // namespace condyle
