#include "docs/generator/described_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "core/scene/src/quantities.h"

namespace condyle {
namespace {

constexpr const char* k_no_control_characters = "^[^\\u0000-\\u001f\\u007f]*$";

/// Whether the page leaves out this bound, because it states the bound once for all numbers or
/// lengths.
bool is_wide(double bound) {
  return std::abs(bound) == scene::k_largest_number ||
         std::abs(bound) == mesh::k_farthest_coordinate || std::isinf(bound);
}

std::string range_text(const scene::NumberRange& range) {
  const std::string least = short_number(range.min), most = short_number(range.max);
  if (is_wide(range.max)) return is_wide(range.min) ? "" : (range.open_min ? "> " : ">= ") + least;
  if (range.open_min) return fmt::format("> {}, to {}", least, most);
  return fmt::format("{} to {}", least, most);
}

Json number_schema(const scene::NumberRange& range) {
  Json schema = {{"type", "number"}};
  if (std::isfinite(range.min)) schema[range.open_min ? "exclusiveMinimum" : "minimum"] = range.min;
  if (std::isfinite(range.max)) schema[range.open_max ? "exclusiveMaximum" : "maximum"] = range.max;
  return schema;
}

Json whole_schema(const scene::WholeRange& range) {
  if (range.least == range.most) return {{"const", range.least}};
  Json schema = {{"type", "integer"}, {"minimum", range.least}};
  if (range.most < scene::k_any_size - 1) schema["maximum"] = range.most;
  return schema;
}

std::string range_text(const scene::WholeRange& range) {
  if (range.least == range.most) return std::to_string(range.least);
  return range.most < scene::k_any_size - 1 ? fmt::format("{} to {}", range.least, range.most)
                                            : fmt::format(">= {}", range.least);
}

Json text_schema(int least, int most) {
  Json schema = {{"type", "string"}};
  if (least > 0) schema["minLength"] = least;
  schema["maxLength"] = most;
  schema["pattern"] = k_no_control_characters;
  return schema;
}

Json size_schema(std::size_t size) { return {{"minItems", size}, {"maxItems", size}}; }

Json list_schema(Json items, const scene::ListForm& form) {
  Json schema = {{"type", "array"}, {"items", std::move(items)}};
  if (form.least > 0) schema["minItems"] = form.least;
  if (form.sizes.size() == 1) schema.update(size_schema(form.sizes.front()));
  if (form.sizes.size() < 2) return schema;
  for (const std::size_t size : form.sizes) schema["oneOf"].push_back(size_schema(size));
  return schema;
}

Json reference_to(const std::string& kind) { return {{"$ref", "#/$defs/" + kind}}; }

std::string joined(scene::Words words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// Collects the keys of an entry.
class Collector final : public scene::Fields {
 public:
  Collector(DescribedEntry& entry, std::vector<DescribedKind>& kinds)
      : scene::Fields(Purpose::documenting), here_(&entry), kinds_(kinds) {}

  void number(const scene::Key& key, double& value, const scene::Quantity& quantity) override {
    Json schema = number_schema(quantity.range);
    std::string range = range_text(quantity.range);
    if (quantity.endless != nullptr) {
      schema = {{"oneOf", {std::move(schema), {{"const", *quantity.endless}}}}};
      range += ", or " + *quantity.endless;
    }
    const std::string unit = quantity.unit;
    DescribedKey& added = add(key, unit.empty() ? "number" : "", range, std::move(schema), unit);
    set_default(added, key, value, short_number(value));
    if (quantity.example != 0 && added.schema.value("default", 0.0) == 0)
      added.schema["examples"] = {quantity.example};
  }
  void whole(const scene::Key& key, int& value, const scene::WholeRange& range) override {
    DescribedKey& added = add(key, "whole number", range_text(range), whole_schema(range));
    set_default(added, key, value, std::to_string(value));
    if (range.example != 0) added.schema["examples"] = {range.example};
  }
  void flag(const scene::Key& key, bool& value) override {
    set_default(add(key, "true, false", "", {{"type", "boolean"}}), key, value,
                value ? "true" : "false");
  }
  void text(const scene::Key& key, std::string& value, const scene::TextForm& form) override {
    const Json schema = form.is_any ? Json{{"type", "string"}} : text_schema(form.least, form.most);
    set_default(add(key, "text", "", schema), key, value, value.empty() ? "empty" : value);
  }
  void file(const scene::Key& key, std::filesystem::path&, scene::FileUse use) override {
    Json schema = text_schema(1, 1000);
    schema["examples"] = {use == scene::FileUse::mesh      ? "../meshes/plate.ply"
                          : use == scene::FileUse::library ? "my_law.so"
                                                           : "insert.compliance"};
    add(key, "text", "", std::move(schema));
  }
  void file_or_word(const scene::Key& key, std::filesystem::path& value,
                    scene::Words words) override {
    set_default(add(key, "text", joined(words) + ", or a file", text_schema(1, 1000)), key,
                value.string(), value.string());
  }
  void vector(const scene::Key& key, Eigen::Vector3d& value,
              const scene::Quantity& quantity) override {
    Json items = number_schema(quantity.range);
    Json schema = {{"type", "array"}};
    if (quantity.example != 0) items["examples"] = {quantity.example};
    if (quantity.bounded < 3) {
      schema["prefixItems"] = std::vector<Json>(static_cast<std::size_t>(quantity.bounded), items);
      items = number_schema(scene::k_coordinate.range);
    }
    schema["items"] = std::move(items);
    schema.update(size_schema(3));
    set_default(add(key, "vector", range_text(quantity.range), std::move(schema), quantity.unit),
                key, std::vector<double>(value.begin(), value.end()),
                value.isZero(0) ? "zeros"
                                : fmt::format("[{}, {}, {}]", short_number(value.x()),
                                              short_number(value.y()), short_number(value.z())));
  }
  void direction(const scene::Key& key, Eigen::Vector3d&) override {
    Json schema = list_schema(number_schema(scene::k_coordinate.range), {.sizes = {3}});
    schema["not"] = {{"const", {0, 0, 0}}};
    add(key, "vector of any length", "not zero", std::move(schema));
  }
  void numbers(const scene::Key& key, std::vector<double>&, const scene::Quantity& quantity,
               const scene::ListForm& form) override {
    Json items = number_schema(quantity.range);
    if (quantity.example != 0) items["examples"] = {quantity.example};
    std::string type = "list";
    if (!form.sizes.empty()) type += fmt::format(" of {}", fmt::join(form.sizes, " or "));
    add(key, type, range_text(quantity.range), list_schema(std::move(items), form), quantity.unit);
  }
  void counts(const scene::Key& key, std::span<int> values, const scene::WholeRange& range,
              const char*) override {
    const Json schema = list_schema(whole_schema(range), {.sizes = {values.size()}});
    set_default(
        add(key, fmt::format("list of {} whole numbers", values.size()), range_text(range), schema),
        key, std::vector<int>(values.begin(), values.end()),
        fmt::format("[{}]", fmt::join(values, ", ")));
  }
  void rows(const scene::Key& key, Eigen::MatrixXd&, int columns, const char*) override {
    scene::ListForm row{.least = 2};
    if (columns > 0) row = {.sizes = {static_cast<std::size_t>(columns)}};
    const Json lists = list_schema(number_schema(scene::k_coordinate.range), row);
    add(key, "list of lists", "", list_schema(lists, {.least = 2}), scene::k_coordinate.unit);
  }
  void word_at(const scene::Key& key, int& index, scene::Words words) override {
    const std::string& word = words[index];
    set_default(add(key, "word", joined(words), {{"enum", words}}), key, word, word);
  }
  void words(const scene::Key& key, std::vector<int>&, scene::Words words,
             const scene::ListForm& form) override {
    add(key, "list of words", joined(words), list_schema({{"enum", words}}, form));
  }
  void names(const scene::Key& key, std::vector<std::string>&) override {
    const Json name = text_schema(1, scene::k_longest_name);
    add(key, "text, or list of texts", "", {{"oneOf", {name, list_schema(name, {.least = 1})}}});
  }

  void object(const scene::Key& key, const char* kind, const Body& body) override {
    add(key, "object", "", reference_to(kind));
    collect(kind, "", body);
  }
  void object_or_word(const scene::Key& key, const char* kind, const std::string& word, bool&,
                      const Body& body) override {
    add(key, "object, or " + word, "", reference_to(kind));
    collect(kind, word, body);
  }
  void items(const scene::Key& key, const char* kind, const scene::ListForm& form, std::size_t,
             const std::function<void(std::size_t)>& resize,
             const std::function<void(scene::Fields&, std::size_t)>& item) override {
    add(key, "list", "", list_schema(reference_to(kind), form));
    resize(1);
    collect(kind, "", [&](scene::Fields& fields) { item(fields, 0); });
  }

  void cases(const char* key, scene::Words words, int,
             const std::function<void(int)>& describe) override {
    collect_variants(key, words, describe);
  }
  void exactly_one_of(const Variants& variants, const std::string&) override {
    std::vector<std::string> keys;
    for (const Variant& variant : variants) keys.push_back(variant.key);
    collect_variants("", keys, [&](int i) { variants[i].describe(); });
  }
  /// Each variant forbids the keys that select an earlier one.
  void first_of(const Variants& variants, const std::string& written) override {
    exactly_one_of(variants, written);
    std::vector<std::string> earlier;
    for (DescribedVariant& variant : here_->variants.back().each) {
      for (const std::string& key : earlier)
        if (variant.entry.find(key) == nullptr) variant.entry.forbidden.push_back(key);
      earlier.insert(earlier.end(), variant.labels.begin(), variant.labels.end());
    }
  }
  void variants_of_schema(const std::vector<std::function<void()>>& variants) override {
    collect_variants("", std::vector<std::string>(variants.size()), [&](int i) { variants[i](); });
  }
  void with(const char* key, const std::function<void()>& body) override {
    within_ = key;
    body();
    within_ = "";
  }
  void forbidden(const char* key, const char*, bool) override { here_->forbidden.push_back(key); }
  void at_least_one_of(scene::Words keys, const char*) override {
    here_->at_least_one_of.assign(keys.begin(), keys.end());
  }
  void note(const char* text) override { here_->note = text; }
  void leave_out_of_pages() override { here_->is_left_out = true; }

 private:
  DescribedKey& add(const scene::Key& key, const std::string& type, const std::string& range,
                    Json schema, const std::string& unit = "") {
    const auto text = [](const char* words) { return words == nullptr ? "" : words; };
    here_->keys.push_back({.name = key.name,
                           .meaning = key.meaning,
                           .is_required = key.is_required,
                           .unless = key.is_required ? text(key.unless) : "",
                           .beside = text(key.needs),
                           .within = within_,
                           .type = type,
                           .unit = unit,
                           .range = range,
                           .otherwise = key.is_required             ? ""
                                        : key.by_default != nullptr ? key.by_default
                                                                    : "none",
                           .schema = std::move(schema)});
    return here_->keys.back();
  }

  static void set_default(DescribedKey& added, const scene::Key& key, const Json& value,
                          const std::string& text) {
    if (key.is_required || key.by_default != nullptr) return;
    added.schema["default"] = value;
    added.otherwise = text;
  }

  void collect(const std::string& kind, const std::string& word, const Body& body) {
    if (std::ranges::count(kinds_, kind, &DescribedKind::name) > 0) return;
    const std::size_t index = kinds_.size();
    kinds_.push_back({kind, {}});
    DescribedEntry entry;
    entry.word = word;
    Collector inner(entry, kinds_);
    body(inner);
    kinds_[index].entry = std::move(entry);
  }

  /// Describes each variant. Those that are described alike become one.
  void collect_variants(const std::string& by, scene::Words labels,
                        const std::function<void(int)>& describe) {
    DescribedVariants all{.by = by, .keys_before = here_->keys.size(), .each = {}};
    DescribedEntry* const outer = here_;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      DescribedEntry entry;
      here_ = &entry;
      describe(static_cast<int>(i));
      const auto same = std::ranges::find(all.each, entry, &DescribedVariant::entry);
      if (entry.is_left_out) continue;
      if (same == all.each.end())
        all.each.push_back({{labels[i]}, std::move(entry)});
      else
        same->labels.push_back(labels[i]);
    }
    here_ = outer;
    here_->variants.push_back(std::move(all));
  }

  DescribedEntry* here_;
  std::vector<DescribedKind>& kinds_;
  std::string within_;
};

}  // namespace

const DescribedKey* DescribedEntry::find(const std::string& key) const {
  const auto found = std::ranges::find(keys, key, &DescribedKey::name);
  return found == keys.end() ? nullptr : &*found;
}

std::vector<DescribedKind> described(const std::string& name, const scene::Fields::Body& body) {
  std::vector<DescribedKind> kinds(1);
  kinds[0].name = name;
  DescribedEntry entry;
  Collector collector(entry, kinds);
  body(collector);
  kinds[0].entry = std::move(entry);
  return kinds;
}

std::string short_number(double x) {
  static const std::regex k_zeros("\\.?0*e\\+?(-?)0*");
  const std::string plain = fmt::format("{:.10g}", x);
  const std::string shorter = std::regex_replace(fmt::format("{:.9e}", x), k_zeros, "e$1");
  return shorter.size() < plain.size() ? shorter : plain;
}

}  // namespace condyle
