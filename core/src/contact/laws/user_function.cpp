#include "condyle/contact/user_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "core/src/contact/laws/user_call.h"

namespace condyle {
namespace {

std::string text_of(const condyle_touch& touch) {
  return fmt::format("depth {:g} m, rate {:g} m/s at ({:g}, {:g}, {:g}) m", touch.depth, touch.rate,
                     touch.point[0], touch.point[1], touch.point[2]);
}

std::string text_of(const condyle_slip& slip) {
  return fmt::format("slip {:g} m/s, normal {:g} at ({:g}, {:g}, {:g}) m", slip.speed, slip.normal,
                     slip.point[0], slip.point[1], slip.point[2]);
}

std::string text_of(const condyle_patch& patch) {
  return fmt::format("a patch of {} triangles, depth {:g} m", patch.triangle_count,
                     patch.max_depth);
}

template <class Item>
std::string text_of(std::span<const Item> items) {
  if (items.empty()) return "nothing in contact";
  const std::string first = text_of(items[0]);
  return items.size() == 1 ? first : fmt::format("{} points, the first: {}", items.size(), first);
}

/// One call of a function, with the data to report errors.
template <class Function>
class Call {
 public:
  Call(const Function& function, const condyle_contact& contact)
      : function_(function), contact_(contact) {
    contact_.parameters = function.parameters.data();
    contact_.parameter_count = static_cast<int>(function.parameters.size());
    contact_.message = message_.data();
    contact_.message_size = static_cast<int>(message_.size());
  }

  const condyle_contact* contact() const { return &contact_; }

  template <class Item, class... Arguments>
  void make(std::span<const Item> items, Arguments*... arguments) {
    int result = 0;
    try {
      result = function_.call(arguments...);
    } catch (const std::exception& error) {
      fail(fmt::format("threw \"{}\"", error.what()), text_of(items));
    } catch (...) {
      fail("threw what is no std::exception", text_of(items));
    }
    if (result == 0) return;
    const std::string text(message_.data(), std::ranges::find(message_, '\0') - message_.begin());
    fail(fmt::format("returned {}{}", result, text.empty() ? "" : " (\"" + text + "\")"),
         text_of(items));
  }

  [[noreturn]] void fail(const std::string& problem, const std::string& asked) const {
    const std::string library =
        function_.library.empty() ? "" : " of " + function_.library.string();
    throw SimulationError(fmt::format(
        "user's function '{}'{}, {} on {} at {:g} s: {}; asked for {}", function_.name, library,
        name_of(contact_.casting), name_of(contact_.target), contact_.time, problem, asked));
  }

 private:
  static const char* name_of(const condyle_body& body) {
    return body.name != nullptr ? body.name : "a body";
  }

