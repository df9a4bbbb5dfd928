// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/internal/numbertext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace trainyard {
namespace {

using namespace std::string_view_literals;

constexpr size_t kMaxNumber = 64;
constexpr std::array kUnits{"ms"sv,  "s"sv,   "us"sv,  "k"sv,  "K"sv,  "M"sv, "G"sv,   "B"sv, "GB"sv, "MB"sv, "KB"sv,
                            "GiB"sv, "MiB"sv, "KiB"sv, "TB"sv, "it"sv, "x"sv, "min"sv, "h"sv, "m"sv,  "Mb"sv, "Gb"sv};

bool startsLike(std::string_view text, std::string_view lower)
{
    if (text.size() < lower.size())
        return false;
    return std::equal(lower.begin(), lower.end(), text.begin(), [](char a, char b) { return a == (isLetter(b) ? char(b | 0x20) : b); });
}

}  // namespace

std::optional<NumberText> numberAt(std::string_view text)
{
    size_t at = 0;
    const bool isNegative = !text.empty() && text[0] == '-';
    if (isNegative || (!text.empty() && text[0] == '+'))
        ++at;
    for (const auto &[name, value] : {std::pair("infinity"sv, std::numeric_limits<double>::infinity()),
                                      {"inf"sv, std::numeric_limits<double>::infinity()},
                                      {"nan"sv, std::numeric_limits<double>::quiet_NaN()}}) {
        const size_t end = at + name.size();
        if (startsLike(text.substr(at), name) && (end >= text.size() || !isWordPart(text[end])))
            return NumberText{isNegative ? -value : value, end, false};
    }
    std::array<char, kMaxNumber> digits;
    size_t count = 0;
    const auto take = [&] {
        if (count < digits.size())
            digits[count++] = text[at];
        ++at;
    };
    const auto digitAt = [&](size_t i) { return i < text.size() && isDigit(text[i]); };
    if (isNegative)
        digits[count++] = '-';
    bool isWhole = true;
    while (digitAt(at)) {
        take();
        // Thousands: exactly three digits after the comma.
        if (at < text.size() && text[at] == ',' && digitAt(at + 1) && digitAt(at + 2) && digitAt(at + 3) && !digitAt(at + 4))
            ++at;
    }
    if (at < text.size() && text[at] == '.'
        && (digitAt(at + 1) || (count > size_t(isNegative) && !(at + 1 < text.size() && isLetter(text[at + 1]))))) {
        isWhole = false;
        take();
        while (digitAt(at))
            take();
    }
    if (count == size_t(isNegative))
        return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const bool isSigned = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+');
        if (digitAt(at + 1 + size_t(isSigned))) {
            isWhole = false;
            take();
            if (isSigned) {
                if (text[at] == '-')
                    take();
                else
                    ++at;
            }
            while (digitAt(at))
                take();
        }
    }
    if (count >= digits.size())
        return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + count, value);
    if (error != std::errc() || !std::isfinite(value))
        return std::nullopt;
    return NumberText{value, at, isWhole};
}

std::optional<std::string_view> unitAfter(std::string_view rest)
{
    if (rest.empty())
        return rest;
    const auto endsWell = [](std::string_view text) {
        if (text.empty())
            return true;
        const char c = text[0];
        const char next = text.size() > 1 ? text[1] : ' ';
        if (c == ':' || c == '-' || c == '.')
            return !isDigit(next) && !isLetter(next) && next != '_' && next != '-';
        return !isWordPart(c) || c == '/';
    };
    if (rest[0] == '%')
        return rest.substr(0, 1);
    if (!isLetter(rest[0]))
        return endsWell(rest) ? std::optional(rest.substr(0, 0)) : std::nullopt;
    size_t end = 0;
    while (end < rest.size() && isLetter(rest[end]))
        ++end;
    const std::string_view unit = rest.substr(0, end);
    if (std::find(kUnits.begin(), kUnits.end(), unit) == kUnits.end() || !endsWell(rest.substr(end)))
        return std::nullopt;
    return unit;
}

size_t skipBlanks(std::string_view text, size_t at)
{
    while (at < text.size() && isBlank(text[at]))
        ++at;
    return at;
}

}  // namespace trainyard
