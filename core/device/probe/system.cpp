// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/system.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sched.h>
#include <unistd.h>

namespace trainyard::probe {

double now()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Text readFile(const Text &path, std::size_t limit)
{
    Text text;
    const int file = open(path.get(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return text;
    char part[4096];
    while (text.size() < limit) {
        const ssize_t size = read(file, part, sizeof part);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            break;
        text.add(part, static_cast<std::size_t>(size));
    }
    close(file);
    return text;
}

bool exists(const Text &path) { return access(path.get(), F_OK) == 0; }

Text join(const Text &root, const char *path) { return Text(root).add(path); }

long long wholeNumber(const Text &text, int base)
{
    const Text digits = text.trimmed();
    const char *at = digits.get();
    const bool isNegative = *at == '-';
    if (isNegative)
        ++at;
    if (base == 16 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    if (*at == '\0' || strlen(at) > 15)
        return kUnknown;
    long long number = 0;
    for (; *at != '\0'; ++at) {
        const char lower = static_cast<char>(*at | 0x20);
        const int digit = *at >= '0' && *at <= '9' ? *at - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
        if (digit >= base)
            return kUnknown;
        number = number * base + digit;
    }
    return isNegative ? -number : number;
}

void Paths::search(const Text &before, const char *rest)
{
    const char *star = strchr(rest, '*');
    constexpr int kRoom = sizeof m_paths / sizeof *m_paths;
    if (star == nullptr) {
        const Text path = Text(before).add(rest);
        if (m_count < kRoom && exists(path))
            m_paths[m_count++] = path;
        return;
    }
    const char *part = star;
    while (part > rest && part[-1] != '/')
        --part;
    const char *end = strchr(star, '/');
    const Text folder = Text(before).add(rest, static_cast<std::size_t>(part - rest));
    Text pattern;
    pattern.add(part, end == nullptr ? strlen(part) : static_cast<std::size_t>(end - part));
    DIR *directory = opendir(folder.get());
    if (directory == nullptr)
        return;
    while (const dirent *entry = readdir(directory)) {
        if (entry->d_name[0] == '.' || fnmatch(pattern.get(), entry->d_name, 0) != 0)
            continue;
        search(Text(folder).add(entry->d_name), end == nullptr ? "" : end);
    }
    closedir(directory);
    for (int i = 1; i < m_count; ++i) {  // folders come in any order
        for (int j = i; j > 0 && strcmp(m_paths[j].get(), m_paths[j - 1].get()) < 0; --j) {
            Text other = static_cast<Text &&>(m_paths[j]);
            m_paths[j] = static_cast<Text &&>(m_paths[j - 1]);
            m_paths[j - 1] = static_cast<Text &&>(other);
        }
    }
}

Processors Processors::allowed()
{
    Processors all;
    if (sched_getaffinity(0, sizeof all.m_words, reinterpret_cast<cpu_set_t *>(all.m_words)) != 0)
        all.m_words[0] = 1;
    return all;
}

Processors Processors::parsed(const Text &list)
{
    Processors all;
    long first = -1, number = -1;
    for (const char *at = list.get();; ++at) {
        if (*at >= '0' && *at <= '9' && number < 100000) {
            number = (number < 0 ? 0 : number * 10) + (*at - '0');
            continue;
        }
        if (*at == '-') {
            first = number;
        } else {
            for (long i = first >= 0 ? first : number; i >= 0 && i <= number && i < 8192; ++i)
                all.m_words[i / 64] |= 1ul << (i % 64);
            first = -1;
        }
        number = -1;
        if (*at == '\0')
            return all;
    }
}

Processors Processors::both(const Processors &other) const
{
    Processors common;
    for (int i = 0; i < 128; ++i)
        common.m_words[i] = m_words[i] & other.m_words[i];
    return common;
}

bool Processors::use() const
{
    return count() > 0 && sched_setaffinity(0, sizeof m_words, reinterpret_cast<const cpu_set_t *>(m_words)) == 0;
}

int Processors::count() const
{
    int sum = 0;
    for (const unsigned long word : m_words) {
        for (unsigned long rest = word; rest != 0; rest &= rest - 1)
            ++sum;
    }
    return sum;
}

}  // namespace trainyard::probe
