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

namespace condyle::scene {

/// Bounds of a number in a file.
struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool open_min = false, open_max = false;  ///< whether the bound itself is excluded
};

inline constexpr NumberRange k_any_number{};

/// Larger than any reasonable number in SI units; powers of such numbers do not overflow.
inline constexpr double k_largest_number = 1e15;
inline constexpr NumberRange k_number{.min = -k_largest_number, .max = k_largest_number};
inline constexpr NumberRange k_positive{.min = 0, .max = k_largest_number, .open_min = true};
inline constexpr NumberRange k_non_negative{.min = 0, .max = k_largest_number};

class JsonObject;

/// A value in a JSON file that knows its place in the file. All errors are an InputError that names
/// the file, the place (for example bodies[2].mass) and what is allowed there.
class JsonNode {
 public:
  /// Throws InputError if the file is missing, unreadable or not JSON (with line and column).
  static JsonNode read(const std::filesystem::path& file);
  /// Parses a text; `file` is used in messages only.
  static JsonNode parse(const std::string& text, const std::filesystem::path& file);
  /// Reads a list and passes its items to `use` one by one without keeping them, for lists that are
  /// much larger than the data made from them.
  static void for_each_item(const std::filesystem::path& file,
                            const std::function<void(const JsonNode&)>& use);

  /// The value as a number, an integer and so on; all throw InputError if it has another type or is
  /// out of range.
  double number(const NumberRange& range = k_any_number) const;
  int integer(int min, int max) const;
  bool boolean() const;
  std::string text() const;
  /// A text with `least` to `most` letters and no control characters. Names need this, because they
  /// appear in table columns and messages.
  std::string text(int least, int most) const;
  /// The index of the value in `words`, which must contain it.
  int choice(std::span<const std::string> words) const;
  Eigen::Vector3d vector(const NumberRange& range = k_any_number) const;
  std::vector<double> numbers(const NumberRange& range = k_any_number) const;
  bool is_list() const;
  bool is_text() const;
  std::size_t size() const;            ///< number of items of a list
  JsonNode item(std::size_t i) const;  ///< of a list; precondition: i < size()
  std::vector<JsonNode> items() const;
  std::size_t document_size() const;  ///< size of the text that contains the value [bytes]
  /// The value as JSON text on one line, for programs that pass it on.
  std::string as_json() const;

  /// The place of the value for messages, for example "scene.json: bodies[2].mass".
  std::string where() const;
  /// Throws InputError with the place of the value and `problem`.
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  friend class JsonObject;
  struct Document;
  struct Value;
  JsonNode(Value value, std::string place);
  [[noreturn]] void fail_type(const std::string& wanted) const;

  std::shared_ptr<const Value> value_;  ///< part of the document, which all of its nodes share
  std::string place_;
};

/// An object whose keys are read one by one. A key that is never read is an error.
class JsonObject {
 public:
  explicit JsonObject(const JsonNode& node);  ///< throws InputError if `node` is not an object

  /// The value of a key; throws InputError if it is missing. `more` is appended to the message.
  JsonNode required(const std::string& key, const std::string& more = "");
  /// The value of a key; none if it is missing.
  std::optional<JsonNode> optional(const std::string& key);

  /// The value of a key as a number, a boolean and so on, or `otherwise` if the key is missing.
  double number(const std::string& key, double otherwise, const NumberRange& = k_any_number);
  bool boolean(const std::string& key, bool otherwise);
  std::string text(const std::string& key, const std::string& otherwise);
  int choice(const std::string& key, int otherwise, std::span<const std::string> words);
  Eigen::Vector3d vector(const std::string& key, const Eigen::Vector3d& otherwise,
                         const NumberRange& = k_any_number);

  /// Exactly one of `keys` must be present; returns its index.
  int exactly_one_of(std::span<const std::string> keys);

  /// Call this last. Throws InputError that names a key that was not read and the most similar key
  /// that was.
  void reject_other_keys() const;

  const JsonNode& node() const { return node_; }

 private:
  void reject_misspelling_of(const std::string& key) const;

  JsonNode node_;
  std::vector<std::string> known_keys_;
};

}  // namespace condyle::scene
