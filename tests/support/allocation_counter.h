#pragma once

namespace condyle::test {

/// Calls of the global operator new in this program so far.
long allocation_count();

}  // namespace condyle::test
