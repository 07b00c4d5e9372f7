#include "condyle/scene/materials.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/scene/src/materials_text.h"

namespace condyle::scene {
namespace {

using nlohmann::json;

struct Tables {
  std::vector<Material> materials;
  std::vector<MaterialPair> pairs;
};

MaterialFigure figure(const json& list) { return {list.at(0), list.at(1), list.at(2)}; }

/// No error handling: the file is part of the program, and the tests read all of it.
Tables read_tables() {
  const json file = json::parse(k_materials_text);
  Tables tables;
  for (const json& entry : file.at("materials")) {
    tables.materials.push_back(
        {entry.at("name"), entry.value("aliases", std::vector<std::string>{}),
         figure(entry.at("elastic_modulus")), figure(entry.at("poissons_ratio")),
         figure(entry.at("density")),
         entry.contains("yield_stress") ? figure(entry.at("yield_stress")) : MaterialFigure{},
         entry.value("restitution", 0.0), entry.at("source")});
  }
  for (const json& entry : file.at("pairs")) {
    tables.pairs.push_back({entry.at("materials").at(0), entry.at("materials").at(1),
                            entry.at("lubricated"), figure(entry.at("static_coefficient")),
                            figure(entry.at("dynamic_coefficient")), entry.at("source")});
  }
  return tables;
}

const Tables& tables() {
  static const Tables all = read_tables();
  return all;
}

}  // namespace

std::span<const Material> known_materials() { return tables().materials; }

std::span<const MaterialPair> known_material_pairs() { return tables().pairs; }

std::vector<std::string> material_names() {
  std::vector<std::string> names;
  for (const Material& material : known_materials()) names.push_back(material.name);
  for (const Material& material : known_materials()) {
    names.insert(names.end(), material.aliases.begin(), material.aliases.end());
  }
  return names;
}

const Material* find_material(const std::string& name) {
  for (const Material& material : known_materials()) {
    if (material.name == name || std::ranges::count(material.aliases, name) > 0) return &material;
  }
  return nullptr;
}

const MaterialPair* find_material_pair(const std::string& a, const std::string& b,
                                       bool lubricated) {
  const Material *first = find_material(a), *second = find_material(b);
  if (first == nullptr || second == nullptr) return nullptr;
  const MaterialPair* found = nullptr;
  for (const MaterialPair& pair : known_material_pairs()) {
    const bool same = (pair.first == first->name && pair.second == second->name) ||
                      (pair.first == second->name && pair.second == first->name);
    if (same && (found == nullptr || pair.lubricated == lubricated)) found = &pair;
  }
  return found;
}

}  // namespace condyle::scene
