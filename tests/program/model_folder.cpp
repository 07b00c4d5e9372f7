#include "program/model_folder.h"

#include <fmt/format.h>

namespace condyle {

ProgramRun ModelFolder::run(const std::string& command, const std::string& more) const {
  return run_program(fmt::format("{} {} {}", command, path(model), more));
}

std::string ModelFolder::path(const std::string& name) const {
  return fmt::format("'{}'", (folder / name).string());
}

std::string contact_mesh_text(const std::string& name, const std::string& body) {
  return fmt::format(
      "<Smith2018ContactMesh name=\"{0}\"><socket_frame>{1}</socket_frame><mesh_file>{0}.obj"
      "</mesh_file><elastic_modulus>5e6</elastic_modulus><poissons_ratio>0.45</poissons_ratio>"
      "<thickness>0.003</thickness></Smith2018ContactMesh>",
      name, body);
}

std::string path_point_text(const std::string& body, const std::string& place) {
  return fmt::format(
      "<PathPoint name=\"p\"><socket_parent_frame>{}</socket_parent_frame><location>{}</location>"
      "</PathPoint>",
      body, place);
}

}  // namespace condyle
