// SPDX-License-Identifier: GPL-3.0-or-later
// Text in the format of printf().
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace trainyard::demo {

template <typename... Values>
std::string printed(const char *format, Values... values)
{
    std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, values...)), '\0');
    std::snprintf(text.data(), text.size() + 1, format, values...);
    return text;
}

}  // namespace trainyard::demo
