#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "condyle/scene/scene_file.h"
#include "core/scene/src/json_text.h"
#include "core/scene/src/scene_keys.h"
#include "core/src/files/file_bytes.h"

namespace condyle::scene {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Writes an entry to an object, with its defaults.
class Writer final : public Fields {
 public:
  explicit Writer(const std::filesystem::path& folder)
      : Fields(Purpose::writing), folder_(folder) {}

  Json take() { return std::move(object_); }

  void number(const Key& key, double& value, const Quantity& quantity) override {
    const bool is_word = quantity.endless != nullptr && std::isinf(value);
    put(key, is_word ? Json(*quantity.endless) : Json(value));
  }
  void whole(const Key& key, int& value, const WholeRange&) override { put(key, value); }
  void flag(const Key& key, bool& value) override { put(key, value); }
  void text(const Key& key, std::string& value, const TextForm&) override { put(key, value); }
  void file(const Key& key, std::filesystem::path& value, FileUse) override {
    put(key, value.lexically_proximate(folder_).generic_string());
  }
  void file_or_word(const Key& key, std::filesystem::path& value, Words words) override {
    if (std::ranges::count(words, value.string()) > 0)
      put(key, value.string());
    else
      file(key, value, FileUse::cycle);
  }
  void vector(const Key& key, Eigen::Vector3d& value, const Quantity&) override {
    put(key, to_json(value));
  }
  void direction(const Key& key, Eigen::Vector3d& value) override { put(key, to_json(value)); }
  void numbers(const Key& key, std::vector<double>& values, const Quantity&,
               const ListForm&) override {
    put(key, values);
  }
  void counts(const Key& key, std::span<int> values, const WholeRange&, const char*) override {
    put(key, std::vector<int>(values.begin(), values.end()));
  }
  void rows(const Key& key, Eigen::MatrixXd& values, int, const char*) override {
    Json list = Json::array();
    for (const auto& row : values.rowwise())
      list.push_back(std::vector<double>(row.begin(), row.end()));
    put(key, std::move(list));
  }
  void word_at(const Key& key, int& index, Words words) override { put(key, words[index]); }
  void words(const Key& key, std::vector<int>& indices, Words words, const ListForm&) override {
    Json list = Json::array();
    for (const int index : indices) list.push_back(words[index]);
    put(key, std::move(list));
  }
  void names(const Key& key, std::vector<std::string>& names) override {
    put(key, names.size() == 1 ? Json(names.front()) : Json(names));
  }

  void object(const Key& key, const char*, const Body& body) override {
    if (!key.is_left_out) put(key, written(body));
  }
  void object_or_word(const Key& key, const char* kind, const std::string& word, bool& is_word,
                      const Body& body) override {
    if (is_word)
      put(key, word);
    else
      object(key, kind, body);
  }
  void items(const Key& key, const char*, const ListForm&, std::size_t size,
             const std::function<void(std::size_t)>&,
             const std::function<void(Fields&, std::size_t)>& item) override {
    Json list = Json::array();
    for (std::size_t i = 0; i < size; ++i)
      list.push_back(written([&](Fields& fields) { item(fields, i); }));
    put(key, std::move(list));
  }

  void cases(const char*, Words, int word, const std::function<void(int)>& describe) override {
    describe(word);
  }
  void exactly_one_of(const Variants& variants, const std::string& written) override {
    std::ranges::find(variants, written, &Variant::key)->describe();
  }
  void first_of(const Variants& variants, const std::string& written) override {
    exactly_one_of(variants, written);
  }
  void variants_of_schema(const std::vector<std::function<void()>>& variants) override {
    variants.front()();
  }
  void with(const char* key, const std::function<void()>& body) override {
    if (object_.contains(key)) body();
  }
  void write_first(Words keys) override {
    Json sorted = Json::object();
    for (const std::string& key : keys)
      if (object_.contains(key)) sorted[key] = object_[key];
    for (const auto& [key, value] : object_.items())
      if (!sorted.contains(key)) sorted[key] = value;
    object_ = std::move(sorted);
  }

 private:
  void put(const Key& key, Json value) {
    if (!key.is_left_out) object_[key.name] = std::move(value);
  }
  Json written(const Body& body) const {
    Writer writer(folder_);
    body(writer);
    return writer.take();
  }

  Json object_ = Json::object();
  const std::filesystem::path& folder_;
};

}  // namespace

/// Descriptions also serve the reader, so they take a mutable scene; this passes a copy.
std::string scene_text(const Scene& scene, const std::filesystem::path& folder) {
  Scene copy = scene;
  Writer writer(folder);
  describe(writer, copy);
  return json_text(writer.take()) + "\n";
}

void write_scene(const std::filesystem::path& file, const Scene& scene) {
  replace_file(file, scene_text(scene, file.parent_path()));
}

std::string entry_text(SceneMesh mesh) {
  const std::filesystem::path folder;
  Writer writer(folder);
  describe(writer, mesh);
  return json_text(writer.take());
}

}  // namespace condyle::scene
