#include "core/scene/src/json_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "core/scene/src/json_parser.h"
#include "core/src/files/file_bytes.h"

namespace condyle::scene {

using nlohmann::json;

struct JsonNode::Document {
  json root;
  std::filesystem::path file;
  std::size_t size = 0;
};

struct JsonNode::Value {
  const json& data;  ///< part of the document
  std::shared_ptr<const Document> document;
};

namespace {

std::string described(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  return shortened(value.dump());
}

std::string described(const NumberRange& range) {
  const bool below = std::isfinite(range.min), above = std::isfinite(range.max);
  std::string text = "a finite number";
  if (below) text += fmt::format(" {} {}", range.open_min ? ">" : ">=", range.min);
  if (below && above) text += " and";
  if (above) text += fmt::format(" {} {}", range.open_max ? "<" : "<=", range.max);
  return text;
}

bool contains(const NumberRange& range, double x) {
  return std::isfinite(x) && (range.open_min ? x > range.min : x >= range.min) &&
         (range.open_max ? x < range.max : x <= range.max);
}

std::string joined_words(std::span<const std::string> words) {
  return fmt::format("'{}'", fmt::join(words, "', '"));
}

}  // namespace

JsonNode::JsonNode(Value value, std::string place)
    : value_(std::make_shared<const Value>(std::move(value))), place_(std::move(place)) {}

JsonNode JsonNode::read(const std::filesystem::path& file) {
  return with_memory_for(file, [&] { return parse(read_text_file(file), file); });
}

JsonNode JsonNode::parse(const std::string& text, const std::filesystem::path& file) {
  const auto document =
      std::make_shared<const Document>(Document{parse_json<json>(text, file), file, text.size()});
  return JsonNode(Value{document->root, document}, "");
}

void JsonNode::for_each_item(const std::filesystem::path& file,
                             const std::function<void(const JsonNode&)>& use) {
  const std::string text = read_text_file(file);
  const auto node_of = [&](json value, std::string place) {
    const auto document =
        std::make_shared<const Document>(Document{std::move(value), file, text.size()});
    return JsonNode(Value{document->root, document}, std::move(place));
  };
  const auto take = [&](json&& item, int index) {
    use(node_of(std::move(item), fmt::format("[{}]", index)));
  };
  const JsonNode rest = node_of(parse_json_items<json>(text, file, take), "");
  if (!rest.is_list()) rest.fail_type("a list in [ ]");
}

double JsonNode::number(const NumberRange& range) const {
  if (!value_->data.is_number()) fail_type(described(range));
  const double x = value_->data.get<double>();
  if (!contains(range, x)) fail_type(described(range));
  return x;
}

int JsonNode::integer(int min, int max) const {
  const std::string wanted = fmt::format("a whole number from {} to {}", min, max);
  if (!value_->data.is_number()) fail_type(wanted);
  const double x = value_->data.get<double>();
  if (x < min || x > max || x != std::floor(x)) fail_type(wanted);
  return static_cast<int>(x);
}

bool JsonNode::boolean() const {
  if (!value_->data.is_boolean()) fail_type("true or false");
  return value_->data.get<bool>();
}

std::string JsonNode::text() const {
  if (!value_->data.is_string()) fail_type("a text in quotes");
  return value_->data.get<std::string>();
}

std::string JsonNode::text(int least, int most) const {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  const auto starts_letter = [](unsigned char c) { return (c & 0xc0) != 0x80; };  // in UTF-8
  const std::string wanted =
      fmt::format("a text of {} to {} letters without control characters", least, most);
  if (!value_->data.is_string()) fail_type(wanted);
  const std::string value = value_->data.get<std::string>();
  const auto letters = std::ranges::count_if(value, starts_letter);
  if (letters < least || letters > most || std::ranges::any_of(value, is_control)) {
    fail_type(wanted);
  }
  return value;
}

int JsonNode::choice(std::span<const std::string> words) const {
  const std::string wanted = "one of " + joined_words(words);
  if (!value_->data.is_string()) fail_type(wanted);
  const std::string word = value_->data.get<std::string>();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) fail_type(wanted + suggestion(word, words));
  return static_cast<int>(found - words.begin());
}

std::vector<double> JsonNode::numbers(const NumberRange& range) const {
  std::vector<double> values;
  values.reserve(size());
  for (const json& value : value_->data) {
    const double x = value.is_number() ? value.get<double>() : std::nan("");
    values.push_back(contains(range, x) ? x : item(values.size()).number(range));
  }
  return values;
}

