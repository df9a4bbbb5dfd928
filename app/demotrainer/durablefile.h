// SPDX-License-Identifier: GPL-3.0-or-later
// Files that exist either with all their bytes or not at all, even after a power cut.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::demo {

// Writes and flushes NAME.tmp beside `path`. Empty = success; otherwise the system's reason, and no NAME.tmp is left.
std::string prepareFile(const std::string &path, const std::vector<std::string_view> &parts);
// Gives the prepared file its name, durably.
std::string commitFile(const std::string &path);
void dropPrepared(const std::string &path);

// A regular file of at most `limit` bytes; otherwise a reason in `error`.
std::optional<std::string> readWhole(const std::string &path, std::size_t limit, std::string &error);

// Empty = success; makes parents too.
std::string makeDirectory(const std::string &path);

}  // namespace trainyard::demo
