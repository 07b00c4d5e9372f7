#pragma once

#include <string>

#include "core/mesh/temporary_folder.h"
#include "program/run_program.h"

namespace condyle {

/// An OpenSim model in a folder of its own, for runs of the program.
struct ModelFolder {
  /// `file`: its name in the folder.
  explicit ModelFolder(std::string file) : model(std::move(file)) {}

  /// Runs `condyle COMMAND MODEL MORE`.
  ProgramRun run(const std::string& command, const std::string& more) const;
  /// Of a file in the folder, quoted for a shell.
  std::string path(const std::string& name) const;

  TemporaryFolder folder;
  std::string model;
};

// Elements of a model.
std::string contact_mesh_text(const std::string& name, const std::string& body);  ///< of NAME.obj
std::string path_point_text(const std::string& body, const std::string& place);

}  // namespace condyle
