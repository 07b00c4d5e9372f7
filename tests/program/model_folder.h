#pragma once

#include <string>

#include "core/mesh/temporary_folder.h"
#include "program/run_program.h"

namespace condyle {

/// An OpenSim model in its own folder, for runs of the program.
struct ModelFolder {
  /// `file`: name of the model in the folder.
  explicit ModelFolder(std::string file) : model(std::move(file)) {}

  /// Runs `condyle COMMAND MODEL MORE`.
  ProgramRun run(const std::string& command, const std::string& more) const;
  /// Path of a file in the folder, quoted for a shell.
  std::string path(const std::string& name) const;

  TemporaryFolder folder;
  std::string model;
};

/// A contact mesh with the file NAME.obj.
std::string contact_mesh_text(const std::string& name, const std::string& body);
std::string path_point_text(const std::string& body, const std::string& place);

}  // namespace condyle
