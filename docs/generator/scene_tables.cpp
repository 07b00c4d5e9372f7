#include "docs/generator/scene_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "condyle/error.h"

namespace condyle {
namespace {

/// A row of a table of keys: a key, and the ways that have it; none: all.
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

/// Adds a key of a way, or the way to the key's row if another way has it too.
void add_row(std::vector<Row>& rows, const DescribedKey& key, const std::vector<std::string>& of) {
  const auto same =
      std::ranges::find_if(rows, [&](const Row& row) { return !row.of.empty() && row.key == key; });
  if (same == rows.end() || of.empty())
    rows.push_back({key, of});
  else
    same->of.insert(same->of.end(), of.begin(), of.end());
}

void add_rows(std::vector<Row>& rows, const DescribedEntry& entry,
              const std::vector<std::string>& of);

/// The keys that a way adds. Those that tell the ways apart say so.
void add_rows(std::vector<Row>& rows, const DescribedWays& ways,
              const std::vector<std::string>& of) {
  std::vector<std::string> leads;
  for (const DescribedWay& way : ways.each)
    leads.insert(leads.end(), way.labels.begin(), way.labels.end());
  for (const DescribedWay& way : ways.each) {
    const bool is_named = !way.labels.front().empty();
    DescribedEntry entry = way.entry;
    for (DescribedKey& key : entry.keys) {
      if (ways.by.empty() && key.is_required && std::ranges::count(leads, key.name) > 0)
        key.meaning = fmt::format("One of {}. {}", fmt::join(leads, ", "), key.meaning);
    }
    std::vector<std::string> within = of;
    if (!ways.by.empty()) within = way.labels;
    if (ways.by.empty() && is_named && of.empty()) within = {};
    add_rows(rows, entry, within);
  }
}

void add_rows(std::vector<Row>& rows, const DescribedEntry& entry,
              const std::vector<std::string>& of) {
  auto ways = entry.ways.begin();
  for (std::size_t i = 0; i <= entry.keys.size(); ++i) {
    for (; ways != entry.ways.end() && ways->keys_before == i; ++ways) add_rows(rows, *ways, of);
    if (i < entry.keys.size()) add_row(rows, entry.keys[i], of);
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
  const auto ways = std::ranges::find(entry.ways, by, &DescribedWays::by);
  if (ways == entry.ways.end()) throw InputError(fmt::format("no words of '{}'", by));
  std::string text = fmt::format("| {} | keys | what |\n|---|---|---|\n", by);
  for (const DescribedWay& way : ways->each) {
    std::vector<Row> rows;
    add_rows(rows, way.entry, {});
    std::vector<std::string> names;
    for (const Row& row : rows) names.push_back(name_in_table(row.key));
    text += fmt::format("| {} | {} | {} |\n", fmt::join(way.labels, ", "), fmt::join(names, ", "),
                        way.entry.note);
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
    text += "\n" + (what == "keys:" ? table_of_keys(entry) : table_of_words(entry, key)) + "\n";
  }
  return text;
}

}  // namespace condyle
