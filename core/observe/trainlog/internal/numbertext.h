// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as logs write them. Pure; internal to this folder.
#pragma once

#include <optional>
#include <string_view>

namespace trainyard {

struct NumberText {
    double value = 0;
    size_t length = 0;     // bytes of the text
    bool isWhole = false;  // written without a point or an exponent
};

// 12, -1.5e-3, 1,024, nan, NaN, inf, -Infinity at the beginning of the text.
std::optional<NumberText> numberAt(std::string_view text);

// The text after a number: "ms", "%", "GiB" …; nullopt if it shows that this was not a number (dates, versions, addresses, hexadecimal).
std::optional<std::string_view> unitAfter(std::string_view rest);

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool isBlank(char c) { return c == ' ' || c == '\t'; }
inline bool isWordPart(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '/' || c == '.' || c == '-' || c == '@'; }

// Where the blanks at `at` end.
size_t skipBlanks(std::string_view text, size_t at);

}  // namespace trainyard
