#include "core/scene/src/scene_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/scene/src/quantities.h"
#include "core/src/files/path_text.h"

namespace condyle::scene {
namespace {

/// Limits the memory of a height map in proportion to its file. Each sample takes a fixed amount of
/// memory, which for short numbers is many times their size in the file; only small maps may exceed
/// the limit.
void require_samples_in_proportion(const JsonNode& node, std::size_t rows, std::size_t columns) {
  constexpr double k_bytes_per_sample = 256, k_small = 64e6, k_most_times_the_file = 16;
  const double bytes =
      k_bytes_per_sample * static_cast<double>(rows) * static_cast<double>(columns);
  const double times_the_file = bytes / static_cast<double>(node.document_size());
  if (bytes <= k_small || times_the_file <= k_most_times_the_file) return;
  node.fail(fmt::format(
      "has {} x {} samples, which take {:.0f} MB of memory, {:.0f} times the file; thin the grid "
      "out to {:.0f} samples or fewer",
      rows, columns, bytes / 1e6, times_the_file, k_small / k_bytes_per_sample));
}

Eigen::RowVectorXd read_row(const JsonNode& node) {
  const std::vector<double> values = node.numbers(k_coordinate.range);
  return Eigen::Map<const Eigen::RowVectorXd>(values.data(), std::ssize(values));
}

/// Reads rows of numbers, each as long as the first one.
Eigen::MatrixXd read_samples(const JsonNode& node) {
  const std::size_t rows = node.size(), columns = rows == 0 ? 0 : node.item(0).size();
  if (rows == 0) node.fail("is a list of 0, must be a list of lists of numbers");
  if (columns == 0) node.item(0).fail("is a list of 0, must be a list of numbers");
  require_samples_in_proportion(node, rows, columns);
  Eigen::MatrixXd samples(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const JsonNode row = node.item(i);
    if (row.size() != columns) {
      row.fail(
          fmt::format("has {} numbers, must have {} as the first list has", row.size(), columns));
    }
    samples.row(static_cast<Eigen::Index>(i)) = read_row(row);
  }
  return samples;
}

Eigen::MatrixXd read_rows_of(const JsonNode& node, int columns, const char* wrong_size) {
  Eigen::MatrixXd values(node.size(), columns);
  for (std::size_t i = 0; i < node.size(); ++i) {
    const Eigen::RowVectorXd row = read_row(node.item(i));
    if (row.size() != columns) node.item(i).fail(wrong_size);
    values.row(static_cast<Eigen::Index>(i)) = row;
  }
  return values;
}

/// Fills an entry from an object of a file.
class Reader final : public Fields {
 public:
  Reader(const JsonNode& node, const MeshFolders& folders)
      : Fields(Purpose::reading), object_(node), folders_(folders) {}

  void number(const Key& key, double& value, const Quantity& quantity) override {
    const auto node = given(key);
    if (!node) return;
    if (quantity.endless != nullptr && node->is_text()) {
      node->choice(std::span(quantity.endless, 1));
      value = std::numeric_limits<double>::infinity();
    } else {
      value = node->number(quantity.range);
    }
  }
  void whole(const Key& key, int& value, const WholeRange& range) override {
    if (const auto node = given(key)) value = node->integer(range.least, range.most);
  }
  void flag(const Key& key, bool& value) override {
    if (const auto node = given(key)) value = node->boolean();
  }
  void text(const Key& key, std::string& value, const TextForm& form) override {
    const auto node = given(key);
    if (node) value = form.is_any ? node->text() : node->text(form.least, form.most);
  }
  void file(const Key& key, std::filesystem::path& value, FileUse use) override {
    const auto node = given(key);
    if (!node) return;
    std::string name = node->text(1, k_longest_path);
    value = found(name, use);
    std::error_code ignored;
    if (name.find('\\') == std::string::npos || exists(value, ignored)) return;
    std::ranges::replace(name, '\\', '/');  // Windows separates folders by '\'
    const std::filesystem::path slashed = found(name, use);
    if (exists(slashed, ignored)) value = slashed;
  }
  void file_or_word(const Key& key, std::filesystem::path& value, Words words) override {
    const auto node = given(key);
    if (!node) return;
    std::string text = node->text(1, k_longest_path);
    if (std::ranges::count(words, text) > 0)
      value = std::move(text);
    else
      file(key, value, FileUse::cycle);
  }
  void vector(const Key& key, Eigen::Vector3d& value, const Quantity& quantity) override {
    const auto node = given(key);
    if (!node) return;
    value = node->vector(quantity.bounded < 3 ? k_coordinate.range : quantity.range);
    for (int i = 0; i < quantity.bounded; ++i)
      node->item(static_cast<std::size_t>(i)).number(quantity.range);
  }
  void direction(const Key& key, Eigen::Vector3d& value) override {
    const auto node = given(key);
    if (!node) return;
    const Eigen::Vector3d v = node->vector(k_coordinate.range);
    if (v.isZero(0)) node->fail("is a vector of length zero, must have a direction");
    value = v.stableNormalized();
  }
  void numbers(const Key& key, std::vector<double>& values, const Quantity& quantity,
               const ListForm& form) override {
    const auto node = given(key);
    if (!node) return;
    require_size(*node, form, node->size());
    values = node->numbers(quantity.range);
  }
  void counts(const Key& key, std::span<int> values, const WholeRange& range,
              const char* wrong_size) override {
    const auto node = given(key);
    if (!node) return;
    if (node->size() != values.size()) node->fail(wrong_size);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = node->item(i).integer(range.least, range.most);
  }
  void rows(const Key& key, Eigen::MatrixXd& values, int columns, const char* wrong) override {
    if (const auto node = given(key))
      values = columns == 0 ? read_samples(*node) : read_rows_of(*node, columns, wrong);
  }
  void word_at(const Key& key, int& index, Words words) override {
    if (const auto node = given(key)) index = node->choice(words);
  }
  void words(const Key& key, std::vector<int>& indices, Words words,
             const ListForm& form) override {
    const auto node = given(key);
    if (!node) return;
    require_size(*node, form, node->size());
    for (const JsonNode& item : node->items()) indices.push_back(item.choice(words));
  }
  void names(const Key& key, std::vector<std::string>& names) override {
    const auto node = given(key);
    if (!node) return;
    names.clear();
    const auto read = [&](const JsonNode& name) { names.push_back(name.text(1, k_longest_name)); };
    if (!node->is_list()) return read(*node);
    for (const JsonNode& item : node->items()) read(item);
    if (names.empty()) node->fail("is an empty list; name a mesh");
  }

