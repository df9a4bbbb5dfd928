// SPDX-License-Identifier: GPL-3.0-or-later
// The few Linux functions that the probe needs. `root` is a prefix for /proc, /sys, /dev and /etc: empty on a real machine.
#pragma once

#include "core/device/probe/text.h"

namespace trainyard::probe {

double now();                                                // seconds on a clock that only goes forward
Text readFile(const Text &path, std::size_t limit = 65536);  // empty if it cannot be read
bool exists(const Text &path);
Text join(const Text &root, const char *path);

// The whole `text` must be the number; otherwise kUnknown.
long long wholeNumber(const Text &text, int base = 10);

// All paths that match `pattern`, in which * matches within one folder's name; sorted, and at most 2048: a server with virtual functions
// has a thousand devices on its bus.
class Paths {
public:
    explicit Paths(const char *pattern) { search(Text(), pattern); }
    int count() const { return m_count; }
    const Text &at(int i) const { return m_paths[i]; }

private:
    void search(const Text &before, const char *rest);

    Text m_paths[2048];
    int m_count = 0;
};

// The processors this process may use, and those in a list like "0-3,8".
class Processors {
public:
    static Processors allowed();
    static Processors parsed(const Text &list);
    Processors both(const Processors &other) const;
    bool use() const;  // binds this process to them; false if that is not possible
    int count() const;

private:
    unsigned long m_words[128] = {};  // 8192 processors
};

}  // namespace trainyard::probe
