#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace condyle {

/// A JSON Schema (draft 2020-12), as far as assets/scene.schema.json uses it. Other keywords throw
/// std::logic_error.
class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json root) : root_(std::move(root)) {}

  const nlohmann::json& root() const { return root_; }
  /// The schema to which a "$ref" such as "#/$defs/body" refers.
  const nlohmann::json& at(const std::string& reference) const;

  bool accepts(const nlohmann::json& value) const { return judge(root_, value).accepts; }

  /// All keys that an object may have, in any of its alternatives.
  std::set<std::string> keys(const nlohmann::json& schema) const;
  /// All words that `key` may have, in any of its alternatives.
  std::set<std::string> words(const nlohmann::json& schema, const std::string& key) const;

 private:
  struct Verdict {
    bool accepts = true;
    /// Keys of the object that are known to the parts that accept it.
    std::set<std::string> known_keys;
  };
  Verdict judge(const nlohmann::json& schema, const nlohmann::json& value) const;
  void judge_keyword(const nlohmann::json& schema, const std::string& keyword,
                     const nlohmann::json& value, Verdict& verdict) const;
  bool part_accepts(const nlohmann::json& schema, const nlohmann::json& value,
                    Verdict& verdict) const;
  /// Number of schemas that accept the value. Their keys become known.
  int count_accepting(const nlohmann::json& schemas, const nlohmann::json& value,
                      Verdict& verdict) const;
  /// Calls `see` with the "properties" of the schema and of all its alternatives.
  template <class See>
  void for_each_properties(const nlohmann::json& schema, See&& see) const;

  nlohmann::json root_;
};

}  // namespace condyle
