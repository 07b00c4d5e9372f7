#pragma once

#include <string>
#include <string_view>

namespace condyle {

/// The text as it is written into XML, also within an attribute.
std::string escaped_for_xml(std::string_view text);

}  // namespace condyle
