// SPDX-License-Identifier: GPL-3.0-or-later
// What the made-up driver is to play, from environment variables: lists of NAME, NAME=VALUE, NAME@COUNT or
// NAME=VALUE@COUNT between commas, where @COUNT means "from the COUNTth call on".
//   FAKE_FAIL   functions that return the error VALUE
//   FAKE_HANG   functions that never return
//   FAKE_SLOW   functions that take VALUE milliseconds
//   FAKE_CRASH  functions that end the process by a signal
//   FAKE_WRONG  kernels and copies whose results have a wrong bit
//   FAKE_FACTS  gpus, capability (90), memory (MiB), cuda (13000), ptx (highest version, 90), mig, processes, utilization,
//               nvml (result of its start), lost
#pragma once

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace fake {

struct Entry {
    bool isThere = false;
    long value = 0, from = 1;
};

inline Entry find(const char *variable, const char *name)
{
    Entry entry;
    const char *at = std::getenv(variable);
    const std::size_t size = std::strlen(name);
    while (at != nullptr && *at != '\0') {
        const std::size_t length = std::strcspn(at, ",");
        if (std::strncmp(at, name, size) == 0 && (length == size || at[size] == '=' || at[size] == '@')) {
            entry.isThere = true;
            const char *rest = at + size;
            if (*rest == '=')
                entry.value = std::atol(rest + 1);
            rest += std::strcspn(rest, "@,");
            if (*rest == '@')
                entry.from = std::atol(rest + 1);
            return entry;
        }
        at += length;
        at += *at == ',' ? 1 : 0;
    }
    return entry;
}

inline long fact(const char *name, long otherwise)
{
    const Entry entry = find("FAKE_FACTS", name);
    return entry.isThere ? entry.value : otherwise;
}

// Acts as scripted for this call; 0: the call continues.
inline int play(const char *name, long &calls)
{
    ++calls;
    if (const Entry entry = find("FAKE_CRASH", name); entry.isThere && calls >= entry.from)
        std::abort();
    if (const Entry entry = find("FAKE_SLOW", name); entry.isThere && calls >= entry.from)
        usleep(static_cast<useconds_t>(entry.value * 1000));
    if (const Entry entry = find("FAKE_HANG", name); entry.isThere && calls >= entry.from) {
        for (;;)
            pause();
    }
    const Entry entry = find("FAKE_FAIL", name);
    return entry.isThere && calls >= entry.from ? static_cast<int>(entry.value) : 0;
}

inline bool isWrong(const char *name) { return find("FAKE_WRONG", name).isThere; }

}  // namespace fake

#define FAKE_PLAY(name)                                              \
  do {                                                               \
    static long calls = 0;                                           \
    if (const int scripted = fake::play(name, calls); scripted != 0) \
      return scripted;                                               \
  } while (false)

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
