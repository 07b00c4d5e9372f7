#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "condyle/mujoco/model_texts.h"

namespace condyle::mujoco {

/// A word "name=value" of a text, of a member of some object.
struct ModelWord {
  std::string name;
  std::function<std::string()> value;
  /// Returns what is expected instead, as "a number", or null.
  std::function<const char*(const std::string&)> set;
};
using ModelWords = std::vector<ModelWord>;

// The words of an object, which must outlive them.

/// The name of a thing in the model.
ModelWord model_word(const char* name, std::string& member);

ModelWords model_words(Layer& layer);
ModelWords model_words(LayerText& text);
ModelWords model_words(ligament::Strand& strand);
ModelWords model_words(Sensor& sensor);
/// After the word "law" those of the parameters of all laws.
ModelWords model_words(ContactSettings& contact);
ModelWords model_words(PairText& pair);

using SaidWords = std::set<std::string>;  ///< names of words that a model says

/// Reads the words of a text, and returns their names. Throws InputError naming `what`, the word
/// and what it may be, and if a word is said twice.
SaidWords read_words(const std::string& what, const std::string& data, const ModelWords& words);

/// Throws InputError naming `what` unless the words of the object are said that have no usual
/// value.
void complete(const std::string& what, const SaidWords& said, const Layer& layer);
void complete(const std::string& what, const SaidWords& said, const ligament::Strand& strand);

/// Gives settings the values of words that are left out, which follow from others as in scene
/// files: the dynamic coefficient from the static one. Throws InputError naming `what` for words
/// that have no effect under the law.
void complete(const std::string& what, const SaidWords& said, ContactSettings& settings);

}  // namespace condyle::mujoco
