// Mutates files of text by what they are made of, half of the time: words and numbers, lines, and
// what stands between brackets are taken out, doubled, moved or replaced; otherwise libFuzzer
// changes bytes and inserts words of the dictionary.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

/// Part of a text: [begin, end).
struct Part {
  std::size_t begin = 0, end = 0;
};

constexpr std::array<const char*, 24> k_odd_numbers{"0",
                                                    "-0.0",
                                                    "1",
                                                    "-1",
                                                    "2",
                                                    "3",
                                                    "0.5",
                                                    "1e-320",
                                                    "5e-324",
                                                    "1e15",
                                                    "-1e19",
                                                    "1e308",
                                                    "1e309",
                                                    "2147483647",
                                                    "2147483648",
                                                    "4294967296",
                                                    "18446744073709551616",
                                                    "nan",
                                                    "inf",
                                                    "-inf",
                                                    "1e",
                                                    "0x10",
                                                    "+1",
                                                    ".5"};

bool is_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.' || c == '-' || c == '+';
}

class TextMutator {
 public:
  TextMutator(std::string_view text, unsigned seed) : text_(text), random_(seed) {}

  std::string mutated() {
    for (int i = 1 + pick(3); i > 0 && !text_.empty(); --i) change();
    return text_;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::size_t place() { return random_() % text_.size(); }

  void change() {
    switch (pick(6)) {
      case 0:
        return replace(word(), k_odd_numbers[static_cast<std::size_t>(pick(k_odd_numbers.size()))]);
      case 1:
        return replace(word(), copy(word()));
      case 2:
        return move(line());
      case 3:
        return move(block());
      case 4:
        return replace(block(), copy(block()));
      default:
        return replace(line(), copy(line()));
    }
  }

  /// Takes it out, doubles it, or puts a copy elsewhere.
  void move(const Part& part) {
    const std::string moved = copy(part);
    const int how = pick(3);
    if (how == 0) text_.erase(part.begin, part.end - part.begin);
    if (how == 1) text_.insert(part.begin, moved);
    if (how == 2) text_.insert(line().begin, moved);
  }

  std::string copy(const Part& part) const {
    return text_.substr(part.begin, part.end - part.begin);
  }
  void replace(const Part& part, const std::string& by) {
    text_.replace(part.begin, part.end - part.begin, by);
  }

  /// The word or number after a random place; empty at the end of the text.
  Part word() {
    std::size_t begin = place();
    while (begin < text_.size() && !is_of_word(text_[begin])) ++begin;
    while (begin > 0 && begin < text_.size() && is_of_word(text_[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text_.size() && is_of_word(text_[end])) ++end;
    return {begin, end};
  }

  /// A line with its end.
  Part line() {
    if (text_.empty()) return {};
    const std::size_t at = place();
    const std::size_t before = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
    const std::size_t after = text_.find('\n', at);
    return {before == std::string::npos ? 0 : before + 1,
            after == std::string::npos ? text_.size() : after + 1};
  }

  /// From an opening bracket after a random place to the one that closes it, with a comma behind
  /// it; a word if there is none.
  Part block() {
    const std::size_t begin = text_.find_first_of("{[<", place());
    if (begin == std::string::npos) return word();
    int depth = 0;
    for (std::size_t i = begin; i < text_.size(); ++i) {
      if (std::strchr("{[<", text_[i]) != nullptr && text_[i] != '\0') ++depth;
      if (std::strchr("}]>", text_[i]) != nullptr && text_[i] != '\0') --depth;
      if (depth == 0)
        return {begin, std::min(text_.size(), i + (text_.substr(i + 1, 1) == "," ? 2 : 1))};
    }
    return word();
  }

  std::string text_;
  std::minstd_rand random_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  if (size == 0 || seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text = TextMutator({reinterpret_cast<const char*>(data), size}, seed / 2).mutated();
  text.resize(std::min(text.size(), max_size));
  if (text.empty()) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
