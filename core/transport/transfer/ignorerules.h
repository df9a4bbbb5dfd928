// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a .gitignore (or .skyignore) leaves out. Pure; patterns as in gitignore(5): # and ! lines, a slash at
// the end for folders only, a slash elsewhere anchors, *, ?, [a-z], **.
#pragma once

#include <QByteArray>
#include <QList>

namespace trainyard {

class IgnoreRules {
public:
    // `base`: the folder the file lies in, relative to the top, without slash at the end; empty = the top. Files of
    // deeper folders must be added later: the last pattern that fits decides.
    void add(const QByteArray &text, const QByteArray &base = {});
    // `path` is relative to the top. A folder that is ignored is not entered, so its content need not be asked for.
    bool isIgnored(const QByteArray &path, bool isDirectory) const;
    bool isEmpty() const { return m_rules.isEmpty(); }

private:
    struct Rule {
        QByteArray base, pattern;
        bool isNegated = false, isForDirectories = false, isAnchored = false;
    };
    QList<Rule> m_rules;
};

}  // namespace trainyard
