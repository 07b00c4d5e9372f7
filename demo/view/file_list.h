#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace condyle {

/// A file as the viewer opens it.
enum class FileKind { folder, scene, model, mesh };

/// What the viewer takes a file for, by its extension; none if it opens no such files.
std::optional<FileKind> kind_of_file(const std::filesystem::path& file);

struct ListedFile {
  std::string name;
  FileKind kind = FileKind::folder;
};

/// The folders and the files that the viewer opens in a folder: folders first, each by name. What
/// is hidden (.name) is left out. Throws InputError if the folder cannot be read.
std::vector<ListedFile> list_folder(const std::filesystem::path& folder);

/// `folder`/`stem`, with a number behind it if there is such a file already: part.ply, part_2.ply.
std::filesystem::path free_name(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);

}  // namespace condyle
