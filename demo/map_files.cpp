#include "map_files.h"

#include <system_error>

namespace condyle {

void remove_maps_until_failure(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder / "vtp_until_failure", ignored);
  std::filesystem::remove(folder / "maps_until_failure.pvd", ignored);
}

void publish_maps(UnfinishedFolder& maps, std::vector<SeriesEntry> entries,
                  const std::filesystem::path& folder, MapNames names) {
  const std::string suffix = names == MapNames::complete ? "" : "_until_failure";
  const std::filesystem::path map_folder = folder / ("vtp" + suffix);
  maps.move_files_to(map_folder);
  for (SeriesEntry& entry : entries) entry.file = map_folder / entry.file;
  write_pvd(folder / ("maps" + suffix + ".pvd"), entries);
}

}  // namespace condyle
