#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/scene/src/json_node.h"
#include "core/src/base/enum_words.h"

namespace condyle::scene {

// Each kind of entry of a scene file has one description, a function describe(Fields&, Entry&),
// with one line for each key. The visitor that it is called with decides what happens: the reader
// (scene_reader.cpp) fills the entry, the writer (scene_writer.cpp) writes it, and the generator of
// the pages (docs/generator/) collects the keys for the JSON Schema and the tables of
// docs/scenes.md.

/// The description of a key, without its value.
struct Key {
  const char* name = nullptr;
  const char* meaning = nullptr;  ///< whole sentences for the schema and the page
  bool is_required = false;
  const char* unless = nullptr;      ///< a required key may be missing if this one is given
  const char* needs = nullptr;       ///< a key that must be given together with this one
  const char* by_default = nullptr;  ///< description of a default that depends on something else
  bool is_left_out = false;          ///< whether the writer leaves the key out
  std::string if_missing = {};       ///< appended to the message about a missing key

  Key left_out_if(bool is_so) && { return is_left_out = is_so, std::move(*this); }
  Key otherwise(const char* words) && { return by_default = words, std::move(*this); }
  Key unless_given(const char* key) && { return unless = key, std::move(*this); }
  Key beside(const char* key) && { return needs = key, std::move(*this); }
  Key told(std::string words) && { return if_missing = std::move(words), std::move(*this); }
};

inline Key required_key(const char* name, const char* meaning) { return {name, meaning, true}; }
/// A key whose default is the value in the entry before reading.
inline Key optional_key(const char* name, const char* meaning) { return {name, meaning}; }

/// A number in a file.
struct Quantity {
  const char* unit = "";
  NumberRange range = k_number;
  double example = 0;                    ///< typical value, shown by editors; 0: none
  const std::string* endless = nullptr;  ///< word for infinity; null: infinity is not allowed
  int bounded = 3;  ///< number of components of a vector to which `range` applies; the others may
                    ///< be any coordinates

  constexpr Quantity like(double usual) const {
    Quantity same = *this;
    return same.example = usual, same;
  }
};

struct WholeRange {
  int least, most;
  int example = 0;
};
inline constexpr int k_any_size = 1 << 30;  ///< a range up to this number has no upper bound

/// A text without control characters, or any text.
struct TextForm {
  int least = 0, most = 0;  ///< number of letters
  bool is_any = false;
};
inline constexpr int k_longest_name = 200;
inline constexpr TextForm k_name_text{1, k_longest_name}, k_body_or_world{0, k_longest_name},
    k_any_text{.is_any = true};

/// The allowed sizes of a list.
struct ListForm {
  std::vector<std::size_t> sizes = {};  ///< empty: any size from `least` on
  std::size_t least = 0;
  const char* wrong_size = nullptr;  ///< message for a wrong size; null: another check reports it

  bool allows(std::size_t size) const;
};

enum class FileUse { mesh, library, compliance, cycle };

using Words = std::span<const std::string>;

/// A row of a table of words: a word of scene files, and what it stands for.
template <class T>
struct WordFor {
  std::string word;
  T value;
};
template <class T>
using WordTable = std::vector<WordFor<T>>;

/// The words of a table, in the order of its rows.
template <class Table>
std::vector<std::string> words_in(const Table& table) {
  std::vector<std::string> words;
  for (const auto& row : table) words.push_back(row.word);
  return words;
}

/// The row of a value, which must be in the table.
template <class T>
int place_in(const WordTable<T>& table, const T& value) {
  return static_cast<int>(std::ranges::find(table, value, &WordFor<T>::value) - table.begin());
}

/// A visitor of the keys of an entry.
class Fields {
 public:
  enum class Purpose { reading, writing, documenting };
  using Body = std::function<void(Fields&)>;

  virtual ~Fields() = default;
  bool is_reading() const { return purpose_ == Purpose::reading; }
  bool is_documenting() const { return purpose_ == Purpose::documenting; }

  // The values of keys.
  virtual void number(const Key& key, double& value, const Quantity& quantity) = 0;
  virtual void whole(const Key& key, int& value, const WholeRange& range) = 0;
  virtual void flag(const Key& key, bool& value) = 0;
  virtual void text(const Key& key, std::string& value, const TextForm& form) = 0;
  virtual void file(const Key& key, std::filesystem::path& value, FileUse use) = 0;
  /// One of the words as it is, or else a file.
  virtual void file_or_word(const Key& key, std::filesystem::path& value, Words words) = 0;
  virtual void vector(const Key& key, Eigen::Vector3d& value, const Quantity& quantity) = 0;
  /// A vector of any nonzero length, read as a unit vector.
  virtual void direction(const Key& key, Eigen::Vector3d& value) = 0;
  virtual void numbers(const Key& key, std::vector<double>& values, const Quantity& quantity,
                       const ListForm& form) = 0;
  virtual void counts(const Key& key, std::span<int> values, const WholeRange& range,
                      const char* wrong_size) = 0;
  /// A list of lists of coordinates [m], each with `columns` items or, if that is 0, all with
  /// equally many.
  virtual void rows(const Key& key, Eigen::MatrixXd& values, int columns,
                    const char* wrong_size) = 0;
  virtual void word_at(const Key& key, int& index, Words words) = 0;
  virtual void words(const Key& key, std::vector<int>& indices, Words words,
                     const ListForm& form) = 0;
  /// A name, or a list of them.
  virtual void names(const Key& key, std::vector<std::string>& names) = 0;

