#pragma once

#include <span>
#include <string>
#include <vector>

namespace condyle {

/// A figure of a material, with the range that the literature has for it.
struct MaterialFigure {
  double value = 0, least = 0, most = 0;
};

/// A material that scenes name: assets/materials.json, with its sources.
struct Material {
  std::string name;
  std::vector<std::string> aliases;  ///< further names of the same
  MaterialFigure elastic_modulus;    ///< Young's [Pa]
  MaterialFigure poissons_ratio;
  MaterialFigure density;  ///< [kg/m^3]
  double restitution = 0;  ///< against the same material; 0: not known
  std::string source;
};

/// How two materials rub, whichever is which.
struct MaterialPair {
  std::string first, second;
  bool lubricated = false;
  MaterialFigure static_coefficient, dynamic_coefficient;
  std::string source;
};

/// The tables that are compiled in, in the file's order.
std::span<const Material> known_materials();
std::span<const MaterialPair> known_material_pairs();

/// The names, aliases included, for messages and look-up.
std::vector<std::string> material_names();

/// Null where no material has that name or alias.
const Material* find_material(const std::string& name);

/// By names or aliases; null where there is none. `lubricated` chooses where there are both.
const MaterialPair* find_material_pair(const std::string& a, const std::string& b, bool lubricated);

}  // namespace condyle
