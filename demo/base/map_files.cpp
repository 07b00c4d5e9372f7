#include "base/map_files.h"

#include <pugixml.hpp>
#include <system_error>

namespace condyle {

void remove_maps_until_failure(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder / "vtp_until_failure", ignored);
  std::filesystem::remove(folder / "maps_until_failure.pvd", ignored);
}

void remove_maps(const std::filesystem::path& folder) {
  const std::filesystem::path list = folder / "maps.pvd", maps = folder / "vtp";
  pugi::xml_document document;
  if (!document.load_file(list.c_str())) return;
  std::error_code ignored;
  for (const pugi::xml_node& entry : document.child("VTKFile").child("Collection")) {
    const std::filesystem::path file = entry.attribute("file").value();
    const bool is_ours = file.parent_path() == "vtp" && file.extension() == ".vtp";
    if (is_ours) std::filesystem::remove(folder / file, ignored);
  }
  if (std::filesystem::is_empty(maps, ignored)) std::filesystem::remove(maps, ignored);
  std::filesystem::remove(list, ignored);
}

void publish_maps(UnfinishedFolder& maps, std::vector<mesh::SeriesEntry> entries,
                  const std::filesystem::path& folder, MapNames names) {
  const std::string suffix = names == MapNames::complete ? "" : "_until_failure";
  const std::filesystem::path map_folder = "vtp" + suffix;
  maps.move_files_to(folder / map_folder);
  for (mesh::SeriesEntry& entry : entries) entry.file = map_folder / entry.file;
  mesh::write_pvd(folder / ("maps" + suffix + ".pvd"), entries);
}

}  // namespace condyle