  const Function& function_;
  condyle_contact contact_;
  std::array<char, 256> message_ = {};
};

template <class Answer>
struct Entry {
  const char* name;
  double Answer::*value;
};
constexpr Entry<condyle_normal_force> k_normal_entries[] = {
    {"force", &condyle_normal_force::force},
    {"slope by depth", &condyle_normal_force::by_depth},
    {"slope by rate", &condyle_normal_force::by_rate},
    {"energy", &condyle_normal_force::energy}};
constexpr Entry<condyle_friction_force> k_friction_entries[] = {
    {"force", &condyle_friction_force::force},
    {"slope by speed", &condyle_friction_force::by_speed},
    {"slope by normal force", &condyle_friction_force::by_normal}};

/// Evaluates the law for all items and checks that the answers are finite.
template <class Input, class Law, class Item, class Answer, std::size_t n>
void ask_all(const Law& law, const condyle_contact& contact, bool per_area,
             const std::vector<Item>& items, const Entry<Answer> (&entries)[n],
             std::vector<Answer>& answers) {
  Call call(law, contact);
  answers.assign(items.size(), {});
  const Input input{CONDYLE_USER_LAW_VERSION, per_area ? 1 : 0, static_cast<int>(items.size()),
                    items.data(), call.contact()};
  call.make(std::span(items), &input, answers.data());
  for (std::size_t i = 0; i < items.size(); ++i)
    for (const Entry<Answer>& entry : entries)
      if (const double value = answers[i].*entry.value; !std::isfinite(value))
        call.fail(fmt::format("its {} is {}", entry.name, value), text_of(items[i]));
}

/// A variable on which a force depends, with its scale and its lower limit.
template <class Item>
struct Variable {
  double Item::*value;
  /// Difference steps are a fraction of the value, or of `scale` if that is larger.
  double scale = 0;
  double least = 0;
};
constexpr Variable<condyle_touch> k_depth{&condyle_touch::depth};
constexpr Variable<condyle_touch> k_rate{&condyle_touch::rate, 1e-3, -INFINITY};
constexpr Variable<condyle_slip> k_speed{&condyle_slip::speed, 1e-3};
constexpr Variable<condyle_slip> k_normal{&condyle_slip::normal};

/// Puts five items in a row for each item: the item and its two neighbours in each of two
/// variables.
template <class Item>
void put_neighbours(std::span<const Item> items, const Variable<Item> (&variables)[2],
                    std::vector<Item>& all) {
  // Near the cube root of the rounding, which suits central differences.
  constexpr double k_part = 1e-5;
  for (Item item : items) {
    all.push_back(item);
    for (const Variable<Item>& variable : variables) {
      const double middle = item.*variable.value;
      const double step = k_part * std::max(std::abs(middle), variable.scale);
      for (const double value : {middle + step, std::max(variable.least, middle - step)}) {
        item.*variable.value = value;
        all.push_back(item);
      }
      item.*variable.value = middle;
    }
  }
}

/// The slope of the force by a variable, from the neighbours `i` and `i` + 1.
template <class Item, class Answer>
double slope(const std::vector<Item>& items, const std::vector<Answer>& answers, std::size_t i,
             const Variable<Item>& variable) {
  const double distance = items[i].*variable.value - items[i + 1].*variable.value;
  return distance > 0 ? (answers[i].force - answers[i + 1].force) / distance : 0.0;
}

}  // namespace

void ask(const UserNormalLaw& law, const condyle_contact& contact, bool per_area,
         std::span<const condyle_touch> touches, std::span<NormalSample> samples) {
  thread_local std::vector<condyle_touch> asked;
  thread_local std::vector<condyle_normal_force> answers;
  asked.clear();
  if (touches.empty()) return;
  if (law.gives_slopes)
    asked.assign(touches.begin(), touches.end());
  else
    put_neighbours(touches, {k_depth, k_rate}, asked);
  ask_all<condyle_normal_input>(law, contact, per_area, asked, k_normal_entries, answers);
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const std::size_t at = law.gives_slopes ? i : 5 * i;
    condyle_normal_force answer = answers[at];
    if (!law.gives_slopes) {
      answer.by_depth = slope(asked, answers, at + 1, k_depth);
      answer.by_rate = slope(asked, answers, at + 3, k_rate);
    }
    samples[i] = answer.force > 0
                     ? NormalSample{answer.force, answer.by_depth, answer.by_rate, answer.energy}
                     : NormalSample{.energy = answer.energy};
  }
}

void ask(const UserFrictionLaw& law, const condyle_contact& contact, bool per_area,
         std::span<const condyle_slip> slips, std::span<FrictionSample> samples) {
  thread_local std::vector<condyle_slip> asked;
  thread_local std::vector<condyle_friction_force> answers;
  asked.clear();
  if (slips.empty()) return;
  if (law.gives_slopes)
    asked.assign(slips.begin(), slips.end());
  else
    put_neighbours(slips, {k_speed, k_normal}, asked);
  ask_all<condyle_friction_input>(law, contact, per_area, asked, k_friction_entries, answers);
  for (std::size_t i = 0; i < slips.size(); ++i) {
    const std::size_t at = law.gives_slopes ? i : 5 * i;
    const condyle_friction_force& answer = answers[at];
    samples[i] = {answer.force, answer.by_speed, answer.by_normal};
    if (law.gives_slopes) continue;
    samples[i].by_speed = slope(asked, answers, at + 1, k_speed);
    samples[i].by_normal = slope(asked, answers, at + 3, k_normal);
  }
}

void call_post_step(const UserPostStep& function, const condyle_contact& contact,
                    condyle_post_step step) {
  Call call(function, contact);
  step.version = CONDYLE_USER_LAW_VERSION;
  step.contact = call.contact();
  call.make(std::span(step.patches, static_cast<std::size_t>(step.patch_count)), &step);
}

}  // namespace condyle
