#include "view/file_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <tuple>

#include "condyle/error.h"

namespace condyle {

std::optional<FileKind> kind_of_file(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (extension == ".json") return FileKind::scene;
  for (const char* of_models : {".osim", ".xml", ".urdf"})
    if (extension == of_models) return FileKind::model;
  for (const char* of_meshes : {".stl", ".obj", ".ply", ".vtp"})
    if (extension == of_meshes) return FileKind::mesh;
  return {};
}

std::vector<ListedFile> list_folder(const std::filesystem::path& folder) {
  std::vector<ListedFile> files;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.')) continue;
    std::error_code unknown;  // as of a link to nothing
    const bool enters = entry->is_directory(unknown);
    const auto kind = enters ? FileKind::folder : kind_of_file(entry->path());
    if (kind) files.push_back({name, *kind});
  }
  if (error) throw InputError(fmt::format("{}: {}", folder.string(), error.message()));
  std::ranges::sort(files, {}, [](const ListedFile& file) {
    return std::tuple(file.kind != FileKind::folder, file.name);
  });
  return files;
}

std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension) {
  std::error_code ignored;
  for (int k = 1;; ++k) {
    const std::string number = k > 1 ? fmt::format("_{}", k) : "";
    const std::filesystem::path file = folder / (stem + number + extension);
    if (!std::filesystem::exists(file, ignored)) return file;
  }
}

}  // namespace condyle
