// SPDX-License-Identifier: GPL-3.0-or-later
// A library that is searched for at run time, and functions in it.
#pragma once

#include "core/device/probe/watch.h"

namespace trainyard::probe {

// Dynamic libraries stay loaded until the process ends, because drivers often cannot be unloaded safely.
class Library {
public:
    bool open(Watch &watch, const Text &file);  // false: error() says why
    bool isOpen() const { return m_handle != nullptr; }
    void *find(const char *name) const;  // nullptr: not there
    Text path() const;                   // where the library really is
    const Text &file() const { return m_file; }
    const Text &error() const { return m_error; }

    // The simulated libraries of the tests carry this mark; no real driver does.
    bool isSimulated() const { return m_handle != nullptr && find("trainyardSimulated") != nullptr; }

private:
    void *m_handle = nullptr;
    Text m_file, m_error;
};

template <typename Signature>
struct Function;

template <typename Return, typename... Arguments>
struct Function<Return(Arguments...)> {
    const char *name;
    Return (*pointer)(Arguments...) = nullptr;

    bool load(const Library &library)
    {
        pointer = reinterpret_cast<Return (*)(Arguments...)>(library.find(name));
        return pointer != nullptr;
    }
    // Uses the newest name that the library has.
    bool load(const Library &library, const char *older, const char *oldest = nullptr)
    {
        const char *const candidates[] = {name, older, oldest};
        for (const char *candidate : candidates) {
            if (candidate == nullptr || pointer != nullptr)
                continue;
            pointer = reinterpret_cast<Return (*)(Arguments...)>(library.find(candidate));
            if (pointer != nullptr)
                name = candidate;
        }
        return pointer != nullptr;
    }
    bool isThere() const { return pointer != nullptr; }
};

}  // namespace trainyard::probe