  // Nested entries. `kind` is the name of their definition in the schema.
  virtual void object(const Key& key, const char* kind, const Body& body) = 0;
  /// An object, or a word in its place.
  virtual void object_or_word(const Key& key, const char* kind, const std::string& word,
                              bool& is_word, const Body& body) = 0;
  virtual void items(const Key& key, const char* kind, const ListForm& form, std::size_t size,
                     const std::function<void(std::size_t)>& resize,
                     const std::function<void(Fields&, std::size_t)>& item) = 0;

  // Keys that depend on other keys: variants of an entry. The reader and the writer describe the
  // one that the file or the entry has, once; the generator of the pages describes each.

  /// A variant, and the key that selects it.
  struct Variant {
    std::string key;
    std::function<void()> describe;
  };
  using Variants = std::vector<Variant>;

  /// The variant depends on the word of another key, which must be described before.
  virtual void cases(const char* key, Words words, int word,
                     const std::function<void(int word)>& describe) = 0;
  /// The variant whose key is given; exactly one must be. `written` is the key of the entry's.
  virtual void exactly_one_of(const Variants& variants, const std::string& written) = 0;
  /// The first variant whose key is given, or else the last.
  virtual void first_of(const Variants& variants, const std::string& written) = 0;
  /// Variants that differ only in the schema: the reader and the writer use the first.
  virtual void variants_of_schema(const std::vector<std::function<void()>>& variants) = 0;
  /// Keys that are allowed only together with `key`.
  virtual void with(const char* key, const std::function<void()>& body) = 0;
  /// A key that must not be given here, and the message; it names the place of the key or of the
  /// entry.
  virtual void forbidden(const char*, const char*, bool /*of_entry*/ = false) {}
  virtual void at_least_one_of(Words, const char*) {}

  /// Describes the entry, or this variant of it, for the pages.
  virtual void note(const char*) {}
  /// This variant is allowed only in files of shapes, not in scenes.
  virtual void leave_out_of_pages() {}
  /// Checks keys against one another. Call this last: the reader first refuses unknown keys and
  /// then calls the function with the entry's node; other visitors ignore it.
  virtual void check(const std::function<void(const JsonNode&)>&) {}
  /// While reading, refuses the value of a key. Precondition: the key is given.
  virtual void fail(const char*, const std::string&) {}
  /// The writer puts these keys first, in this order.
  virtual void write_first(Words) {}

  /// Sets the default of a value, except while writing.
  template <class T>
  void assume(T& value, const T& otherwise) const {
    if (purpose_ != Purpose::writing) value = otherwise;
  }

  template <class Enum>
  void word(const Key& key, Enum& value) {
    int index = static_cast<int>(value);
    word_at(key, index, words_of<Enum>());
    value = enumerator_at<Enum>(index);
  }

  template <class T>
  void word(const Key& key, T& value, const WordTable<T>& table) {
    int place = place_in(table, value);
    word_at(key, place, words_in(table));
    value = table[place].value;
  }

  template <class Enum, class Describe>
  void cases_of(const char* key, Enum value, const Describe& describe) {
    cases(key, words_of<Enum>(), static_cast<int>(value),
          [&](int word) { describe(enumerator_at<Enum>(word)); });
  }

  template <class T, class Describe>
  void cases_of(const char* key, const T& value, const WordTable<T>& table,
                const Describe& describe) {
    cases(key, words_in(table), place_in(table, value),
          [&](int word) { describe(table[word].value); });
  }

  /// exactly_one_of() the words of an enumeration, which are keys.
  template <class Enum, class Describe>
  void exactly_one_of_words(Enum written, const Describe& describe) {
    Variants variants;
    for (const std::string& word : words_of<Enum>())
      variants.push_back({word, [&, value = *enumerator_of<Enum>(word)] { describe(value); }});
    exactly_one_of(variants, word_of(written));
  }

  /// An entry whose description is a function `describe`.
  template <class T>
  void entry(const Key& key, const char* kind, T& value) {
    object(key, kind, [&](Fields& fields) { describe(fields, value); });
  }

  /// A number that may be absent; its default is described in the key.
  void optional_number(Key key, std::optional<double>& value, const Quantity& quantity) {
    double given = value.value_or(std::numeric_limits<double>::quiet_NaN());
    key.is_left_out = !value;
    number(key, given, quantity);
    if (is_reading() && given == given) value = given;
  }

  /// A vector that may be absent; its default is described in the key.
  void optional_vector(Key key, std::optional<Eigen::Vector3d>& value, const Quantity& quantity) {
    const double absent = std::numeric_limits<double>::quiet_NaN();  // no file can contain it
    Eigen::Vector3d given = value.value_or(Eigen::Vector3d::Constant(absent));
    key.is_left_out = !value;
    vector(key, given, quantity);
    if (is_reading() && !given.hasNaN()) value = given;
  }

  template <class T>
  void entry(Key key, const char* kind, std::optional<T>& value) {
    key.is_left_out = !value;
    object(key, kind, [&](Fields& fields) { describe(fields, value ? *value : value.emplace()); });
  }

  template <class T, class Describe>
  void list(const Key& key, const char* kind, std::vector<T>& list, const ListForm& form,
            const Describe& describe_item) {
    items(
        key, kind, form, list.size(), [&](std::size_t size) { list.resize(size); },
        [&](Fields& fields, std::size_t i) { describe_item(fields, list[i]); });
  }

  template <class T>
  void list(const Key& key, const char* kind, std::vector<T>& entries, const ListForm& form = {}) {
    list(key, kind, entries, form, [](Fields& fields, T& item) { describe(fields, item); });
  }

 protected:
  explicit Fields(Purpose purpose) : purpose_(purpose) {}

 private:
  Purpose purpose_;
};

}  // namespace condyle::scene
