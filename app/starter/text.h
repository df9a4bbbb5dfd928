// SPDX-License-Identifier: GPL-3.0-or-later
// Text and files without a C library. Memory comes from the kernel and is never freed: the program reads a handful of small files once.
#pragma once

#include "syscalls.h"

namespace trainyard::starter {

inline std::size_t length(const char *text)
{
    std::size_t n = 0;
    while (text[n] != '\0')
        ++n;
    return n;
}

inline bool startsWith(const char *text, const char *prefix)
{
    while (*prefix != '\0') {
        if (*text++ != *prefix++)
            return false;
    }
    return true;
}

// Zeroed; nullptr when memory is exhausted.
inline char *allocate(std::size_t size)
{
    constexpr long kReadWrite = 3, kPrivateAnonymous = 0x22;
    const long at = call(__NR_mmap, 0, static_cast<long>(size + 1), kReadWrite, kPrivateAnonymous, -1, 0);
    return at < 0 && at > -4096 ? nullptr : reinterpret_cast<char *>(at);
}

struct File {
    char *text = nullptr;  // ends with an additional NUL
    std::size_t size = 0;
    bool isThere = false;
};

// Whole files up to `limit` bytes; a longer one counts as missing.
inline File readFile(const char *path, std::size_t limit = 16u << 20)
{
    File file;
    const long fd = open(path, kReadOnly | kCloseOnExec);
    if (fd < 0)
        return file;
    std::size_t room = 4096;
    char *buffer = allocate(room);
    while (buffer != nullptr && file.size < limit) {
        if (file.size == room) {
            char *larger = allocate(room * 2);
            if (larger == nullptr)
                break;
            for (std::size_t i = 0; i < file.size; ++i)
                larger[i] = buffer[i];
            buffer = larger;
            room *= 2;
        }
        const long got = read(fd, buffer + file.size, room - file.size);
        if (got == kErrInterrupted)
            continue;
        if (got <= 0) {
            file.isThere = got == 0;
            break;
        }
        file.size += static_cast<std::size_t>(got);
    }
    close(fd);
    file.text = buffer;
    if (buffer != nullptr && file.size < room)
        buffer[file.size] = '\0';
    return file;
}

// A short text built from pieces; what does not fit is cut off.
class Line {
public:
    Line &add(const char *text)
    {
        while (*text != '\0' && m_size + 1 < sizeof m_text)
            m_text[m_size++] = *text++;
        m_text[m_size] = '\0';
        return *this;
    }
    Line &add(long number)
    {
        char digits[24];
        std::size_t n = sizeof digits;
        digits[--n] = '\0';
        unsigned long rest = number < 0 ? 0ul - static_cast<unsigned long>(number) : static_cast<unsigned long>(number);
        do {
            digits[--n] = static_cast<char>('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (number < 0)
            digits[--n] = '-';
        return add(digits + n);
    }
    const char *text() const { return m_text; }
    std::size_t size() const { return m_size; }

private:
    char m_text[5000] = {};
    std::size_t m_size = 0;
};

}  // namespace trainyard::starter
