// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the small JSON documents a checkpoint consists of. Takes any bytes: depth and length are limited,
// nothing is trusted. Objects keep the first of two equal keys out: a doubled key is an error.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::demo {

struct Json {
    enum class Kind { Null, Bool, Number, String, Array, Object };

    Kind kind = Kind::Null;
    bool boolean = false;
    double number = 0;
    std::string text;  // String: its bytes; Number: as written
    std::vector<Json> items;
    std::map<std::string, Json> members;

    const Json *find(const std::string &key) const;
    // Whole numbers from 0 to 2^64 - 1 written with digits only.
    std::optional<std::uint64_t> whole() const;
    std::optional<std::uint64_t> whole(const std::string &key) const;
    std::optional<double> real(const std::string &key) const;
    std::optional<std::string> string(const std::string &key) const;
};

std::optional<Json> parseJson(std::string_view text);

}  // namespace trainyard::demo
