#include "fuzz/input_file.h"

#include <cstdio>
#include <memory>

#include "core/src/files/file_bytes.h"
#include "core/src/files/held_path.h"
#include "fuzz/fuzz_target.h"

namespace condyle::fuzz {

InputFile::InputFile(const std::string& extension)
    : path_(std::filesystem::temp_directory_path() /
            ("condyle-fuzz-" + std::to_string(process_number()) + extension)) {}

InputFile::~InputFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

const std::filesystem::path& InputFile::write(std::string_view bytes) const {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(
      std::fopen(path_.string().c_str(), "wb"), &std::fclose);
  require(out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out.get()) == bytes.size(),
          "cannot write " + path_.string());
  return path_;
}

}  // namespace condyle::fuzz