  void object(const Key& key, const char*, const Body& body) override {
    if (const auto node = given(key)) read_entry(*node, folders_, body);
  }
  void object_or_word(const Key& key, const char* kind, const std::string& word, bool& is_word,
                      const Body& body) override {
    const auto node = given(key);
    is_word = node && node->is_text();
    if (is_word)
      node->choice(std::span(&word, 1));
    else
      object(key, kind, body);
  }
  void items(const Key& key, const char*, const ListForm& form, std::size_t,
             const std::function<void(std::size_t)>& resize,
             const std::function<void(Fields&, std::size_t)>& item) override {
    const auto node = given(key);
    if (!node) return;
    const std::vector<JsonNode> items = node->items();
    resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      read_entry(items[i], folders_, [&](Fields& fields) { item(fields, i); });
    require_size(*node, form, items.size());
  }

  void cases(const char*, Words, int word, const std::function<void(int)>& describe) override {
    describe(word);
  }
  void exactly_one_of(const Variants& variants, const std::string&) override {
    std::vector<std::string> keys;
    for (const Variant& variant : variants) keys.push_back(variant.key);
    variants[object_.exactly_one_of(keys)].describe();
  }
  void first_of(const Variants& variants, const std::string&) override {
    const auto is_there = [&](const Variant& variant) {
      return object_.optional(variant.key).has_value();
    };
    std::ranges::find_if(variants.begin(), variants.end() - 1, is_there)->describe();
  }
  void variants_of_schema(const std::vector<std::function<void()>>& variants) override {
    variants.front()();
  }
  void with(const char* key, const std::function<void()>& body) override {
    if (object_.optional(key)) body();
  }
  void forbidden(const char* key, const char* problem, bool of_entry) override {
    const auto node = object_.optional(key);
    if (node) (of_entry ? object_.node() : *node).fail(problem);
  }
  void at_least_one_of(Words keys, const char* problem) override {
    const auto is_there = [&](const std::string& key) { return object_.optional(key).has_value(); };
    if (std::ranges::none_of(keys, is_there)) object_.node().fail(problem);
  }

  void check(const std::function<void(const JsonNode&)>& holds) override {
    object_.reject_other_keys();
    holds(object_.node());
  }
  void fail(const char* key, const std::string& problem) override {
    object_.required(key).fail(problem);
  }
  void finish() const { object_.reject_other_keys(); }

 private:
  static constexpr int k_longest_path = 1000;

  /// The value of a key; none if it is missing and the entry keeps its default.
  std::optional<JsonNode> given(const Key& key) {
    const bool may_be_missing =
        !key.is_required || (key.unless != nullptr && object_.optional(key.unless));
    return may_be_missing ? object_.optional(key.name)
                          : std::optional(object_.required(key.name, key.if_missing));
  }
  static void require_size(const JsonNode& node, const ListForm& form, std::size_t size) {
    if (form.wrong_size != nullptr && !form.allows(size)) node.fail(form.wrong_size);
  }

  /// The file in the scene's own folder or, if only that one exists, in the other folder.
  std::filesystem::path found(const std::string& name, FileUse use) const {
    const std::filesystem::path own = (folders_.own / path_of(name)).lexically_normal();
    if (use == FileUse::library || folders_.other.empty()) return own;
    const std::filesystem::path other = (folders_.other / path_of(name)).lexically_normal();
    std::error_code ignored;
    return !exists(own, ignored) && exists(other, ignored) ? other : own;
  }

  JsonObject object_;
  const MeshFolders& folders_;
};

}  // namespace

bool ListForm::allows(std::size_t size) const {
  return size >= least && (sizes.empty() || std::ranges::count(sizes, size) > 0);
}

void read_entry(const JsonNode& node, const MeshFolders& folders, const Fields::Body& body) {
  Reader reader(node, folders);
  body(reader);
  reader.finish();
}

}  // namespace condyle::scene
