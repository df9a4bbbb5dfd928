// SPDX-License-Identifier: GPL-3.0-or-later
// The environment of the run: what the starter itself has, changed by env.sh (`export NAME='value'` lines as
// Trainyard writes them: single quotes, \' between them, "$HOME" in front of a path).
#pragma once

#include "text.h"

namespace trainyard::starter {

class Environment {
public:
    explicit Environment(char **inherited)
    {
        for (; *inherited != nullptr; ++inherited)
            set(*inherited);
    }

    void set(char *assignment)
    {
        std::size_t name = 0;
        while (assignment[name] != '\0' && assignment[name] != '=')
            ++name;
        for (std::size_t i = 0; i < m_count; ++i) {
            std::size_t same = 0;
            while (same <= name && m_all[i][same] == assignment[same])
                ++same;
            if (same > name) {
                m_all[i] = assignment;
                return;
            }
        }
        if (m_count + 1 < kMax)
            m_all[m_count++] = assignment;
    }

    const char *value(const char *name) const
    {
        const std::size_t size = length(name);
        for (std::size_t i = 0; i < m_count; ++i) {
            if (startsWith(m_all[i], name) && m_all[i][size] == '=')
                return m_all[i] + size + 1;
        }
        return nullptr;
    }

    // Rewrites the text in place: a value never grows, except with $HOME, for which it is copied.
    bool read(File file)
    {
        char *at = file.text;
        while (at != nullptr && *at != '\0') {
            if (!startsWith(at, "export ")) {
                while (*at != '\0' && *at++ != '\n') {}
                continue;
            }
            at += 7;
            if (!readAssignment(at))
                return false;
        }
        return true;
    }

    char **all() { return m_all; }

private:
    static constexpr std::size_t kMax = 8192;

    bool readAssignment(char *&at)
    {
        const char *home = value("HOME");
        const std::size_t homeSize = home != nullptr ? length(home) : 0;
        std::size_t raw = 0;
        bool isQuoted = false;
        for (; at[raw] != '\0' && (isQuoted || at[raw] != '\n'); ++raw) {
            if (!isQuoted && at[raw] == '\\' && at[raw + 1] != '\0')
                ++raw;
            else if (at[raw] == '\'')
                isQuoted = !isQuoted;
        }
        if (isQuoted)
            return false;
        char *out = allocate(raw + homeSize);
        if (out == nullptr)
            return false;
        std::size_t size = 0;
        for (std::size_t i = 0; i < raw; ++i) {
            if (at[i] == '\'') {
                for (++i; at[i] != '\''; ++i)
                    out[size++] = at[i];
            } else if (at[i] == '\\') {
                out[size++] = at[++i];
            } else if (startsWith(at + i, "\"$HOME\"") && size <= i) {
                for (std::size_t k = 0; k < homeSize; ++k)
                    out[size++] = home[k];
                i += 6;
            } else {
                out[size++] = at[i];
            }
        }
        out[size] = '\0';
        set(out);
        at += raw;
        return true;
    }

    char *m_all[kMax + 1] = {};
    std::size_t m_count = 0;
};

}  // namespace trainyard::starter
