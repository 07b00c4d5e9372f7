#include "scene_run.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <limits>
#include <sstream>

#include "run_program.h"

namespace condyle {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (line.ends_with(',')) fields.emplace_back();
  return fields;
}

}  // namespace

const std::vector<double>& History::operator[](const std::string& name) const {
  const auto found = columns.find(name);
  INFO("column " << name);
  REQUIRE(found != columns.end());
  return found->second;
}

History read_history(const std::string& folder) {
  std::ifstream stream(folder + "/history.csv");
  std::string line;
  REQUIRE(std::getline(stream, line));
  const std::vector<std::string> names = fields_of(line);
  History history;
  while (std::getline(stream, line)) {
    const std::vector<std::string> fields = fields_of(line);
    REQUIRE(fields.size() == names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double nothing = std::numeric_limits<double>::quiet_NaN();
      history.columns[names[i]].push_back(fields[i].empty() ? nothing : std::stod(fields[i]));
    }
    ++history.rows;
  }
  return history;
}

History simulate(const std::string& scene, double seconds, double rate, const std::string& folder) {
  const ProgramRun run = run_program(fmt::format(
      "simulate {} --seconds {} --rate {} --quiet --out {}", scene, seconds, rate, folder));
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  return read_history(folder);
}

}  // namespace condyle
