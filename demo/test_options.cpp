#include "test_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "angle_list.h"
#include "core/scene/src/scene_tests.h"
#include "core/scene/src/setting_descriptions.h"
#include "number_checks.h"
#include "word_option.h"

namespace condyle {
namespace {

using Test = scene::SceneTest;

/// A unit of the command line, where it is not that of scene files.
struct ShownUnit {
  const char* text;
  double in_si;
};

ShownUnit shown_unit(const scene::Quantity& quantity) {
  const std::string_view unit = quantity.unit;
  if (unit == "1/Pa") return {"mm^3/(N m)", 1e-9};
  if (unit == "rad") return {"degree", std::numbers::pi / 180};
  return {unit == "1" ? "" : quantity.unit, 1};
}

std::string help_of(const scene::TestOption& option) {
  std::string help = scene::first_sentence(option.meaning);
  const std::string unit = shown_unit(option.quantity).text;
  if (!unit.empty()) help += fmt::format(" [{}]", unit);
  if (option.by_default != nullptr) help += fmt::format("; default: {}", option.by_default);
  return help;
}

scene::NumberRange shown_range(const scene::Quantity& quantity) {
  scene::NumberRange range = quantity.range;
  const double unit = shown_unit(quantity).in_si;
  range.min /= unit;
  range.max /= unit;
  return range;
}

/// Adds the option of one key; each takes the text as it is written.
class OptionAdder {
 public:
  OptionAdder(CLI::App& command, const scene::TestOption& option, Test& test)
      : command_(command), option_(option), test_(test), name_(std::string("--") + option.name) {
    std::ranges::replace(name_, '_', '-');
  }

  void operator()(double Test::*member) const {
    add_number([&test = test_, member](double value) {
      test.*member = value;
    })->default_str(fmt::format("{:g}", test_.*member / shown_unit(option_.quantity).in_si));
  }
  void operator()(std::optional<double> Test::*member) const {
    add_number([&test = test_, member](double value) { test.*member = value; });
  }
  void operator()(int Test::*member) const {
    const scene::WholeRange range = option_.whole;
    command_.add_option(name_, test_.*member, help_of(option_))
        ->check(whole_between(range.least, range.most))
        ->capture_default_str();
  }
  void operator()(std::vector<double> Test::*member) const {
    command_
        .add_option_function<std::string>(
            name_,
            [&test = test_, member, name = name_](const std::string& text) {
              test.*member = angles_of(text, name);
            },
            help_of(option_))
        ->type_name("A,B,..");
  }
  void operator()(scene::HipSide Test::*member) const {
    add_word_option(command_, name_, test_.*member, option_.meaning);
  }
  void operator()(std::filesystem::path Test::*member) const {
    command_.add_option(name_, test_.*member, help_of(option_))
        ->type_name("CYCLE")
        ->default_str((test_.*member).string());
  }

 private:
  template <class Take>
  CLI::Option* add_number(const Take& take) const {
    const double unit = shown_unit(option_.quantity).in_si;
    return command_
        .add_option_function<double>(
            name_, [take, unit](double value) { take(value * unit); }, help_of(option_))
        ->check(number_in_range(shown_range(option_.quantity)));
  }

  CLI::App& command_;
  const scene::TestOption& option_;
  Test& test_;
  std::string name_;
};

}  // namespace

void add_test_options(CLI::App& command, scene::SceneTest& test) {
  for (const scene::TestOption& option : scene::described_test(test.kind).options)
    std::visit(OptionAdder(command, option, test), option.member);
}

}  // namespace condyle
