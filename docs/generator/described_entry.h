#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/scene/src/fields.h"

namespace condyle {

using Json = nlohmann::ordered_json;

/// The description of a key for the page and the schema.
struct DescribedKey {
  std::string name, meaning;
  bool is_required = false;
  std::string unless;  ///< a key that may replace this required one
  std::string beside;  ///< a key that must be given together with this one
  std::string within;  ///< a key that this one belongs to
  std::string type, unit, range, otherwise;
  Json schema;  ///< of the value, without the meaning
  bool operator==(const DescribedKey&) const = default;
};

struct DescribedVariants;

/// The keys of an entry, or of one variant of it, in their order.
struct DescribedEntry {
  std::string note;
  std::vector<DescribedKey> keys;
  std::vector<DescribedVariants> variants;
  std::vector<std::string> forbidden;
  std::vector<std::string> at_least_one_of;
  std::string word;  ///< a word that may replace the entry
  bool is_left_out = false;
  bool operator==(const DescribedEntry&) const = default;

  const DescribedKey* find(const std::string& key) const;
};

/// One variant of a part of an entry.
struct DescribedVariant {
  std::vector<std::string> labels;  ///< the words, or the keys, that select this variant
  DescribedEntry entry;
  bool operator==(const DescribedVariant&) const = default;
};

/// The variants of a part of an entry.
struct DescribedVariants {
  std::string by;  ///< the key whose word selects the variant; empty: the keys that are given do
  std::size_t keys_before;  ///< number of the entry's keys before these variants
  std::vector<DescribedVariant> each;
  bool operator==(const DescribedVariants&) const = default;
};

struct DescribedKind {
  std::string name;
  DescribedEntry entry;
};

/// Collects an entry as the kind `name`, followed by the kinds that it contains.
std::vector<DescribedKind> described(const std::string& name, const scene::Fields::Body& body);

/// A number as short as possible: 0.001, 1e-7, 1e15.
std::string short_number(double x);

}  // namespace condyle
