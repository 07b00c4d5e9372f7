#pragma once

#include <random>
#include <string>
#include <vector>

#include "json_schema.h"

namespace condyle {

/// A value of a random document, with its schema.
struct Spot {
  nlohmann::json::json_pointer place;
  nlohmann::json schema;  ///< the schema with references followed and alternatives chosen
  std::string object;  ///< name in "$defs" of the object, or of the object that contains the value
};

struct Document {
  nlohmann::json value;
  std::vector<Spot> spots;  ///< all values of the document, from the outside in
};

/// Random documents that follow a schema.
class DocumentMaker {
 public:
  /// `extreme`: includes numbers at the ends of their ranges, which may make meshes large.
  DocumentMaker(const JsonSchema& schema, std::mt19937_64& random, bool extreme)
      : schema_(schema), random_(random), extreme_(extreme) {}

  Document make();

 private:
  nlohmann::json make_value(const nlohmann::json& schema, const Spot& spot);
  nlohmann::json make_object(const Spot& spot);
  nlohmann::json make_list(const Spot& spot);
  nlohmann::json make_number(const nlohmann::json& schema);
  nlohmann::json make_text(const nlohmann::json& schema);
  nlohmann::json settled(const nlohmann::json& schema);

  double uniform(double from, double to);
  int whole(int from, int to);
  bool chance(double probability) { return uniform(0, 1) < probability; }
  const nlohmann::json& any_of(const nlohmann::json& list);

  const JsonSchema& schema_;
  std::mt19937_64& random_;
  bool extreme_;
  std::vector<Spot> spots_;
  int names_ = 0;
};

}  // namespace condyle
