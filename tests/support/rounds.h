#pragma once

namespace condyle::test {

/// The number of rounds of a random test: `whole`, or an eighth of it (at least 1) where the code
/// under test is compiled with sanitizers. These find an error in any round that runs through it;
/// the other executables try the whole number of cases.
int rounds(int whole);

}  // namespace condyle::test
