// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/ignorerules.h"

namespace trainyard {

namespace {

// Matches one character against a class such as [a-z] or [!0-9]; `pattern` points after the '['. False: no closing bracket.
bool fitsClass(const char *&pattern, const char *end, char c, bool &fits)
{
    const char *p = pattern;
    const bool isNegated = p < end && (*p == '!' || *p == '^');
    if (isNegated)
        ++p;
    bool found = false;
    for (bool isFirst = true; p < end && (isFirst || *p != ']'); isFirst = false) {
        if (*p == '\\' && p + 1 < end)
            ++p;
        const auto from = static_cast<unsigned char>(*p++);
        auto to = from;
        if (p + 1 < end && *p == '-' && p[1] != ']') {
            to = static_cast<unsigned char>(p[1]);
            p += 2;
        }
        found = found || (static_cast<unsigned char>(c) >= from && static_cast<unsigned char>(c) <= to);
    }
    if (p >= end)
        return false;
    pattern = p + 1;
    fits = found != isNegated;
    return true;
}

// `budget` limits the cost of patterns such as a*a*a*a*b.
bool matches(const char *p, const char *pEnd, const char *t, const char *tEnd, int &budget)
{
    while (p < pEnd) {
        if (--budget < 0)
            return false;
        if (*p == '*') {
            const bool isDouble = p + 1 < pEnd && p[1] == '*';
            if (isDouble) {
                p += 2;
                // "a/**/b" also matches "a/b".
                if (p < pEnd && *p == '/' && matches(p + 1, pEnd, t, tEnd, budget))
                    return true;
            } else {
                ++p;
            }
            for (;; ++t) {
                if (matches(p, pEnd, t, tEnd, budget))
                    return true;
                if (t >= tEnd || budget < 0 || (!isDouble && *t == '/'))
                    return false;
            }
        }
        if (t >= tEnd)
            return false;
        if (*p == '[') {
            const char *rest = p + 1;
            bool fits = false;
            if (fitsClass(rest, pEnd, *t, fits)) {
                if (!fits || *t == '/')
                    return false;
                p = rest;
                ++t;
                continue;
            }
        } else if (*p == '?') {
            if (*t == '/')
                return false;
            ++p;
            ++t;
            continue;
        } else if (*p == '\\' && p + 1 < pEnd) {
            ++p;
        }
        if (*p != *t)
            return false;
        ++p;
        ++t;
    }
    return t == tEnd;
}

bool fits(const QByteArray &pattern, QByteArrayView text)
{
    int budget = 100'000;
    return matches(pattern.constData(), pattern.constData() + pattern.size(), text.data(), text.data() + text.size(), budget);
}

}  // namespace

void IgnoreRules::add(const QByteArray &text, const QByteArray &base)
{
    const QList<QByteArray> lines = text.split('\n');
    for (QByteArray line : lines) {
        if (line.endsWith('\r'))
            line.chop(1);
        while (line.endsWith(' ') && !line.endsWith("\\ "))
            line.chop(1);
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        Rule rule;
        rule.base = base;
        if (line.startsWith('!')) {
            rule.isNegated = true;
            line.remove(0, 1);
        }
        if (line.endsWith('/')) {
            rule.isForDirectories = true;
            line.chop(1);
        }
        rule.isAnchored = line.contains('/');
        if (line.startsWith('/'))
            line.remove(0, 1);
        if (line.isEmpty())
            continue;
        rule.pattern = line;
        m_rules << rule;
    }
}

bool IgnoreRules::isIgnored(const QByteArray &path, bool isDirectory) const
{
    const QByteArrayView whole(path);
    for (auto rule = m_rules.crbegin(); rule != m_rules.crend(); ++rule) {
        if (rule->isForDirectories && !isDirectory)
            continue;
        QByteArrayView below = whole;
        if (!rule->base.isEmpty()) {
            if (!path.startsWith(rule->base + '/'))
                continue;
            below = whole.sliced(rule->base.size() + 1);
        }
        if (!rule->isAnchored)
            below = below.sliced(below.lastIndexOf('/') + 1);
        if (fits(rule->pattern, below))
            return !rule->isNegated;
    }
    return false;
}

}  // namespace trainyard