Eigen::Vector3d JsonNode::vector(const NumberRange& range) const {
  if (!value_->data.is_array() || value_->data.size() != 3) fail_type("a list of three numbers");
  const std::vector<double> values = numbers(range);
  return {values[0], values[1], values[2]};
}

std::string JsonNode::as_json() const { return value_->data.dump(); }

bool JsonNode::is_list() const { return value_->data.is_array(); }
bool JsonNode::is_text() const { return value_->data.is_string(); }

std::size_t JsonNode::size() const {
  if (!value_->data.is_array()) fail_type("a list in [ ]");
  return value_->data.size();
}

JsonNode JsonNode::item(std::size_t i) const {
  return JsonNode(Value{value_->data[i], value_->document}, fmt::format("{}[{}]", place_, i));
}

std::vector<JsonNode> JsonNode::items() const {
  std::vector<JsonNode> nodes;
  for (std::size_t i = 0; i < size(); ++i) nodes.push_back(item(i));
  return nodes;
}

std::size_t JsonNode::document_size() const { return value_->document->size; }

std::string JsonNode::where() const {
  const std::string file = value_->document->file.string();
  return place_.empty() ? file : fmt::format("{}: {}", file, place_);
}

void JsonNode::fail(const std::string& problem) const {
  throw InputError(fmt::format("{}: {}", where(), problem));
}

void JsonNode::fail_type(const std::string& wanted) const {
  fail(fmt::format("is {}, must be {}", described(value_->data), wanted));
}

JsonObject::JsonObject(const JsonNode& node) : node_(node) {
  if (!node_.value_->data.is_object()) node_.fail_type("an object in { }");
}

std::optional<JsonNode> JsonObject::optional(const std::string& key) {
  known_keys_.push_back(key);
  const auto found = node_.value_->data.find(key);
  if (found == node_.value_->data.end()) return std::nullopt;
  const std::string place = node_.place_.empty() ? key : node_.place_ + "." + key;
  return JsonNode(JsonNode::Value{*found, node_.value_->document}, place);
}

JsonNode JsonObject::required(const std::string& key, const std::string& more) {
  const std::optional<JsonNode> value = optional(key);
  if (!value) {
    reject_misspelling_of(key);
    node_.fail(fmt::format("lacks the key '{}'{}", key, more));
  }
  return *value;
}

double JsonObject::number(const std::string& key, double otherwise, const NumberRange& range) {
  const auto value = optional(key);
  return value ? value->number(range) : otherwise;
}

bool JsonObject::boolean(const std::string& key, bool otherwise) {
  const auto value = optional(key);
  return value ? value->boolean() : otherwise;
}

std::string JsonObject::text(const std::string& key, const std::string& otherwise) {
  const auto value = optional(key);
  return value ? value->text() : otherwise;
}

int JsonObject::choice(const std::string& key, int otherwise, std::span<const std::string> words) {
  const auto value = optional(key);
  return value ? value->choice(words) : otherwise;
}

Eigen::Vector3d JsonObject::vector(const std::string& key, const Eigen::Vector3d& otherwise,
                                   const NumberRange& range) {
  const auto value = optional(key);
  return value ? value->vector(range) : otherwise;
}

int JsonObject::exactly_one_of(std::span<const std::string> keys) {
  int found = -1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!optional(keys[i])) continue;
    if (found >= 0) {
      node_.fail(fmt::format("has both '{}' and '{}'; keep one", keys[found], keys[i]));
    }
    found = static_cast<int>(i);
  }
  if (found < 0) node_.fail("lacks one of the keys " + joined_words(keys));
  return found;
}

void JsonObject::reject_misspelling_of(const std::string& key) const {
  for (const auto& [name, value] : node_.value_->data.items()) {
    if (std::find(known_keys_.begin(), known_keys_.end(), name) != known_keys_.end()) continue;
    if (!closest_name(name, std::span(&key, 1)).empty()) {
      node_.fail(
          fmt::format("lacks the key '{}'; is '{}' a misspelling of it?", key, readable_key(name)));
    }
  }
}

void JsonObject::reject_other_keys() const {
  for (const auto& [name, value] : node_.value_->data.items()) {
    if (std::find(known_keys_.begin(), known_keys_.end(), name) != known_keys_.end()) continue;
    std::vector<std::string> keys = known_keys_;
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    node_.fail(fmt::format("unknown key '{}'{} Known here: {}", readable_key(name),
                           suggestion(name, keys).empty() ? "." : suggestion(name, keys),
                           joined_words(keys)));
  }
}

}  // namespace condyle::scene
