#include "core/scene/src/json_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "condyle/error.h"

namespace condyle::scene {
namespace {

using nlohmann::json;

/// The JSON library's message without the library's name and error number.
std::string json_problem(const std::string& text, std::size_t position, std::string_view what) {
  what.remove_prefix(std::min(what.find("] ") + 2, what.size()));
  constexpr std::string_view k_place = "parse error at ";
  if (what.starts_with(k_place)) return std::string(what.substr(k_place.size()));
  const std::string_view before = std::string_view(text).substr(0, position);
  return fmt::format("line {}: {}", 1 + std::ranges::count(before, '\n'), what);
}

/// Builds a value from the events of the library's parser in time linear in the length of the text;
/// the library's callback parser searches a whole list each time an object in it ends, which takes
/// quadratic time. Also rejects input that the library accepts silently: a repeated key, of which
/// only one can be meant, and nesting so deep that copying the value would overflow the stack.
class DocumentBuilder : public nlohmann::json_sax<json> {
 public:
  DocumentBuilder(const std::string& text, std::filesystem::path file,
                  std::function<void(json&&, int)> take)
      : text_(text), file_(std::move(file)), take_(std::move(take)) {}

  json& root() { return root_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t& value) override { return add(std::move(value)); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    open_.back().key = name;
    const auto [member, is_new] = open_.back().value->emplace(std::move(name), nullptr);
    if (!is_new) fail("is given twice in one object; keep one");
    member_ = &*member;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    fail("is not valid JSON: " + shortened(json_problem(text_, position, error.what())));
  }

 private:
  static constexpr std::size_t k_most_levels = 64;

  /// An object or list that has not ended yet.
  struct Open {
    json* value;
    std::string key = {};  ///< the last key of an object
    int items = 0;         ///< number of completed items of a list
  };

  json& place(json&& value) {
    if (open_.empty()) return root_ = std::move(value);
    if (!open_.back().value->is_array()) return *member_ = std::move(value);
    open_.back().value->push_back(std::move(value));
    return open_.back().value->back();
  }

  bool add(json&& value) {
    place(std::move(value));
    end_item();
    return true;
  }

  bool open(json&& empty) {
    if (open_.size() == k_most_levels) {
      fail(fmt::format("is nested more than {} levels deep", k_most_levels));
    }
    json* const value = &place(std::move(empty));
    open_.push_back({value});
    return true;
  }

  bool close() {
    open_.pop_back();
    end_item();
    return true;
  }

  /// Counts a completed item if the innermost open value is a list, and passes it on if requested.
  void end_item() {
    if (open_.empty() || !open_.back().value->is_array()) return;
    const int index = open_.back().items++;
    if (!take_ || open_.size() > 1) return;
    take_(std::move(root_.back()), index);
    root_.erase(root_.size() - 1);
  }

  /// Throws InputError with the place that the parser has reached.
  [[noreturn]] void fail(const std::string& problem) const {
    std::string place;
    for (const Open& value : open_) {
      if (value.value->is_array()) {
        place += fmt::format("[{}]", value.items);
      } else {
        place += fmt::format("{}{}", place.empty() ? "" : ".", readable_key(value.key));
      }
    }
    place = shortened(place);
    throw InputError(
        fmt::format("{}{}{}: {}", file_.string(), place.empty() ? "" : ": ", place, problem));
  }

  const std::string& text_;
  std::filesystem::path file_;
  std::function<void(json&&, int)> take_;
  json root_;
  std::vector<Open> open_;
  json* member_ = nullptr;  ///< last member of the innermost open object
};

}  // namespace

std::string shortened(const std::string& text) {
  std::size_t size = 200;
  if (text.size() <= size) return text;
  while (size > 0 && (text[size] & 0xc0) == 0x80) --size;  // cuts between UTF-8 characters
  return text.substr(0, size) + "...";
}

std::string readable_key(const std::string& key) {
  std::string text = json(key).dump();
  text.erase(text.begin());  // removes the quotes
  text.pop_back();
  return shortened(text);
}

template <class Json>
Json parse_json_items(const std::string& text, const std::filesystem::path& file,
                      const std::function<void(Json&&, int)>& take) {
  DocumentBuilder builder(text, file, take);
  Json::sax_parse(text, &builder);
  return std::move(builder.root());
}

template <class Json>
Json parse_json(const std::string& text, const std::filesystem::path& file) {
  return parse_json_items<Json>(text, file, nullptr);
}

template json parse_json_items(const std::string&, const std::filesystem::path&,
                               const std::function<void(json&&, int)>&);
template json parse_json(const std::string&, const std::filesystem::path&);

}  // namespace condyle::scene
