#pragma once

#include <span>
#include <string>
#include <vector>

namespace condyle::scene {

/// A property of a material, in the unit of the member of Material, with the range found in the
/// literature.
struct MaterialFigure {
  double value = 0, least = 0, most = 0;
};

/// A material that scenes can name; assets/materials.json has all of them with their sources.
struct Material {
  std::string name;
  std::vector<std::string> aliases;  ///< alternative names of the material
  MaterialFigure elastic_modulus;    ///< Young's modulus [Pa]
  MaterialFigure poissons_ratio;
  MaterialFigure density;       ///< [kg/m^3]
  MaterialFigure yield_stress;  ///< in tension [Pa]; 0: not in the table
  double restitution = 0;       ///< against the same material [1]; 0: unknown
  std::string source;
};

/// Friction between two materials, in either order.
struct MaterialPair {
  std::string first, second;
  bool lubricated = false;  ///< whether something wet is between them, such as joint fluid
  MaterialFigure static_coefficient, dynamic_coefficient;
  std::string source;
};

/// The built-in tables, in the order of the file.
std::span<const Material> known_materials();
std::span<const MaterialPair> known_material_pairs();

/// The names of all materials, including aliases.
std::vector<std::string> material_names();

/// The material with this name or alias; null if there is none.
const Material* find_material(const std::string& name);

/// The friction of two materials, given by name or alias; null if the table has none. If the
/// table has both the dry and the lubricated pair, `lubricated` selects one.
const MaterialPair* find_material_pair(const std::string& a, const std::string& b, bool lubricated);

}  // namespace condyle::scene
