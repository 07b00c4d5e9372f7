#include "docs/generator/scene_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "condyle/error.h"

namespace condyle {
namespace {

/// A row of a table of keys: a key, and the variants that have it; empty: all variants.
struct Row {
  DescribedKey key;
  std::vector<std::string> of;
};

std::string name_in_table(const DescribedKey& key) {
  return key.is_required ? "**" + key.name + "**" : key.name;
}

std::string text_of(const Row& row) {
  const DescribedKey& key = row.key;
  const std::string between = key.type.empty() || key.unit.empty() ? "" : ", ";
  const std::string of = row.of.empty() ? "" : fmt::format("{}: ", fmt::join(row.of, ", "));
  return fmt::format("| {} | {}{}{} | {} | {} | {}{} |\n", name_in_table(key), key.type, between,
                     key.unit, key.range, key.otherwise, of, key.meaning);
}

/// Adds a row for a key or, if the table already has that row, adds the variants to it.
void add_row(std::vector<Row>& rows, const DescribedKey& key, const std::vector<std::string>& of) {
  const std::string text = text_of({key, {}});
  const auto same = std::ranges::find_if(rows, [&](const Row& row) {
    return text_of({row.key, {}}) == text;
  });
  if (same == rows.end()) {
    rows.push_back({key, of});
    return;
  }
  for (const std::string& variant : of)
    if (std::ranges::count(same->of, variant) == 0) same->of.push_back(variant);
}

using Labels = std::vector<std::string>;

/// The context of a key: the variants of the entry that it belongs to, and the keys that select
/// among variants.
struct Place {
  Labels of = {};                              ///< labels of the variants that allow the key
  Labels leads = {}, own = {}, of_leads = {};  ///< keys that select the variants; those that select
                                               ///< this variant; the variants that allow these keys
};

void add_rows(std::vector<Row>& rows, const DescribedEntry& entry, const Place& place);

/// Adds the keys of each variant. The meaning of a lead, a key that selects a variant, names all
/// the leads.
void add_rows(std::vector<Row>& rows, const DescribedVariants& variants, const Place& place) {
  Labels labels;
  for (const DescribedVariant& variant : variants.each)
    labels.insert(labels.end(), variant.labels.begin(), variant.labels.end());
  const bool has_leads = variants.by.empty() && !labels.front().empty();
  for (const DescribedVariant& variant : variants.each) {
    const std::string with = fmt::format("with {}", fmt::join(variant.labels, ", "));
    if (has_leads)
      add_rows(rows, variant.entry,
               {.of = {with}, .leads = labels, .own = variant.labels, .of_leads = place.of});
    else
      add_rows(rows, variant.entry, variants.by.empty() ? place : Place{.of = variant.labels});
  }
}

void add_rows(std::vector<Row>& rows, const DescribedEntry& entry, const Place& place) {
  auto variants = entry.variants.begin();
  for (std::size_t i = 0; i <= entry.keys.size(); ++i) {
    for (; variants != entry.variants.end() && variants->keys_before == i; ++variants)
      add_rows(rows, *variants, place);
    if (i == entry.keys.size()) return;
    DescribedKey key = entry.keys[i];
    const bool leads = std::ranges::count(place.own, key.name) > 0;
    if (leads)
      key.meaning = fmt::format("One of {}. {}", fmt::join(place.leads, ", "), key.meaning);
    add_row(rows, key, leads ? place.of_leads : place.of);
  }
}

std::string table_of_keys(const DescribedEntry& entry) {
  std::vector<Row> rows;
  add_rows(rows, entry, {});
  std::string text = "| key | type, unit | range | default | meaning |\n|---|---|---|---|---|\n";
  for (const Row& row : rows) text += text_of(row);
  return text;
}

std::string table_of_words(const DescribedEntry& entry, const std::string& by) {
  const auto variants = std::ranges::find(entry.variants, by, &DescribedVariants::by);
  if (variants == entry.variants.end()) throw InputError(fmt::format("no words of '{}'", by));
  std::string text = fmt::format("| {} | keys | what |\n|---|---|---|\n", by);
  for (const DescribedVariant& variant : variants->each) {
    std::vector<Row> rows;
    add_rows(rows, variant.entry, {});
    std::vector<std::string> names;
    for (const Row& row : rows) names.push_back(name_in_table(row.key));
    text += fmt::format("| {} | {} | {} |\n", fmt::join(variant.labels, ", "),
                        fmt::join(names, ", "), variant.entry.note);
  }
  return text;
}

const DescribedEntry& find(const std::vector<DescribedKind>& kinds, const std::string& name) {
  const auto found = std::ranges::find(kinds, name, &DescribedKind::name);
  if (found == kinds.end()) throw InputError(fmt::format("no kind of entry is named '{}'", name));
  return found->entry;
}

}  // namespace

std::string with_tables(const std::string& page, const std::vector<DescribedKind>& kinds) {
  std::istringstream lines(page);
  std::string text, line;
  bool is_in_table = false;
  while (std::getline(lines, line)) {
    if (line == "<!-- end -->") is_in_table = false;
    if (!is_in_table) text += line + "\n";
    std::istringstream words(line);
    std::string opening, what, kind, key;
    words >> opening >> what >> kind >> key;
    if (opening != "<!--" || (what != "keys:" && what != "words:")) continue;
    is_in_table = true;
    const DescribedEntry& entry = find(kinds, kind);
    text += what == "keys:" ? table_of_keys(entry) : table_of_words(entry, key);
  }
  return text;
}

}  // namespace condyle
