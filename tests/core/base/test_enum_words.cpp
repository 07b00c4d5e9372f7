#include <catch2/catch.hpp>

#include "condyle/contact/contact_settings.h"
#include "condyle/mesh/mesh_file.h"
#include "core/src/base/enum_words.h"

namespace condyle::test::enum_words_tests {
namespace {

enum class WithGap { first = 0, third = 2 };
constexpr const char* word_of(WithGap value) {
  switch (value) {
    case WithGap::first:
      return "first";
    case WithGap::third:
      return "third";
  }
  return nullptr;
}
static_assert(detail::enumerator_count<WithGap>() == -1);
static_assert(detail::enumerator_count<FrictionMode>() == 5);

template <class Enum>
void check_words() {
  const std::vector<std::string>& words = words_of<Enum>();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = static_cast<Enum>(i);
    CHECK(words[i] == word_of(value));
    CHECK(enumerator_of<Enum>(words[i]) == value);
  }
  CHECK(!enumerator_of<Enum>("no such word"));
  CHECK(!enumerator_of<Enum>(""));
}

}  // namespace

TEST_CASE("each enumerator has one word, and each word one enumerator", "[words]") {
  check_words<Acting>();
  check_words<FrictionMode>();
  check_words<CastingElements>();
  check_words<CastingSide>();
  check_words<Formulation>();
  check_words<ForceDirection>();
  check_words<FreeEdges>();
  check_words<mesh::LengthUnit>();
}

}  // namespace condyle::test::enum_words_tests
