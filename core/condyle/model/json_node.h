#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace condyle {

/// Bounds of a number in a file.
struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false, open_max = false;  ///< the bound itself is not allowed
};

inline constexpr NumberRange k_any_number{};

/// More than any figure in SI units comes to; the powers that are made of it do not overflow.
inline constexpr double k_largest_number = 1e15;
inline constexpr NumberRange k_number{.min = -k_largest_number, .max = k_largest_number};
inline constexpr NumberRange k_positive{.min = 0, .max = k_largest_number, .open_min = true};
inline constexpr NumberRange k_non_negative{.min = 0, .max = k_largest_number};

class JsonObject;

/// A value in a JSON file that knows where it stands, so that every complaint is an InputError that
/// names the file, the place (as in bodies[2].mass) and what is allowed there.
class JsonNode {
 public:
  /// Throws InputError where the file is missing, unreadable or not JSON (with line and column).
  static JsonNode read(const std::filesystem::path& file);
  /// The same from text; `file` is for messages only.
  static JsonNode parse(const std::string& text, const std::filesystem::path& file);
  /// Reads a list and shows its items to `see` one by one, without keeping them: for a list that is
  /// large beside what is made of it.
  static void for_each_item(const std::filesystem::path& file,
                            const std::function<void(const JsonNode&)>& see);

  double number(const NumberRange& range = k_any_number) const;
  int integer(int min, int max) const;
  bool boolean() const;
  std::string text() const;
  /// Of so many letters, and fit for one line: names are columns of tables and parts of messages.
  std::string text(int least, int most) const;
  /// One of `words`, as its index.
  int choice(std::span<const std::string> words) const;
  Eigen::Vector3d vector(const NumberRange& range = k_any_number) const;
  std::vector<double> numbers(const NumberRange& range = k_any_number) const;
  bool is_list() const;
  std::size_t size() const;            ///< of a list
  JsonNode item(std::size_t i) const;  ///< of a list: precondition i < size()
  std::vector<JsonNode> items() const;
  std::size_t document_size() const;  ///< of the text in which the value stands [bytes]
  /// The value as it stands, on one line: what a program that passes it on needs.
  std::string as_json() const;

  /// "scene.json: bodies[2].mass", for messages.
  std::string where() const;
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  friend class JsonObject;
  struct Document;
  struct Value;
  JsonNode(Value value, std::string place);
  [[noreturn]] void fail_type(const std::string& wanted) const;

  std::shared_ptr<const Value> value_;  ///< part of the document, which all its nodes share
  std::string place_;
};

/// An object whose keys are asked for one by one; those never asked for are errors.
class JsonObject {
 public:
  explicit JsonObject(const JsonNode& node);  ///< throws InputError where `node` is no object

  /// Where it is missing, `more` ends the message.
  JsonNode required(const std::string& key, const std::string& more = "");
  std::optional<JsonNode> optional(const std::string& key);

  double number(const std::string& key, double otherwise, const NumberRange& = k_any_number);
  bool boolean(const std::string& key, bool otherwise);
  std::string text(const std::string& key, const std::string& otherwise);
  int choice(const std::string& key, int otherwise, std::span<const std::string> words);
  Eigen::Vector3d vector(const std::string& key, const Eigen::Vector3d& otherwise,
                         const NumberRange& = k_any_number);
  /// Empty where the key is absent.
  std::vector<JsonNode> items(const std::string& key);

  /// Exactly one of `keys` must be there; returns its index.
  int exactly_one_of(std::span<const std::string> keys);

  /// Call last: throws InputError that names a key not asked for, with the nearest one that was.
  void reject_other_keys() const;

  const JsonNode& node() const { return node_; }

 private:
  void reject_misspelling_of(const std::string& key) const;

  JsonNode node_;
  std::vector<std::string> known_keys_;
};

}  // namespace condyle
